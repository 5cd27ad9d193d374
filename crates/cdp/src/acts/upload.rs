//! Giving a document to the page: to a file input, to the input a button opens, or by dropping it.
//!
//! The browser's own way (`DOM.setFileInputFiles`) needs files on disk and permission to read them, so the file is rebuilt in the page from its
//! stored bytes.

use crate::effect::baseline::Baseline;
use crate::input;
use crate::page::element::{Need, ready};
use crate::session::action::ActionScope;
use crate::session::calls::CALL_MS;
use crate::wire::errors::Result;
use crate::wire::protocol::dom::ResolveNode;
use crate::wire::protocol::page::CreateIsolatedWorld;
use crate::wire::protocol::runtime::{Argument, CallFunctionOn};
use crate::wording::quoted;
use edith_actions::action::{TabError, Target};
use edith_protocol::{Document, MouseButton};
use edith_records::documents::size;
use serde_json::{Value, json};

/// Deadline of transferring one part of a document (at most four million characters), in milliseconds.
const PART_MS: u64 = 20_000;
/// How long a button may take to open a file chooser, in milliseconds; some ask their server first.
const CHOOSER_MS: u64 = 2_000;
/// Runs in an isolated world on a chooser's input and points it out to the page's script, which cannot find an input outside the document.
const TELL: &str = "function(word) { this.ownerDocument.dispatchEvent(new FocusEvent(word, { relatedTarget: this })) }";

enum UploadRoute {
    /// An input's number; 0: the chooser's input, which is in no document.
    Input(u64),
    Drop,
    Press,
    None,
}

fn way(place: &Value) -> UploadRoute {
    match place.get("way").and_then(Value::as_str) {
        Some("input") if place.get("detached") == Some(&Value::Bool(true)) => UploadRoute::Input(0),
        Some("input") => UploadRoute::Input(place.get("node").and_then(Value::as_u64).unwrap_or_default()),
        Some("drop") => UploadRoute::Drop,
        Some("press") => UploadRoute::Press,
        _ => UploadRoute::None,
    }
}

pub(crate) async fn upload(
    tab: &ActionScope<'_>,
    target: &Target,
    document: &Document,
    baseline: &mut Baseline,
) -> Result {
    let subject = ready(tab, target, Need::BE).await?;
    let node = subject.node;
    let refuse = |why: String| TabError::NotPossible(format!("{why} Nothing was uploaded."));
    let mut place = file_place(tab, node, document, false).await?;
    if matches!(way(&place), UploadRoute::Press) {
        let opened = press_for_input(tab, target, document, baseline).await?;
        place = match opened {
            Some(place) => place,
            // No chooser opened: perhaps something around it accepts a drop.
            None => file_place(tab, node, document, true).await?,
        };
    }
    let problem = place.get("problem").and_then(Value::as_str).unwrap_or_default();
    if !problem.is_empty() {
        return Err(refuse(format!("{} {problem}.", subject.what)));
    }
    let named = quoted(&document.name);
    match way(&place) {
        UploadRoute::Input(input) => {
            stage(tab, node, document).await?;
            baseline.reach(tab, format!("Gave {named} to {}.", subject.label)).await?;
            let given = json!([node, input, document.id, document.name, document.mime]);
            let Some(answer) = tab.page::<Value>("putFile", given).await? else {
                return Err(TabError::Gone { what: subject.what });
            };
            if answer.get("took") != Some(&Value::Bool(true)) {
                return Err(TabError::NotTaken { what: subject.what, now: "no such file".to_owned() });
            }
            tab.say(told(&format!("Gave {named}"), &subject.label, document, &answer));
        }
        UploadRoute::Drop => {
            stage(tab, node, document).await?;
            baseline.reach(tab, format!("Dropped {named} on {}.", subject.label)).await?;
            let given = json!([node, document.id, document.name, document.mime]);
            let Some(answer) = tab.page::<Value>("dropFile", given).await? else {
                return Err(TabError::Gone { what: subject.what });
            };
            if answer.get("took") != Some(&Value::Bool(true)) {
                return Err(refuse(format!("{} does not take a file that is dropped on it.", subject.what)));
            }
            let bytes = size(document.size);
            tab.say(format!("Dropped {named} ({bytes}) on {}, and the page took it.", subject.label));
        }
        UploadRoute::Press | UploadRoute::None => {
            let why = "is not a file input, opens no file chooser and takes no file that is dropped on it.";
            return Err(refuse(format!("{} {why}", subject.what)));
        }
    }
    Ok(())
}

