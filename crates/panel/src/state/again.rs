//! A finished task as what it becomes: a schedule with a time that its words name, a prompt that is kept, a form of its values.

use crate::state::format::shorten;
use crate::state::modes::facts_of;
use crate::state::schedules::Form;
use crate::state::schedules::picker::{Picker, Repeat};
use edith_protocol::{
    Message, Mode, Outcome, PROMPT_CHARS, PROMPT_NAME_CHARS, PlanStep, ReplayField, Role, RunId, SavedPrompt,
    StepShown, StepState, run_ids,
};
use std::collections::BTreeMap;

/// The message that a new answer takes the place of: the one that began the run, or, if the run was such an attempt and did not answer, the one
/// that it was to replace.
pub fn replaced(messages: &[Message], run: &RunId) -> Option<String> {
    let runs = run_ids(messages);
    let of = |run: &RunId| messages.iter().filter(|message| message.run_id.as_ref() == Some(run)).collect::<Vec<_>>();
    let first = |run: &RunId| of(run).into_iter().find(|message| message.role == Role::User);
    let answered = |run: &RunId| {
        let last = of(run).pop().and_then(|message| message.ending.as_ref());
        last.is_none_or(|ending| matches!(ending.outcome, Outcome::Completed | Outcome::Partial))
    };
    let mut begins = first(run)?;
    let earlier = runs.iter().take_while(|one| *one != run).collect::<Vec<_>>();
    let mut run = run;
    for before in earlier.into_iter().rev() {
        match first(before) {
            Some(same) if !answered(run) && same.content == begins.content => (begins, run) = (same, before),
            _ => break,
        }
    }
    Some(begins.id.clone())
}

/// Words for how often, in the panel's languages; the longer ones first.
const OFTEN: [(&str, Repeat); 22] = [
    ("every weekday", Repeat::Weekdays),
    ("on weekdays", Repeat::Weekdays),
    ("werktags", Repeat::Weekdays),
    ("jeden werktag", Repeat::Weekdays),
    ("jours ouvrables", Repeat::Weekdays),
    ("días laborables", Repeat::Weekdays),
    ("every hour", Repeat::Hourly),
    ("hourly", Repeat::Hourly),
    ("stündlich", Repeat::Hourly),
    ("jede stunde", Repeat::Hourly),
    ("toutes les heures", Repeat::Hourly),
    ("cada hora", Repeat::Hourly),
    ("every month", Repeat::Monthly),
    ("jeden monat", Repeat::Monthly),
    ("chaque mois", Repeat::Monthly),
    ("cada mes", Repeat::Monthly),
    ("every day", Repeat::Daily),
    ("daily", Repeat::Daily),
    ("jeden tag", Repeat::Daily),
    ("täglich", Repeat::Daily),
    ("chaque jour", Repeat::Daily),
    ("cada día", Repeat::Daily),
];

/// Words for a time of every day.
const TIMES: [(&str, &str); 12] = [
    ("every morning", "08:00"),
    ("jeden morgen", "08:00"),
    ("chaque matin", "08:00"),
    ("cada mañana", "08:00"),
    ("every noon", "12:00"),
    ("jeden mittag", "12:00"),
    ("chaque midi", "12:00"),
    ("cada mediodía", "12:00"),
    ("every evening", "18:00"),
    ("jeden abend", "18:00"),
    ("chaque soir", "18:00"),
    ("cada tarde", "18:00"),
];

/// Names of the days from Monday, with "every" or as Germans say it, each with cron's number.
const DAYS: [(&str, u8); 28] = [
    ("every monday", 1),
    ("every tuesday", 2),
    ("every wednesday", 3),
    ("every thursday", 4),
    ("every friday", 5),
    ("every saturday", 6),
    ("every sunday", 0),
    ("jeden montag", 1),
    ("jeden dienstag", 2),
    ("jeden mittwoch", 3),
    ("jeden donnerstag", 4),
    ("jeden freitag", 5),
    ("jeden samstag", 6),
    ("jeden sonntag", 0),
    ("chaque lundi", 1),
    ("chaque mardi", 2),
    ("chaque mercredi", 3),
    ("chaque jeudi", 4),
    ("chaque vendredi", 5),
    ("chaque samedi", 6),
    ("chaque dimanche", 0),
    ("cada lunes", 1),
    ("cada martes", 2),
    ("cada miércoles", 3),
    ("cada jueves", 4),
    ("cada viernes", 5),
    ("cada sábado", 6),
    ("cada domingo", 0),
];

