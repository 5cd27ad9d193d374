//! Reading schedules, and what their form stores.

use super::picker::{Picker, Repeat};
use super::*;
use crate::state::wire::list;

#[test]
fn what_the_worker_tells_is_read() {
    let mut answer = json!({"ok": true, "schedules": [
        {"schedule": {"id": "a", "prompt": "read the news", "cronExpression": "0 9 * * *", "enabled": false},
         "next": null, "problem": null, "runs": [
            {"why": "late", "startedAt": 5.0, "endedAt": 9.0, "outcome": "needs_input", "summary": "s", "conversationId": "c",
             "usage": {"promptTokens": 3, "completionTokens": 4, "price": 0.5}},
            {"why": "time", "startedAt": 1.0}]},
        {"schedule": 3},
        {"schedule": {"id": "b", "name": "B", "cronExpression": "x"}, "next": 7.0, "problem": "p", "runs": []}]});
    let mut all: Vec<ScheduleInfo> = list(&mut answer, "schedules");
    all.retain(|one| !one.schedule.id().is_empty());
    assert_eq!(all.len(), 2);
    let (first, second) = (&all[0], &all[1]);
    assert_eq!(
        (name_of(&first.schedule), first.schedule.is_enabled(), first.next),
        ("read the news".into(), false, None)
    );
    let past = &first.runs[0];
    assert_eq!((past.usage.tokens(), past.usage.price, past.outcome), (7, Some(0.5), Some(PastOutcome::NeedsInput)));
    assert_eq!(outcome_words(first.runs[1].outcome), "Running");
    assert_eq!((second.problem.as_deref(), second.schedule.is_enabled()), (Some("p"), true));
    assert_eq!(soonest(&all).len(), 1);
}

#[test]
fn times_are_picked_without_cron_and_found_again() {
    for (cron, repeat, words) in [
        ("0 9 * * 1-5", Repeat::Weekdays, "Every weekday at 09:00"),
        ("30 17 * * *", Repeat::Daily, "Every day at 17:30"),
        ("5 8 * * 1,4", Repeat::Weekly, "Every Monday, Thursday at 08:05"),
        ("0 8 * * 1,6,0", Repeat::Weekly, "Every Mon, Sat, Sun at 08:00"),
        ("0 7 1 * *", Repeat::Monthly, "On day 1 of the month at 07:00"),
        ("0 7 L * *", Repeat::Monthly, "On the last day of the month at 07:00"),
        ("15 * * * *", Repeat::Hourly, "Every hour at minute 15"),
        ("*/20 * * * *", Repeat::Minutes, "Every 20 minutes"),
        ("0 0 1 1 *", Repeat::Cron, "0 0 1 1 *"),
        ("@daily", Repeat::Cron, "@daily"),
        ("0 9-17 * * *", Repeat::Cron, "0 9-17 * * *"),
        ("0 9 * * mon", Repeat::Cron, "0 9 * * mon"),
    ] {
        let picker = Picker::from_cron(cron);
        assert_eq!((picker.repeat, picker.words(str::to_owned).as_str()), (repeat, words), "{cron}");
        assert_eq!(picker.cron().as_deref(), Ok(cron));
    }
}

#[test]
fn what_is_not_picked_is_asked_for() {
    let wrong = |change: fn(&mut Picker)| {
        let mut picker = Picker::default();
        change(&mut picker);
        picker.cron().unwrap_err()
    };
    assert!(wrong(|picker| picker.time = String::new()).contains("time of day"));
    assert!(wrong(|picker| (picker.repeat, picker.days) = (Repeat::Weekly, Vec::new())).contains("day of the week"));
    assert!(wrong(|picker| (picker.repeat, picker.minutes) = (Repeat::Minutes, "0".into())).contains("from 1 to 59"));
    assert!(wrong(|picker| picker.repeat = Repeat::Cron).contains("cron expression"));
}

#[test]
fn a_form_changes_only_what_it_shows_and_takes_away_what_is_emptied() {
    let stored = json!({"id": "a", "name": "A", "prompt": "p", "cronExpression": "0 9 * * *", "mode": "research",
        "sites": ["a.example", "b.example"], "may": ["send"], "missed": "skip", "notify": "always",
        "limits": {"maxSteps": 5, "maxSeconds": 90, "maxTokens": 1000, "maxPrice": 0.25}});
    let form = Form::from_stored(&stored.clone().into());
    assert_eq!(form.change().unwrap(), stored.into());
    let emptied = Form {
        sites: " ".into(),
        own_leave: false,
        steps: String::new(),
        minutes: String::new(),
        tokens: String::new(),
        price: String::new(),
        ..form.clone()
    };
    let change = serde_json::to_value(emptied.change().unwrap()).unwrap();
    for name in ["sites", "may", "limits"] {
        assert!(change.get(name).unwrap().is_null(), "{name}");
    }
    assert!(Form { prompt: " ".into(), ..form.clone() }.change().is_err());
    assert!(Form { steps: "many".into(), ..form }.change().unwrap_err().contains("Steps"));
    assert!(!Form::default().own_leave && Form::default().catch_up);
}

#[test]
fn a_plan_is_kept_until_it_is_taken_away() {
    let stored = json!({"id": "a", "name": "A", "prompt": "p", "cronExpression": "0 9 * * *", "mode": "agent",
        "plan": [{"stepId": "", "text": "send it", "doneWhen": "", "effects": ["send"], "sites": ["a.example"]}]});
    let form = Form::from_stored(&stored.clone().into());
    let plan = |form: &Form| serde_json::to_value(form.change().unwrap()).unwrap().get("plan").cloned();
    assert_eq!(plan(&form), Some(stored["plan"].clone()));
    assert_eq!(plan(&Form { plan: None, ..form }), Some(serde_json::Value::Null));
    assert_eq!(plan(&Form { prompt: "p".into(), ..Form::default() }), None);
}

#[test]
fn days_are_called_as_people_call_them() {
    let hour = 3_600_000.0;
    let name = |from: f64, hours: f64| day_name((from, 60.0), (from + hours * hour, 60.0));
    let noon = 11.0 * hour;
    assert_eq!(
        [1.0, 11.9, 12.0, 36.0, 100.0, 24.0 * 9.0].map(|hours| name(noon, hours)),
        [DayName::Today, DayName::Today, DayName::Tomorrow, DayName::Weekday, DayName::Weekday, DayName::Date]
    );
}
