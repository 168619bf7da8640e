//! What explains: `--help`, `help`, `pieces`, `man`, `completions`.

use std::{fs, process};

use crate::{WRONG_INPUT, answer, folder, json, refusal, repository, tables::three_men, text};

const COMMANDS: [&str; 20] = [
    "moves",
    "solve",
    "discover",
    "show",
    "pieces",
    "game",
    "build",
    "probe",
    "line",
    "annotate",
    "play",
    "stats",
    "mine",
    "verify",
    "reproduce",
    "tables",
    "uci",
    "serve",
    "completions",
    "man",
];

#[test]
fn help_teaches_on_one_screen() {
    let help = answer(&["--help"]);
    assert_eq!(answer(&["help"]), help);
    assert!(help.contains("Examples:\n  solusrex moves "), "{help}");
    assert!(help.contains("exit code"), "{help}");
    assert!(help.lines().count() <= 64, "{help}");
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command} in {help}");
    }
    assert!(answer(&["-h"]).contains("Examples:"));
    assert!(answer(&["--version"]).starts_with("solusrex "));
}

#[test]
fn every_command_explains_itself_with_examples() {
    for command in COMMANDS {
        let help = answer(&["help", command]);
        assert!(help.contains("Examples:\n"), "{command}: {help}");
        assert!(help.contains(&format!("  solusrex {command} ")), "{command}: {help}");
        assert_eq!(answer(&[command, "--help"]), help);
    }
}

/// The examples of a help text; what comes after a wide gap explains.
fn examples(help: &str) -> Vec<String> {
    let examples = help.lines().filter(|line| line.starts_with("  solusrex "));
    examples.map(|line| line.trim().split("   ").next().unwrap_or("").to_owned()).collect()
}

#[test]
#[cfg(unix)]
fn every_example_works_as_it_stands() {
    let folder = folder("examples");
    std::os::unix::fs::symlink(repository("examples"), folder.join("examples")).unwrap();
    for scripts in [".local/share/bash-completion/completions", ".config/fish/completions"] {
        fs::create_dir_all(folder.join(scripts)).unwrap();
    }
    fs::write(folder.join("positions.txt"), "7k/8/8/8/8/8/8/K7 w\n").unwrap();
    let study = "[FEN \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\"]\n\n1. Kd6 *\n";
    fs::write(folder.join("game.pgn"), study).unwrap();
    // a copy, because there are examples that delete
    let tables = folder.join("tables");
    fs::create_dir_all(&tables).unwrap();
    for table in fs::read_dir(three_men()).unwrap().map(Result::unwrap) {
        fs::copy(table.path(), tables.join(table.file_name())).unwrap();
    }
    let binary = assert_cmd::cargo::cargo_bin!("solusrex");
    let mut helps = vec![answer(&["help"])];
    // a server goes on until it is stopped; the old documents take minutes
    let commands = COMMANDS.into_iter().filter(|command| !["serve", "reproduce"].contains(command));
    helps.extend(commands.map(|command| answer(&["help", command])));
    let examples: Vec<String> = helps.iter().flat_map(|help| examples(help)).collect();
    assert!(examples.len() > 20, "{examples:?}");
    for example in examples {
        // other programs may be missing here
        let (own, _) = example.split_once(" | ").unwrap_or((&example, ""));
        let script = own.replacen("solusrex", "\"$SOLUSREX\"", 1);
        let mut shell = process::Command::new("sh");
        let shell = shell.args(["-c", &script]).env("SOLUSREX", binary).env("HOME", &folder);
        let shell = shell.env("SOLUSREX_TABLES", &tables);
        let output = shell.current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{example}: {}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "", "{example}");
    }
}

#[test]
fn help_without_a_terminal_has_no_colours() {
    for args in [&["--help"][..], &["help", "moves"], &["man"], &["completions", "bash"]] {
        assert!(!answer(args).contains('\x1b'), "{args:?}");
    }
}

#[test]
fn pieces_lists_letters_names_and_movements() {
    let all = answer(&["pieces"]);
    assert!(all.lines().count() > 100);
    assert!(all.contains("\nG   grasshopper                    hop 0,1 1,1\n"), "{all}");
    let some = answer(&["pieces", "grass"]);
    assert!(some.lines().count() < 10 && some.contains("grasshopper"));
    assert!(answer(&["pieces", "nh"]).starts_with("NH  nightrider-hopper"));
    let one = json(&["pieces", "grasshopper-2"]);
    assert_eq!((&one["letters"], &one["movement"]), (&"G2".into(), &"hop 0,1 1,1 beyond 2".into()));
    assert!(refusal(&["pieces", "xyzzy"], WRONG_INPUT).contains("\"xyzzy\""));
}

#[test]
fn shells_can_complete() {
    for (shell, sign) in
        [("bash", "complete -F"), ("zsh", "#compdef solusrex"), ("fish", "-c solusrex")]
    {
        let script = answer(&["completions", shell]);
        assert!(script.contains(sign), "{shell}");
        for command in COMMANDS {
            assert!(script.contains(command), "{command} for {shell}");
        }
    }
    assert!(refusal(&["completions", "cmd"], WRONG_INPUT).contains("bash"));
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let page = answer(&["man"]);
    assert!(page.contains(".TH solusrex 1"), "{page}");
    assert!(page.contains("solusrex\\-moves"), "{page}");
    for command in COMMANDS {
        let page = answer(&["man", command]);
        assert!(page.contains(".TH") && page.contains(&format!("solusrex {command}")), "{page}");
    }
    assert!(refusal(&["man", "cooking"], WRONG_INPUT).contains("\"cooking\""));
}

#[test]
fn wrong_command_lines_are_refused_in_one_line() {
    for args in [
        &["cook"][..],
        &["mvoes"],
        &["moves", "--frob"],
        &["moves", "-x"],
        &["--frob"],
        &["help", "cook"],
        &["show"],
        &["completions"],
        &["--format", "xml", "pieces"],
        &["--threads", "0", "pieces"],
        &["--threads", "1000000", "pieces"],
        &["pieces", "a", "b"],
        &["pieces", "--threads"],
        &["cook\nthe\n\nbooks"],
        &["moves", "--frob\x1b[31m\n"],
    ] {
        let line = refusal(args, WRONG_INPUT);
        assert!(line.len() < 300, "{line}");
    }
    assert!(refusal(&["mvoes"], WRONG_INPUT).contains("'moves'"), "a likely word is offered");
    assert!(answer(&[]).contains("Examples:"), "no command at all asks for help");
}
