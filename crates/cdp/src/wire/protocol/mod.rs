//! The part of the DevTools protocol that driving a tab takes: a type for each command that is sent and each event that is read, in a file for each domain.
//! Every method's name stands once, in the two tables below; nothing that is in neither is sent or read.

mod command;
pub(crate) mod dom;
pub(crate) mod dom_debugger;
pub(crate) mod emulation;
pub(crate) mod fetch;
pub(crate) mod input;
pub(crate) mod inspector;
pub(crate) mod network;
pub(crate) mod page;
mod read;
pub(crate) mod runtime;
pub(crate) mod target;
pub(crate) mod web_mcp;

pub(crate) use command::{Command, Input, Message, Reply};
pub(crate) use read::Read;

use serde_json::Value;

macro_rules! commands {
    ($($method:literal $command:ty => $reply:ty $(, $input:ident)?;)*) => {
        $(impl Command for $command {
            const METHOD: &'static str = $method;
            $(const $input: bool = true;)?
            type Reply = $reply;
        })*

        const COMMANDS: &[&str] = &[$($method),*];
    };
}

// `Runtime.evaluate` and the like are missing: the debugger runs nothing in the page's own world but what keeps messages. Objects that functions are called on (a file chooser's
// input, listeners) were resolved in an isolated world. A tool of a page is its own code. Nothing reads cookies, storage or network responses either.
commands! {
    "DOM.describeNode" dom::DescribeNode<'_> => dom::Described;
    "DOM.resolveNode" dom::ResolveNode<'_> => dom::Resolved;
    "DOMDebugger.getEventListeners" dom_debugger::GetEventListeners<'_> => dom_debugger::EventListeners;
    "Emulation.setFocusEmulationEnabled" emulation::SetFocusEmulationEnabled => ();
    "Fetch.continueRequest" fetch::ContinueRequest<'_> => ();
    "Fetch.disable" fetch::Disable => ();
    "Fetch.enable" fetch::Enable => ();
    "Fetch.failRequest" fetch::FailRequest<'_> => ();
    "Fetch.fulfillRequest" fetch::FulfillRequest<'_> => ();
    "Input.dispatchDragEvent" input::DragEvent<'_> => (), INPUT;
    "Input.dispatchKeyEvent" input::KeyEvent => (), INPUT;
    "Input.dispatchMouseEvent" input::MouseEvent => (), INPUT;
    "Input.insertText" input::InsertText<'_> => (), INPUT;
    "Input.setInterceptDrags" input::SetInterceptDrags => ();
    "Inspector.enable" inspector::Enable => ();
    "Network.enable" network::Enable => ();
    "Page.addScriptToEvaluateOnNewDocument" page::AddScript<'_> => ();
    "Page.captureScreenshot" page::CaptureScreenshot => page::Screenshot;
    "Page.createIsolatedWorld" page::CreateIsolatedWorld<'_> => page::IsolatedWorld;
    "Page.enable" page::Enable => ();
    "Page.getFrameTree" page::GetFrameTree => page::Frames;
    "Page.getLayoutMetrics" page::GetLayoutMetrics => page::LayoutMetrics;
    "Page.getNavigationHistory" page::GetNavigationHistory => page::NavigationHistory;
    "Page.handleJavaScriptDialog" page::HandleJavaScriptDialog<'_> => ();
    "Page.navigate" page::Navigate<'_> => page::Navigation;
    "Page.navigateToHistoryEntry" page::NavigateToHistoryEntry => ();
    "Page.reload" page::Reload => ();
    "Page.setInterceptFileChooserDialog" page::SetInterceptFileChooserDialog => ();
    "Page.startScreencast" page::StartScreencast => ();
    "Runtime.callFunctionOn" runtime::CallFunctionOn<'_> => runtime::Called;
    "Runtime.releaseObjectGroup" runtime::ReleaseObjectGroup => ();
    "Target.setAutoAttach" target::SetAutoAttach => ();
    "WebMCP.cancelInvocation" web_mcp::CancelInvocation<'_> => ();
    "WebMCP.enable" web_mcp::Enable => ();
    "WebMCP.invokeTool" web_mcp::InvokeTool<'_> => web_mcp::Invocation;
}

/// Whether a command is one that driving a tab takes: whoever owns the connection sends no other on its behalf, whatever it was tricked into.
pub fn is_allowed(method: &str) -> bool {
    COMMANDS.contains(&method)
}

