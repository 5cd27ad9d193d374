//! What a person sees of documents: chips while they are read, the library, and a document opened at a quote.

use edith_lab::browser::{Extension, Page};
use edith_lab::model_server::Script;
use serde_json::{Value, json};

use super::lab::{Lab, RUN};

/// Attaches a contract, a list and a file that is not read, as if they were chosen.
const GIVE: &str = "(() => {
    const lease = '# Lease\\n\\nThe lease begins on 1 May 2024 and runs for five years.\\n\\n\
| Year | Rent |\\n|---|---|\\n| 2024 | 2,450.00 |\\n\\n<img src=x onerror=\"document.title=`harmed`\"> <b>bold</b>';
    const all = new DataTransfer();
    all.items.add(new File([lease], 'lease.md', { type: 'text/markdown' }));
    all.items.add(new File(['lamp,price\\nReading lamp,18.90\\n'], 'prices.csv', { type: 'text/csv' }));
    all.items.add(new File([new Uint8Array([80, 75, 3, 4, 0, 1, 2, 255])], 'broken.docx'));
    const field = document.querySelector('#composer-files');
    field.files = all.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
})()";

async fn until(page: &Page, condition: &str) {
    page.wait_for(condition, RUN).await.unwrap_or_else(|error| panic!("{condition}: {error}"));
}

async fn kept(lab: &Lab) -> Vec<Value> {
    let answer = lab.extension.accepted(json!({ "type": "DOCUMENT_LIST" })).await.unwrap();
    answer["documents"].as_array().unwrap().clone()
}

fn id_of(kept: &[Value], name: &str) -> String {
    let found = kept.iter().find(|one| one["name"] == name);
    found.unwrap_or_else(|| panic!("{name}: {kept:?}"))["id"].as_str().unwrap().to_owned()
}

/// A side panel, ready to take files.
async fn panel(lab: &Lab) -> Extension {
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    until(panel.page(), "document.querySelector('#composer-files') !== null").await;
    panel
}

/// Gives the files, and waits until the two that can be read are read.
async fn give(page: &Page) {
    page.eval(GIVE).await.unwrap();
    until(page, "document.querySelectorAll('.chip[data-state=done]').length === 2").await;
}

async fn mode(page: &Page) -> Value {
    page.eval("document.querySelector('[name=mode]:checked').value").await.unwrap()
}

/// Whether the composer says why it is set to questions.
async fn is_proposed(page: &Page) -> bool {
    page.eval("document.querySelector('.composer__proposed').innerText !== ''").await.unwrap() == true
}

#[tokio::test]
async fn files_propose_questions_but_never_change_what_a_person_chose() {
    let lab = Lab::with(Script::new()).await;
    for (choice, expected) in [
        // Nothing was said: they propose it, and are taken at their word until they are gone.
        ("", "documents"),
        // Said without a change.
        ("document.querySelector('input[value=agent]').click()", "agent"),
        ("document.querySelector('input[value=agent]').parentElement.click()", "agent"),
        ("document.querySelector('input[value=research]').click()", "research"),
        // First one, then back.
        (
            "document.querySelector('input[value=chat]').click(), document.querySelector('input[value=agent]').click()",
            "agent",
        ),
    ] {
        let panel = panel(&lab).await;
        let page = panel.page();
        if !choice.is_empty() {
            page.eval(choice).await.unwrap();
        }
        give(page).await;
        assert_eq!((mode(page).await, is_proposed(page).await), (json!(expected), choice.is_empty()), "{choice}");
        page.eval("document.querySelectorAll('.chip--document button').forEach(one => one.click())").await.unwrap();
        until(page, "document.querySelectorAll('.chip--document').length === 0").await;
        let left = if choice.is_empty() { "agent" } else { expected };
        assert_eq!((mode(page).await, is_proposed(page).await), (json!(left), false), "{choice}");
        panel.close().await.unwrap();
    }
}

