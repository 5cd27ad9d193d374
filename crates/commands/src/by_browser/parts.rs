//! A long text in parts that a tool takes in one go, cut between lines where that is possible.

/// The parts of these lines, of so many characters at most.
pub(super) fn parts(lines: &[String], most: usize) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut length = 0;
    for line in lines {
        for piece in pieces(line, most) {
            let more = piece.chars().count() + 1;
            match all.last_mut().filter(|_| length + more <= most) {
                Some(last) => {
                    last.push('\n');
                    last.push_str(&piece);
                    length += more;
                }
                None => {
                    all.push(piece);
                    length = more;
                }
            }
        }
    }
    all
}

/// A line, cut after sentences or else anywhere if it is too long.
fn pieces(line: &str, most: usize) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest: Vec<char> = line.chars().collect();
    while rest.len() > most {
        let window = rest.get(..most).unwrap_or_default();
        let ends = |pair: &[char]| matches!(pair, ['.' | '!' | '?' | '。', ' '] | ['。', _]);
        let at = window.windows(2).rposition(ends).map(|at| at + 1).filter(|at| *at > most / 4);
        let at = at.or_else(|| window.iter().rposition(|c| *c == ' ').filter(|at| *at > 0)).unwrap_or(most);
        let after = rest.split_off(at);
        all.push(rest.iter().collect::<String>().trim().to_owned());
        rest = after;
    }
    let last = rest.iter().collect::<String>().trim().to_owned();
    if !last.is_empty() {
        all.push(last);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_and_no_part_is_too_long() {
        let long = "One sentence stands here. ".repeat(40);
        let lines: Vec<String> =
            ["short", "", long.trim(), &"x".repeat(250), "日本語の文。".repeat(50).as_str(), "end"]
                .map(str::to_owned)
                .to_vec();
        for most in [20, 100, 1000] {
            let all = parts(&lines, most);
            assert!(all.iter().all(|part| part.chars().count() <= most && !part.is_empty()), "{most}");
            let bare = |text: String| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_eq!(bare(all.concat()), bare(lines.concat()), "{most}");
        }
        assert!(parts(&lines, 100).iter().any(|part| part.ends_with("here.")));
        assert!(parts(&[], 10).is_empty());
    }
}
