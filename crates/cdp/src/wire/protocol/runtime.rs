//! Functions called in isolated worlds.

use super::read::{Read, parts};
use serde::Serialize;
use serde_json::Value;

/// The number of a world in which functions run.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ContextId(Value);

/// The handle of an object in some world.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct ObjectId(Value);

impl Read<'_> for ContextId {
    fn read(value: Option<&Value>) -> Self {
        Self(value.cloned().unwrap_or_default())
    }
}

impl Read<'_> for ObjectId {
    fn read(value: Option<&Value>) -> Self {
        Self(value.cloned().unwrap_or_default())
    }
}

impl Read<'_> for Option<ObjectId> {
    fn read(value: Option<&Value>) -> Self {
        value.cloned().map(ObjectId)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CallFunctionOn<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    execution_context_id: Option<&'a ContextId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    object_id: Option<&'a ObjectId>,
    function_declaration: &'static str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    arguments: &'a [Argument<'a>],
}

impl<'a> CallFunctionOn<'a> {
    pub(crate) fn in_world(context: &'a ContextId, function: &'static str, arguments: &'a [Argument<'a>]) -> Self {
        Self { execution_context_id: Some(context), object_id: None, function_declaration: function, arguments }
    }

    /// In the object's world, with the object as `this`.
    pub(crate) fn of(object: &'a ObjectId, function: &'static str, arguments: &'a [Argument<'a>]) -> Self {
        Self { execution_context_id: None, object_id: Some(object), function_declaration: function, arguments }
    }
}

#[derive(Serialize)]
pub(crate) enum Argument<'a> {
    #[serde(rename = "value")]
    Value(&'a Value),
    #[serde(rename = "objectId")]
    Object(&'a ObjectId),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReleaseObjectGroup {
    pub(crate) object_group: &'static str,
}

parts! {
    struct Called {
        object: ObjectId = "result/objectId",
    }
}
