use super::*;
use crate::drawn::Drawn;
use edith_model::{Brief, Known, Purpose};
use edith_page::{ElementKind, UidTable};
use edith_protocol::StepShown;

fn request(messages: Vec<ChatMessage>, brief: Brief) -> ChatRequest {
    ChatRequest { messages, tools: Vec::new(), max_completion_tokens: 1_000, brief }
}

fn asked(task: &str, said: &[&str]) -> Value {
    let brief = Brief {
        purpose: Purpose::Plan,
        task: task.to_owned(),
        said: said.iter().map(|words| (*words).to_owned()).collect(),
        ..Brief::default()
    };
    plan(&request(Vec::new(), brief))
}

fn texts(plan: &Value) -> Vec<&str> {
    plan["steps"].as_array().unwrap().iter().map(|step| step["text"].as_str().unwrap()).collect()
}

#[test]
fn a_task_is_divided_into_parts_that_mean_the_same_alone() {
    for (task, expected) in [
        (
            "go to shop.example, search for lamp and open it, then click Add to cart. Then tell me the total",
            &["go to shop.example", "search for lamp; open it", "click Add to cart", "tell me the total"][..],
        ),
        ("search for lamp, press Enter, then click Save", &["search for lamp; press Enter", "click Save"]),
        ("fill in:\nname: Ada\nemail: ada@x.example", &["fill in: name: Ada, email: ada@x.example"]),
        ("hello! click Save please", &["click Save please"]),
        (
            "Reply to Ann that I agree. Then we meet, click or not",
            &["Reply to Ann that I agree. Then we meet, click or not"],
        ),
        ("type “a, then b” into Message", &["type “a, then b” into Message"]),
    ] {
        let plan = asked(task, &[]);
        assert_eq!(texts(&plan), expected, "{task}");
        let apart: Vec<Command> = texts(&plan).iter().flat_map(|text| parse(text).commands).collect();
        assert_eq!(apart, parse(task).commands, "{task}");
    }
}

#[test]
fn steps_name_their_effects_on_the_site_that_the_words_name() {
    let plan = asked("go to http://Shop.example:8080/x, click Place order, go to mail.example, click Send", &[]);
    let told: Vec<(&Value, &Value)> =
        plan["steps"].as_array().unwrap().iter().map(|step| (&step["effects"], &step["sites"])).collect();
    let (order, send) = (json!(["buy"]), json!(["send"]));
    let (shop, mail) = (json!(["shop.example:8080"]), json!(["mail.example"]));
    let none = json!([]);
    assert_eq!(told, [(&none, &none), (&order, &shop), (&none, &none), (&send, &mail)]);
    assert!(plan["steps"][0]["done_when"].as_str().unwrap().contains("shop.example:8080"), "{plan}");
    let elsewhere = asked("go to mail.example, switch to tab 2, click Send", &[]);
    assert_eq!(elsewhere["steps"][2]["sites"], none, "which page that is, is not known");
}

#[test]
fn what_is_pressed_on_the_page_in_view_does_what_the_page_says_it_does() {
    let page = Drawn::new("http://desk.example/new", "New ticket").add(ElementKind::Button, "Create ticket");
    let index = page.index(&mut UidTable::default());
    let uid = index.elements[0].uid;
    let known = Known { page: Some(index), commits: vec![(uid, "send".into())], ..Known::default() };
    let effects = |task: &str| {
        let brief = Brief { purpose: Purpose::Plan, task: task.to_owned(), known: known.clone(), ..Brief::default() };
        plan(&request(Vec::new(), brief))["steps"].as_array().unwrap().last().unwrap()["effects"].clone()
    };
    assert_eq!(effects("click Create ticket"), json!(["send"]));
    // The control: another page, and another button.
    assert_eq!(effects("go to shop.example, click Create ticket"), json!([]));
    assert_eq!(effects("click Cancel"), json!([]));
}

#[test]
fn no_plan_has_more_steps_than_may_be_shown_and_none_is_lost() {
    let task = (0..50).map(|at| format!("click Item {at}")).collect::<Vec<_>>().join("; ");
    let plan = asked(&task, &[]);
    assert!(texts(&plan).len() <= MAX_PLAN_STEPS);
    let apart: Vec<Command> = texts(&plan).iter().flat_map(|text| parse(text).commands).collect();
    assert_eq!(apart.len(), 50);
}

#[test]
fn what_is_only_talk_or_not_understood_is_answered_without_steps() {
    for (task, words) in [
        ("hello", "Hello"),
        ("frobnicate the whatsit", "frobnicate the whatsit"),
        ("click Save, then frobnicate the whatsit", "frobnicate the whatsit"),
    ] {
        let plan = asked(task, &[]);
        assert_eq!(texts(&plan), [""; 0], "{task}");
        assert!(plan["message"].as_str().unwrap().contains(words), "{plan}");
    }
}

#[test]
fn words_of_the_person_replace_or_go_on_with_the_plan() {
    for (said, expected, noted) in [
        ("click Cancel", &["click Cancel"][..], false),
        ("then click Close", &["click Save", "click Close"], false),
        ("make it nicer", &["click Save"], true),
    ] {
        let plan = asked("click Save", &[said]);
        assert_eq!(texts(&plan), expected, "{said}");
        assert_eq!(plan["message"].as_str().unwrap().contains(said), noted, "{plan}");
    }
}

#[test]
fn a_check_believes_what_the_steps_say_and_points_to_words_of_the_page() {
    let page = Drawn::new("http://shop.example/", "Shop").add(ElementKind::Button, "Buy").text("Total: 31.50 €");
    let known = Known { page: Some(page.index(&mut UidTable::default())), ..Known::default() };
    let step = |state: StepState, outputs: &[(&str, &str)], reason: &str| StepShown {
        text: "click Buy".into(),
        state,
        outputs: outputs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        reason: reason.into(),
        ..StepShown::default()
    };
    let brief = Brief {
        purpose: Purpose::PlanCheck,
        plan: vec![
            step(StepState::Done, &[(ANSWER, "Total: 31.50 €")], ""),
            step(StepState::Done, &[(ANSWER, "Price of the lamp: 9 €")], ""),
            step(StepState::Failed, &[], "I did not find it."),
            step(StepState::Pending, &[], ""),
        ],
        known,
        ..Brief::default()
    };
    let told = check(&request(vec![ChatMessage::user("CURRENT PAGE: ")], brief));
    let part =
        |at: usize| (told["steps"][at]["reached"].as_bool().unwrap(), told["steps"][at]["words"].as_str().unwrap());
    assert_eq!((part(0), part(1)), ((true, "Total: 31.50 €"), (true, "")), "what the page does not show is no proof");
    assert_eq!((part(2), part(3)), ((false, ""), (false, "")));
    assert_eq!(told["steps"][2]["why"], "I did not find it.");
    assert!(told["message"].as_str().unwrap().contains("Total: 31.50 €"));
}