macro_rules! events {
    ($($method:literal $event:ident $(($params:ty))?,)*) => {
        /// Which event it is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum EventName {
            $($event,)*
        }

        /// An event with what is read of it.
        #[derive(Debug)]
        pub(crate) enum Event<'a> {
            $($event $(($params))?,)*
        }

        impl EventName {
            /// None: one that is not read.
            pub(crate) fn of(method: &str) -> Option<Self> {
                match method {
                    $($method => Some(Self::$event),)*
                    _ => None,
                }
            }
        }

        impl<'a> Event<'a> {
            /// None: one that is not read.
            pub(crate) fn read(method: &str, params: &'a Value) -> Option<Self> {
                Some(match EventName::of(method)? {
                    $(EventName::$event => Self::$event $((<$params>::read(Some(params))))?,)*
                })
            }
        }
    };
}

events! {
    "Fetch.requestPaused" RequestPaused(fetch::Paused<'a>),
    "Input.dragIntercepted" DragIntercepted(input::DragIntercepted<'a>),
    "Inspector.targetCrashed" TargetCrashed,
    "Inspector.targetReloadedAfterCrash" TargetReloadedAfterCrash,
    "Network.dataReceived" DataReceived(network::OfRequest<'a>),
    "Network.loadingFailed" LoadingFailed(network::LoadingFailed<'a>),
    "Network.loadingFinished" LoadingFinished(network::OfRequest<'a>),
    "Network.requestServedFromCache" ServedFromCache(network::OfRequest<'a>),
    "Network.requestWillBeSent" RequestWillBeSent(network::RequestWillBeSent<'a>),
    "Network.requestWillBeSentExtraInfo" RequestExtraInfo(network::RequestExtraInfo<'a>),
    "Network.responseReceived" ResponseReceived(network::ResponseReceived<'a>),
    "Network.responseReceivedExtraInfo" ResponseExtraInfo(network::OfRequest<'a>),
    "Network.webSocketClosed" WebSocketClosed(network::OfRequest<'a>),
    "Network.webSocketFrameReceived" WebSocketFrameReceived(network::OfRequest<'a>),
    "Network.webSocketFrameSent" WebSocketFrameSent(network::OfRequest<'a>),
    "Page.domContentEventFired" DomContentEventFired,
    "Page.downloadProgress" DownloadProgress(page::DownloadProgress<'a>),
    "Page.downloadWillBegin" DownloadWillBegin(page::DownloadWillBegin<'a>),
    "Page.fileChooserOpened" FileChooserOpened(page::FileChooserOpened<'a>),
    "Page.frameClearedScheduledNavigation" FrameClearedScheduledNavigation(page::OfFrame<'a>),
    "Page.frameDetached" FrameDetached(page::OfFrame<'a>),
    "Page.frameNavigated" FrameNavigated(page::FrameNavigated<'a>),
    "Page.frameRequestedNavigation" FrameRequestedNavigation(page::FrameRequestedNavigation<'a>),
    "Page.frameScheduledNavigation" FrameScheduledNavigation(page::FrameScheduledNavigation<'a>),
    "Page.frameStartedNavigating" FrameStartedNavigating(page::FrameStartedNavigating<'a>),
    "Page.frameStoppedLoading" FrameStoppedLoading(page::OfFrame<'a>),
    "Page.javascriptDialogClosed" DialogClosed,
    "Page.javascriptDialogOpening" DialogOpening(page::DialogOpening<'a>),
    "Page.loadEventFired" LoadEventFired,
    "Page.navigatedWithinDocument" NavigatedWithinDocument(page::NavigatedWithinDocument<'a>),
    "Page.windowOpen" WindowOpen(page::WindowOpen<'a>),
    "Target.attachedToTarget" AttachedToTarget(target::AttachedToTarget<'a>),
    "Target.detachedFromTarget" DetachedFromTarget(target::DetachedFromTarget<'a>),
    "WebMCP.toolResponded" ToolResponded(web_mcp::ToolResponded<'a>),
    "WebMCP.toolsAdded" ToolsAdded(web_mcp::Tools<'a>),
    "WebMCP.toolsRemoved" ToolsRemoved(web_mcp::Tools<'a>),
}

#[cfg(test)]
mod tests;