/// A new schedule of a task, at the time that its words name; every weekday at nine if they name none.
/// A plan that was approved goes with it: a step for each that was not skipped, with what it may do. `page`: the address of the page that it began on, which
/// nobody has in view when the schedule runs; it is below the words.
pub fn scheduled(prompt: &str, mode: Mode, steps: &[StepShown], page: Option<&str>) -> Form {
    let step = |step: &StepShown| PlanStep {
        step_id: String::new(),
        text: step.text.clone(),
        done_when: step.done_when.clone(),
        effects: step.effects.clone(),
        sites: step.sites.clone(),
    };
    let steps: Vec<PlanStep> = steps.iter().filter(|step| step.state != StepState::Skipped).map(step).collect();
    // A schedule makes no plan and asks nobody: without its steps a plan is done as a task.
    let mode = if facts_of(mode).is_for_schedules { mode } else { Mode::Agent };
    let plan = (!steps.is_empty()).then_some(steps);
    let page = page.filter(|_| !prompt.contains("://")).map(|page| format!("\n{page}")).unwrap_or_default();
    Form { prompt: format!("{prompt}{page}"), mode, plan, picker: times(prompt), ..Form::default() }
}

fn times(prompt: &str) -> Picker {
    let text = format!(" {} ", prompt.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" "));
    let says = |words: &str| {
        text.match_indices(words).any(|(at, _)| {
            let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let before = text.get(..at).and_then(|before| before.chars().next_back());
            !inside(before) && !inside(text.get(at + words.len()..).and_then(|after| after.chars().next()))
        })
    };
    let days: Vec<u8> = DAYS.iter().filter(|(words, _)| says(words)).map(|(_, day)| *day).collect();
    let part = TIMES.iter().find(|(words, _)| says(words)).map(|(_, time)| *time);
    let often = OFTEN.iter().find(|(words, _)| says(words)).map(|(_, often)| *often);
    let mut picker = Picker::default();
    if !days.is_empty() {
        (picker.repeat, picker.days) = (Repeat::Weekly, days.clone());
    } else if let Some(often) = often {
        picker.repeat = often;
    } else if part.is_some() {
        picker.repeat = Repeat::Daily;
    }
    if picker.repeat == Repeat::Hourly {
        picker.minutes = "0".to_owned();
    }
    // A number after "at" is a time only where the words say that it repeats.
    let repeats = !days.is_empty() || often.is_some() || part.is_some();
    if let Some(time) = clock(&text).filter(|_| repeats).or(part.map(str::to_owned)) {
        picker.time = time;
    }
    picker
}

/// A time of day such as `at 7`, `at 7:30 pm`, `um 7 Uhr`, `à 7 h`, `a las 7`.
fn clock(text: &str) -> Option<String> {
    let rest = [" at ", " um ", " à ", " a las ", " gegen "].iter().find_map(|word| {
        let (_, rest) = text.split_once(word)?;
        rest.starts_with(|c: char| c.is_ascii_digit()).then_some(rest)
    })?;
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    let hour = digits(rest);
    let after = rest.get(hour.len()..)?;
    let minutes = after.strip_prefix([':', '.', 'h']).map(digits).filter(|minutes| minutes.len() == 2);
    let tail = after.get(minutes.as_ref().map_or(0, |minutes| minutes.len() + 1)..)?.trim_start();
    let mut hour: u32 = hour.parse().ok()?;
    if tail.starts_with("pm") && hour < 12 {
        hour += 12;
    }
    let minutes: u32 = minutes.as_deref().unwrap_or("0").parse().ok()?;
    (hour < 24 && minutes < 60).then(|| format!("{hour:02}:{minutes:02}"))
}

/// A prompt to keep, named by its first words.
pub fn kept(template: &str) -> SavedPrompt {
    let name = template.split_whitespace().collect::<Vec<_>>().join(" ").replace(['{', '}'], "");
    SavedPrompt {
        id: String::new(),
        name: shorten(&name, PROMPT_NAME_CHARS - 1),
        text: template.chars().take(PROMPT_CHARS).collect(),
    }
}

