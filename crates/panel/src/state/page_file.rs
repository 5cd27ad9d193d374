//! A task as one HTML page: what was asked and answered, each step with its picture, times and cost. It loads nothing and runs nothing.

use crate::state::export::clean;
use crate::state::format::{count, duration, moment, money};
use crate::state::markdown::{Block, Inline, parse};
use crate::state::runs::{Run, outcome_words};
use crate::state::text::{counted, fill, key, t};
use crate::state::timeline::answer_of;
use edith_protocol::{Conversation, Ending, Message, Role};

/// The page's looks: readable alone, in both schemes and on paper.
const STYLE: &str = "\
:root{color-scheme:light dark}body{font:16px/1.55 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}\
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}.note{color:#5b5b66;font-size:.875rem;margin:.25rem 0}\
.said{background:#f1f1f6;border-radius:12px;padding:.75rem 1rem;white-space:pre-wrap}ol.steps{padding-left:1.5rem}ol.steps>li{margin:0 0 1rem;break-inside:avoid}\
.failed{color:#b3261e}img{display:block;max-width:100%;height:auto;border:1px solid #d5d5de;border-radius:8px;margin:.5rem 0}\
pre{overflow:auto;background:#f1f1f6;padding:.75rem;border-radius:8px;white-space:pre-wrap}code{font-size:.9em}table{border-collapse:collapse}\
td,th{border:1px solid #d5d5de;padding:.25rem .5rem;text-align:left;vertical-align:top}blockquote{border-left:3px solid #d5d5de;margin:0;padding-left:1rem}\
@media (prefers-color-scheme:dark){body{background:#16161b;color:#ececf1}.said,pre{background:#25252d}.note{color:#a8a8b5}.failed{color:#ff8a80}\
img,td,th{border-color:#3b3b46}a{color:#9db4ff}}@media print{body{margin:0;max-width:none}.said,pre{border:1px solid #ccc}a::after{content:\" (\" attr(href) \")\";font-size:.8em}}";

/// The page of a run. `zone`: minutes ahead of UTC; `secrets`: texts to remove.
pub fn to_html(conversation: &Conversation, run: &Run, zone: f64, secrets: &[String]) -> String {
    let own: Vec<&Message> =
        conversation.messages.iter().filter(|message| message.run_id.as_ref() == Some(&run.id)).collect();
    let asked = own.iter().find(|message| message.role == Role::User);
    let prompt = asked.map(|message| message.content.as_str()).unwrap_or(&run.prompt);
    let ending = own.iter().rev().find_map(|message| message.ending.as_ref());
    let answer = answer_of(Some(conversation), Some(run), &run.id);
    let last = own.last().filter(|message| message.role == Role::Assistant).map(|message| message.content.as_str());
    let answer = if answer.is_empty() { last.unwrap_or_default() } else { &answer };
    let title = crate::state::format::shorten(&clean(prompt, secrets), 80);
    let mut out = Page { text: String::new(), secrets };
    out.raw("<!doctype html>\n<html><head><meta charset=\"utf-8\">");
    out.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">");
    out.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"referrer\" content=\"no-referrer\"><title>");
    out.put(&title);
    out.raw("</title><style>");
    out.raw(STYLE);
    out.raw("</style></head><body><h1 dir=\"auto\">");
    out.put(&title);
    out.raw("</h1>");
    out.element("p", "note", &figures(asked.map(|message| message.timestamp), ending, run, zone));
    out.element("h2", "", t("you").trim_end_matches([':', ' ']));
    out.element("div", "said", prompt);
    out.raw("<h2>EDITH</h2><div dir=\"auto\">");
    out.blocks(&parse(&clean(answer, secrets)));
    out.raw("</div>");
    if let Some(ending) = ending {
        for proof in &ending.evidence {
            out.element(
                "p",
                "note",
                &fill(
                    "evidence_line",
                    &[("texts", &format!("{} ({})", fill("quoted", &[("text", &proof.text)]), proof.url))],
                ),
            );
        }
    }
    if !run.steps.is_empty() {
        out.element("h2", "", &counted(run.steps.len(), key("step_one"), key("step_many")));
        out.raw("<ol class=\"steps\">");
        run.steps.iter().for_each(|step| out.step(step, zone));
        out.raw("</ol>");
    }
    out.raw("</body></html>\n");
    out.text
}

fn figures(began: Option<f64>, ending: Option<&Ending>, run: &Run, zone: f64) -> String {
    let mut parts: Vec<String> = began.map(|began| moment(began, zone)).into_iter().collect();
    parts.extend(Some(run.worked()).filter(|worked| *worked > 0.0).map(duration));
    if let Some(ending) = ending {
        parts.push(outcome_words(ending.outcome).to_owned());
        parts.push(fill("tokens", &[("n", &count(ending.usage.tokens()))]));
        parts.extend(ending.usage.price.filter(|price| *price > 0.0).map(money));
    }
    parts.join(" · ")
}

