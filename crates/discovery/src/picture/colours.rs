//! The colours of lengths: one scale from short games to long ones, whose lightness alone tells the
//! order, so that it also reads in grey and to the colour-blind.

use std::ops::RangeInclusive;

use colorous::{Color, VIRIDIS};

/// The part of the scale in use, in hundredths: its darkest colours vanish on a dark ground.
const DARKEST: usize = 18;

/// Lengths and their colours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    least: u32,
    most: u32,
}

impl Scale {
    /// A scale for these lengths.
    pub(super) fn new(lengths: RangeInclusive<u32>) -> Scale {
        Scale { least: *lengths.start(), most: *lengths.end() }
    }

    /// All lengths of the scale.
    pub(super) fn lengths(self) -> RangeInclusive<u32> {
        self.least..=self.most
    }

    /// The colour of a length: light for the shortest.
    pub(super) fn colour(self, plies: u32) -> Color {
        let (way, whole) = ((self.most - plies) as usize, (self.most - self.least).max(1) as usize);
        VIRIDIS.eval_rational(DARKEST * whole + (100 - DARKEST) * way, 100 * whole + 1)
    }

    /// Whether writing on the colour of a length is white: where that has more contrast than black.
    pub(super) fn is_dark(self, plies: u32) -> bool {
        let luminance = luminance(self.colour(plies));
        1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05
    }
}

/// The relative luminance of a colour as the guidelines for accessible pages define it.
fn luminance(colour: Color) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_games_are_darker_and_every_number_can_be_read() {
        for (least, most) in [(4, 4), (4, 5), (4, 10), (4, 41)] {
            let scale = Scale::new(least..=most);
            let lights: Vec<f64> =
                scale.lengths().map(|plies| luminance(scale.colour(plies))).collect();
            assert!(lights.is_sorted_by(|a, b| a > b), "{lights:?}");
            for plies in scale.lengths() {
                let light = luminance(scale.colour(plies));
                let ink = if scale.is_dark(plies) { 1.0 } else { 0.0 };
                let contrast = (light.max(ink) + 0.05) / (light.min(ink) + 0.05);
                assert!(contrast > 4.5, "{plies}: {contrast}");
            }
        }
    }
}
