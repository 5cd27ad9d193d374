//! Times without cron syntax, such as "every weekday at 9", converted both ways.

use crate::state::text::{fill, key, t};

/// How often a schedule repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeat {
    /// Every given number of minutes.
    Minutes,
    /// Every hour.
    Hourly,
    /// Every day.
    Daily,
    /// Monday to Friday.
    Weekdays,
    /// On selected days of the week.
    Weekly,
    /// On a day of the month.
    Monthly,
    /// By a cron expression.
    Cron,
}

impl Repeat {
    /// All of them in the form's order, each with its form value and label.
    pub const ALL: [(Self, &str, &str); 7] = [
        (Self::Weekdays, "weekdays", key("every_weekday")),
        (Self::Daily, "daily", key("every_day")),
        (Self::Weekly, "weekly", key("on_weekdays")),
        (Self::Monthly, "monthly", key("every_month")),
        (Self::Hourly, "hourly", key("every_hour")),
        (Self::Minutes, "minutes", key("every_minutes")),
        (Self::Cron, "cron", key("as_cron")),
    ];

    /// Whether it needs a time of day.
    pub fn has_time(self) -> bool {
        matches!(self, Self::Daily | Self::Weekdays | Self::Weekly | Self::Monthly)
    }
}

/// The days of the week from Monday: cron's number, short and long name.
pub const DAYS: [(u8, &str, &str); 7] = [
    (1, key("day_mon"), key("day_mon_long")),
    (2, key("day_tue"), key("day_tue_long")),
    (3, key("day_wed"), key("day_wed_long")),
    (4, key("day_thu"), key("day_thu_long")),
    (5, key("day_fri"), key("day_fri_long")),
    (6, key("day_sat"), key("day_sat_long")),
    (0, key("day_sun"), key("day_sun_long")),
];

/// The picked times.
#[derive(Debug, Clone, PartialEq)]
pub struct Picker {
    /// How often.
    pub repeat: Repeat,
    /// `09:00`.
    pub time: String,
    /// The interval in minutes, or the minute of the hour.
    pub minutes: String,
    /// Days of the week in cron's numbering.
    pub days: Vec<u8>,
    /// The day of the month; 32 for the last.
    pub day: u8,
    /// The cron expression if written by hand.
    pub cron: String,
}

impl Default for Picker {
    fn default() -> Self {
        Self {
            repeat: Repeat::Weekdays,
            time: "09:00".to_owned(),
            minutes: "30".to_owned(),
            days: vec![1],
            day: 1,
            cron: String::new(),
        }
    }
}

/// Stands for the last day of any month.
pub const LAST_DAY: u8 = 32;

impl Picker {
    /// Reads an expression; one without a simpler form stays an expression.
    pub fn from_cron(cron: &str) -> Self {
        let by_hand = Self { repeat: Repeat::Cron, cron: cron.to_owned(), ..Self::default() };
        let parts: Vec<&str> = cron.split_whitespace().collect();
        let &[minute, hour, day, "*", weekday] = parts.as_slice() else { return by_hand };
        let number = |text: &str, most: u8| text.parse::<u8>().ok().filter(|number| *number <= most);
        let time = || Some(format!("{:02}:{:02}", number(hour, 23)?, number(minute, 59)?));
        let at = |repeat: Repeat| time().map(|time| Self { repeat, time, ..Self::default() });
        let picked = match (minute, hour, day, weekday) {
            (_, "*", "*", "*") => match minute.strip_prefix("*/").and_then(|step| number(step, 59)) {
                Some(step) if step > 0 => {
                    Some(Self { repeat: Repeat::Minutes, minutes: step.to_string(), ..Self::default() })
                }
                _ => number(minute, 59).map(|minute| Self {
                    repeat: Repeat::Hourly,
                    minutes: minute.to_string(),
                    ..Self::default()
                }),
            },
            (_, _, "*", "*") => at(Repeat::Daily),
            (_, _, "*", "1-5") => at(Repeat::Weekdays),
            (_, _, "*", days) => {
                let days: Option<Vec<u8>> = days.split(',').map(|day| number(day, 6)).collect();
                days.zip(at(Repeat::Weekly)).map(|(days, picked)| Self { days, ..picked })
            }
            (_, _, "L", "*") => at(Repeat::Monthly).map(|picked| Self { day: LAST_DAY, ..picked }),
            (_, _, day, "*") => {
                let day = number(day, 31).filter(|day| *day > 0);
                day.zip(at(Repeat::Monthly)).map(|(day, picked)| Self { day, ..picked })
            }
            _ => None,
        };
        picked.unwrap_or(by_hand)
    }

