//! Answers to questions, each a line of the page itself; nothing is made up.

use super::asked::{self, Counted};
use super::command::Wants;
use super::matcher::covered_by;
use super::page::{Page, Role};
use super::price::{amounts, has_number};
use super::words::{content_tokens, is_light, normal};
use edith_words::say;

/// The share of the words that a line has to have.
const LEAST_SHARE: f32 = 0.75;
/// Most characters of an answer.
const MAX_CHARS: usize = 600;

/// The answer, if the page has it.
pub(crate) fn answer(look: &Page, about: &str, wants: Wants) -> Option<String> {
    let lines: Vec<&str> = look.text.iter().map(String::as_str).collect();
    match wants {
        Wants::Title => Some(say!(BuiltInTitle { title: &look.title }).to_string()),
        Wants::Address => Some(say!(BuiltInAddress { url: &look.url }).to_string()),
        Wants::Page => first_lines(&lines, 40).map(|text| say!(BuiltInPageSays { text: text }).to_string()),
        // Each of these takes the whole text, and is made where that is read.
        Wants::Summary | Wants::Prices => None,
        Wants::Count => count(look, about),
        Wants::Amount if key_words(about) == "price" => price(look),
        Wants::Amount => amount(look, &lines, about).or_else(|| {
            let labels: Vec<&str> = look.elements.iter().map(|element| element.label.as_str()).collect();
            amount(&Page::default(), &labels, about)
        }),
        Wants::Line | Wants::Shown => line(look, &lines, about),
    }
    .map(|text| short(&text))
}

fn short(text: &str) -> String {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if flat.chars().count() <= MAX_CHARS {
        return flat;
    }
    format!("{}…", flat.chars().take(MAX_CHARS).collect::<String>())
}

fn first_lines(lines: &[&str], most: usize) -> Option<String> {
    let text = lines.iter().take(most).copied().collect::<Vec<_>>().join(" / ");
    (!text.is_empty()).then_some(text)
}

/// The words of a question to find, without "price" and the like, which an amount stands for, if there are others.
fn key_words(about: &str) -> String {
    let all = content_tokens(about);
    let rest: Vec<&str> = all
        .iter()
        .map(String::as_str)
        .filter(|word| !matches!(*word, "price" | "amount" | "much") && !is_light(word))
        .collect();
    if rest.is_empty() { all.join(" ") } else { rest.join(" ") }
}

/// The price of what the page is about; of one without headings, the first that is nothing else.
fn price(look: &Page) -> Option<String> {
    let is_flat = !look.roles.contains(&Role::Heading);
    let amount = match asked::main_price(look) {
        Some((_, amount)) => Some(amount),
        None if is_flat => look.text.iter().find_map(|line| asked::bare_price(line)),
        None => None,
    };
    amount.map(|amount| say!(PriceIs { amount: amount }).to_string())
}

/// The line with an amount that has the words; of a name, the amount that stands below it and before the next.
fn amount(look: &Page, lines: &[&str], about: &str) -> Option<String> {
    let names: Vec<String> = look.elements.iter().map(|element| normal(&element.label)).collect();
    let begins_other = |at: usize, line: &str| look.role(at) == Role::Heading || names.contains(&normal(line));
    let words = key_words(about);
    let mut best: Option<(f32, String)> = None;
    for (at, line) in lines.iter().enumerate() {
        let share = covered_by(&words, line);
        if share < 0.6 {
            continue;
        }
        // A shorter line is more specific.
        let focus = 0.2 / (1.0 + line.split_whitespace().count() as f32);
        let found = if !amounts(line).is_empty() {
            Some((share + focus + 0.1, (*line).to_owned()))
        } else {
            // Label and amount in separate cells or lines.
            let next = lines.iter().enumerate().skip(at + 1).take(if words == "total" { 1 } else { 4 });
            let mut next = next.take_while(|(at, line)| !begins_other(*at, line)).map(|(_, line)| *line);
            let amount = next.find(|next| !amounts(next).is_empty());
            amount.map(|amount| (share + focus, format!("{}: {amount}", line.trim_end_matches([':', ' ']))))
        };
        // Of equals, the later: totals come last.
        if let Some(found) = found.filter(|found| best.as_ref().is_none_or(|(points, _)| found.0 >= *points)) {
            best = Some(found);
        }
    }
    best.map(|(_, line)| line)
}

fn count(look: &Page, about: &str) -> Option<String> {
    let words = asked::content(about);
    Some(match asked::count(look, &words)? {
        Counted::Said(line, _) => line,
        Counted::Here(count, of) => say!(BuiltInCount { count: count, about: of }).to_string(),
    })
}

fn line(look: &Page, lines: &[&str], about: &str) -> Option<String> {
    let mut best: Option<(f32, String)> = None;
    for (at, line) in lines.iter().enumerate() {
        let share = covered_by(about, line);
        if share < LEAST_SHARE {
            continue;
        }
        let bare = line.trim_end_matches([':', ' ']);
        let is_label = covered_by(line, about) > 0.95;
        let said = match lines.get(at + 1) {
            Some(next) if is_label && (line.ends_with(':') || has_number(next)) => format!("{bare}: {next}"),
            // The words alone say nothing of them.
            _ if is_label => continue,
            _ => (*line).to_owned(),
        };
        let tells = if line.contains(':') || has_number(&said) { 0.15 } else { 0.0 };
        let points = share + tells + 0.2 / (1.0 + line.split_whitespace().count() as f32);
        if best.as_ref().is_none_or(|(best, _)| points > *best) {
            best = Some((points, said));
        }
    }
    if let Some((_, line)) = best {
        return Some(line);
    }
    // A field's value, or whether it is ticked.
    let element = look.elements.iter().find(|element| covered_by(about, &element.label) >= 0.8)?;
    match element.value.as_deref() {
        Some(value) => Some(format!("{}: {value}", element.label)),
        None if element.is_checkable() && element.is_checked => Some(say!(IsTicked { label: &element.label }).into()),
        None if element.is_checkable() => Some(say!(IsUnticked { label: &element.label }).into()),
        // The name of what has no value answers nothing.
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_lines_of_the_page() {
        let look = Page {
            url: "https://shop.example/cart".into(),
            title: "Your cart".into(),
            text: [
                "12 results",
                "Desk lamp",
                "31.50 €",
                "Subtotal: 26.47 €",
                "Items",
                "1",
                "Total: 31.50 €",
                "Order number",
                "A-17",
                "Delivery by Friday",
            ]
            .map(str::to_owned)
            .to_vec(),
            ..Page::default()
        };
        for (about, wants, expected) in [
            ("total", Wants::Amount, Some("Total: 31.50 €")),
            ("subtotal", Wants::Amount, Some("Subtotal: 26.47 €")),
            ("price of the desk lamp", Wants::Amount, Some("Desk lamp: 31.50 €")),
            ("price", Wants::Amount, Some("Price: 31.50 €")),
            ("results", Wants::Count, Some("12 results")),
            ("order number", Wants::Line, Some("Order number: A-17")),
            ("delivery", Wants::Line, Some("Delivery by Friday")),
            ("warranty", Wants::Line, None),
            ("deposit", Wants::Amount, None),
        ] {
            assert_eq!(answer(&look, about, wants).as_deref(), expected, "{about}");
        }
        assert_eq!(answer(&look, "", Wants::Title).as_deref(), Some("The page's title is “Your cart”."));
    }
}