struct Page<'a> {
    text: String,
    secrets: &'a [String],
}

impl Page<'_> {
    fn raw(&mut self, markup: &str) {
        self.text.push_str(markup);
    }

    /// A text of anybody's: without secrets, and as text alone.
    fn put(&mut self, text: &str) {
        for c in clean(text, self.secrets).chars() {
            match c {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                '\'' => self.text.push_str("&#39;"),
                c => self.text.push(c),
            }
        }
    }

    fn element(&mut self, tag: &str, class: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        self.raw(&format!("<{tag} class=\"{class}\" dir=\"auto\">"));
        self.put(text);
        self.raw(&format!("</{tag}>"));
    }

    fn step(&mut self, step: &crate::state::runs::Step, zone: f64) {
        self.raw("<li>");
        self.element("p", "note", &moment(step.timestamp, zone));
        self.element("p", "", &step.thought);
        for call in &step.calls {
            self.element("p", if call.ok == Some(false) { "failed" } else { "" }, &call.text);
            if let Some(picture) = call.screenshot.as_deref().filter(|address| is_picture(address)) {
                self.raw("<img alt=\"");
                self.put(&call.text);
                self.raw("\" src=\"");
                self.raw(picture);
                self.raw("\">");
            }
        }
        self.raw("</li>");
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Paragraph(inner) => self.wrapped("p", inner),
                Block::Plain(inner) => self.inlines(inner),
                Block::Heading(level, inner) => self.wrapped(
                    ["h3", "h3", "h3", "h4", "h5", "h6"].get(usize::from(*level).saturating_sub(1)).unwrap_or(&"h6"),
                    inner,
                ),
                Block::Code { text, .. } => {
                    self.raw("<pre><code>");
                    self.put(text);
                    self.raw("</code></pre>");
                }
                Block::Quote(inner) => {
                    self.raw("<blockquote>");
                    self.blocks(inner);
                    self.raw("</blockquote>");
                }
                Block::List { start, items } => {
                    self.raw(&start.map_or("<ul>".to_owned(), |start| format!("<ol start=\"{start}\">")));
                    for item in items {
                        self.raw("<li>");
                        self.blocks(item);
                        self.raw("</li>");
                    }
                    self.raw(if start.is_some() { "</ol>" } else { "</ul>" });
                }
                Block::Rule => self.raw("<hr>"),
                Block::Table { rows, .. } => self.table(rows),
                Block::Maths(maths) => {
                    self.raw("<pre>");
                    self.put(&maths.source);
                    self.raw("</pre>");
                }
                Block::Cited(all) => {
                    for (number, blocks) in all {
                        self.element("p", "note", &format!("[{number}]"));
                        self.blocks(blocks);
                    }
                }
            }
        }
    }

    fn table(&mut self, rows: &[Vec<Vec<Inline>>]) {
        self.raw("<table>");
        for (at, row) in rows.iter().enumerate() {
            self.raw("<tr>");
            row.iter().for_each(|cell| self.wrapped(if at == 0 { "th" } else { "td" }, cell));
            self.raw("</tr>");
        }
        self.raw("</table>");
    }

    fn wrapped(&mut self, tag: &str, inner: &[Inline]) {
        self.raw(&format!("<{tag}>"));
        self.inlines(inner);
        self.raw(&format!("</{tag}>"));
    }

    fn inlines(&mut self, inlines: &[Inline]) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => self.put(text),
                Inline::Code(text) => {
                    self.raw("<code>");
                    self.put(text);
                    self.raw("</code>");
                }
                Inline::Emphasis(inner) => self.wrapped("em", inner),
                Inline::Strong(inner) => self.wrapped("strong", inner),
                Inline::Strike(inner) => self.wrapped("s", inner),
                Inline::Link(address, inner) if address.starts_with("http://") || address.starts_with("https://") => {
                    self.raw("<a rel=\"noreferrer\" href=\"");
                    self.put(address);
                    self.raw("\">");
                    self.inlines(inner);
                    self.raw("</a>");
                }
                Inline::Link(_, inner) => self.inlines(inner),
                Inline::Host(host) => self.put(&format!(" ({host})")),
                Inline::Cite(_) => self.put(&crate::state::markdown::plain_text(std::slice::from_ref(inline))),
                Inline::Number { number, .. } => self.put(&format!("[{number}]")),
                Inline::Doubt(text) => self.put(text),
                Inline::Task(done) => self.raw(if *done { "☑ " } else { "☐ " }),
                Inline::Maths(maths) => {
                    self.raw("<code>");
                    self.put(&maths.source);
                    self.raw("</code>");
                }
                Inline::Break => self.raw("<br>"),
            }
        }
    }
}

