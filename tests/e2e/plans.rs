//! Plans in the panel: planned first, edited, approved or refused; what the mailbox's server has in the end.

use edith_lab::browser::{Extension, Page};
use edith_lab::model_server::{Fault, Reply, Request, Script, uid_of};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::SOON;
use super::lab::{Lab, open};

async fn until(page: &Page, condition: &str) {
    if let Err(error) = page.wait_for(condition, SOON).await {
        let seen = "document.activeElement.outerHTML.slice(0, 200) + ' / ' + document.body.innerText.slice(0, 1500)";
        panic!("{condition}: {error}; {}", page.eval(seen).await.unwrap_or_default());
    }
}

/// A planner of two steps, of which the second deletes a message, and an executor that does as the steps say.
fn model(mail: String) -> impl Fn(&Request) -> Reply {
    let site = mail.split('/').nth(2).unwrap().to_owned();
    move |request| {
        let said = request.body["messages"].to_string();
        let rules = request.body["messages"][0].to_string();
        if rules.contains("You plan a person's task") {
            let steps = json!([
                { "text": "Open the first message", "done_when": "The message is shown", "effects": [], "sites": [] },
                { "text": "Move it to the trash", "done_when": "The mailbox says so", "effects": ["delete"], "sites": [site] },
            ]);
            return Reply::text(json!({ "steps": steps, "message": "I open it and delete it." }).to_string());
        }
        if rules.contains("A plan was carried out") {
            let part =
                |at: usize| json!({ "step": at, "reached": true, "words": "The message was moved to the trash." });
            return Reply::text(json!({ "steps": [part(1), part(2)], "message": "It is in the trash." }).to_string());
        }
        let acted = said.contains("\"role\":\"tool\"");
        match () {
            () if acted => Reply::call("step_done", json!({})),
            () if said.contains("STEP: Move it") => {
                Reply::call("click", json!({ "uid": uid_of(request, "BUTTON", "Delete").unwrap_or_default() }))
            }
            () => open(&format!("{mail}/message/1")),
        }
    }
}

async fn lab() -> (Lab, Extension) {
    let sites = Sites::start().await.unwrap();
    let answers = model(sites.mail_url.clone());
    let lab = Lab::on(sites, Script::always(answers)).await;
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    panel.page().to_front().await.unwrap();
    (lab, panel)
}

/// Switches planning on and gives the task, all by keyboard.
async fn plan_first(page: &Page, task: &str) {
    until(page, "document.getElementById('plan-first') !== null").await;
    page.eval("document.getElementById('plan-first').focus()").await.unwrap();
    page.type_keys(" ").await.unwrap();
    until(page, "document.getElementById('plan-first').checked").await;
    say(page, task).await;
    until(page, "document.querySelectorAll('.plan__step').length === 2").await;
}

async fn say(page: &Page, words: &str) {
    page.eval("document.getElementById('composer-input').focus()").await.unwrap();
    page.type_keys(words).await.unwrap();
    page.press("Enter", 13).await.unwrap();
}

async fn alt_up(page: &Page) {
    for kind in ["rawKeyDown", "keyUp"] {
        let key =
            json!({ "type": kind, "key": "ArrowUp", "code": "ArrowUp", "windowsVirtualKeyCode": 38, "modifiers": 1 });
        page.send("Input.dispatchKeyEvent", key).await.unwrap();
    }
}

/// Presses a button by keyboard.
async fn press(page: &Page, selector: &str) {
    let found = format!("document.querySelector({})", json!(selector));
    until(page, &format!("{found} !== null && !{found}.disabled")).await;
    page.eval(&format!("{found}.focus()")).await.unwrap();
    page.press("Enter", 13).await.unwrap();
}

const TEXTS: &str = "[...document.querySelectorAll('.plan__text')].map(one => one.value).join(' | ')";

fn folder(lab: &Lab) -> String {
    lab.sites.state().mail.messages.iter().find(|message| message.id == 1).unwrap().folder.clone()
}

