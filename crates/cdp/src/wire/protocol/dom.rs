//! Elements by the debugger's numbers and handles.

use super::read::parts;
use super::runtime::{ContextId, ObjectId};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DescribeNode<'a> {
    pub(crate) object_id: &'a ObjectId,
    pub(crate) depth: i32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResolveNode<'a> {
    pub(crate) backend_node_id: Option<u64>,
    /// None: the page's own world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) execution_context_id: Option<&'a ContextId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) object_group: Option<&'static str>,
}

parts! {
    struct Described {
        node: Option<u64> = "node/backendNodeId",
    }

    struct Resolved {
        /// None: it is gone.
        object: Option<ObjectId> = "object/objectId",
    }
}
