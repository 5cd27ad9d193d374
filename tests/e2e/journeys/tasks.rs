//! A task with a question, one with a refusal, one that is stopped, one in which the person does a part.

use edith_lab::model_server::{Fault, Reply, Request, Script, uid_of};
use edith_lab::sample::sample;
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::walker::{WAYS, Walker, Way};
use crate::lab::{Lab, open};

/// What the person said last, and how many calls were answered since.
fn so_far(request: &Request) -> (String, usize) {
    let messages = request.messages();
    let is_task = |message: &&Value| message["role"] == "user" && message.to_string().contains("JOURNEY");
    let task = messages.iter().rfind(|message| is_task(message)).map(|message| message["content"].to_string());
    let calls = messages.iter().filter(|message| message["role"] == "tool").count();
    (task.unwrap_or_default(), calls)
}

fn script(form: String, plain: String) -> Script {
    Script::always(move |request| {
        let (task, calls) = so_far(request);
        match (task, calls) {
            (task, 0) if task.contains("ask me") => {
                Reply::call("ask_user", json!({ "question": "Which colour shall it have?" }))
            }
            (task, _) if task.contains("ask me") => Reply::done("A blue one was noted."),
            (task, 0) if task.contains("refuse") => open(&form),
            (task, 1) if task.contains("refuse") => {
                let uid = uid_of(request, "INPUT", "Password").unwrap_or_default();
                Reply::call("type_text", json!({ "uid": uid, "text": "hunter2" }))
            }
            (task, _) if task.contains("refuse") => Reply::done("Left as it was."),
            (task, 0) if task.contains("together") || task.contains("slow") => open(&plain),
            (task, 1) if task.contains("together") && !request.body.to_string().contains("USER SAYS") => {
                Reply::text("late").with(Fault::Delay { milliseconds: 120_000 })
            }
            (task, _) if task.contains("together") => Reply::done("Both of us did it."),
            _ => Reply::text("late").with(Fault::Delay { milliseconds: 120_000 }),
        }
    })
}

async fn walk(way: Way, axe: Option<&str>) {
    let sites = Sites::start().await.unwrap();
    let script = script(sites.form_url.clone(), sites.page_url("tools-plain"));
    let lab = Lab::on(sites, script).await;
    lab.extension.change_settings(json!({ "language": way.language })).await.unwrap();
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let mut walker = Walker::at(&panel, way, axe).await;
    let say = async |walker: &Walker<'_>, text: &str| {
        walker.write(&walker.words.get("message"), text).await;
        walker.press_key("send").await;
    };
    let anew = async |walker: &Walker<'_>| {
        walker.press_key("new_conversation").await;
        walker.until("document.querySelector('.home') !== null").await;
    };

    say(&walker, "JOURNEY ask me").await;
    walker.reads("Which colour shall it have?").await;
    walker.look("a question").await;
    walker.page().type_keys("a blue one").await.unwrap();
    walker.page().press("Enter", 13).await.unwrap();
    walker.reads("A blue one was noted.").await;
    walker.look("an answer").await;

    anew(&walker).await;
    say(&walker, "JOURNEY refuse").await;
    walker.reads_key("allow_once").await;
    walker.look("an approval").await;
    walker.press_key("deny").await;
    walker.reads("Left as it was.").await;
    let text = walker.page().eval("document.documentElement.outerHTML").await.unwrap();
    assert!(!text.as_str().unwrap().contains("hunter2"), "the password stands in the panel");

    anew(&walker).await;
    say(&walker, "JOURNEY slow").await;
    walker.press_key("stop").await;
    walker.until("document.querySelector('.run') === null").await;
    walker.reads_key("you_stopped").await;
    walker.look("stopped").await;

    anew(&walker).await;
    say(&walker, "JOURNEY together").await;
    walker.until("document.querySelector('.step') !== null").await;
    walker.press_key("take_over").await;
    walker.reads_key("your_turn").await;
    walker.look("the person's turn").await;
    walker.page().to_front().await.unwrap();
    walker.press_key("go_on").await;
    walker.reads("Both of us did it.").await;
    walker.end();
}

#[tokio::test]
async fn a_task_is_asked_about_refused_stopped_and_shared() {
    let axe = edith_lab::axe::source().unwrap();
    for way in sample("ways through a task", WAYS.to_vec(), 2) {
        walk(way, axe.as_deref()).await;
    }
}
