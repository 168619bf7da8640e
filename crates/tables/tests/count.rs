//! Endings counted without their tables, against the census of the table.

use solusrex_tables::{
    Ending, Metric,
    generate::{self, GenerateError, Tables},
    stats::{Census, Counting},
};

/// All that an ending is made from, itself not included.
fn sources(ending: Ending, metric: Metric) -> Tables {
    let mut tables = Tables::new();
    for ending in ending.closure().into_iter().rev().skip(1).rev() {
        let table = generate::solve(ending, metric, &tables, &|_| Ok(())).unwrap();
        tables.insert(table);
    }
    tables
}

fn check(name: &str, metric: Metric) {
    let ending: Ending = name.parse().unwrap();
    let tables = sources(ending, metric);
    let table = generate::solve(ending, metric, &tables, &|_| Ok(())).unwrap();
    let count = generate::count(ending, metric, tables, &|_| Ok(())).unwrap();
    for counting in [Counting::Classes, Counting::Placements] {
        let expected = Census::of(&table, counting);
        assert_eq!(Census::of_count(&count, counting), expected, "{name} {metric}");
    }
}

/// Like men and unlike ones, on the side that wins and on the other; every number and every example.
#[test]
fn a_count_is_the_census_of_the_table() {
    for metric in Metric::TO_MATE {
        for name in ["KRKN", "KQKR", "KBBK", "KBNK", "KNNK", "KQQK"] {
            check(name, metric);
        }
    }
    check("KRKN", "stalemate".parse().unwrap());
}

#[test]
fn what_is_not_counted_is_told() {
    for name in ["KRPKR", "KQK"] {
        let ending: Ending = name.parse().unwrap();
        let refused = generate::count(ending, Metric::Dtm, Tables::new(), &|_| Ok(()));
        assert_eq!(refused, Err(GenerateError::Uncountable(ending)));
    }
}
