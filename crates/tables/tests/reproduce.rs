//! Published numbers of endings with three and four men, computed again.

use solusrex_tables::reproduce::{Document, Finding, Reproduction, Verdict};

fn reproduce(document: Document) -> Reproduction {
    document.reproduce(&|_, _| ()).expect("tables of four men")
}

/// What differs, as (about, printed, computed).
fn differences(found: &Reproduction) -> Vec<(&str, &str, &str)> {
    let differing = found.findings.iter().filter(|finding| finding.verdict == Verdict::Differs);
    differing
        .map(|Finding { about, claim, computed, .. }| (&**about, &**claim, &**computed))
        .collect()
}

fn remark<'a>(found: &'a Reproduction, about: &str) -> &'a str {
    &found.findings.iter().find(|finding| finding.about == about).expect("a finding").remark
}

/// Ströhlein's longest wins are right but for one class of rook against bishop; to mate or
/// conversion, queen against rook has half as many.
#[test]
fn strohlein_1970() {
    let found = reproduce(Document::Strohlein);
    let expected = [("KRKB, positions", "224", "232"), ("KRKB, classes", "28", "29")];
    assert_eq!(differences(&found), expected);
    assert!(remark(&found, "KRKB, classes").contains("8/8/8/8/3KR3/8/8/2k3b1 w"));
    let plain = "by plain DTC 31 moves in 2 classes, 16 positions";
    assert_eq!(remark(&found, "KQKR, classes"), plain);
}

/// All of White's rows of 1978 are exact, the one of the positions lost by definition too; the total
/// of Black's lacks one position.
#[test]
fn krkn_1978() {
    let found = reproduce(Document::Krkn);
    let differing = differences(&found);
    assert!(differing.iter().all(|(about, ..)| about.starts_with("Black to move")));
    assert_eq!(differing.len(), 14);
    assert!(differing.contains(&("Black to move, 54 plies", "1", "2")));
    assert!(differing.contains(&("Black to move, total", "221,191", "221,192")));
    assert!(remark(&found, "Black to move, 0 plies").starts_with("1,683 mates and 31,473 lost"));
}

/// Every number of Černo's program is exact.
#[test]
fn cerno_2006() {
    let found = reproduce(Document::Cerno);
    assert_eq!(differences(&found), []);
    assert_eq!(found.exact(), 18);
}

/// The database answered Browne with a best move 45 times out of 45, and its own line has no slip;
/// the counts that are printed with the game are often wrong.
#[test]
fn browne_against_the_database() {
    let found = reproduce(Document::Browne);
    let exact = |about: &str| {
        let finding = found.findings.iter().find(|finding| finding.about == about);
        finding.is_some_and(|finding| finding.verdict == Verdict::Exact)
    };
    assert!(exact("the database's answers, best moves"));
    assert!(exact("the database's own line of 31 moves, best moves"));
    assert!(exact("5.Qc5"));
    assert!(remark(&found, "6.Qd4").starts_with("loses 1: best was Qc3"));
}

#[test]
fn documents_have_names() {
    for document in Document::ALL {
        assert_eq!(document.name().parse(), Ok(document));
    }
    assert!("fine".parse::<Document>().is_err());
}
