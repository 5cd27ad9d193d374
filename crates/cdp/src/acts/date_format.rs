//! Days as a field wants them written: `DD/MM/YYYY`, `TT.MM.JJJJ`, `jj/mm/aaaa`.

use super::calendars::Day;

/// What a group of letters or figures in a format stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DatePart {
    Year,
    Month,
    Day,
}

/// The day in the format that a placeholder shows; none: it shows none.
pub(crate) fn written(day: Day, hint: &str) -> Option<String> {
    let format = hint.trim();
    let groups: Vec<&str> = format.split(|c: char| !c.is_alphanumeric()).filter(|group| !group.is_empty()).collect();
    let [first, second, third] = groups.as_slice() else { return None };
    let all = [*first, *second, *third];
    let parts = parts(&all)?;
    let mut out = String::new();
    let mut rest = format;
    for (group, part) in all.iter().zip(parts) {
        let at = rest.find(group)?;
        out.push_str(rest.get(..at)?);
        rest = rest.get(at + group.len()..)?;
        out.push_str(&match (part, group.len()) {
            (DatePart::Year, 2) => format!("{:02}", day.year().rem_euclid(100)),
            (DatePart::Year, _) => format!("{:04}", day.year()),
            (DatePart::Month, 1) => day.month().to_string(),
            (DatePart::Month, _) => format!("{:02}", day.month()),
            (DatePart::Day, 1) => day.number().to_string(),
            (DatePart::Day, _) => format!("{:02}", day.number()),
        });
    }
    rest.is_empty().then_some(out)
}

/// Each group is one letter repeated. The month is an M in every language that has the order; the year is the long one, and the day is what is left.
fn parts(groups: &[&str; 3]) -> Option<[DatePart; 3]> {
    let letter = |group: &str| {
        let mut letters = group.chars().map(|c| c.to_ascii_lowercase());
        let first = letters.next().filter(char::is_ascii_alphabetic)?;
        letters.all(|c| c == first).then_some(first)
    };
    let known = groups.iter().map(|group| Some((letter(group)?, group.len()))).collect::<Option<Vec<_>>>()?;
    let part = |(letter, length): &(char, usize)| match (letter, length) {
        ('m', 1 | 2) => Some(DatePart::Month),
        (_, 4) | ('y' | 'a', 2) => Some(DatePart::Year),
        (_, 1 | 2) => Some(DatePart::Day),
        _ => None,
    };
    let parts = <[DatePart; 3]>::try_from(known.iter().map(part).collect::<Option<Vec<_>>>()?).ok()?;
    let has_each = [DatePart::Year, DatePart::Month, DatePart::Day].iter().all(|part| parts.contains(part));
    has_each.then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::acts::calendars::day_of;

    #[test]
    fn a_day_is_written_as_the_placeholder_shows_it() {
        for (hint, expected) in [
            ("DD/MM/YYYY", Some("05/10/1991")),
            ("MM/DD/YYYY", Some("10/05/1991")),
            ("TT.MM.JJJJ", Some("05.10.1991")),
            ("jj/mm/aaaa", Some("05/10/1991")),
            ("dd-mm-yy", Some("05-10-91")),
            ("D.M.YYYY", Some("5.10.1991")),
            ("yyyy/mm/dd", Some("1991/10/05")),
            ("DD / MM / YYYY", Some("05 / 10 / 1991")),
            ("MM/YY", None),
            ("Pick a date", None),
            ("Add your name", None),
            ("31/12/1990", None),
            ("", None),
        ] {
            assert_eq!(written(day_of("1991-10-05").unwrap(), hint).as_deref(), expected, "{hint}");
        }
    }
}
