//! How a run ends: judged by what code finds on the page and what the person refused, not by the model's word.

mod lines;
mod words;

use edith_page::{FieldValue, Index, Tri};
use edith_protocol::Proof;
use lines::{Line, lines};
use serde::{Deserialize, Serialize};
use words::{has, normal};

pub use lines::Read;
pub use words::{says_not_done, wants_sending};

/// Most proofs of an ending.
pub const MOST_PROOFS: usize = 3;
/// Consecutive words that a claim must share with a line of the page to be proved by it.
const SHARED_WORDS: usize = 4;

/// The model's claim at the end.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Claim {
    /// What was done and found, in its words.
    pub summary: String,
    /// Words on the page that it says prove it.
    pub words: Vec<String>,
}

impl Claim {
    /// A claim; each line of the evidence counts separately.
    pub fn new(summary: &str, evidence: Option<&str>) -> Self {
        let bare = |line: &str| line.trim().trim_matches(['"', '“', '”', '„', '«', '»', '\'']).trim().to_owned();
        let words = evidence.unwrap_or_default().lines().map(bare).filter(|line| line.chars().count() > 1).collect();
        Self { summary: summary.trim().to_owned(), words }
    }
}

/// What a run did to pages, as far as its end is concerned.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Deeds {
    /// Number of actions that changed a page; navigating does not count.
    pub changes: u32,
    /// Number of presses and entries that worked, also of links; what only opens an address or a tab does not count.
    #[serde(skip_serializing_if = "is_zero")]
    pub presses: u32,
    /// Number of those that only entered values into fields.
    #[serde(skip_serializing_if = "is_zero")]
    pub fills: u32,
    /// The last one.
    pub last: Option<Deed>,
    /// The person refused something, and nothing was done since.
    pub refused: bool,
    /// What the page sent by the action that is held back now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sent: Vec<String>,
    /// Requests that it had sent by then although the person did not allow them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sent_unasked: Vec<String>,
    /// The last action neither failed nor certainly worked.
    pub unsure: bool,
    /// The last failed action, in the person's language.
    pub failed: Option<String>,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// An action that worked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Deed {
    /// Went to this address.
    Went(String),
    /// Filled these fields; secret values are not kept.
    Filled(Vec<(u32, String)>),
    /// Clicked, pressed, dragged, answered, sent.
    Acted,
}

/// The check of a claim.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Checked {
    /// What shows it.
    pub proofs: Vec<Proof>,
    /// What the page says against it.
    pub complaint: Option<String>,
    /// Words of the claim that are on no page that was seen.
    pub missing: Vec<String>,
}

/// Words of a claim that are neither on the present page nor in what was read.
pub fn missing<'a>(claim: &Claim, now: Option<&Index>, read: impl Iterator<Item = &'a str>) -> Vec<String> {
    let read: Vec<String> = read.map(normal).collect();
    let now: Vec<String> = now.map(lines).unwrap_or_default().into_iter().map(|line| line.normal).collect();
    let stands = |words: &String| {
        let as_told = [normal(words), normal(&lines::given(words))];
        now.iter().chain(&read).any(|text| as_told.iter().any(|words| has(text, words)))
    };
    claim.words.iter().filter(|words| !stands(words)).cloned().collect()
}

/// Compares a claim with the present page, with the page before the last action (none: unknown), and with what was read on the way.
pub fn check(claim: &Claim, deeds: &Deeds, before: Option<&Index>, now: &Index, read: &[Read<'_>]) -> Checked {
    let page = Page::of(deeds, before, now);
    if let Some(complaint) = page.complaint().filter(|line| !has(&normal(&claim.summary), &normal(line))) {
        return Checked { complaint: Some(complaint), ..Checked::default() };
    }
    if page.complaint().is_some() {
        return Checked::default();
    }
    // Nothing that was read before a deed shows that it worked.
    let elsewhere = if page.acted { &[][..] } else { read };
    let mut found = ProofSearch { page: &page, elsewhere, proofs: Vec::new() };
    found.words_of(claim);
    // A number found on no page counts against everything else.
    if !found.figures_of(&claim.summary) {
        return Checked::default();
    }
    if found.proofs.is_empty() {
        found.code_alone(claim, deeds);
    }
    Checked { proofs: found.proofs, ..Checked::default() }
}

/// The page with its news.
struct Page<'a> {
    now: &'a Index,
    before: Option<&'a Index>,
    lines: Vec<Line<'a>>,
    earlier: Vec<Line<'a>>,
    /// The last deed acted on a page rather than navigating.
    acted: bool,
    /// It is still the same page.
    same_place: bool,
    /// The earlier state is known or irrelevant.
    knows_new: bool,
}

