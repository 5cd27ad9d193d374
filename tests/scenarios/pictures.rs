//! Pictures that the person gives to a task: models that see are shown them, others are not, on fakes.

use edith_documents::call::Failure;
use edith_model::ChatMessage;
use edith_protocol::{AnswerBody, Command, Extras, Given, Outcome};
use edith_testkit::{Scripted, World};
use serde_json::json;

const PICTURE: &str = "data:image/png;base64,UElYRUxT";

fn world(sees: bool) -> World {
    let world = World::default();
    world.set("edith_settings", json!({ "modelSeesPictures": sees }));
    world
}

fn with_picture() -> Extras {
    let given =
        Given { name: "shot.png".into(), mime: "image/png".into(), data: "UElYRUxT".into(), ..Given::default() };
    Extras { documents: vec![given], prompt_name: Some("Look".into()), ..Extras::default() }
}

fn shown(world: &World) -> Vec<String> {
    let request = world.model.requests().last().unwrap().clone();
    request.messages.iter().flat_map(ChatMessage::pictures).map(str::to_owned).collect()
}

#[test]
fn a_model_that_sees_is_shown_a_given_picture_and_another_only_told_of_it() {
    for sees in [true, false] {
        for agent in [true, false] {
            let world = world(sees);
            let prompt = "What is on it?".to_owned();
            world.model.will([if agent { Scripted::complete("a lamp") } else { Scripted::Text("a lamp".into()) }]);
            let command = if agent {
                Command::AgentRun { prompt, conversation_id: None, tab_id: None }
            } else {
                Command::Chat { prompt, conversation_id: None }
            };
            world.send_with(command, with_picture()).unwrap();
            world.settle();
            let expected = if sees { vec![PICTURE] } else { Vec::new() };
            assert_eq!(shown(&world), expected, "sees {sees} agent {agent}");
            let request = world.model.requests().last().unwrap().clone();
            let told: String = request.messages.iter().map(|message| message.text().into_owned()).collect();
            assert!(told.contains("\"shot.png\""), "{told}");
            let message = &world.store.conversations()[0].messages[0];
            assert_eq!(
                (message.documents[0].name.as_str(), message.prompt_name.as_deref()),
                ("shot.png", Some("Look"))
            );
        }
    }
}

#[test]
fn a_picture_stays_with_its_run_over_a_restart_and_with_its_conversation() {
    let world = world(true);
    world.model.will([Scripted::Hang]);
    let command = Command::AgentRun { prompt: "What is on it?".into(), conversation_id: None, tab_id: None };
    let Some(AnswerBody::Started { conversation_id, .. }) = world.send_with(command, with_picture()).unwrap().body
    else {
        panic!("not started")
    };
    world.settle();
    world.model.will([Scripted::complete("a lamp")]);
    world.restart_worker();
    world.settle();
    assert_eq!(world.events.done().unwrap().outcome, Outcome::Completed);
    assert_eq!(shown(&world), [PICTURE]);
    // The next question still sees it.
    world.model.will([Scripted::Text("brass".into())]);
    world.send(Command::Chat { prompt: "And of what?".into(), conversation_id: Some(conversation_id) }).unwrap();
    world.settle();
    assert_eq!(shown(&world), [PICTURE]);
}

#[test]
fn of_many_pictures_the_latest_are_shown_and_one_that_cannot_be_drawn_stops_nothing() {
    let world = world(true);
    let given = |n: usize| Given {
        name: format!("{n}.png"),
        mime: "image/png".into(),
        data: format!("UElYRU{n}T"),
        ..Given::default()
    };
    world.model.will([Scripted::Text("six".into())]);
    world.reader.will_fail([Failure::Damaged { what: "it has no end".into() }]);
    let extras = Extras { documents: (1..=6).map(given).collect(), ..Extras::default() };
    let reply = world.send_with(Command::Chat { prompt: "How many?".into(), conversation_id: None }, extras).unwrap();
    assert!(reply.ok, "{reply:?}");
    let urls = shown(&world);
    // The third of six is the first of the latest four.
    assert_eq!((urls.len(), urls[0].as_str()), (3, "data:image/png;base64,UElYRU4T"));
}
