//! Who decides, as the command line says: `--api-base`, `--model`, `--api-key-env`, `--prices`, `--answers`; and through what is played: `--through`.

use std::path::PathBuf;

use lexopt::{Arg, Parser, ValueExt as _};

use crate::TrialError;
use crate::host::Through;
use crate::stage::{Decider, Server};

/// The words read so far.
#[derive(Debug, Default)]
pub(crate) struct Chosen {
    base: Option<String>,
    model: Option<String>,
    key: Option<String>,
    prices: Option<(f64, f64)>,
    answers: Option<PathBuf>,
    /// The extension, unless the program is named.
    pub(crate) through: Through,
}

impl Chosen {
    /// Takes an option and its value if it is one of these; says whether it was.
    pub(crate) fn take(&mut self, option: &str, parser: &mut Parser) -> Result<bool, TrialError> {
        match option {
            "api-base" => self.base = Some(parser.value()?.string()?),
            "model" => self.model = Some(parser.value()?.string()?),
            "api-key-env" => {
                let name = parser.value()?.string()?;
                self.key = Some(std::env::var(&name).map_err(|_| TrialError::NoKey(name))?);
            }
            "prices" => {
                let pair = pair_of(&parser.value()?.string()?);
                let wanted = || lexopt::Error::from("--prices wants IN,OUT: dollars for a million tokens");
                self.prices = Some(pair.ok_or_else(wanted)?);
            }
            "through" => {
                let named = Through::named(&parser.value()?.string()?);
                self.through = named.ok_or_else(|| lexopt::Error::from("--through is extension or program"))?;
            }
            "answers" => self.answers = Some(parser.value()?.into()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The decider; an oracle if nothing was said.
    pub(crate) fn decider(self) -> Result<Decider, TrialError> {
        let Self { base, model, key, prices, answers, through: _ } = self;
        match (base, model, answers) {
            (None, None, None) => Ok(Decider::Oracle),
            (None, None, Some(folder)) => Ok(Decider::Answers(folder)),
            (Some(base), Some(model), None) => Ok(Decider::Server(Server { base, key, model, prices })),
            (_, _, Some(_)) => Err(lexopt::Error::from("--answers stands in for --api-base and --model").into()),
            _ => Err(lexopt::Error::from("--api-base and --model need each other").into()),
        }
    }
}

/// The name of an option, such as `model` of `--model`; whatever else is on the command line is refused.
pub(crate) fn option(word: Arg<'_>) -> Result<String, TrialError> {
    match word {
        Arg::Long(name) => Ok(name.to_owned()),
        other => Err(other.unexpected().into()),
    }
}

/// The refusal of an option that nothing takes.
pub(crate) fn unknown(name: &str) -> TrialError {
    Arg::Long(name).unexpected().into()
}

/// Two numbers separated by a comma.
fn pair_of(text: &str) -> Option<(f64, f64)> {
    let (one, other) = text.split_once(',')?;
    Some((one.trim().parse().ok()?, other.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{Chosen, option};
    use crate::TrialError;
    use crate::stage::Decider;

    fn chosen(words: &[&str]) -> Result<Decider, TrialError> {
        let mut parser = lexopt::Parser::from_args(words);
        let mut chosen = Chosen::default();
        while let Some(word) = parser.next()? {
            let name = option(word)?;
            assert!(chosen.take(&name, &mut parser)?, "{name}");
        }
        chosen.decider()
    }

    #[test]
    fn one_decides_and_only_one() {
        assert!(matches!(chosen(&[]), Ok(Decider::Oracle)));
        assert!(matches!(chosen(&["--answers", "f"]), Ok(Decider::Answers(folder)) if folder.ends_with("f")));
        let server = chosen(&["--api-base", "http://x/v1", "--model", "m", "--prices", "1,2.5"]);
        assert!(
            matches!(server, Ok(Decider::Server(server)) if server.prices == Some((1.0, 2.5)) && server.model == "m")
        );
        for (words, reason) in [
            (&["--model", "m"][..], "need each other"),
            (&["--model", "m", "--answers", "f"], "stands in for"),
            (&["--prices", "3"], "wants IN,OUT"),
            (&["--through", "phone"], "extension or program"),
        ] {
            let error = chosen(words).unwrap_err().to_string();
            assert!(error.contains(reason), "{words:?}: {error}");
        }
    }
}