impl<'a> Page<'a> {
    fn of(deeds: &Deeds, before: Option<&'a Index>, now: &'a Index) -> Self {
        let acted = matches!(deeds.last, Some(Deed::Acted | Deed::Filled(_)));
        let place = |index: &Index| index.url.split(['?', '#']).next().unwrap_or_default().to_owned();
        Self {
            lines: lines(now),
            earlier: before.map(lines).unwrap_or_default(),
            same_place: before.is_some_and(|before| place(before) == place(now)),
            knows_new: !acted || before.is_some(),
            now,
            before,
            acted,
        }
    }

    /// Whether a line counts as caused by the last action: new since then, if there was one.
    fn is_new(&self, line: &Line<'_>) -> bool {
        !self.acted || self.knows_new && !self.earlier.iter().any(|known| known.normal == line.normal)
    }

    /// A new, short line in the words of refusals and errors.
    fn complaint(&self) -> Option<String> {
        if !self.acted {
            return words::is_error_page(&self.now.title).then(|| self.now.title.clone());
        }
        let invalid = |element: &&edith_page::Element| {
            let was = self.before.and_then(|before| before.element(element.uid));
            element.states.invalid.is_some() && was.is_some_and(|was| was.states.invalid.is_none())
        };
        let says = self
            .lines
            .iter()
            .find(|line| self.knows_new && self.is_new(line) && words::is_complaint(&line.normal, self.same_place));
        let field = || {
            let element = self.now.elements.iter().find(invalid)?;
            let why = element.states.invalid.clone().unwrap_or_default();
            Some(if why.is_empty() { element.name.clone() } else { format!("{}: {why}", element.name) })
        };
        says.map(|line| lines::shown(&line.text)).or_else(field)
    }
}

struct ProofSearch<'a, 'p> {
    page: &'p Page<'a>,
    /// What was read on the way, with nothing done since.
    elsewhere: &'p [Read<'p>],
    proofs: Vec<Proof>,
}

impl ProofSearch<'_, '_> {
    fn add(&mut self, text: &str, url: &str) {
        let text = edith_gate::masked(&lines::shown(text)).into_owned();
        let known = self.proofs.iter().any(|proof| proof.text == text);
        if !text.is_empty() && !known && self.proofs.len() < MOST_PROOFS {
            self.proofs.push(Proof { text, url: url.to_owned() });
        }
    }

    /// Finds these words in a line that the last action may have caused, or in what was read before.
    fn find(&mut self, words: &str) -> bool {
        let wanted = normal(&lines::given(words));
        let on_page = self.page.lines.iter().find(|line| has(&line.normal, &wanted) && self.page.is_new(line));
        if let Some(line) = on_page {
            self.add(&line.text, &self.page.now.url);
            return true;
        }
        let earlier = self.elsewhere.iter().rev().find_map(|read| {
            let mut said = lines::said(read);
            Some((said.find(|said| has(&normal(said), &wanted))?, read.place))
        });
        if let Some((said, place)) = &earlier {
            self.add(said, place);
        }
        earlier.is_some()
    }

    /// The model's evidence, or, if that is not a line, the words it shares with one.
    fn words_of(&mut self, claim: &Claim) {
        for words in &claim.words {
            self.find(words);
        }
        for quoted in lines::quoted_in(&claim.summary) {
            self.find(quoted);
        }
        if self.proofs.is_empty()
            && let Some(shared) = self.shared(&claim.summary)
        {
            self.find(&shared);
        }
    }

    /// A claim's numbers; returns whether each occurs somewhere, even in an old line.
    fn figures_of(&mut self, summary: &str) -> bool {
        lines::figures(summary).into_iter().all(|figure| {
            self.find(&figure) || {
                let stands = |line: &Line<'_>| has(&line.normal, &figure);
                self.page.lines.iter().chain(&self.page.earlier).any(stands)
            }
        })
    }

