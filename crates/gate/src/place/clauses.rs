//! What a person's words want of the places that they name: clauses, and where in them a place is named.

use crate::place::written::{addresses, written};
use crate::words::clause_words::{
    ARTICLES, AS_IT_IS, ASKS, AVOIDS, BEFORE_PLACES, BEFORE_VERBS, CONDITIONS, CONDITIONS_OF_SELVES, FETCHES,
    FROM_PLACES, INTERROGATIVES, JOINS, LACKS, LEAVES, NEGATION_BEGINNINGS, NEGATION_PAIRS, NEGATIONS, NEGATIONS_AFTER,
    ONWARDS, POLITE, POSSESSIVES, READS, REPORTS, SELVES, TELLERS, THEN, UNIVERSALS, WANTS,
};
use crate::words::phrases::words;
use edith_actions::http_url::HttpUrl;

/// How far after the word for themselves a person says that they want something, in words.
const WANT_WORDS: usize = 4;
/// From this character on a script has no spaces between words.
const CJK: char = '\u{2e80}';

fn is_in(list: &[&str], word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    list.contains(&bare.to_lowercase().as_str())
}

/// A part of what a person typed that wants its own thing.
pub(crate) struct Clause {
    pub text: String,
    /// Whether a sentence begins with it.
    pub begins_sentence: bool,
}

/// The parts of what a person typed that want each their own thing, by what begins one: `archive it at a.example`, `tell me what b.example says`. Whatever
/// else is joined to one belongs to it.
pub(crate) fn divided(typed: &str, begins: impl Fn(&str) -> bool) -> Vec<Clause> {
    let mut parts: Vec<Clause> = Vec::new();
    for sentence in sentences(typed) {
        let mut begins_sentence = true;
        for clause in wanted_in(sentence) {
            let tokens: Vec<&str> = clause.split_whitespace().collect();
            for piece in tokens.split(|word| is_in(JOINS, word) || is_in(THEN, word)).filter(|piece| !piece.is_empty())
            {
                let text = piece.join(" ");
                match parts.last_mut().filter(|_| !begins(&text)) {
                    Some(last) => last.text = format!("{} {text}", last.text),
                    None => parts.push(Clause { text, begins_sentence }),
                }
                begins_sentence = false;
            }
        }
    }
    parts
}

/// Whether a place may be named after this word.
pub(crate) fn is_before_place(word: &str) -> bool {
    is_in(BEFORE_PLACES, word)
}

/// The clauses of what the person typed that want something of what they name, of each what comes before it rules anything out.
pub(crate) fn wanted(typed: &str) -> impl Iterator<Item = String> {
    sentences(typed).flat_map(wanted_in)
}

fn sentences(typed: &str) -> impl Iterator<Item = &str> {
    let sentences = typed.split(['\n', ';']).flat_map(|line| line.split_inclusive(". "));
    sentences.flat_map(|part| part.split_inclusive("? ")).flat_map(|part| part.split_inclusive("! "))
}

fn wanted_in(sentence: &str) -> impl Iterator<Item = String> {
    divided_at_commas(sentence).into_iter().filter_map(|clause| {
        let words: Vec<&str> = clause.split_whitespace().collect();
        let is_left =
            words.first().is_some_and(|word| is_in(LEAVES, word)) && words.iter().any(|word| is_in(AS_IT_IS, word));
        // In some languages it may come after all that it is about.
        let negates_all = |at: usize| at > 0 && words.get(at).is_some_and(|word| negates_before(word, words.get(..at)));
        if is_left || (0..words.len()).any(negates_all) {
            return None;
        }
        let left = (0..words.len()).find(|at| negates(&words, *at) || is_in(LEAVES, words.get(*at).unwrap_or(&"")));
        let rules_out = |at: &usize| negates(&words, *at) || words.iter().skip(*at).any(|word| is_in(AS_IT_IS, word));
        // `Archive nothing`: of an order without what it is for nothing is left.
        let is_bare = !is_address(words.first());
        let left = left.filter(rules_out).map(|at| if at == 1 && is_bare { 0 } else { at });
        let kept = words.iter().take(left.unwrap_or(words.len())).copied().collect::<Vec<_>>();
        Some(kept.join(" "))
    })
}

