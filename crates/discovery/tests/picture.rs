//! The atlas as a drawing and as a page.

use std::collections::BTreeMap;

use roxmltree::{Document, Node, ParsingOptions};
use solusrex_discovery::{
    atlas::{Atlas, HEADER, Search},
    picture,
};

/// A document that every reader of XML can read.
fn read(text: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).unwrap_or_else(|error| panic!("{error}"))
}

/// The games of five half-moves at most, and two that are not proved.
fn small() -> Atlas {
    let mut atlas = Atlas::new();
    atlas.search(&Search { plies: 5, ..Search::default() }, |_| true);
    let found = format!(
        "{HEADER}\nW\tO-O\t3\tno\t0\t1. a b 2. O-O#\nB\tbxa3\t4\tno\t0\t1. <i> \"&\" 2. ' bxa3#\n"
    );
    // as if these lengths had not been searched
    let text = atlas.to_string();
    let text = text.replace("W\tO-O\t\tno\t5\t\n", "W\tO-O\t\tno\t0\t\n");
    let mut atlas: Atlas =
        text.replace("B\tbxa3\t\tno\t5\t\n", "B\tbxa3\t\tno\t0\t\n").parse().unwrap();
    atlas.merge(&found.parse().unwrap());
    atlas
}

/// The square of each class by what its tooltip begins with.
fn cells<'a>(drawing: &'a Document<'_>) -> BTreeMap<&'a str, Node<'a, 'a>> {
    let paths = drawing.descendants().filter(|node| node.has_tag_name("path"));
    let titled = paths.filter_map(|path| {
        let title = path.children().find(|child| child.has_tag_name("title"))?;
        Some((title.text()?.split_once(':')?.0, path))
    });
    titled.collect()
}

/// The rectangle that a path draws: left, top, width, height.
fn rectangle(path: Node<'_, '_>) -> [i32; 4] {
    let data = path.attribute("d").expect("data");
    let numbers: Vec<i32> =
        data.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    numbers[..4].try_into().expect("four numbers")
}

#[test]
fn every_class_has_a_square_that_tells_its_game() {
    let atlas = small();
    let drawing = picture::svg(&atlas);
    let drawing = read(&drawing);
    let cells = cells(&drawing);
    assert_eq!(cells.len(), 1680);
    for row in atlas.rows() {
        let side = row.class.color().fold_wb("White", "Black");
        let cell = cells[format!("{side} {}", row.class).as_str()];
        let title = cell.first_element_child().and_then(|title| title.text()).unwrap();
        let Some(game) = &row.game else {
            assert_eq!(cell.attribute("class"), Some("open"), "{title}");
            assert!(title.ends_with(": none of up to 5 half-moves"), "{title}");
            continue;
        };
        assert!(title.contains(&format!(": {} half-moves", game.len())), "{title}");
        assert_eq!(title.contains("proved"), row.is_proved(), "{title}");
        let told: Vec<&str> = title.lines().nth(1).unwrap().split(' ').collect();
        assert!(game.iter().all(|mv| told.contains(&mv.as_str())), "{title}");
    }
    let class = |cell: &str| cells[cell].attribute("class").unwrap();
    assert_eq!(class("Black Qh4"), "p4");
    assert_eq!(class("White Qxe5"), "p5");
    assert_eq!(class("White O-O"), "found f3");
    assert_eq!(class("Black bxa3"), "found thin f4");
}

#[test]
fn the_number_stands_in_its_square() {
    let atlas = small();
    let drawing = picture::svg(&atlas);
    let drawing = read(&drawing);
    let mut groups =
        drawing.descendants().filter(|node| node.attribute("class") == Some("numbers"));
    let numbers = groups.next_back().expect("the numbers of the squares");
    let mut written: Vec<(i32, i32, u32)> = Vec::new();
    for text in numbers.children().filter(Node::is_element) {
        let of = |name| text.attribute(name).unwrap().parse().unwrap();
        written.push((of("x"), of("y"), text.text().unwrap().parse().unwrap()));
    }
    let known: Vec<_> = atlas.rows().filter(|row| row.game.is_some()).collect();
    assert_eq!((written.len(), known.len()), (8, 8));
    let cells = cells(&drawing);
    for row in known {
        let side = row.class.color().fold_wb("White", "Black");
        let [left, top, width, height] = rectangle(cells[format!("{side} {}", row.class).as_str()]);
        let inside = written.iter().filter(|&&(x, y, _)| {
            (left..left + width).contains(&x) && (top..top + height).contains(&y)
        });
        let inside: Vec<u32> = inside.map(|&(_, _, plies)| plies).collect();
        assert_eq!(Some(inside.as_slice()), row.plies().as_ref().map(std::slice::from_ref));
    }
}

#[test]
fn counts_are_told() {
    let drawing = picture::svg(&small());
    assert!(drawing.contains("8 of 1680 mating moves have a game; 6 of these games are proved"));
    assert!(
        drawing.contains("Of the 1456 moves of pieces and promotions, 6 have a game, 6 proved.")
    );
    assert!(drawing.contains("No length has been searched for all of them."));
    let mut atlas = Atlas::new();
    let empty = picture::svg(&atlas);
    assert!(empty.contains("0 of 1680 mating moves have a game;"));
    assert_eq!(cells(&read(&empty)).len(), 1680);
    atlas.search(&Search { plies: 4, ..Search::default() }, |_| true);
    assert!(picture::svg(&atlas).contains("All games of up to 4 half-moves have been searched."));
}

#[test]
fn the_page_has_a_row_for_each_class_the_shortest_first() {
    let atlas = small();
    let page = picture::html(&atlas);
    let page = read(&page);
    let html = "http://www.w3.org/1999/xhtml";
    let rows: Vec<Vec<&str>> = page
        .descendants()
        .filter(|node| node.has_tag_name((html, "tr")))
        .skip(1)
        .map(|row| row.children().map(|cell| cell.text().unwrap_or_default()).collect())
        .collect();
    assert_eq!(rows.len(), 1680);
    assert_eq!(rows[0], ["White", "O-O", "3", "no", "0", "1. a b 2. O-O#"]);
    assert_eq!(rows[1][..5], ["Black", "Qh4", "4", "yes", "3"]);
    assert!(rows[1][5].starts_with("1. ") && rows[1][5].ends_with(" Qh4#"), "{}", rows[1][5]);
    // whatever stands in an atlas
    assert_eq!(rows[2], ["Black", "bxa3", "4", "no", "0", "1. <i> \"&\" 2. ' bxa3#"]);
    let known = rows.iter().take_while(|row| !row[2].is_empty()).count();
    assert_eq!(known, 8);
    assert!(rows[known..].iter().all(|row| row[2].is_empty() && row[5].is_empty()));
    // nothing is fetched
    let outside = page.descendants().flat_map(|node| node.attributes()).filter(|attribute| {
        ["src", "href"].contains(&attribute.name()) && !attribute.value().starts_with('#')
    });
    assert_eq!(outside.count(), 0);
}
