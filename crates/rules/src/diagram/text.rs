//! The text diagram, in the frame that composers know from Popeye.
//!
//! Every column is four characters wide and every man ends below its file's letter:
//!
//! ```text
//! +---a---b---c---+
//! |               |      white    its letters
//! 2   .  -K -NH   2      black    `-` before them
//! |               |      neutral  `=` before them
//! 1   K  NH  =G   1
//! |               |
//! +---a---b---c---+
//! h#3    2 + 2 + 1n
//! ```
//!
//! Three letters fit; a longer label ends in `…`. On boards of ten ranks and more the numbers
//! stick out of the frame by a digit. The line below has the caption on the left and the count of
//! men flush right with the frame, or two spaces after a caption that is too long for that.

use super::{Diagram, Figure, Tint, file_letter, printable};
use std::fmt;

/// The letters that fit into a column beside the sign of the tint.
const LETTERS: usize = 3;

impl fmt::Display for Diagram {
    /// The text diagram: frame, caption and count, each line ended by a newline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = if self.height > 9 { 2 } else { 1 };
        let files: String =
            (0..self.width).map(|file| format!("---{}", file_letter(file))).collect();
        let border = format!("{:>digits$}{files}---+", '+');
        let spacer = format!("{:>digits$}{:columns$}   |", '|', "", columns = 4 * self.width);

        writeln!(f, "{border}\n{spacer}")?;
        for rank in (0..self.height).rev() {
            let men: String =
                (0..self.width).map(|file| format!("{:>4}", cell(self.get(file, rank)))).collect();
            writeln!(f, "{number:>digits$}{men}   {number}\n{spacer}", number = rank + 1)?;
        }
        writeln!(f, "{border}")?;

        let caption = printable(self.caption().unwrap_or_default());
        let caption = caption.trim_end();
        let gap = if caption.is_empty() { 0 } else { 2 };
        let count = format!("{:#}", self.count());
        let room = border.len().saturating_sub(caption.chars().count()).max(count.len() + gap);
        writeln!(f, "{caption}{count:>room$}")
    }
}