#[tokio::test]
async fn an_order_with_files_is_a_task_and_a_question_asks_them() {
    let lab = Lab::with(Script::new()).await;
    let panel = panel(&lab).await;
    let page = panel.page();
    give(page).await;
    for (text, expected) in [
        ("Upload the lease to the portal", "agent"),
        ("When does the lease begin?", "documents"),
        ("Die Datei ins Portal hochladen", "agent"),
        ("", "documents"),
    ] {
        let write = format!(
            "(() => {{ const field = document.querySelector('#composer-input'); field.value = {};
            field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()",
            json!(text)
        );
        page.eval(&write).await.unwrap();
        until(page, &format!("document.querySelector('[name=mode]:checked').value === '{expected}'")).await;
        assert!(is_proposed(page).await, "{text}");
    }
}

#[tokio::test]
async fn a_key_on_a_mode_is_a_choice_too_and_also_counts_while_files_are_there() {
    let lab = Lab::with(Script::new()).await;
    let panel = panel(&lab).await;
    let page = panel.page();
    page.to_front().await.unwrap();
    page.eval("document.querySelector('input[value=agent]').focus()").await.unwrap();
    page.press(" ", 32).await.unwrap();
    give(page).await;
    assert_eq!((mode(page).await, is_proposed(page).await), (json!("agent"), false));
    // Arrow keys: from the agent to what comes after it, and back.
    page.eval("document.querySelector('input[value=agent]').focus()").await.unwrap();
    page.press("ArrowRight", 39).await.unwrap();
    assert_eq!(mode(page).await, "research");
    page.press("ArrowLeft", 37).await.unwrap();
    assert_eq!(mode(page).await, "agent");
    panel.close().await.unwrap();

    // A proposal is accepted by a click on what is on already: then it stays when the files are gone.
    let panel = self::panel(&lab).await;
    let page = panel.page();
    give(page).await;
    assert!(is_proposed(page).await);
    page.eval("document.querySelector('input[value=documents]').click()").await.unwrap();
    assert!(!is_proposed(page).await);
    page.eval("document.querySelectorAll('.chip--document button').forEach(one => one.click())").await.unwrap();
    until(page, "document.querySelectorAll('.chip--document').length === 0").await;
    assert_eq!(mode(page).await, "documents");
}

#[tokio::test]
async fn documents_are_read_as_soon_as_they_are_attached_and_one_that_is_not_says_why() {
    let lab = Lab::with(Script::new()).await;
    let panel = panel(&lab).await;
    let page = panel.page();
    give(page).await;
    until(page, "document.querySelector('.chip[data-state=doubtful] .chip__note')?.innerText.length > 10").await;
    assert_eq!(mode(page).await, "documents");
    // What is taken away again is not kept.
    page.eval("document.querySelector('.chip[data-state=doubtful] button').click()").await.unwrap();
    until(page, "document.querySelectorAll('.chip').length === 2").await;
    for _ in 0..100 {
        if kept(&lab).await.len() == 2 {
            return;
        }
    }
    panic!("{:?}", kept(&lab).await);
}