#[tokio::test]
async fn an_approved_plan_is_carried_out_without_a_further_question() {
    let (lab, panel) = lab().await;
    let page = panel.page();
    plan_first(page, "delete the first message").await;
    // What it may do, where, and what approving means are said.
    let chip = "document.querySelector('.chip--may').innerText";
    let site = lab.sites.mail_url.split('/').nth(2).unwrap();
    assert_eq!(page.eval(chip).await.unwrap(), json!(format!("may delete on {site}")));
    until(page, "document.querySelector('.plan__leave').innerText.includes('once each')").await;
    // Words of consent approve nothing: the plan is made anew and shown again.
    let before = lab.model.requests().len();
    say(page, "approve").await;
    lab.asked(before + 1).await;
    until(page, "document.querySelectorAll('.plan__step').length === 2").await;
    assert!(!lab.sites.state().requests.iter().any(|request| request.contains("/mail")), "nothing was done");
    press(page, ".ask--plan .button--main").await;
    lab.until("the message is in the trash", |state| state.mail.messages[0].folder == "trash").await;
    until(page, "document.querySelector('.ended--completed') !== null").await;
    assert_eq!(page.eval("document.querySelector('.ask') === null").await.unwrap(), json!(true));
    let states = "[...document.querySelectorAll('.plan-step')].map(step => step.dataset.state).join()";
    assert_eq!(page.eval(states).await.unwrap(), json!("done,done"));
    let deletions = lab.sites.state().requests.iter().filter(|one| one.contains("/mail/delete/")).count();
    assert_eq!(deletions, 1);
    // The switch stays as it was left.
    let other = lab.browser.open_extension("sidepanel.html").await.unwrap();
    until(other.page(), "document.getElementById('plan-first')?.checked === true").await;
}

#[tokio::test]
async fn an_edited_plan_has_the_leave_that_was_left_to_it() {
    let (lab, panel) = lab().await;
    let page = panel.page();
    plan_first(page, "delete the first message").await;
    // A step is added, moved up twice, and removed; the focus goes with it.
    press(page, "#plan-add").await;
    until(page, "document.activeElement.matches('.plan__step:nth-of-type(3) .plan__text')").await;
    page.type_keys("Look around").await.unwrap();
    for (place, texts) in [
        (2, "Open the first message | Look around | Move it to the trash"),
        (1, "Look around | Open the first message | Move it to the trash"),
    ] {
        alt_up(page).await;
        until(page, &format!("{TEXTS} === {}", json!(texts))).await;
        until(page, &format!("document.activeElement.matches('.plan__step:nth-of-type({place}) .plan__text')")).await;
    }
    until(page, "document.querySelector('.ask--plan [role=status]').textContent === 'Step 2 is now step 1.'").await;
    press(page, ".plan__step:first-of-type .plan__tools button:last-of-type").await;
    until(page, &format!("{TEXTS} === 'Open the first message | Move it to the trash'")).await;
    until(page, "document.activeElement.matches('.plan__step:first-of-type .plan__text')").await;
    // Without the leave to delete it is asked about, and a no is a no.
    press(page, ".chip--may .icon-button").await;
    until(page, "document.querySelector('.chip--may') === null").await;
    // What was taken away is told below the steps, which moves the buttons.
    until(page, "document.querySelector('.ask--plan [role=status]').textContent.startsWith('No longer allowed')").await;
    press(page, ".ask--plan .button--main").await;
    until(page, "document.querySelector('.ask:not(.ask--plan) .ask__buttons') !== null").await;
    assert_ne!(folder(&lab), "trash");
    press(page, ".ask__buttons .button:nth-of-type(2)").await;
    until(page, "document.querySelector('.ended') !== null").await;
    assert_ne!(folder(&lab), "trash");
    let deletions = lab.sites.state().requests.iter().filter(|one| one.contains("/mail/delete/")).count();
    assert_eq!(deletions, 0);
}

#[tokio::test]
async fn a_refused_plan_does_nothing() {
    let (lab, panel) = lab().await;
    let page = panel.page();
    plan_first(page, "delete the first message").await;
    press(page, ".ask--plan .ask__buttons .button:nth-of-type(2)").await;
    until(page, "document.querySelector('.ended--stopped') !== null").await;
    assert_eq!(lab.runs().await.iter().filter(|run| run["outcome"] == Value::Null).count(), 0);
    assert!(!lab.sites.state().requests.iter().any(|request| request.contains("/mail")));
}

