//! The atlas as a page: the drawing, and the games in a table. It is XML too, and asks nothing of
//! the network.

use std::fmt::{self, Display, Formatter};

use solusrex_rules::diagram::Escaped;

use super::drawing::{HEADING, svg};
use crate::{
    atlas::{Atlas, Row},
    score::numbered,
};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The atlas as a page that stands alone: the drawing, and a table of all games, the shortest first,
/// which its reader may sort and search.
pub fn html(atlas: &Atlas) -> String {
    Page(atlas).to_string()
}

struct Page<'a>(&'a Atlas);

impl Display for Page<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "<!DOCTYPE html>\n\
             <html lang='en' xmlns='http://www.w3.org/1999/xhtml'>\n<head>\n<meta charset='utf-8'/>\n\
             <meta name='viewport' content='width=device-width, initial-scale=1'/>\n\
             <title>{HEADING}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <div class='picture'>\n{}</div>",
            svg(self.0),
        )?;
        self.table(f)?;
        writeln!(f, "<script>\n{SCRIPT}</script>\n</body>\n</html>")
    }
}

impl Page<'_> {
    fn table(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "<div class='games'>\n<h2>The games</h2>\n\
             <label>Show only rows with <input type='search' placeholder='Nxf7, e8=N, O-O'/></label>\n\
             <table>\n<thead><tr>"
        )?;
        let heads = ["Side", "Move", "Half-moves", "Proved", "Searched through", "Game"];
        for (nth, head) in heads.into_iter().enumerate() {
            let sorted = if nth == 2 { " aria-sort='ascending'" } else { "" };
            write!(f, "<th scope='col'{sorted}><button type='button'>{head}</button></th>")?;
        }
        writeln!(f, "</tr></thead>\n<tbody>")?;
        let mut rows: Vec<&Row> = self.0.rows().collect();
        rows.sort_by_key(|row| row.plies().unwrap_or(u32::MAX));
        for row in rows {
            let side = row.class.color().fold_wb("White", "Black");
            let plies = row.plies().map_or_else(String::new, |plies| plies.to_string());
            let proved = if row.is_proved() { "yes" } else { "no" };
            let game = row.game.as_deref().map_or_else(String::new, numbered);
            let open = if row.game.is_none() { " class='open'" } else { "" };
            writeln!(
                f,
                "<tr{open}><td>{side}</td><td>{}</td><td>{plies}</td><td>{proved}</td><td>{}</td>\
                 <td>{}</td></tr>",
                row.class,
                row.searched,
                Escaped(&game),
            )?;
        }
        writeln!(f, "</tbody>\n</table>\n</div>")
    }
}
