//! What the README shows is what one gets.

use super::answer;

/// The words of a command, those in single quotes being one.
fn words(command: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (nth, part) in command.split('\'').enumerate() {
        match nth % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// The lines of a text that are not blank, without blanks at their ends.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect()
}

#[test]
fn problems_of_the_readme_are_solved_as_it_says() {
    let readme = include_str!("../../../../README.md");
    let mut shown = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for example in block.split("$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap_or((example, ""));
            if !command.starts_with("solusrex solve") {
                continue;
            }
            let args = words(command);
            let args: Vec<&str> = args[1..].iter().map(String::as_str).collect();
            let answer = answer(&args);
            let (got, wanted) = (lines(&answer), lines(expected));
            // an ellipsis leaves out the rest, and what comes before the solution may be a diagram
            let wanted = wanted.split(|line| line.trim() == "...").next().unwrap_or_default();
            assert!(!wanted.is_empty(), "{command}");
            let found = got.windows(wanted.len()).any(|part| part == wanted);
            assert!(found, "{command}\n{answer}");
            shown += 1;
        }
    }
    assert!(shown >= 5, "{shown} problems in the README");
}
