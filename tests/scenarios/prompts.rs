//! Saved prompts: kept, changed and deleted, with what speaks against it, on fakes.

use edith_protocol::{AnswerBody, Command, ErrorCode, MAX_PROMPTS, PROMPT_CHARS, SavedPrompt};
use edith_testkit::World;
use serde_json::{Value, json};

fn save(world: &World, id: &str, name: &str, text: &str) -> Result<Vec<SavedPrompt>, ErrorCode> {
    let command = json!({ "type": "PROMPT_SAVE", "prompt": { "id": id, "name": name, "text": text } });
    answer(world, serde_json::from_value(command).unwrap())
}

fn answer(world: &World, command: Command) -> Result<Vec<SavedPrompt>, ErrorCode> {
    let reply = world.send(command).unwrap();
    match reply.body {
        Some(AnswerBody::Prompts { prompts }) => Ok(prompts),
        _ => Err(reply.error.unwrap().code),
    }
}

#[test]
fn a_prompt_is_saved_changed_renamed_and_deleted() {
    let world = World::default();
    assert_eq!(answer(&world, Command::PromptList), Ok(Vec::new()));
    let report = save(&world, "", "  Weekly \n report ", " Week {{week}} ").unwrap().remove(0);
    assert_eq!((report.name.as_str(), report.text.as_str()), ("Weekly report", "Week {{week}}"));
    let other = save(&world, "", "Other", "o").unwrap().remove(1);
    assert!(!report.id.is_empty() && report.id != other.id);
    // Its own name is no other's, also written in another way.
    let all = save(&world, &report.id, "weekly Report", "Week {{n}}").unwrap();
    assert_eq!(all.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["weekly Report", "Other"]);
    world.restart_worker();
    world.settle();
    assert_eq!(answer(&world, Command::PromptList), Ok(all));
    assert_eq!(answer(&world, Command::PromptDelete { id: report.id.clone() }).unwrap(), [other]);
    assert_eq!(answer(&world, Command::PromptDelete { id: report.id.clone() }), Err(ErrorCode::UnknownPrompt));
    // What was deleted elsewhere does not come back under its old id.
    assert_eq!(save(&world, &report.id, "Again", "a"), Err(ErrorCode::UnknownPrompt));
    assert_eq!(answer(&world, Command::PromptList).unwrap().len(), 1);
}

#[test]
fn what_is_no_prompt_is_refused_and_changes_nothing() {
    let world = World::default();
    save(&world, "", "Report", "r").unwrap();
    let before = world.store.local("edith_prompts");
    let (long_name, long_text) = ("n".repeat(61), "t".repeat(PROMPT_CHARS + 1));
    for (name, text) in [("", "t"), ("  ", "t"), ("n", " \n"), ("REPORT", "t"), (&long_name, "t"), ("n", &long_text)] {
        assert_eq!(save(&world, "", name, text), Err(ErrorCode::BadPrompt), "{name:.9}");
    }
    assert_eq!(world.store.local("edith_prompts"), before);
    save(&world, "", &"n".repeat(60), &"t".repeat(PROMPT_CHARS)).unwrap();
    (2..MAX_PROMPTS).for_each(|n| drop(save(&world, "", &format!("p{n}"), "t").unwrap()));
    assert_eq!(save(&world, "", "one more", "t"), Err(ErrorCode::BadPrompt));
}

#[test]
fn a_damaged_prompt_harms_no_other_and_is_not_lost() {
    let world = World::default();
    let damaged = json!({ "id": "x", "title": 3 });
    world.set("edith_prompts", json!([damaged, { "id": "p", "name": "n", "text": "t", "later": 1 }]));
    assert_eq!(answer(&world, Command::PromptList).unwrap().len(), 1);
    assert_eq!(save(&world, "", "m", "u").unwrap().len(), 2);
    let stored: Vec<Value> = serde_json::from_value(world.store.local("edith_prompts").unwrap()).unwrap();
    assert_eq!((stored.len(), &stored[0]), (3, &damaged));
}
