//! Forms: their review, short and long, what became of them, and the profile.

use serde_json::{Value, json};

use super::{Tour, TourError, Visitor, choose, choose_more, click, give, say, shows};
use crate::browser::Page;
use crate::model_server::{ModelServer, Reply, Request};
use crate::sites::Sites;

const CV: &str = "# Ann Lee\n\nAnn has worked as a gardener in Bruges since 2019.\n\n## Interests\n\nShe plays the piano and collects mosses.\n";

const WISHES: &str = "I come on 2026-08-12 and want a quiet room.";

/// What the model says of the sample form: title, value, source, quote and confidence.
const ANSWERS: [(&str, &str, &str, &str, f64); 5] = [
    ("Date", "2026-08-12", "task", "I come on 2026-08-12", 0.95),
    ("Remarks", "A quiet room, please.", "task", "want a quiet room", 0.5),
    ("City", "Bruges", "cv.md", "worked as a gardener in Bruges", 0.6),
    (
        "Short biography",
        "Ann has worked as a gardener in Bruges since 2019.",
        "cv.md",
        "a gardener in Bruges since 2019",
        0.9,
    ),
    ("Interests", "Botany", "cv.md", "collects mosses", 0.6),
];

const SECOND_CV: &str =
    "# Ann Lee\n\nann@example.org, +43 316 5550123\n\nBorn on 17 May 1990\n\nGardener in Bruges since 2019\n";

/// What the model says of the facts of a profile: key, value, quote and confidence.
const FACTS: [(&str, &str, &str, f64); 5] = [
    ("email", "ann@example.org", "ann@example.org", 0.95),
    ("tel", "+43 316 5550123", "+43 316 5550123", 0.95),
    ("bday", "1990-05-17", "Born on 17 May 1990", 0.95),
    ("organization-title", "Gardener", "Gardener in Bruges", 0.9),
    ("address-level2", "Bruges", "Gardener in Bruges", 0.6),
];

/// Shows a run that asks about a form of 60 questions, as the worker would tell of it.
const LONG: &str = "(() => {
    const kinds = ['text', 'long_text', 'number', 'date', 'choice', 'choices', 'grid', 'email', 'consent', 'secret'];
    const states = { consent: 'yours', secret: 'yours' };
    const options = ['Yes', 'No', 'A long option that says rather more than it has to, as options of forms like to do'];
    const questions = Array.from({ length: 60 }, (_, at) => {
        const kind = kinds[at % kinds.length];
        const found = at % 7 !== 3;
        const values = { text: 'Gardener', long_text: 'Ten years in a nursery, then on my own. '.repeat(3), number: '12', date: '2026-03-31',
            choice: 'Yes', choices: ['Yes', 'No'], grid: { Soil: 'Yes', Water: 'No' }, email: 'ann@example.org' };
        const held = at % 9 === 5;
        const state = states[kind] ?? (held ? 'kept' : found ? 'proposed' : 'empty');
        const sources = [{ kind: 'profile' }, { kind: 'document', documentId: 'cv', page: 2, quote: 'ten years in a nursery' }, { kind: 'task', quote: 'as in my CV' }, { kind: 'page' }];
        return {
            questionId: `q${at}`, type: kind, required: at % 4 === 0, state, section: `${1 + Math.floor(at / 12)}. What you have done before`,
            title: at % 5 ? `Question ${at + 1}` : `Question ${at + 1}: in which years have you worked with plants, and with which ones, as far as you remember?`,
            hint: at % 6 ? '' : 'As it stands in your papers; leave out what is longer ago than ten years.',
            options: ['choice', 'choices', 'grid'].includes(kind) ? options : [], rows: kind === 'grid' ? ['Soil', 'Water'] : [],
            current: held ? 'What was there before' : '', value: found && !states[kind] ? values[kind] : '',
            source: found && !states[kind] ? sources[at % sources.length] : { kind: 'none' }, confidence: at % 8 ? 0.95 : 0.4, reason: '',
        };
    });
    const ids = { runId: 'long', conversationId: 'long' };
    const ask = { ...ids, type: 'agent_ask', askId: 'long', kind: 'form', text: 'Should I fill this in? Nothing is entered before you say so, and nothing is sent.', questions };
    const run = { ...ids, mode: 'form', state: 'asking', step: 0, maxSteps: 30, prompt: 'Fill in this form', startedAt: Date.now(), usage: {}, ask, form: { questions } };
    const send = chrome.runtime.sendMessage.bind(chrome.runtime);
    chrome.runtime.sendMessage = async (message) => message.type === 'RUN_LIST' ? { ok: true, runs: [run] } : send(message);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    dispatchEvent(new CustomEvent('edith-open', { detail: JSON.stringify({ conversation: 'long' }) }));
})()";

/// The answers to what is asked of the sample form.
fn answers(request: &Request) -> Reply {
    let messages = request.body.get("messages").and_then(Value::as_array).cloned().unwrap_or_default();
    let said: Vec<String> =
        messages.iter().filter_map(|message| Some(message.get("content")?.as_str()?.to_owned())).collect();
    let asked = said.iter().flat_map(|text| text.lines()).filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let found = asked.filter_map(|line| {
        let id = line.get("id")?;
        if let Some((_, value, quote, confidence)) = FACTS.into_iter().find(|(one, ..)| id == one) {
            return Some(json!({ "id": id, "value": value, "source": "cv.md", "page": 1, "quote": quote, "confidence": confidence }));
        }
        let title = line.get("question")?.as_str()?;
        let (_, value, source, quote, confidence) = ANSWERS.into_iter().find(|(one, ..)| *one == title)?;
        Some(json!({ "id": id, "value": value, "source": source, "page": 1, "quote": quote, "confidence": confidence }))
    });
    Reply::text(json!({ "answers": found.collect::<Vec<_>>() }).to_string())
}