/// What stands on a square, at most four characters.
fn cell(figure: Option<&Figure>) -> String {
    let Some(figure) = figure else { return ".".to_owned() };
    let sign = match figure.tint {
        Tint::White => "",
        Tint::Black => "-",
        Tint::Neutral => "=",
    };
    let label = printable(&figure.label);
    if label.chars().count() <= LETTERS {
        format!("{sign}{label}")
    } else {
        format!("{sign}{}…", label.chars().take(LETTERS - 1).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use crate::diagram::{Diagram, Figure, MAX_SIDE, Shape, Tint};

    fn put(diagram: &mut Diagram, file: usize, rank: usize, tint: Tint, label: &str) {
        diagram.set(file, rank, Figure::new(Shape::Disc, tint, label)).unwrap();
    }

    #[test]
    fn the_frame_of_8x8_is_popeyes() {
        let mut diagram = Diagram::default();
        put(&mut diagram, 4, 7, Tint::Black, "K");
        put(&mut diagram, 4, 0, Tint::White, "K");
        put(&mut diagram, 0, 4, Tint::Black, "NH");
        put(&mut diagram, 1, 4, Tint::White, "NH");
        put(&mut diagram, 2, 4, Tint::Neutral, "NH");
        put(&mut diagram, 7, 3, Tint::Neutral, "G");
        diagram.set_caption("h#3");
        let expected = "\
+---a---b---c---d---e---f---g---h---+
|                                   |
8   .   .   .   .  -K   .   .   .   8
|                                   |
7   .   .   .   .   .   .   .   .   7
|                                   |
6   .   .   .   .   .   .   .   .   6
|                                   |
5 -NH  NH =NH   .   .   .   .   .   5
|                                   |
4   .   .   .   .   .   .   .  =G   4
|                                   |
3   .   .   .   .   .   .   .   .   3
|                                   |
2   .   .   .   .   .   .   .   .   2
|                                   |
1   .   .   .   .   K   .   .   .   1
|                                   |
+---a---b---c---d---e---f---g---h---+
h#3                        2 + 2 + 2n
";
        assert_eq!(diagram.to_string(), expected);
    }

    #[test]
    fn the_frame_shrinks_to_1x1() {
        let mut diagram = Diagram::new(1, 1).unwrap();
        let frame = "+---a---+\n|       |\n1   .   1\n|       |\n+---a---+\n";
        assert_eq!(diagram.to_string(), format!("{frame}    0 + 0\n"));
        diagram.set_caption("h#3");
        assert_eq!(diagram.to_string(), format!("{frame}h#3  0 + 0\n"));
    }

    #[test]
    fn numbers_of_two_digits_stick_out_of_the_frame_of_10x10() {
        let mut diagram = Diagram::new(10, 10).unwrap();
        put(&mut diagram, 0, 9, Tint::Black, "NH");
        put(&mut diagram, 9, 9, Tint::White, "K");
        let expected = " +---a---b---c---d---e---f---g---h---i---j---+
 |                                           |
10 -NH   .   .   .   .   .   .   .   .   K   10
 |                                           |
 9   .   .   .   .   .   .   .   .   .   .   9
 |                                           |
 8   .   .   .   .   .   .   .   .   .   .   8
 |                                           |
 7   .   .   .   .   .   .   .   .   .   .   7
 |                                           |
 6   .   .   .   .   .   .   .   .   .   .   6
 |                                           |
 5   .   .   .   .   .   .   .   .   .   .   5
 |                                           |
 4   .   .   .   .   .   .   .   .   .   .   4
 |                                           |
 3   .   .   .   .   .   .   .   .   .   .   3
 |                                           |
 2   .   .   .   .   .   .   .   .   .   .   2
 |                                           |
 1   .   .   .   .   .   .   .   .   .   .   1
 |                                           |
 +---a---b---c---d---e---f---g---h---i---j---+
";
        assert_eq!(diagram.to_string(), format!("{expected}{:>46}\n", "1 + 1"));
    }

    #[test]
    fn the_frame_grows_to_16x16() {
        let mut diagram = Diagram::new(16, 16).unwrap();
        put(&mut diagram, 15, 15, Tint::Black, "K");
        let text = diagram.to_string();
        let lines: Vec<_> = text.lines().collect();
        let border = " +---a---b---c---d---e---f---g---h---i---j---k---l---m---n---o---p---+";
        let empty = "   .".repeat(15);
        assert_eq!(lines.len(), 36);
        assert_eq!(lines[0], border);
        assert_eq!(lines[1], format!(" |{}|", " ".repeat(67)));
        assert_eq!(lines[2], format!("16{empty}  -K   16"));
        assert_eq!(lines[32], format!(" 1{empty}   .   1"));
        assert_eq!(lines[34], border);
        assert_eq!(lines[35], format!("{:>70}", "0 + 1"));
    }

    #[test]
    fn no_line_of_any_board_ends_in_a_space() {
        for width in 1..=MAX_SIDE {
            for height in 1..=MAX_SIDE {
                for caption in ["", "  ", "#2 ", "a caption that is wider than the narrowest board"]
                {
                    let mut diagram = Diagram::new(width, height).unwrap();
                    put(&mut diagram, 0, 0, Tint::White, "A ");
                    diagram.set_caption(caption);
                    let text = diagram.to_string();
                    assert!(text.lines().all(|line| line.trim_end() == line), "{text}");
                    assert_eq!(text.lines().count(), 2 * height + 4);
                }
            }
        }
    }

    #[test]
    fn labels_and_captions_cannot_break_the_frame() {
        let mut diagram = Diagram::new(3, 1).unwrap();
        put(&mut diagram, 0, 0, Tint::Black, "ROSE");
        put(&mut diagram, 1, 0, Tint::Neutral, "\n");
        put(&mut diagram, 2, 0, Tint::White, "ÄÖÜ");
        diagram.set_caption("#2\nb)");
        let text = diagram.to_string();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 6);
        assert_eq!(lines[2], "1-RO…  =  ÄÖÜ   1");
        assert_eq!(lines[5], "#2 b)  1 + 1 + 1n");
    }
}
