//! Documents, frames, dialogs, downloads and pictures.

use super::read::parts;
use super::runtime::ContextId;
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
pub(crate) struct Enable {}

/// It runs in the page's own world, at once and before the scripts of each later document.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddScript<'a> {
    pub(crate) source: &'a str,
    pub(crate) run_immediately: bool,
}

#[derive(Serialize)]
pub(crate) struct GetFrameTree {}

#[derive(Serialize)]
pub(crate) struct GetLayoutMetrics {}

#[derive(Serialize)]
pub(crate) struct GetNavigationHistory {}

#[derive(Serialize)]
pub(crate) struct Reload {}

#[derive(Serialize)]
pub(crate) struct Navigate<'a> {
    pub(crate) url: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NavigateToHistoryEntry {
    pub(crate) entry_id: Option<u64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HandleJavaScriptDialog<'a> {
    pub(crate) accept: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) prompt_text: Option<&'a str>,
}

#[derive(Serialize)]
pub(crate) struct SetInterceptFileChooserDialog {
    pub(crate) enabled: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateIsolatedWorld<'a> {
    pub(crate) frame_id: &'a str,
    pub(crate) world_name: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StartScreencast {
    pub(crate) format: &'static str,
    pub(crate) quality: u32,
    pub(crate) max_width: u32,
    pub(crate) max_height: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CaptureScreenshot {
    pub(crate) format: &'static str,
    pub(crate) quality: u32,
    pub(crate) optimize_for_speed: bool,
    /// None: the viewport.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clip: Option<Clip>,
}

/// A part of the page, in CSS pixels.
#[derive(Serialize)]
pub(crate) struct Clip {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) scale: f64,
}

parts! {
    struct Frames {
        tree: FrameTree = "frameTree",
    }

    struct FrameTree {
        id: String = "frame/id",
        url: String = "frame/url",
        /// The address whose error page is shown; empty: none.
        unreachable: String = "frame/unreachableUrl",
        children: Vec<FrameTree> = "childFrames",
    }

    struct LayoutMetrics {
        width: Option<f64> = "cssLayoutViewport/clientWidth",
        height: Option<f64> = "cssLayoutViewport/clientHeight",
    }

    struct NavigationHistory {
        current: Option<u64> = "currentIndex",
        entries: Vec<Entry> = "entries",
    }

    /// A page of the tab's history.
    struct Entry {
        id: Option<u64> = "id",
        url: Option<String> = "url",
        transition: String = "transitionType",
    }

    struct Navigation {
        /// Empty: none.
        error: String = "errorText",
        /// Empty: the document stays.
        loader: String = "loaderId",
    }

    struct IsolatedWorld {
        context: ContextId = "executionContextId",
    }

    struct Screenshot {
        /// In base64.
        data: Option<String> = "data",
    }

    /// An event of which only the frame matters.
    struct OfFrame<'a> {
        frame: &'a str = "frameId",
    }

    struct FrameNavigated<'a> {
        id: &'a str = "frame/id",
        /// None: the main frame of its session.
        parent: Option<&'a Value> = "frame/parentId",
        loader: &'a str = "frame/loaderId",
        url: &'a str = "frame/url",
        fragment: &'a str = "frame/urlFragment",
        /// The address whose error page is shown; empty: none.
        unreachable: &'a str = "frame/unreachableUrl",
        kind: &'a str = "type",
    }

    struct FrameRequestedNavigation<'a> {
        frame: &'a str = "frameId",
        url: &'a str = "url",
        disposition: &'a str = "disposition",
    }

    struct FrameScheduledNavigation<'a> {
        frame: &'a str = "frameId",
        /// In seconds.
        delay: f64 = "delay",
    }

    struct FrameStartedNavigating<'a> {
        frame: &'a str = "frameId",
        kind: &'a str = "navigationType",
    }

    struct NavigatedWithinDocument<'a> {
        frame: &'a str = "frameId",
        url: &'a str = "url",
    }

    struct WindowOpen<'a> {
        url: &'a str = "url",
    }

    struct DialogOpening<'a> {
        kind: &'a str = "type",
        message: &'a str = "message",
        default_text: &'a str = "defaultPrompt",
        url: &'a str = "url",
    }

    struct FileChooserOpened<'a> {
        /// None: the picker has no input.
        node: Option<u64> = "backendNodeId",
        frame: &'a str = "frameId",
    }

    struct DownloadWillBegin<'a> {
        id: &'a str = "guid",
        url: &'a str = "url",
        name: &'a str = "suggestedFilename",
    }

    struct DownloadProgress<'a> {
        id: &'a str = "guid",
        received: f64 = "receivedBytes",
        total: f64 = "totalBytes",
        state: &'a str = "state",
    }
}

impl NavigationHistory {
    pub(crate) fn entry(&self, at: u64) -> Option<&Entry> {
        self.entries.get(usize::try_from(at).ok()?)
    }
}

impl FrameRequestedNavigation<'_> {
    /// Whether it is for a new tab or window, as after a press with Control or the middle button.
    pub(crate) fn opens_window(self) -> bool {
        self.disposition().starts_with("new")
    }
}

impl FrameStartedNavigating<'_> {
    pub(crate) fn is_within_document(self) -> bool {
        self.kind().to_ascii_lowercase().contains("samedocument")
    }
}
