//! The browser's own model, as the port of the models.

use async_trait::async_trait;
use edith_chrome::ChromeError;
use edith_chrome::language_model::{self, Session};
use edith_model::{Availability, BrowserModel, BrowserSession, SessionError, SessionMessage};
use std::rc::Rc;

/// `LanguageModel` of the worker.
pub(crate) struct ChromeModel;

struct ChromeSession(Session);

#[async_trait(?Send)]
impl BrowserModel for ChromeModel {
    async fn availability(&self) -> Availability {
        Availability::named(&language_model::availability().await)
    }

    async fn open(&self, initial: &[SessionMessage]) -> Result<Rc<dyn BrowserSession>, SessionError> {
        let session = language_model::open(initial).await.map_err(failed)?;
        Ok(Rc::new(ChromeSession(session)))
    }
}

#[async_trait(?Send)]
impl BrowserSession for ChromeSession {
    async fn prompt(
        &self,
        messages: &[SessionMessage],
        schema: Option<&str>,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<String, SessionError> {
        self.0.prompt(messages, schema, on_text).await.map_err(failed)
    }

    async fn copy(&self) -> Result<Rc<dyn BrowserSession>, SessionError> {
        Ok(Rc::new(Self(self.0.copy().await.map_err(failed)?)))
    }

    async fn measure(&self, messages: &[SessionMessage]) -> Result<f64, SessionError> {
        self.0.measure(messages).await.map_err(failed)
    }

    fn usage(&self) -> f64 {
        self.0.usage()
    }

    fn window(&self) -> f64 {
        self.0.window()
    }
}

fn failed(error: ChromeError) -> SessionError {
    match error {
        ChromeError::Full { .. } => SessionError::TooLong,
        other => SessionError::Failed(other.message().to_owned()),
    }
}