    /// The cron expression for the picked times.
    ///
    /// # Errors
    /// A sentence about the missing value.
    pub fn cron(&self) -> Result<String, String> {
        let minutes = |least: u8, most: u8, name: &str| {
            let number = self.minutes.trim().parse::<u8>().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| {
                fill("minutes_range", &[("name", name), ("least", &least.to_string()), ("most", &most.to_string())])
            })
        };
        let time = || {
            let parts = self.time.split_once(':').and_then(|(hour, minute)| {
                let (hour, minute) = (hour.parse::<u8>().ok()?, minute.get(..2)?.parse::<u8>().ok()?);
                (hour < 24 && minute < 60).then_some((hour, minute))
            });
            parts.map(|(hour, minute)| format!("{minute} {hour}")).ok_or_else(|| t("pick_time").to_owned())
        };
        match self.repeat {
            Repeat::Minutes => Ok(format!("*/{} * * * *", minutes(1, 59, t("minutes_between"))?)),
            Repeat::Hourly => Ok(format!("{} * * * *", minutes(0, 59, t("minute_of_hour"))?)),
            Repeat::Daily => Ok(format!("{} * * *", time()?)),
            Repeat::Weekdays => Ok(format!("{} * * 1-5", time()?)),
            Repeat::Weekly if self.days.is_empty() => Err(t("pick_day").to_owned()),
            Repeat::Weekly => {
                let days = DAYS.iter().filter(|(day, ..)| self.days.contains(day));
                let days: Vec<String> = days.map(|(day, ..)| day.to_string()).collect();
                Ok(format!("{} * * {}", time()?, days.join(",")))
            }
            Repeat::Monthly if self.day == LAST_DAY => Ok(format!("{} L * *", time()?)),
            Repeat::Monthly => Ok(format!("{} {} * *", time()?, self.day)),
            Repeat::Cron if self.cron.trim().is_empty() => Err(t("write_cron").to_owned()),
            Repeat::Cron => Ok(self.cron.trim().to_owned()),
        }
    }

    /// The times in words: `Every weekday at 9:00 AM`. `clock` writes a time of day such as `09:00` as the language does.
    pub fn words(&self, clock: impl Fn(&str) -> String) -> String {
        let at = || clock(&self.time);
        match self.repeat {
            Repeat::Minutes if self.minutes == "1" => t("every_one_minute").to_owned(),
            Repeat::Minutes => fill("every_n_minutes", &[("n", &self.minutes)]),
            Repeat::Hourly if self.minutes == "0" => t("every_hour").to_owned(),
            Repeat::Hourly => fill("hour_at", &[("n", &self.minutes)]),
            Repeat::Daily => fill("day_at", &[("time", &at())]),
            Repeat::Weekdays => fill("weekday_at", &[("time", &at())]),
            Repeat::Weekly => {
                let days = DAYS.iter().filter(|(day, ..)| self.days.contains(day));
                let long = self.days.len() < 3;
                let days: Vec<&str> = days.map(|(_, short, name)| if long { t(name) } else { t(short) }).collect();
                fill("days_at", &[("days", &days.join(", ")), ("time", &at())])
            }
            Repeat::Monthly if self.day == LAST_DAY => fill("last_day_at", &[("time", &at())]),
            Repeat::Monthly => fill("month_day_at", &[("day", &self.day.to_string()), ("time", &at())]),
            Repeat::Cron => self.cron.clone(),
        }
    }
}
