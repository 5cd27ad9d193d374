//! Values that follow from words of a source by calculation: an age, a duration, a total. Only the person can tell whether that is what is asked.

use crate::dates::Date;
use crate::fit::number_of;

/// Words after a figure, at most: `4 years`, `18 volle Monate`.
const UNIT_WORDS: usize = 2;
/// Years that stand alone are those of a life and its plans.
const YEARS: std::ops::RangeInclusive<u16> = 1900..=2100;
/// Amounts are equal to the cent.
const SAME: f64 = 0.005;

/// Whether a value is the time between two dates of a quote, or from one of them until today, in whole years or months, or the sum of its figures.
pub fn calculated(value: &str, quote: &str, today: Option<Date>) -> bool {
    if value.split_whitespace().count() > 1 + UNIT_WORDS {
        return false;
    }
    let [number] = figures(value)[..] else { return false };
    number > 0.0 && (lasts(number, quote, today) || is_sum(number, quote))
}

/// The figures of a text, without what is around them: `36` of `36 years`.
fn figures(text: &str) -> Vec<f64> {
    let figure = |word: &str| number_of(word.trim_matches(|c: char| !c.is_ascii_digit()));
    text.split_whitespace().filter(|word| word.contains(|c: char| c.is_ascii_digit())).filter_map(figure).collect()
}

fn lasts(number: f64, quote: &str, today: Option<Date>) -> bool {
    let days = |date: &Date| u32::from(date.year) * 372 + u32::from(date.month) * 31 + u32::from(date.day.unwrap_or(1));
    let mut dates: Vec<Date> = Date::all_in(quote, None);
    dates.dedup();
    if !dates.is_empty() {
        dates.extend(today.filter(|_| dates.len() == 1));
        let moments: Vec<u32> = dates.iter().map(days).collect();
        return pairs(&moments).any(|(from, to)| {
            let months = to.abs_diff(from) / 31;
            // From January to December is a year, since the last month counts.
            [months / 12, (months + 1) / 12, months, months + 1].iter().any(|span| f64::from(*span) == number)
        });
    }
    let years = quote.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse::<u16>().ok());
    let mut years: Vec<u32> = years.filter(|year| YEARS.contains(year)).map(u32::from).collect();
    years.extend(today.filter(|_| years.len() == 1).map(|today| u32::from(today.year)));
    pairs(&years).any(|(from, to)| f64::from(to.abs_diff(from)) == number)
}

fn pairs(all: &[u32]) -> impl Iterator<Item = (u32, u32)> + '_ {
    all.iter().enumerate().flat_map(|(at, one)| all.iter().skip(at + 1).map(|other| (*one, *other)))
}

fn is_sum(number: f64, quote: &str) -> bool {
    let figures = figures(quote);
    figures.len() > 1 && (figures.iter().sum::<f64>() - number).abs() < SAME
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_durations_and_totals_follow_and_nothing_else() {
        let today = Date::new(2026, 11, Some(27));
        for (value, quote, follows) in [
            ("36", "born 4 May 1990 in Graz", true),
            ("35", "born 4 May 1990 in Graz", false),
            ("36 years", "Geboren am 04.05.1990", true),
            ("35 years", "Geboren am 04.05.1990", false),
            ("4", "2019 to 2023 Engineer at Alpenstrom AG", true),
            ("5", "2019 to 2023 Engineer at Alpenstrom AG", false),
            ("4", "from 1 April 2019 to 31 October 2023", true),
            ("55 months", "from 1 April 2019 to 31 October 2023", true),
            ("7", "with us since 2019", true),
            ("7", "with us since a long time", false),
            ("1350", "Rent 1,200.00 EUR, heating 150.00 EUR", true),
            ("1300", "Rent 1,200.00 EUR, heating 150.00 EUR", false),
            ("3", "two cats", false),
            ("12 5", "7 and 10", false),
            ("", "7 and 10", false),
            ("seventeen or so people", "7 and 10", false),
        ] {
            assert_eq!(calculated(value, quote, today), follows, "{value} from {quote}");
        }
        assert!(!calculated("36", "born 4 May 1990", None), "without a today there is no age");
    }
}
