//! The kinds of servers, as they speak.

mod anthropic;
mod openai;
mod openrouter;

use super::wire::Wire;

/// Every kind that is reached over the network.
pub(crate) const KINDS: [&dyn Wire; 3] = [&openai::OpenAi, &anthropic::Anthropic, &openrouter::OpenRouter];

/// Anthropic's, which has a toolset of its own.
pub(crate) const ANTHROPIC: &dyn Wire = &anthropic::Anthropic;