/// Whether what comes before a word is ruled out by it as well. French has its own negator before it, if it is written out.
fn negates_before(word: &str, before: Option<&[&str]>) -> bool {
    let is_closed =
        is_in(&["pas"], word) && before.is_some_and(|before| (0..before.len()).any(|at| negates(before, at)));
    !is_closed
        && (is_in(NEGATIONS_AFTER, word) || NEGATION_BEGINNINGS.iter().any(|begin| bare(word).starts_with(begin)))
}

/// Whether with this word something is ruled out: a negator by itself, or in another word (`mustn't`, `n'ouvre`), or what excepts something of all.
fn negates(words: &[&str], at: usize) -> bool {
    let Some(word) = words.get(at) else { return false };
    let is_within = bare(word).ends_with("n't") || bare(word).starts_with("n'");
    let is_pair = || {
        let follows = |two: &str| words.get(at + 1).is_some_and(|next| is_in(&[two], next));
        NEGATION_PAIRS.iter().any(|(one, two)| is_in(&[one], word) && follows(two))
    };
    let excepts = || is_in(LACKS, word) && words.iter().take(at).any(|before| is_in(UNIVERSALS, before));
    let begins = || at == 0 && !is_in(&["pas"], word) && negates_before(word, None);
    is_within || is_in(NEGATIONS, word) || is_pair() || excepts() || begins()
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().replace('’', "'")
}

/// A sentence at its commas, but for those within a list of addresses.
fn divided_at_commas(sentence: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in sentence.split_inclusive(", ") {
        let is_address = part.split_whitespace().next().is_some_and(|first| written(first).next().is_some());
        match parts.last_mut().filter(|_| is_address) {
            Some(last) => last.push_str(part),
            None => parts.push(part.to_owned()),
        }
    }
    parts
}

/// The addresses of a clause that stand where a place is named: at its start, after a preposition of place, a verb that a place follows, or another such
/// address. What a question is about, what somebody is said to say, and what anything comes from is not named by that.
pub(crate) fn placed(clause: &str) -> Vec<HttpUrl> {
    standing(clause, &|token| written(token).next().is_some()).into_iter().flat_map(addresses).collect()
}

/// The words of a clause that are names by which sites are known, where they are as a place does: not before what is of them (`GitHub is down`), nor
/// where something only comes from them while another place says where it is (`mails from GitHub on …`).
pub(crate) fn placed_names<'a>(clause: &'a str, is_name: &dyn Fn(&str) -> bool) -> Vec<&'a str> {
    let tokens: Vec<&str> = clause.split_whitespace().collect();
    let is_there = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        before.is_some_and(|word| is_in(BEFORE_PLACES, word) && !is_in(ONWARDS, word))
    };
    let is_elsewhere =
        tokens.iter().enumerate().any(|(at, token)| (is_address(Some(token)) || is_name(token)) && is_there(at));
    let is_sent = |token: &str| {
        let at = tokens.iter().position(|other| *other == token).unwrap_or_default();
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let is_subject = at == 0 && tokens.get(1).is_some_and(|next| !token.ends_with(':') && !is_in(JOINS, next));
        is_subject || is_elsewhere && before.is_some_and(|word| is_in(FROM_PLACES, word))
    };
    standing(clause, is_name).into_iter().filter(|token| !is_sent(token)).collect()
}

