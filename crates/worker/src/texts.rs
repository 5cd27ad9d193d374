//! The built-in model with the texts of the language that it answers in, which are read when they are first needed.

use async_trait::async_trait;
use edith_commands::BuiltIn;
use edith_model::{ChatModel, ChatRequest, ModelError, ModelTurn};

/// The built-in model in every language of the package.
pub(crate) struct Worded;

#[async_trait(?Send)]
impl ChatModel for Worded {
    async fn complete(
        &self,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError> {
        let language = BuiltIn::language(request);
        // Without its texts it answers in the language of the pages.
        if !edith_words::knows(language)
            && let Some(texts) = edith_chrome::i18n::texts_of(language).await
        {
            edith_words::know(edith_words::Catalogue::read(language, &texts));
        }
        BuiltIn.complete(request, on_text).await
    }
}