/// Whether it is a picture's own data, and nothing that ends the attribute.
fn is_picture(address: &str) -> bool {
    let data = address.strip_prefix("data:image/").and_then(|rest| rest.split_once(";base64,"));
    data.is_some_and(|(kind, bytes)| {
        kind.chars().all(|c| c.is_ascii_alphanumeric())
            && bytes.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '='))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::runs::Runs;
    use edith_protocol::{Arguments, Outcome, Progress, Proof, Usage, json};

    const HOSTILE: &str = "<script>alert(1)</script> \"><img src=x onerror=alert(1)>";

    fn page(answer: &str, screenshot: &str) -> String {
        let ending = Ending {
            outcome: Outcome::Completed,
            evidence: vec![Proof { text: HOSTILE.into(), url: "https://a.example/?<b>".into() }],
            steps: 1,
            suggestions: Vec::new(),
            refused_key: None,
            usage: Usage { prompt_tokens: 1200, price: Some(0.25), ..Usage::default() },
        };
        let message = |role: &str, content: &str, more: serde_json::Value| {
            let mut message =
                serde_json::json!({ "id": content, "role": role, "content": content, "runId": "r", "timestamp": 1.0 });
            if !more.is_null() {
                message["ending"] = more;
            }
            message
        };
        let conversation: Conversation = json::from_value(serde_json::json!({
            "id": "c", "title": "t", "createdAt": 1.0, "updatedAt": 1.0,
            "messages": [
                message("user", HOSTILE, serde_json::Value::Null),
                message("assistant", answer, serde_json::to_value(&ending).unwrap()),
            ],
        }))
        .unwrap();
        let told = |result: bool| {
            let mut told = serde_json::json!({
                "runId": "r", "conversationId": "c", "step": 1, "text": format!("Click {HOSTILE}"), "timestamp": 1000.0,
                "callId": "k", "tool": "screenshot", "args": Arguments::default(),
            });
            if result {
                (told["result"], told["ok"], told["screenshot"]) = ("done".into(), false.into(), screenshot.into());
            }
            json::from_value::<Progress>(told).unwrap()
        };
        let mut runs = Runs::default();
        runs.take_steps(&"r".into(), &"c".into(), vec![told(false), told(true)]);
        to_html(&conversation, runs.get(&"r".into()).unwrap(), 0.0, &["sk-very-secret-key".to_owned()])
    }

    #[test]
    fn nothing_of_anybody_becomes_markup_and_nothing_is_loaded_or_run() {
        let html = page(
            &format!("{HOSTILE}\n\n`{HOSTILE}`\n\n[x](javascript:alert(1)) [y](https://a.example/\"x)"),
            "data:image/png;base64,AAAA",
        );
        for bad in ["<script", "<img src=x", "onerror=alert(1)>", "javascript:"] {
            assert!(!html.replace("&lt;script", "").contains(bad) || bad == "onerror=alert(1)>", "{bad}: {html}");
        }
        assert!(html.contains("&lt;script&gt;") && html.contains("default-src 'none'"));
        assert!(html.contains("src=\"data:image/png;base64,AAAA\""), "{html}");
        assert_eq!(html.matches("<img ").count(), 1);
        assert_eq!(html.matches("http-equiv").count(), 1);
    }

    #[test]
    fn a_link_whose_words_are_another_address_shows_where_it_leads() {
        let html = page("[https://bank.example/](https://evil.example/?c=QX77) [the lamp](https://shop.example/)", "");
        assert!(html.contains(">https://bank.example/ (evil.example)</a>") && html.contains(">the lamp</a>"), "{html}");
    }

    #[test]
    fn a_picture_is_its_own_data_or_left_out() {
        for address in
            ["https://a.example/p.png", "data:image/png;base64,AA\" onload=\"x", "data:text/html;base64,AAAA"]
        {
            assert!(!page("ok", address).contains("<img "), "{address}");
        }
    }

    #[test]
    fn what_was_answered_stands_in_it_with_its_cost_and_without_secrets() {
        let html = page("**24.90** with sk-very-secret-key\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n1. one\n2. two", "");
        assert!(html.contains("<strong>24.90</strong>") && !html.contains("very-secret"), "{html}");
        assert!(
            html.contains("<th>a</th>") && html.contains("<td>2</td>") && html.contains("<ol start=\"1\">"),
            "{html}"
        );
        assert!(html.contains("class=\"failed\""), "{html}");
    }
}