/// The tokens of a clause that are of a kind, where they are as a place does.
fn standing<'a>(clause: &'a str, is_it: &dyn Fn(&str) -> bool) -> Vec<&'a str> {
    let tokens: Vec<&str> = clause.split_whitespace().collect();
    if !tokens.iter().any(|token| is_it(token)) {
        return Vec::new();
    }
    let begins = |list: &[&str]| tokens.first().is_some_and(|word| is_in(list, word));
    let is_question = clause.trim_end().ends_with('?');
    let is_polite = tokens.iter().take(2).any(|word| is_in(POLITE, word));
    let goes_on = begins(INTERROGATIVES) || begins(BEFORE_PLACES) || begins(JOINS);
    let only_asks = is_question && !is_polite && !goes_on;
    // Who speaks of themselves says how things are, if not that they want something.
    let states = begins(SELVES) && !tokens.iter().skip(1).take(WANT_WORDS).any(|word| is_in(WANTS, word));
    let (mut found, mut was_placed, mut is_told) = (Vec::new(), false, begins(TELLERS) || states);
    let (mut asks_what, mut is_supposed) = (false, false);
    for (at, token) in tokens.iter().enumerate() {
        // `What happens if I log in at …?`
        let is_of_self =
            || is_in(CONDITIONS_OF_SELVES, token) && tokens.get(at + 1).is_some_and(|next| is_in(SELVES, next));
        is_supposed |= at > 0 && is_question && !is_polite && (is_in(CONDITIONS, token) || is_of_self());
        is_told |= is_in(AVOIDS, token);
        // `what the page says at …` asks for it.
        asks_what |= is_in(INTERROGATIVES, token);
        is_told |= is_in(REPORTS, token) && at > 0 && !asks_what && !is_address(tokens.get(at - 1));
        if !is_it(token) {
            was_placed &= is_in(JOINS, token) || is_in(ARTICLES, token);
            continue;
        }
        let before = tokens
            .get(..at)
            .unwrap_or_default()
            .iter()
            .rev()
            .find(|word| !is_in(ARTICLES, word) && !is_in(JOINS, word));
        let follows = |list: &[&str]| before.is_some_and(|word| is_in(list, word));
        // `shop.example: find a lamp`; in Chinese and Japanese what follows says what is to be done there, or not.
        let is_subject = tokens.get(at + 1).is_some_and(|next| next.chars().next().is_some_and(|c| c >= CJK));
        let is_place = before.is_none() && !is_subject
            || follows(BEFORE_PLACES)
            || follows(READS)
            || before.is_some_and(|word| word.ends_with(':'))
            || follows(FROM_PLACES) && tokens.iter().any(|word| is_in(FETCHES, word))
            || was_placed
            || token.contains("://") && !follows(ASKS);
        was_placed = is_place && !only_asks && !is_supposed && !is_told;
        if was_placed {
            found.push(*token);
        }
    }
    found
}

fn is_address(token: Option<&&str>) -> bool {
    token.is_some_and(|token| written(token).next().is_some())
}

/// Whether the name of an open tab's site stands in a clause as a name does: where a place is named, without an article or a possessive, which a common
/// noun has, and with a capital letter or at the end of its phrase, as no verb (`to mail Ann`) is.
pub(crate) fn calls(clause: &str, name: &str) -> bool {
    let is_it = |token: &str| words(token).join(" ") == name;
    let tokens: Vec<&str> = clause.split_whitespace().collect();
    let is_called = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let is_common = before.is_some_and(|word| is_in(ARTICLES, word) || is_in(POSSESSIVES, word));
        // After `to` there may be a verb, which is not a name.
        let is_capital = tokens.get(at).is_some_and(|token| token.contains(char::is_uppercase));
        let may_be_verb = before.is_some_and(|word| is_in(BEFORE_VERBS, word)) && !is_capital;
        let ends = tokens.get(at).is_some_and(|token| token.ends_with(|c: char| c.is_ascii_punctuation()));
        let is_function = |next: &&str| [BEFORE_PLACES, FROM_PLACES, JOINS, THEN].iter().any(|list| is_in(list, next));
        !is_common && !may_be_verb && (is_capital || ends || tokens.get(at + 1).is_none_or(is_function))
    };
    let placed = placed_names(clause, &is_it);
    !placed.is_empty() && tokens.iter().enumerate().any(|(at, token)| is_it(token) && is_called(at))
}
