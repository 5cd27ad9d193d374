//! Links with the text they lie on.

use super::piece::{Extent, Piece, Rect};
use super::raw::{RawBox, RawLink};
use crate::Link;

/// A box as a rectangle.
pub(super) fn rect(area: RawBox) -> Rect {
    let sound = |value: f32| if value.is_finite() { value.clamp(-1_000_000.0, 1_000_000.0) } else { 0.0 };
    let (left, top) = (sound(area.0), sound(area.1));
    Rect { left, top, right: left + sound(area.2).max(0.0), bottom: top + sound(area.3).max(0.0) }
}

/// The links of a page, in the order of their text. At most 2,000 are looked up in the text.
pub(super) fn links(links: &[RawLink], pieces: &[Piece], extent: Extent) -> Vec<Link> {
    const MOST: usize = 2_000;
    // By height, so that each link looks only at what is near to it.
    let mut placed: Vec<(Rect, usize, &Piece)> = pieces
        .iter()
        .enumerate()
        .filter(|(_, piece)| !piece.is_blank())
        .map(|(at, piece)| (piece.turn.leave(extent, piece.rect), at, piece))
        .collect();
    placed.sort_by(|a, b| a.0.top.total_cmp(&b.0.top));
    let highest = placed.iter().map(|(rect, _, _)| rect.height()).fold(0.0, f32::max);
    let mut found: Vec<(usize, Link)> = Vec::new();
    for (count, link) in links.iter().enumerate() {
        let mut parts: Vec<(usize, String)> = Vec::new();
        if count < MOST {
            for area in link.boxes.iter().take(50).map(|area| rect(*area)) {
                let from = placed.partition_point(|(rect, _, _)| rect.top < area.top - highest);
                let near = placed.iter().skip(from).take_while(|(rect, _, _)| rect.top <= area.bottom).take(5_000);
                parts.extend(near.filter_map(|(rect, at, piece)| Some((*at, covered(&area, rect, piece)?))));
            }
        }
        parts.sort_by_key(|(at, _)| *at);
        parts.dedup_by_key(|(at, _)| *at);
        let first = parts.first().map_or(usize::MAX, |(at, _)| *at);
        let mut text = String::new();
        for (at, part) in &parts {
            let before = at.checked_sub(1).and_then(|before| pieces.get(before));
            if !text.is_empty()
                && before.is_some_and(|piece| piece.is_blank() || piece.line_ends || piece.text.ends_with(' '))
            {
                text.push(' ');
            }
            text.push_str(part);
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        found.push((first, Link { text: words.join(" "), url: link.url.clone() }));
    }
    found.sort_by_key(|(first, _)| *first);
    found.into_iter().map(|(_, link)| link).collect()
}

/// The words of a piece that lie in an area: characters are taken as equally wide.
fn covered(area: &Rect, rect: &Rect, piece: &Piece) -> Option<String> {
    let (x, y) = ((rect.left + rect.right) / 2.0, (rect.top + rect.bottom) / 2.0);
    let upright = rect.height() > rect.width() * 2.0 || piece.rtl;
    if upright {
        return area.contains(x, y).then(|| piece.text.trim().to_owned());
    }
    if y < area.top || y > area.bottom || area.overlap_x(rect) <= 0.0 {
        return None;
    }
    let count = piece.text.chars().count().max(1) as f32;
    let mut kept = Vec::new();
    let mut at = 0.0;
    for word in piece.text.split(' ') {
        let length = word.chars().count() as f32;
        let middle = rect.left + rect.width() * (at + length / 2.0) / count;
        if !word.is_empty() && middle >= area.left - 1.0 && middle <= area.right + 1.0 {
            kept.push(word);
        }
        at += length + 1.0;
    }
    (!kept.is_empty()).then(|| kept.join(" "))
}
