//! Whether words are visible to a reader: colours and sizes, the same for every format.

use crate::{Hiding, Unseen};

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

pub(crate) const WHITE: Rgb = [255; 3];

/// The contrast between a text and its ground below which it is not seen, as the Web Content Accessibility Guidelines define contrast (1 to 21). The
/// palest grey in use for text has about 1.3 on white.
const LEAST_CONTRAST: f32 = 1.15;
/// How far one of the three colours must differ to be seen without that: yellow on white.
const LEAST_DIFFERENCE: u8 = 48;
/// Text below this size in points cannot be read on paper.
const LEAST_POINTS: f32 = 2.0;

/// Whether a text of this colour is seen on this ground.
pub(crate) fn is_seen_on(text: Rgb, ground: Rgb) -> bool {
    if text.iter().zip(ground).any(|(text, ground)| text.abs_diff(ground) >= LEAST_DIFFERENCE) {
        return true;
    }
    let luminance = |colour: Rgb| {
        let part = |part: u8| {
            let part = f32::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = colour.map(part);
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    };
    let (text, ground) = (luminance(text), luminance(ground));
    text.max(ground) / text.min(ground) >= LEAST_CONTRAST
}

/// Whether a text of this size in points is too small to be read on a page whose longer side is so long in points; a page without a size has none.
pub(crate) fn is_tiny(size: f32, page: Option<f32>) -> bool {
    // A page that is itself small is shown larger.
    size < page.map_or(LEAST_POINTS, |side| LEAST_POINTS.min(side / 400.0))
}

/// A colour in six hexadecimal digits.
pub(crate) fn hexadecimal(colour: &str) -> Option<Rgb> {
    let colour = colour.trim_start_matches('#');
    let part = |at: usize| u8::from_str_radix(colour.get(at..at + 2)?, 16).ok();
    (colour.len() == 6).then_some(())?;
    Some([part(0)?, part(2)?, part(4)?])
}

/// Adds words that nobody sees; those of one reason that follow each other are one text.
pub(crate) fn hide(unseen: &mut Vec<Unseen>, why: Hiding, text: &str) {
    if text.trim().is_empty() {
        return;
    }
    match unseen.last_mut().filter(|last| last.why == why) {
        Some(last) => {
            last.text.push('\n');
            last.text.push_str(text.trim());
        }
        None => unseen.push(Unseen { why, text: text.trim().to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_be_told_from_its_ground_is_seen() {
        let seen = |text: &str, ground: &str| is_seen_on(hexadecimal(text).unwrap(), hexadecimal(ground).unwrap());
        for (text, ground) in [("FFFFFF", "FFFFFF"), ("FEFDFE", "FFFFFF"), ("F5F5F5", "#ffffff"), ("1F1F20", "1F2020")]
        {
            assert!(!seen(text, ground), "{text} on {ground}");
        }
        for (text, ground) in [("FFFFFF", "1F4E79"), ("D9D9D9", "FFFFFF"), ("FFFF00", "FFFFFF"), ("000000", "FFFFFF")] {
            assert!(seen(text, ground), "{text} on {ground}");
        }
        assert!(is_tiny(1.0, None) && is_tiny(1.0, Some(842.0)) && !is_tiny(4.0, Some(842.0)));
        assert!(!is_tiny(1.0, Some(200.0)));
    }
}