impl Tour {
    /// The profile, the review of a form, what became of it, and a long review.
    pub(super) async fn forms(&self, sites: &Sites, visitor: &mut impl Visitor) -> Result<(), TourError> {
        self.profile(visitor).await?;
        let model = ModelServer::start(answers).await?;
        let form = self.browser.open_page(&sites.form_url).await?;
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        panel.storage_set(json!({ "edith_api_base_url": model.url })).await?;
        page.eval("dispatchEvent(new CustomEvent('edith-open', { detail: '{}' }))").await?;
        // The panel is a tab of its own here: the browser's answer makes the form's page the one beside it.
        page.eval(&format!(
            "(() => {{ const query = chrome.tabs.query.bind(chrome.tabs);
            chrome.tabs.query = async (wanted) => wanted.active && wanted.currentWindow
                ? (await query({{}})).filter(tab => tab.url.startsWith({}))
                : query(wanted);
            dispatchEvent(new Event('focus')); }})()",
            json!(sites.form_url)
        ))
        .await?;
        shows("form-begin", page, "document.getElementById('fill-form') !== null").await?;
        click(page, "#fill-form").await?;
        page.eval(&give(&[("cv.md", CV.as_bytes())])).await?;
        shows("form-begin", page, "document.querySelector('.chip--document[data-state=done]') !== null").await?;
        shows("form-begin", page, "document.getElementById('form-quality') !== null").await?;
        visitor.visit("form-begin", page).await?;
        begin(page, &sites.form_url).await?;
        shows("form-review", page, "document.querySelector('.ask--form .review__row') !== null").await?;
        visitor.visit("form-review", page).await?;
        click(page, ".review__rest:last-of-type summary").await?;
        page.eval("document.querySelector('.review__rest:last-of-type').scrollIntoView()").await?;
        shows("form-rest", page, "document.querySelector('.review__rest[open] .review__row') !== null").await?;
        visitor.visit("form-rest", page).await?;
        click(page, ".ask--form .button--main").await?;
        let over = "document.querySelector('.form-card__part') !== null && document.querySelector('.run') === null";
        shows("form-result", page, over).await?;
        page.eval("document.querySelectorAll('.form-card__part').forEach(part => { part.open = true; })").await?;
        visitor.visit("form-result", page).await?;
        panel.close().await?;
        form.close().await?;
        self.profile_from_document(visitor).await?;
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        shows("form-long", page, "document.getElementById('composer-input') !== null").await?;
        page.eval(LONG).await?;
        shows("form-long", page, "document.querySelectorAll('.ask--form .review__row').length > 40").await?;
        visitor.visit("form-long", page).await?;
        Ok(panel.close().await?)
    }

    /// The profile taken from a document: begun in the settings, gone over, stored.
    async fn profile_from_document(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        choose_more(page, "#open-settings").await?;
        click(page, "#profile-from").await?;
        shows("profile-from", page, "document.getElementById('composer-input')?.value.length > 10").await?;
        page.eval(&give(&[("cv.md", SECOND_CV.as_bytes())])).await?;
        shows("profile-from", page, "document.querySelector('.chip--document[data-state=done]') !== null").await?;
        visitor.visit("profile-from", page).await?;
        say(page, "").await?;
        shows("profile-review", page, "document.querySelector('.ask--form .review__row') !== null").await?;
        visitor.visit("profile-review", page).await?;
        click(page, ".ask--form .button--main").await?;
        let over = "document.querySelector('.form-card__part') !== null && document.querySelector('.run') === null";
        shows("profile-result", page, over).await?;
        visitor.visit("profile-result", page).await?;
        panel.storage_set(json!({ "edith_api_base_url": self.model })).await?;
        Ok(panel.close().await?)
    }

    /// The profile in the settings, with a fact that was refused.
    async fn profile(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let options = self.open("options.html").await?;
        let fact = |key: &str, value: &str| json!({ "key": key, "label": key, "value": value });
        let facts = json!([
            fact("given-name", "Ann"),
            fact("family-name", "Lee"),
            fact("name", "Ann Lee"),
            fact("email", "ann@example.org"),
            fact("tel", "+43 660 1234567"),
            fact("country", "Austria"),
            fact("bday", "1990-05-17"),
            fact("Shirt size", "M"),
        ]);
        let profile = json!({ "instructions": "Answer briefly; prices in euros.", "facts": facts });
        options.accepted(json!({ "type": "PROFILE_SAVE", "profile": profile })).await?;
        options.close().await?;
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        choose_more(page, "#open-settings").await?;
        choose(page, "#fact-new-label", "Visa").await?;
        choose(page, "#fact-new-value", "4111 1111 1111 1111").await?;
        click(page, "#fact-add").await?;
        shows("profile", page, "document.getElementById('fact-new-error').textContent !== ''").await?;
        page.eval("document.querySelector('#instructions').closest('section').scrollIntoView()").await?;
        visitor.visit("profile", page).await?;
        Ok(panel.close().await?)
    }
}

/// Begins to fill in the form of an address from the panel, with what is attached. The panel is a tab of its own here: the page is no neighbour of it.
async fn begin(page: &Page, address: &str) -> Result<(), TourError> {
    let hook = format!(
        "(async () => {{ const tabs = await chrome.tabs.query({{}}); const tabId = tabs.find(tab => tab.url === {}).id; \
         const send = chrome.runtime.sendMessage.bind(chrome.runtime); \
         chrome.runtime.sendMessage = (message) => send(message.type === 'FORM_RUN' ? {{ ...message, tabId }} : message); }})()",
        Value::from(address)
    );
    page.eval(&hook).await?;
    say(page, WISHES).await
}
