//! `cargo xtask demo`: installs and builds what is missing, and has the demo performed.

use edith_lab::browser::runtime;
use edith_lab::demo::{Demo, DemoError, perform};

use crate::build::{self, BuildError, Profile};
use crate::setup::{self, SetupError};

#[derive(Debug, thiserror::Error)]
pub enum DemoCommandError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Runtime(#[from] std::io::Error),
    #[error(transparent)]
    Demo(#[from] DemoError),
    #[error("{0}; see `cargo xtask help`")]
    Usage(String),
}

/// `cargo xtask demo …`, from the arguments to the verdict.
pub fn run_cli(words: &[String]) -> Result<(), DemoCommandError> {
    let (demo, profile) = read(words)?;
    let chromium = setup::browser()?;
    let dist = build::build(profile)?;
    Ok(runtime()?.block_on(perform(&demo, &chromium.program, &dist))?)
}

/// Reads the arguments: which demo, and with which build.
fn read(words: &[String]) -> Result<(Demo, Profile), DemoCommandError> {
    let (mut demo, mut profile) = (Demo::default(), Profile::Release);
    let usage = |text: &str| DemoCommandError::Usage(text.to_owned());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().cloned().ok_or_else(|| usage(&format!("{word} wants a value")));
        match word.as_str() {
            "--headed" => demo.headed = true,
            "--yes" => demo.yes = true,
            "--debug" => profile = Profile::Debug,
            "--task" => demo.task = Some(value()?),
            "--api-base" => demo.api_base = Some(value()?),
            "--api-key-env" => demo.api_key_env = Some(value()?),
            "--model" => demo.model = Some(value()?),
            "--answers" => demo.answers = Some(value()?.into()),
            other => return Err(usage(&format!("the demo does not know {other}"))),
        }
    }
    if demo.api_base.is_none() && (demo.api_key_env.is_some() || demo.model.is_some()) {
        return Err(usage("--api-key-env and --model need --api-base"));
    }
    if demo.api_base.is_some() && demo.answers.is_some() {
        return Err(usage("--answers stands in for --api-base; give one of them"));
    }
    Ok((demo, profile))
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_read_or_refused_with_a_reason() {
        let read = |words: &str| super::read(&words.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let (demo, _) = read("--headed --yes --api-base http://x/v1 --model m").unwrap();
        assert!(demo.headed && demo.yes && demo.task.is_none());
        assert_eq!((demo.api_base.as_deref(), demo.model.as_deref()), (Some("http://x/v1"), Some("m")));
        for (words, reason) in [
            ("--api-base http://x --answers f", "give one of them"),
            ("--task", "--task wants a value"),
            ("--model m", "need --api-base"),
            ("--fast", "does not know --fast"),
        ] {
            assert!(read(words).unwrap_err().to_string().contains(reason), "{words}");
        }
    }
}