#[tokio::test]
async fn a_quote_opens_where_it_stands_and_a_document_is_never_markup() {
    let lab = Lab::with(Script::new()).await;
    let panel = panel(&lab).await;
    let page = panel.page();
    give(page).await;
    // Search by name and by content; the hit leads to its place.
    page.eval("document.getElementById('more').click()").await.unwrap();
    until(page, "document.getElementById('open-documents') !== null").await;
    page.eval("document.getElementById('open-documents').click()").await.unwrap();
    until(page, "document.querySelectorAll('.library__row').length >= 2").await;
    let search = |words: &str| {
        format!(
            "(() => {{ const field = document.querySelector('#library-search'); field.value = '{words}'; \
             field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"
        )
    };
    page.eval(&search("prices")).await.unwrap();
    until(page, "document.querySelectorAll('.library__row').length === 1").await;
    page.eval(&search("begins five years")).await.unwrap();
    until(page, "document.querySelector('.library__hit')?.getAttribute('href').includes('page=1')").await;

    let lease = id_of(&kept(&lab).await, "lease.md");
    let address = format!("document.html#id={lease}&page=1&quote=begins%20on%201%20May%202024%20and%20runs");
    let document = lab.browser.open_extension(&address).await.unwrap();
    let shown = document.page();
    until(shown, "document.querySelector('.sheet mark')?.innerText === 'begins on 1 May 2024 and runs'").await;
    until(shown, "document.querySelector('.sheet th')?.innerText === 'Year'").await;
    assert_eq!(shown.eval("document.querySelectorAll('.sheet img, .sheet b').length").await.unwrap(), 0);
    assert_eq!(shown.eval("document.title").await.unwrap(), "lease.md");
    assert_eq!(shown.eval("document.querySelectorAll('.reader__told--not').length").await.unwrap(), 0);
    // Words that do not stand there are not passed off as found.
    shown.eval(&format!("location.hash = 'id={lease}&page=1&quote=begins%20on%202%20May%202025'")).await.unwrap();
    until(shown, "document.querySelector('.reader__told--not') !== null").await;

    // A person deletes it after a question, and its place says so. A page behind another one draws nothing.
    page.to_front().await.unwrap();
    page.eval(&search("lease")).await.unwrap();
    until(page, "document.querySelectorAll('.library__row').length === 1").await;
    page.eval("document.querySelector('.library__actions .icon-button').click()").await.unwrap();
    until(page, "document.activeElement?.id === 'keep-document'").await;
    page.eval("document.querySelector('.library__confirm .button--stop').click()").await.unwrap();
    until(page, "document.querySelector('.library__row') === null").await;
    let gone = lab.browser.open_extension(&address).await.unwrap();
    until(gone.page(), "document.querySelector('.reader__problem') !== null").await;
}

#[tokio::test]
async fn a_file_of_questions_becomes_one_batch() {
    let lab = Lab::with(Script::new()).await;
    let panel = panel(&lab).await;
    let page = panel.page();
    let choose = |name: &str, text: &str| {
        format!(
            "(() => {{ const all = new DataTransfer(); all.items.add(new File([{}], '{name}')); \
             const field = document.querySelector('#questions-file'); field.files = all.files; \
             field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()",
            Value::from(text)
        )
    };
    page.eval(&choose("list.csv", "id;question\n1;\"Who signs; and when?\"\n2;What is the rent?\n")).await.unwrap();
    until(page, "document.querySelector('.composer__several input')?.checked === true").await;
    assert_eq!(mode(page).await, "documents");
    let draft = "document.querySelector('#composer-input').value";
    assert_eq!(page.eval(draft).await.unwrap(), "Who signs; and when?\nWhat is the rent?");
    // A second one joins the first; one without questions says so, and changes nothing.
    page.eval(&choose("more.txt", "1. Who pays for repairs?\r\n")).await.unwrap();
    until(page, &format!("{draft}.split('\\n').length === 3")).await;
    page.eval(&choose("empty.txt", " \n")).await.unwrap();
    until(page, "document.querySelector('[role=alert]')?.innerText.includes('no questions')").await;
    assert_eq!(page.eval(&format!("{draft}.split('\\n').length")).await.unwrap(), 3);
    // A long list that is pasted is asked, and a long text is a document.
    page.eval("document.querySelector('#composer-input').focus()").await.unwrap();
    let paste = |text: &str| {
        format!(
            "(() => {{ const data = new DataTransfer(); data.setData('text/plain', {text}); \
             return document.activeElement.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true, cancelable: true }})); }})()"
        )
    };
    assert_eq!(page.eval(&paste("'Is this a question that is asked?\\n'.repeat(200)")).await.unwrap(), true);
    assert_eq!(page.eval(&paste("'This is no question. '.repeat(400)")).await.unwrap(), false);
    until(page, "document.querySelectorAll('.chip--document').length === 1").await;
}