    /// Consecutive words of the claim found on the page.
    fn shared(&self, summary: &str) -> Option<String> {
        let words: Vec<String> = normal(summary).split(' ').map(str::to_owned).collect();
        let rows = words.windows(SHARED_WORDS).map(|row| row.join(" "));
        let mut long = rows.filter(|row| row.chars().count() >= 4 * SHARED_WORDS);
        long.find(|row| {
            self.page.lines.iter().any(|line| has(&line.normal, row) && self.page.is_new(line))
                || self.elsewhere.iter().any(|read| lines::said(read).any(|said| has(&normal(&said), row)))
        })
    }

    /// Evidence without the model's help.
    fn code_alone(&mut self, claim: &Claim, deeds: &Deeds) {
        match &deeds.last {
            Some(Deed::Went(address)) => self.address(claim, address),
            Some(Deed::Filled(fields)) => self.read_back(fields),
            Some(Deed::Acted) => {
                self.confirmation(claim);
                self.switched();
                self.count();
            }
            None => {}
        }
    }

    /// The page is at the wanted address and says so.
    fn address(&mut self, claim: &Claim, wanted: &str) {
        let bare = |url: &str| {
            let url = url.split(['?', '#']).next().unwrap_or_default();
            url.split_once("://")
                .map_or(url, |(_, rest)| rest)
                .trim_start_matches("www.")
                .trim_end_matches('/')
                .to_owned()
        };
        let (now, summary) = (&self.page.now.url, normal(&claim.summary));
        let host = bare(now).split('/').next().unwrap_or_default().to_lowercase();
        let named = has(&summary, &normal(&self.page.now.title)) || !host.is_empty() && summary.contains(&host);
        if !wanted.is_empty() && bare(wanted) == bare(now) && named {
            let title = if self.page.now.title.trim().is_empty() { now } else { &self.page.now.title };
            self.add(title, now);
        }
    }

    /// The fields hold what was written.
    fn read_back(&mut self, fields: &[(u32, String)]) {
        for (uid, value) in fields {
            let Some(element) = self.page.now.element(*uid) else { continue };
            let Some(FieldValue::Shown(now)) = &element.value else { continue };
            let chosen = element.options.iter().any(|option| option.value == *value && option.label == *now);
            let is_all = element.lines.is_none() && normal(now) == normal(value);
            if (is_all || chosen) && !element.field.is_secret() {
                self.add(&format!("{}: {now}", element.name), &self.page.now.url);
            }
        }
    }

    /// A new line that confirms success.
    fn confirmation(&mut self, claim: &Claim) {
        let about = normal(&claim.summary);
        let said = self.page.lines.iter().find(|line| self.page.is_new(line) && words::confirms(&line.normal, &about));
        if let Some(line) = said {
            self.add(&line.text, &self.page.now.url);
        }
    }

    /// A box that was ticked or unticked.
    fn switched(&mut self) {
        let Some(before) = self.page.before else { return };
        for element in &self.page.now.elements {
            let was = before.element(element.uid).map(|was| (was.states.checked, was.states.pressed));
            let now = (element.states.checked, element.states.pressed);
            if was.is_some_and(|was| was != now) {
                let mark = if now.0.or(now.1) == Some(Tri::Yes) { "☑" } else { "☐" };
                self.add(&format!("{mark} {}", element.name), &self.page.now.url);
            }
        }
    }

    /// A line that only changed in one number.
    fn count(&mut self) {
        if !self.page.same_place || !self.proofs.is_empty() {
            return;
        }
        let (now, before) = (&self.page.lines, &self.page.earlier);
        let counted = now.iter().filter(|line| self.page.is_new(line)).find_map(|line| {
            let (words, number) = lines::counted(&line.normal)?;
            let was = before
                .iter()
                .find(|was| lines::counted(&was.normal).is_some_and(|(known, old)| known == words && old != number))?;
            let stays = now.iter().any(|line| line.normal == was.normal);
            (!stays).then(|| format!("{} → {}", was.text.trim(), line.text.trim()))
        });
        if let Some(text) = counted {
            self.add(&text, &self.page.now.url);
        }
    }
}

#[cfg(test)]
mod tests;
