//! OpenRouter: OpenAI's interface with a name of the asking application, prices, and errors of the services behind it.

use crate::openai::Service;

/// What it has beyond the common interface.
/// - Prices: `usage.cost` in US dollars, with every answer (<https://openrouter.ai/docs/use-cases/usage-accounting>).
/// - Caching: of Anthropic's models only where a request says so; one mark for the whole request, moved along by the service
///   (<https://openrouter.ai/docs/features/prompt-caching>). Other models are cached without it.
/// - Errors inside a 200 and the words of the service behind (`metadata.raw`) are read for all servers; `reasoning_details` goes back as it came.
pub(crate) const OPENROUTER: Service = Service {
    headers: &[("x-openrouter-title", "EDITH")],
    tells_price: true,
    wants_cache_mark: |model| model.starts_with("anthropic/"),
};