/// The values of a form as `REPLAY_RUN` takes them: only those that were changed.
pub fn changed(fields: &[ReplayField], typed: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let is_other =
        |field: &&ReplayField| !field.secret && typed.get(&field.id).is_some_and(|text| *text != field.value);
    let other = fields.iter().filter(is_other);
    other.filter_map(|field| Some((field.id.clone(), typed.get(&field.id)?.clone()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn words_for_a_time_are_understood() {
        for (prompt, cron) in [
            ("Tell me the news every morning", "0 8 * * *"),
            ("Jeden Morgen die Preise vergleichen", "0 8 * * *"),
            ("every weekday at 7:30 check my mail", "30 7 * * 1-5"),
            ("Every Monday and every Thursday at 6 pm water the plants", "0 18 * * 1,4"),
            ("Chaque soir, lis les titres", "0 18 * * *"),
            ("cada hora mira el correo", "0 * * * *"),
            ("look at 3 lamps", "0 9 * * 1-5"),
            ("Find the everyday lamp", "0 9 * * 1-5"),
        ] {
            let picker = scheduled(prompt, Mode::Agent, &[], None).picker;
            assert_eq!(picker.cron().as_deref(), Ok(cron), "{prompt}");
        }
        assert_eq!(scheduled("x", Mode::Plan, &[], None).mode, Mode::Agent);
        let step = |text: &str, state| StepShown {
            step_id: "1".into(),
            text: text.into(),
            state,
            effects: vec!["send".into()],
            sites: vec!["a.example".into()],
            ..StepShown::default()
        };
        let steps = [
            step("write it", StepState::Done),
            step("archive it", StepState::Skipped),
            step("send it", StepState::Failed),
        ];
        let plan = scheduled("x", Mode::Plan, &steps, None).plan.unwrap();
        let told: Vec<(&str, &str)> = plan.iter().map(|step| (step.text.as_str(), step.effects[0].as_str())).collect();
        assert_eq!(told, [("write it", "send"), ("send it", "send")]);
        assert_eq!(scheduled("x", Mode::Plan, &[], None).plan, None);
        let here = Some("https://a.example/notes");
        assert_eq!(scheduled("note it here", Mode::Agent, &[], here).prompt, "note it here\nhttps://a.example/notes");
        assert_eq!(scheduled("go to http://b.example/", Mode::Agent, &[], here).prompt, "go to http://b.example/");
    }

    #[test]
    fn an_attempt_that_did_not_answer_gives_way_to_the_one_it_was_to_replace() {
        let talk = |told: &[(&str, &str, &str)]| {
            let messages = told.iter().flat_map(|(run, said, outcome)| {
                let usage = json!({ "promptTokens": 0, "completionTokens": 0, "cachedTokens": 0 });
                let ending = json!({ "outcome": outcome, "steps": 1, "usage": usage });
                [
                    json!({ "id": format!("{run}-0"), "role": "user", "content": said, "runId": run, "timestamp": 1 }),
                    json!({ "id": format!("{run}-1"), "role": "assistant", "content": "…", "runId": run, "timestamp": 1, "ending": ending }),
                ]
            });
            messages.map(|message| edith_protocol::json::from_value(message).unwrap()).collect::<Vec<Message>>()
        };
        let failed = [("a", "lamp", "completed"), ("b", "lamp", "failed"), ("c", "lamp", "stopped")];
        let meant = [("a", "lamp", "completed"), ("b", "lamp", "completed"), ("c", "desk", "failed")];
        for (told, run, expected) in [
            (failed, "a", Some("a-0")),
            (failed, "b", Some("a-0")),
            (failed, "c", Some("a-0")),
            (meant, "b", Some("b-0")),
            (meant, "c", Some("c-0")),
            (meant, "x", None),
        ] {
            assert_eq!(replaced(&talk(&told), &run.into()).as_deref(), expected, "{run} of {told:?}");
        }
    }

    #[test]
    fn only_what_was_changed_is_sent_and_never_a_secret() {
        let field = |id: &str, value: &str, secret| ReplayField {
            id: id.into(),
            label: id.into(),
            value: value.into(),
            secret,
        };
        let fields = [field("a", "1", false), field("b", "2", false), field("c", "", true)];
        let typed = [("a", "1"), ("b", "3"), ("c", "pw")].map(|(id, text)| (id.to_owned(), text.to_owned()));
        assert_eq!(changed(&fields, &typed.into()), BTreeMap::from([("b".to_owned(), "3".to_owned())]));
    }

    #[test]
    fn a_kept_prompt_is_named_by_its_first_words() {
        let prompt = kept("Write to {{Name}}\nthat  I come");
        assert_eq!(
            (prompt.name.as_str(), prompt.text.as_str()),
            ("Write to Name that I come", "Write to {{Name}}\nthat  I come")
        );
        assert!(kept(&"word ".repeat(50)).name.chars().count() <= PROMPT_NAME_CHARS);
    }
}
