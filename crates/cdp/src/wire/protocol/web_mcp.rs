//! The tools that pages offer.

use super::read::parts;
use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Serialize)]
pub(crate) struct Enable {}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InvokeTool<'a> {
    pub(crate) frame_id: &'a str,
    pub(crate) tool_name: &'a str,
    pub(crate) input: &'a Map<String, Value>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CancelInvocation<'a> {
    pub(crate) invocation_id: &'a str,
}

parts! {
    struct Invocation {
        id: String = "invocationId",
    }

    struct Tools<'a> {
        tools: Vec<Tool<'a>> = "tools",
    }

    struct Tool<'a> {
        name: &'a str = "name",
        description: &'a str = "description",
        schema: Option<&'a Value> = "inputSchema",
        frame: &'a str = "frameId",
        /// There where it is a form's.
        form: Option<&'a Value> = "backendNodeId",
        submits: bool = "annotations/autosubmit",
        is_consequential: bool = "annotations/consequential",
    }

    struct ToolResponded<'a> {
        call: &'a str = "invocationId",
        status: &'a str = "status",
        output: Option<&'a Value> = "output",
        error: &'a str = "errorText",
        exception: &'a str = "exception/description",
        /// What was thrown where it is no error.
        thrown: Option<&'a Value> = "exception/value",
    }
}
