//! The composer through the shipped package, by keys and clicks alone: tabs after `@`, saved prompts after `/`, pasted pictures, *This page*.

use edith_lab::browser::Page;
use edith_lab::model_server::{Reply, Request, Script};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::lab::{Lab, RUN};

async fn until(page: &Page, condition: &str) {
    page.wait_for(condition, RUN).await.unwrap_or_else(|error| panic!("{condition}: {error}"));
}

pub(crate) async fn write(page: &Page, words: &str) {
    until(page, "document.getElementById('composer-input')?.hidden === false").await;
    page.eval("document.getElementById('composer-input').focus()").await.unwrap();
    page.type_keys(words).await.unwrap();
}

const OPTIONS: &str = "[...document.querySelectorAll('.lookup [role=option]')]";
const DRAFT: &str = "document.getElementById('composer-input').value";

/// Starts anew, and waits until there is nothing left of the last message.
async fn anew(page: &Page) {
    page.eval("document.querySelector('[aria-label=\"New conversation\"]').click()").await.unwrap();
    until(page, "document.querySelector('.said') === null").await;
}

/// Pastes a picture that is drawn here.
pub(crate) async fn paste(page: &Page) {
    let script = "(async () => {
        const canvas = new OffscreenCanvas(1600, 400);
        const brush = canvas.getContext('2d');
        brush.fillStyle = 'white'; brush.fillRect(0, 0, 1600, 400);
        brush.fillStyle = 'black'; brush.font = '120px sans-serif'; brush.fillText('Brass lamp', 60, 240);
        const file = new File([await canvas.convertToBlob({ type: 'image/png' })], 'image.png', { type: 'image/png' });
        const data = new DataTransfer();
        data.items.add(file);
        const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        document.getElementById('composer-input').dispatchEvent(paste);
    })()";
    page.eval(script).await.unwrap();
    until(page, "document.querySelector('.composer .chip[data-state=done] img')?.naturalWidth > 0").await;
}

fn pictures(request: &Request) -> Vec<String> {
    let parts = request.messages().iter().filter_map(|message| message["content"].as_array()).flatten();
    parts.filter_map(|part| part["image_url"]["url"].as_str().map(str::to_owned)).collect()
}

/// The panel with that page beside it. In a test the panel is a tab of its own, so the browser's answer stands in for it.
pub(crate) async fn beside(lab: &Lab, url: &str) -> edith_lab::browser::Extension {
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let script = format!(
        "(() => {{ const query = chrome.tabs.query.bind(chrome.tabs);
        chrome.tabs.query = async (wanted) => wanted.active && wanted.currentWindow
            ? (await query({{}})).filter(tab => tab.url === {})
            : query(wanted);
        dispatchEvent(new Event('focus')); }})()",
        json!(url)
    );
    panel.page().eval(&script).await.unwrap();
    panel.page().to_front().await.unwrap();
    panel
}

