//! Tables of endings change no answer: with them and without them, problems of few men are solved
//! alike, whether the tables are there or are made while the search goes on.

use std::{ops::ControlFlow, path::PathBuf, sync::Arc};

use proptest::{prelude::*, sample::select};
use shakmaty::Color;
use solusrex_problems::{Limits, Problem, solve, write};
use solusrex_tables::{
    Ending, Metric, Tablebase,
    build::{Plan, build},
};

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, max_global_rejects: 100 * cases, ..ProptestConfig::default() }
}

fn built(tables: Tablebase, endings: &[&str], metrics: &[Metric]) -> Arc<Tablebase> {
    let endings: Vec<Ending> = endings.iter().map(|name| name.parse().unwrap()).collect();
    let plan = Plan::new(endings, metrics, &tables);
    build(&plan, &tables, 1 << 30, &|_| ControlFlow::Continue(())).unwrap();
    Arc::new(tables)
}

/// A problem with the men of an ending on any squares.
fn problem(
    endings: &'static [&'static str],
    stipulations: &'static [&'static str],
) -> impl Strategy<Value = String> {
    let squares = prop::collection::vec(0..64u8, 6);
    (select(endings), select(stipulations), squares).prop_filter_map(
        "men apart, no pawn at the edge",
        |(ending, stipulation, squares)| {
            let mut text = String::from("BeginProblem Pieces");
            let mut taken = Vec::new();
            let mut kings = 0;
            for (man, square) in ending.chars().zip(squares) {
                if taken.contains(&square) || man == 'P' && matches!(square, 0..8 | 56..) {
                    return None;
                }
                taken.push(square);
                if man == 'K' {
                    text += [" White", " Black"][kings];
                    kings += 1;
                }
                let (file, rank) = (char::from(b'a' + square % 8), square / 8 + 1);
                let man = if man == 'N' { 'S' } else { man };
                text += &format!(" {man}{file}{rank}");
            }
            Some(text + &format!(" Stipulation {stipulation} EndProblem"))
        },
    )
}

fn answer(text: &str, options: &str, limits: &Limits) -> String {
    let mut problems = Problem::parse(text).unwrap();
    if !options.is_empty() {
        problems[0].add_options(options).unwrap();
    }
    let solution = solve(&problems[0], limits, &mut |_| {});
    write::text(&problems[0], &solution)
}

fn usual() -> Limits {
    Limits { threads: 1, ..Limits::default() }
}

fn helped(endings: Option<&Arc<Tablebase>>, text: &str) -> Result<(), TestCaseError> {
    let plain = answer(text, "", &Limits { bounds: false, ..usual() });
    prop_assume!(plain.len() < 1 << 20);
    let limits = Limits { endings: endings.cloned(), ..usual() };
    prop_assert_eq!(&answer(text, "", &limits), &plain, "{}", text);
    let limits = Limits { fast: false, threads: 2, ..limits };
    prop_assert_eq!(&answer(text, "", &limits), &plain, "{}, generally", text);
    Ok(())
}

/// The tables of three men are made in the middle of these searches.
const LONG: &[&str] = &["h#3.5", "h#4", "h=3.5", "h=4", "hs#3", "hr#2.5", "ser-h#4"];

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn help_with_three_men(text in problem(&["KPK", "KRK", "KQK", "KKP", "KBK"], LONG)) {
        helped(None, &text)?;
    }
}

#[test]
fn help_with_tables_at_hand() {
    let tables = built(
        Tablebase::in_memory(),
        &["KPKP"],
        &[Metric::Helpmate(Color::White), Metric::HelpStalemate(Color::White)],
    );
    let men = &["KPKP", "KPKN", "KRKP", "KQKR", "KBKN"];
    let stipulations = &["h#2", "h#2.5", "h#3", "h=2", "h=2.5", "h=3"];
    proptest!(cases(120), |(text in problem(men, stipulations))| helped(Some(&tables), &text)?);
    // castling, and pawns that may be taken en passant
    for (pieces, stipulation) in [
        ("White Ke1 Rh1 Black Kg4 Sa8", "h#2.5"),
        ("White Ke1 Rh1 Black Kf3", "h#2"),
        ("White Ke1 Ra1 Black Ka3 Pc3", "h#3"),
        ("White Ke1 Rh1 Black Kh2 Pg3", "h=2.5"),
        ("White Kc2 Pb2 Black Ka3 Pa4", "h=3"),
        ("White Kc1 Pb2 Black Ka2 Pc4", "h#3"),
        ("White Kc2 Pb2 Black Ka1 Pc4", "h#2.5"),
    ] {
        let text = format!("BeginProblem Pieces {pieces} Stipulation {stipulation} EndProblem");
        helped(Some(&tables), &text).unwrap();
    }
}

/// Far beyond what a search alone would find: 29 half-moves, and none fewer will do.
#[test]
fn the_longest_helpmate_with_a_pawn_for_each_side() {
    let text = |stipulation| {
        let men = "White Kh1 Pa2 Black Kf1 Pa3";
        format!("BeginProblem Pieces {men} Stipulation {stipulation} EndProblem")
    };
    assert!(answer(&text("h#13.5"), "", &usual()).contains("no solution"));
    let found = answer(&text("h#14.5"), "MaxSolutions 1", &usual());
    assert!(found.contains(" 15."), "{found}");
}

#[test]
fn direct_mates_with_tables() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("direct-mates");
    let _ = std::fs::remove_dir_all(&folder);
    let tables = built(Tablebase::open(&folder), &["KRKN", "KPK"], &[Metric::Dtm]);
    let men = &["KRK", "KQK", "KPK", "KKP", "KRKN", "KNKR"];
    let stipulations = &["#1", "#2", "#3", "#4"];
    const OPTIONS: [&str; 11] = [
        "",
        "Try",
        "SetPlay",
        "Variation",
        "SetPlay Try Variation",
        "Variation Threat 1",
        "MaxFlightsquares 2",
        "PostKeyPlay Variation",
        "Duplex",
        "MateOn a8a1",
        "NonTrivial 1 1",
    ];
    let asked = (problem(men, stipulations), select(&OPTIONS[..]));
    proptest!(cases(200), |((text, options) in asked)| {
        let plain = answer(&text, options, &usual());
        let limits = Limits { endings: Some(tables.clone()), ..usual() };
        prop_assert_eq!(&answer(&text, options, &limits), &plain, "{} {}", &text, options);
    });
    for (pieces, stipulation) in [
        ("White Ke1 Rh1 Black Kg2", "#3"),
        ("White Kd2 Rh1 Black Ka1 Sa2", "#2"),
        // a piece more than in any table
        ("White Kc1 Ra4 Rd5 Black Ka1 Sb1", "#3"),
    ] {
        let text = format!("BeginProblem Pieces {pieces} Stipulation {stipulation} EndProblem");
        let limits = Limits { endings: Some(tables.clone()), ..usual() };
        assert_eq!(answer(&text, "Variation", &limits), answer(&text, "Variation", &usual()));
    }
    // with a table any length is settled at once
    let text = "BeginProblem Pieces White Ka1 Rb2 Black Kd4 Stipulation #16 EndProblem";
    let limits = Limits { endings: Some(tables), ..usual() };
    assert!(answer(text, "", &limits).contains(" !"));
}
