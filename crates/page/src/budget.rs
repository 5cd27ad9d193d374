//! The token cost of a text, and which elements fit into a look.
//!
//! The estimate needs no tokenizer: a token is about four ASCII characters, two of other small alphabets (accented Latin, Greek, Cyrillic, Hebrew,
//! Arabic), and one of anything else. On looks this is within some 15 % of common tokenizers.

use super::classify::Tier;
use super::index::{Element, Index};

/// Estimated tokens of a text, rounded up.
pub fn tokens(text: &str) -> usize {
    let quarters: usize = text
        .chars()
        .map(|c| match c as u32 {
            0..=0x7f => 1,
            0x80..=0x7ff => 2,
            _ => 4,
        })
        .sum();
    quarters.div_ceil(4)
}

/// The words of a task to look for: lower case, three letters or more, no filler words, unique.
pub fn task_words(task: &str) -> Vec<String> {
    const FILLER: &[&str] = &[
        "the", "and", "for", "then", "with", "that", "this", "from", "into", "onto", "are", "was", "you", "your",
        "our", "can", "please", "page", "site", "website", "open", "click", "find", "tell", "what", "which", "when",
        "where", "how", "not", "all", "any", "use", "http", "https", "www", "com",
    ];
    let mut out: Vec<String> = Vec::new();
    for word in task.split(|c: char| !c.is_alphanumeric()) {
        let word = word.to_lowercase();
        if word.chars().count() >= 3 && !FILLER.contains(&word.as_str()) && !out.contains(&word) {
            out.push(word);
        }
        if out.len() == 40 {
            break;
        }
    }
    out
}

/// An element's rank in a look; lower is better.
///
/// First by tier, then by distance from the viewport; the task's words lift an element by up to two tiers; an open overlay comes before everything;
/// covered, disabled and nameless elements come late.
pub fn rank(element: &Element, index: &Index, words: &[String]) -> i32 {
    let mut rank = match element.tier {
        Tier::Inputs => 0,
        Tier::Buttons => 100,
        Tier::Cards => 150,
        Tier::Links => 300,
    };
    if element.overlay.is_some() {
        rank -= 2_000;
    }
    if !element.in_view {
        let height = index.scroll.height.max(1);
        let away = if element.rect.y < 0 { -element.rect.y } else { (element.rect.y - height).max(0) };
        rank += 200 + (away / height).clamp(0, 10) * 20;
    }
    rank -= 200 * matches(element, words).min(3);
    if element.states.focused {
        rank -= 500;
    }
    if element.states.invalid.is_some() {
        rank -= 300;
    }
    if element.states.covered.is_some() {
        rank += 300;
    }
    if element.states.disabled {
        rank += 60;
    }
    if element.name.is_empty() {
        rank += 250;
    }
    rank
}

fn matches(element: &Element, words: &[String]) -> i32 {
    if words.is_empty() {
        return 0;
    }
    let name = element.name.to_lowercase();
    words.iter().filter(|word| name.contains(word.as_str())).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_follow_the_alphabet() {
        assert_eq!(tokens(""), 0);
        assert_eq!(tokens("lamp"), 1);
        assert_eq!(tokens("lamps"), 2);
        assert_eq!(tokens("лампа"), 3);
        assert_eq!(tokens("灯泡"), 2);
    }

    #[test]
    fn task_words_leave_out_fillers() {
        assert_eq!(task_words("Open the shop and find the cheapest lamp, lamp!"), ["shop", "cheapest", "lamp"]);
    }
}