#[tokio::test]
async fn what_is_referred_to_goes_to_the_model_and_stays_with_the_message() {
    let sites = Sites::start().await.unwrap();
    let url = sites.page_url("tools-plain");
    let lab = Lab::on(sites, Script::always(|_| Reply::text("It is brass."))).await;
    let beside_page = lab.browser.open_page(&url).await.unwrap();
    let title = beside_page.eval("document.title").await.unwrap().as_str().unwrap().to_owned();
    let prompt = json!({ "name": "Weekly report", "text": "Report on {{what}} for week {{week?}}." });
    lab.extension.accepted(json!({ "type": "PROMPT_SAVE", "prompt": prompt })).await.unwrap();
    let panel = beside(&lab, &url).await;
    let page = panel.page();
    until(page, "document.querySelector('input[value=chat]') !== null").await;
    page.eval("document.querySelector('input[value=chat]').click()").await.unwrap();

    // A tab: by keys alone, with what a screen reader is told.
    write(page, "What is @").await;
    until(page, &format!("{OPTIONS}.some(one => one.innerText.includes({}))", json!(title))).await;
    page.type_keys(&title.chars().take(4).collect::<String>()).await.unwrap();
    until(page, &format!("{OPTIONS}[0]?.innerText.includes({})", json!(title))).await;
    let told = "(() => { const box = document.getElementById('composer-input');
        const at = document.getElementById(box.getAttribute('aria-activedescendant'));
        return at?.getAttribute('role') === 'option' && at.getAttribute('aria-selected') === 'true'
            && at.closest('[role=listbox]').id === box.getAttribute('aria-controls') && document.activeElement === box; })()";
    assert_eq!(page.eval(told).await.unwrap(), json!(true));
    // Escape closes the list and nothing else; the next letter does not bring it back.
    page.press("Escape", 27).await.unwrap();
    until(page, "document.querySelector('.lookup') === null").await;
    page.eval("document.getElementById('composer-input').select()").await.unwrap();
    write(page, "What is @").await;
    until(page, &format!("{OPTIONS}.length > 0")).await;
    page.type_keys(&title.chars().take(4).collect::<String>()).await.unwrap();
    until(page, &format!("{OPTIONS}[0]?.innerText.includes({})", json!(title))).await;
    page.press("Enter", 13).await.unwrap();
    until(page, &format!("document.querySelector('.composer .chip')?.innerText.includes({})", json!(title))).await;
    until(page, &format!("{DRAFT} === 'What is '")).await;
    write(page, "it?").await;
    page.press("Enter", 13).await.unwrap();
    let sent = lab.asked(1).await.remove(0);
    let text = sent.body.to_string();
    assert!(text.contains("What is it?") && text.contains(&format!("Open tab: {title}")), "{text}");
    let shown = format!("document.querySelector('.said .chip')?.innerText.includes({})", json!(title));
    until(page, &shown).await;

    // A prompt with fields: what is missing is told, and the other field may stay empty.
    anew(page).await;
    write(page, "/rep").await;
    until(page, &format!("{OPTIONS}[0]?.innerText.includes('Weekly report')")).await;
    page.press("Tab", 9).await.unwrap();
    until(page, "document.activeElement.id === 'prompt-field-0'").await;
    page.press("Enter", 13).await.unwrap();
    until(page, "document.activeElement.id === 'prompt-field-1'").await;
    page.press("Enter", 13).await.unwrap();
    until(page, "document.querySelector('#prompt-missing').innerText.includes('what')").await;
    until(page, "document.activeElement.id === 'prompt-field-0'").await;
    page.type_keys("lamps {{week}}").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    until(page, "document.activeElement.id === 'prompt-field-1'").await;
    page.press("Enter", 13).await.unwrap();
    let text = lab.asked(2).await.remove(1).body.to_string();
    assert!(text.contains("Report on lamps {{week}} for week ."), "{text}");
    until(page, "document.querySelector('.said .chip')?.innerText.includes('Weekly report')").await;
    until(page, "document.body.innerText.includes('It is brass.')").await;

    // A picture goes to a model that sees, and only its text to one that does not; the message keeps it.
    for (at, sees) in [(3, true), (4, false)] {
        lab.extension.change_settings(json!({ "modelSeesPictures": sees })).await.unwrap();
        anew(page).await;
        paste(page).await;
        let note = if sees { "The model sees it" } else { "Only its text" };
        until(page, &format!("document.querySelector('.composer .chip__note')?.innerText.startsWith('{note}')")).await;
        write(page, "What is on it?").await;
        page.press("Enter", 13).await.unwrap();
        let sent = lab.asked(at).await.remove(at - 1);
        let urls = pictures(&sent);
        assert_eq!(urls.len(), usize::from(sees), "{}", sent.body);
        assert!(urls.iter().all(|url| url.starts_with("data:image/jpeg;base64,")));
        assert!(sent.body.to_string().contains("image.png"), "it is a document, too");
        until(page, "document.querySelector('.said .chip img')?.naturalWidth > 0").await;
        until(page, "document.body.innerText.includes('It is brass.')").await;
    }

    // All of it is still there in another panel.
    let list = lab.extension.conversations().await.unwrap();
    let stored = serde_json::to_string(&list).unwrap();
    assert!(
        stored.contains("\"promptName\":\"Weekly report\"") && stored.contains(&format!("\"title\":{}", json!(title))),
        "{stored}"
    );
    let other = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let other = other.page();
    until(other, "document.querySelectorAll('.home .tile--row').length >= 4").await;
    other.eval("[...document.querySelectorAll('.home .tile--row')].find(one => one.innerText.includes('What is it?')).click()").await.unwrap();
    until(other, &shown).await;

    // A task begins in this page unless the person says otherwise.
    anew(page).await;
    page.eval("document.querySelector('input[value=agent]').click()").await.unwrap();
    until(page, "document.getElementById('this-page')?.checked === true").await;
    write(page, "find lamps on shop.example").await;
    until(page, "document.getElementById('this-page').checked === false").await;
    page.eval("document.getElementById('composer-input').select()").await.unwrap();
    write(page, "sum up this page").await;
    until(page, "document.getElementById('this-page').checked === true").await;
    page.eval("document.getElementById('this-page').focus()").await.unwrap();
    page.type_keys(" ").await.unwrap();
    until(page, "document.getElementById('this-page').checked === false").await;
    write(page, "").await;
    page.press("Enter", 13).await.unwrap();
    let text = lab.asked(5).await.remove(4).body.to_string();
    assert!(text.contains("CURRENT PAGE: No page is open"), "{text}");
    assert_eq!(page.eval("document.documentElement.scrollWidth <= innerWidth").await.unwrap(), Value::Bool(true));
}
