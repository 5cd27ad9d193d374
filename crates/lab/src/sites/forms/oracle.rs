//! What an honest model answers from a CV.

use super::SampleForm;
use super::people::{Fact, Person};
use super::truth::{Field, Is};
use serde_json::{Map, Value};

impl SampleForm {
    /// What an honest model answers to a question of this form from the CV, and the words that say it; none: they do not say it. A date is `2026-03-31`
    /// or `2026-03`, several choices are a list, the rows of a grid an object; what is no date, as the year in a field for text, looks as it is wanted.
    pub fn oracle(
        &self,
        person: Person,
        section: &str,
        question: &str,
        kind: &str,
        options: &[String],
    ) -> Option<(Value, String)> {
        let fields = self.fields();
        // Where the question of a field has its section before it, the section must be that.
        let with_section = format!("{section} {question}");
        let exactly = |field: &&Field| !section.is_empty() && plain(field.question) == plain(&with_section);
        if let Some(field) = fields.iter().find(exactly) {
            return single(person, field, kind, options);
        }
        let asked = about(&fields, question);
        // Of questions with the same words, the section's.
        let of_section: Vec<&Field> = asked
            .iter()
            .copied()
            .filter(|field| !field.section.is_empty() && section.contains(field.section))
            .collect();
        let asked = if asked.len() > 1 && !of_section.is_empty() { of_section } else { asked };
        answer(person, &asked, question, kind, options)
    }

    /// Words of a person's CV for each entry of a part that has several, such as jobs.
    pub fn entries(&self, person: Person, section: &str) -> Vec<String> {
        let unnumbered = |title: &str| title.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ').to_owned();
        let mut quotes: Vec<(&str, String)> = Vec::new();
        for field in self.fields() {
            let is_of_it = !field.section.is_empty() && unnumbered(field.section) == unnumbered(section);
            if !is_of_it || quotes.iter().any(|(known, _)| *known == field.section) {
                continue;
            }
            let quote = single(person, &field, "text", &[]).map(|(_, quote)| quote);
            quotes.extend(
                quote
                    .filter(|quote| !quotes.iter().any(|(_, known)| known == quote))
                    .map(|quote| (field.section, quote)),
            );
        }
        quotes.into_iter().map(|(_, quote)| quote).collect()
    }
}

/// The fields that a question is about: the one with its words, else all the parts of it.
fn about<'f>(fields: &'f [Field], question: &str) -> Vec<&'f Field> {
    // What stands in brackets is a hint.
    let bare = question.split(['(', '[']).next().unwrap_or_default();
    let asked = plain(if plain(bare).is_empty() { question } else { bare });
    let whole = |field: &&Field| plain(field.question) == asked || plain(field.question) == plain(question);
    let of_group = |field: &&Field| field.question.split_once(" > ").is_some_and(|(group, _)| plain(group) == asked);
    let of_section = |field: &&Field| {
        let last = field.question.rsplit(" > ").next().unwrap_or_default();
        asked.len() > 3 && plain(last) == asked
    };
    let found: Vec<&Field> = fields.iter().filter(whole).collect();
    if !found.is_empty() {
        return found;
    }
    let group: Vec<&Field> = fields.iter().filter(of_group).collect();
    if group.is_empty() { fields.iter().filter(of_section).collect() } else { group }
}

fn answer(person: Person, asked: &[&Field], question: &str, kind: &str, options: &[String]) -> Option<(Value, String)> {
    let (first, more) = asked.split_first()?;
    let is_grid = more.iter().any(|field| field.keys != first.keys) && first.question.contains(" > ");
    if is_grid && !options.is_empty() {
        let mut rows = Map::new();
        let mut said = None;
        for field in asked {
            let row = field.question.rsplit(" > ").next().unwrap_or_default();
            if let Some((value, quote)) = single(person, field, kind, options) {
                rows.insert(row.to_owned(), value);
                said = Some(quote);
            }
        }
        return said.map(|quote| (Value::Object(rows), quote));
    }
    // Two fields of one name about different things are no question that can be answered.
    if more.iter().any(|field| field.keys != first.keys) || plain(question).is_empty() {
        return None;
    }
    single(person, first, kind, options)
}

fn single(person: Person, field: &Field, kind: &str, options: &[String]) -> Option<(Value, String)> {
    let keys: Vec<&str> = field.keys.split('+').collect();
    let facts: Option<Vec<Fact>> = keys.iter().map(|key| person.fact(key)).collect();
    let facts = facts?;
    let fact = facts.first()?;
    let quote = fact.quote.or_else(|| person.line_with(fact.value))?.to_owned();
    let option = |wanted: &str| options.iter().find(|option| plain(option) == plain(wanted)).cloned();
    let value = match field.expected(person) {
        Is::Untouched => return None,
        Is::All(all) => {
            Value::from(all.iter().map(|one| option(one).unwrap_or_else(|| one.clone())).collect::<Vec<_>>())
        }
        // Options are chosen by the words that are shown, which the truth says after the value in the state.
        Is::Exactly(all) if !options.is_empty() => Value::from(
            all.iter()
                .find_map(|one| option(one))
                .or_else(|| facts.iter().flat_map(Fact::spellings).find_map(option))?,
        ),
        Is::Exactly(all) if kind != "date" && facts.len() == 1 && field.has_format() => {
            Value::from(all.first()?.clone())
        }
        Is::Exactly(_) => Value::from(facts.iter().map(|fact| fact.value).collect::<Vec<_>>().join(" ")),
    };
    Some((value, quote))
}

fn plain(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric() || c.is_whitespace()).collect::<String>();
    kept.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_honest_model_answers_what_the_cv_says_and_nothing_else() {
        let mut answered = 0;
        for form in super::super::forms() {
            for field in form.fields() {
                for person in Person::ALL {
                    let Some((_, quote)) = form.oracle(person, field.section, field.question, "date", &[]) else {
                        continue;
                    };
                    assert!(!field.keys.is_empty(), "{} {}", form.name, field.name);
                    assert!(person.cv().contains(&quote), "{} {}: {quote}", form.name, field.name);
                    answered += 1;
                }
            }
        }
        assert!(answered > 500, "{answered}");
    }
}