#[tokio::test]
async fn words_change_a_shown_plan_and_taking_over_leaves_it_open() {
    let (lab, panel) = lab().await;
    let page = panel.page();
    plan_first(page, "delete the first message").await;
    // Who takes over is not asked to decide now, and has denied nothing.
    press(page, ".run [aria-label=\"I'll do this part\"]").await;
    until(page, "document.querySelector('.run .button--main') !== null").await;
    let runs = lab.runs().await;
    assert_eq!((&runs[0]["ask"]["kind"], &runs[0]["outcome"]), (&json!("plan"), &Value::Null), "{runs:?}");
    panel.page().to_front().await.unwrap();
    press(page, ".run .button--main").await;
    until(page, "document.querySelector('.run .button--main') === null").await;
    // The person's own version goes with the words.
    let field = "document.querySelector('.plan__step:first-of-type .plan__text')";
    page.eval(&format!("{field}.focus(); {field}.select()")).await.unwrap();
    page.type_keys("Open the oldest message").await.unwrap();
    say(page, "and tell me who wrote it").await;
    let heard = |said: &str| said.contains("and tell me who wrote it") && said.contains("1. Open the oldest message");
    let last = || lab.model.requests().pop().unwrap().body["messages"].to_string();
    let started = std::time::Instant::now();
    while !heard(&last()) {
        assert!(started.elapsed() < SOON, "{}", last());
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    until(page, &format!("{TEXTS} === 'Open the first message | Move it to the trash'")).await;
    assert!(!lab.sites.state().requests.iter().any(|request| request.contains("/mail")));
}

#[tokio::test]
async fn a_step_is_skipped_while_it_is_worked_on() {
    let sites = Sites::start().await.unwrap();
    let usual = model(sites.mail_url.clone());
    let stuck = move |request: &Request| match request.body["messages"].to_string().contains("STEP: Move it") {
        true => Reply::text("late").with(Fault::Delay { milliseconds: 120_000 }),
        false => usual(request),
    };
    let lab = Lab::on(sites, Script::always(stuck)).await;
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.to_front().await.unwrap();
    plan_first(page, "delete the first message").await;
    press(page, ".ask--plan .button--main").await;
    until(page, "document.querySelector('.plan-step:nth-of-type(2)[data-state=working]') !== null").await;
    // A panel opened in the middle shows the same.
    let other = lab.browser.open_extension("sidepanel.html").await.unwrap();
    until(other.page(), "document.querySelector('.plan-step:nth-of-type(2)[data-state=working]') !== null").await;
    other.close().await.unwrap();
    page.to_front().await.unwrap();
    press(page, ".plan-step:nth-of-type(2) [aria-label='Skip step 2']").await;
    until(page, "document.querySelector('.ended') !== null").await;
    until(page, "document.querySelector('.plan-step:nth-of-type(2)').dataset.state === 'skipped'").await;
    assert_ne!(folder(&lab), "trash");
}

#[tokio::test]
async fn with_the_setting_for_tasks_that_change_something_a_harmless_plan_is_carried_out_unasked() {
    let sites = Sites::start().await.unwrap();
    let mail = sites.mail_url.clone();
    let answers = move |request: &Request| {
        let rules = request.body["messages"][0].to_string();
        if rules.contains("You plan a person's task") {
            let step = json!({ "text": "Open the inbox", "done_when": "It is shown", "effects": [], "sites": [] });
            return Reply::text(json!({ "steps": [step], "message": "I open it." }).to_string());
        }
        if rules.contains("A plan was carried out") {
            let step = json!({ "step": 1, "reached": true, "words": "Inbox" });
            return Reply::text(json!({ "steps": [step], "message": "It is open." }).to_string());
        }
        match request.body["messages"].to_string().contains("\"role\":\"tool\"") {
            true => Reply::call("step_done", json!({})),
            false => open(&mail),
        }
    };
    let lab = Lab::on(sites, Script::always(answers)).await;
    let options = lab.browser.open_extension("options.html#permissions").await.unwrap();
    let switch = "[...document.querySelectorAll('label.switch')].find(one => one.innerText.startsWith('Plan tasks'))";
    options.page().to_front().await.unwrap();
    until(options.page(), &format!("{switch} !== undefined")).await;
    options.page().eval(&format!("{switch}.querySelector('input').focus()")).await.unwrap();
    options.page().type_keys(" ").await.unwrap();
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.to_front().await.unwrap();
    until(page, "document.getElementById('plan-first')?.checked === false").await;
    say(page, "open my inbox").await;
    until(page, "document.querySelector('.ended--completed') !== null").await;
    let states = "[...document.querySelectorAll('.plan-step')].map(step => step.dataset.state).join()";
    assert_eq!(page.eval(states).await.unwrap(), json!("done"), "it was planned");
    assert!(!lab.runs().await.iter().any(|run| run["ask"] != Value::Null));
}