async fn file_place(tab: &ActionScope<'_>, node: u32, document: &Document, pressed: bool) -> Result<Value> {
    let args = json!([node, document.name, document.mime, pressed]);
    Ok(tab.page("filePlace", args).await?.unwrap_or_default())
}

/// Presses a button and finds the input of the file chooser it opens, if any. The chooser itself stays hidden.
async fn press_for_input(
    tab: &ActionScope<'_>,
    target: &Target,
    document: &Document,
    baseline: &mut Baseline,
) -> Result<Option<Value>> {
    let subject = ready(tab, target, Need::CLICK).await?;
    let (node, before) = (subject.node, baseline.counts.choosers);
    baseline.reach(tab, format!("Clicked {}.", subject.label)).await?;
    input::click_at(tab, subject.point, MouseButton::Left, 1, 0).await?;
    let opened = tab.hub.when(move |state| (state.counts.choosers > before).then(|| state.chooser.clone()));
    let Some(chooser) = tab.within(CHOOSER_MS, opened).await else { return Ok(None) };
    // The outcome need not mention the chooser that this call wanted.
    baseline.counts.choosers = tab.hub.read(|state| state.counts.choosers);
    let Some(input) = chooser.node else {
        let why = format!("{} opens the browser's own file picker, which cannot be given a file.", subject.what);
        return Err(TabError::NotPossible(format!("{why} Nothing was uploaded.")));
    };
    let word = format!("edith-{}-{}", document.id, tab.clock.now());
    let _: Option<Value> = tab.page("awaitChooser", json!([node, word])).await?;
    let session = (!chooser.session.is_empty()).then_some(chooser.session.as_str());
    let world = CreateIsolatedWorld { frame_id: &chooser.frame, world_name: "edith" };
    let context = tab.call_in(CALL_MS, session, world).await?.context;
    let resolve =
        ResolveNode { backend_node_id: Some(input), execution_context_id: Some(&context), object_group: None };
    let object = tab.call_in(CALL_MS, session, resolve).await?.object.unwrap_or_default();
    let word = Value::from(word);
    tab.call_in(CALL_MS, session, CallFunctionOn::of(&object, TELL, &[Argument::Value(&word)])).await?;
    tab.page("chooserPlace", json!([node, document.name, document.mime])).await
}

/// Transfers a document's bytes to the page's script.
async fn stage(tab: &ActionScope<'_>, node: u32, document: &Document) -> Result {
    let stored = |error: edith_port::StoreError| TabError::NotPossible(error.to_string());
    let gone = || TabError::NotPossible(format!("{:?} is not stored any more. Ask for it again.", document.name));
    let documents = tab.documents.as_ref().ok_or_else(gone)?;
    let mut number = 0;
    while let Some(part) = documents.part(&document.id, number).await.map_err(stored)? {
        let args = json!([node, document.id, number, part]);
        let _: Option<Value> = tab.page_within(PART_MS, "stagePart", args).await?;
        number += 1;
    }
    if number == 0 && document.size > 0 { Err(gone()) } else { Ok(()) }
}

/// The document given, and the field's files now.
fn told(what: &str, label: &str, document: &Document, answer: &Value) -> String {
    let bytes = size(document.size);
    let held: Vec<&str> =
        answer.get("held").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    match held.as_slice() {
        // Pages that upload at once, or list files themselves, empty the field.
        [] => format!("{what} ({bytes}) to {label}; the page took it out of the field."),
        [_] => format!("{what} ({bytes}) to {label}."),
        several => format!("{what} ({bytes}) to {label}, which now holds {}.", several.join(", ")),
    }
}
