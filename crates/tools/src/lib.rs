//! The model's tools, one file each, and its calls: parsed, checked, judged by the gate, turned into operations.
//!
//! To add a tool: a file here with its arguments and `impl Tool`, a line in `tools!` below, a line in the gate's table test.

mod arguments;
mod declare;
pub mod ending;
mod error;
mod examine;
mod external;
mod external_tool;
#[cfg(test)]
mod gate_tests;
mod named;
mod names;
mod offer;
mod propose;
mod reading;
mod shape;
#[cfg(test)]
mod tests;

mod ask_user;
mod calculate;
mod click;
mod click_at;
mod close_tab;
mod drag;
mod drag_at;
mod extract_data;
mod fill;
mod find_on_page;
mod find_tools;
mod go_back;
mod go_forward;
mod handle_dialog;
mod hover;
mod inspect;
mod list_tabs;
mod navigate;
mod open_browser;
mod page_form;
mod page_tool;
mod press;
mod press_key;
mod query_table;
mod read_document;
mod read_page;
mod reload;
mod remember;
mod screenshot;
mod scroll;
mod search_documents;
mod select_option;
mod select_text;
mod set_value;
mod step_done;
mod step_failed;
mod switch_tab;
mod take_snapshot;
mod task_complete;
mod task_fail;
mod type_text;
mod upload_file;
mod wait;
mod wait_for_page_update;

pub use ask_user::AskUser;
pub use calculate::Calculate;
pub use click::Click;
pub use click_at::ClickAt;
pub use close_tab::CloseTab;
pub use declare::Nature;
pub use declare::Offer;
pub use declare::target;
pub use declare::{AnswerOf, DocumentUse, Offered, Operation};
pub use drag::Drag;
pub use drag_at::DragAt;
pub use error::{CallError, Fault};
pub use examine::gather;
pub use external_tool::{Continued, External, ExternalTool, MOST_TOOLS, search};
pub use extract_data::ExtractData;
pub use fill::Fill;
pub use find_on_page::FindOnPage;
pub use find_tools::FindTools;
pub use go_back::GoBack;
pub use go_forward::GoForward;
pub use handle_dialog::HandleDialog;
pub use hover::Hover;
pub use inspect::Inspect;
pub use list_tabs::ListTabs;
pub use navigate::Navigate;
pub use offer::declaration;
pub use offer::is_built_in;
pub use offer::is_to_see;
pub use offer::nature_of;
pub use offer::offered;
pub use open_browser::OpenBrowser;
pub use page_tool::PageTool;
pub use press_key::PressKey;
pub use propose::{answer_of, restored, told_by, without_query};
pub use query_table::QueryTable;
pub use read_document::ReadDocument;
pub use read_page::ReadPage;
pub use reload::Reload;
pub use remember::Remember;
pub use screenshot::Screenshot;
pub use scroll::Scroll;
pub use search_documents::SearchDocuments;
pub use select_option::SelectOption;
pub use select_text::SelectText;
pub use set_value::SetValue;
pub use step_done::StepDone;
pub use step_failed::StepFailed;
pub use switch_tab::SwitchTab;
pub use take_snapshot::TakeSnapshot;
pub use task_complete::TaskComplete;
pub use task_fail::TaskFail;
pub use type_text::TypeText;
pub use upload_file::UploadFile;
pub use wait::Wait;
pub use wait_for_page_update::WaitForPageUpdate;

pub use arguments::{mended, unfenced};
use declare::{Choice, Declaration, Tool};
use edith_gate::{ClipboardUse, Contact, EffectClass, ElementFacts, Facts, FieldInput, PageView, Sends};
use edith_page::relocate::Sight;
use edith_port::ServerTool;
use edith_protocol::ToolCall;
use edith_protocol::json;
use edith_words::Sentence;
pub use named::Naming;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

macro_rules! tools {
    ($($tool:ident),* $(,)?) => {
        /// Every built-in tool, in the order offered.
        pub const BUILT_IN: &[Declaration] = &[$(Declaration::of::<$tool>()),*];

        impl Call {
            fn read(name: &str, arguments: &str, page: Option<Sight<'_>>) -> Result<(Self, Naming), CallError> {
                $(if name == <$tool as Tool>::NAME {
                    return arguments::read::<$tool>(arguments, page).map(|(call, naming)| (Self::$tool(call), naming));
                })*
                Err(names::unknown(BUILT_IN, &[], name))
            }
        }

        calls![$($tool,)* External];
    };
}

macro_rules! calls {
    ($($tool:ident),*) => {
        /// A parsed and checked tool call.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(tag = "tool", content = "args", rename_all = "snake_case")]
        pub enum Call {
            $(#[doc = concat!("See [`", stringify!($tool), "`].")] $tool($tool)),*
        }

        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum CallKind {
            $($tool),*
        }

        impl<'de> Deserialize<'de> for Call {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let (kind, arguments) = json::tagged(from, "tool", "args")?;
                Ok(match kind { $(CallKind::$tool => Self::$tool(json::as_content(arguments)?)),* })
            }
        }

        $(impl From<$tool> for Call {
            fn from(call: $tool) -> Self {
                Self::$tool(call)
            }
        })*

        impl Call {
            /// The tool's name.
            pub fn name(&self) -> &str {
                match self { $(Self::$tool(call) => call.name()),* }
            }

            /// The tool outside EDITH that it uses; none: it works on pages.
            pub fn server_tool(&self) -> Option<&ServerTool> {
                match self { $(Self::$tool(call) => call.server_tool()),* }
            }

            /// The elements it names.
            pub fn uids(&self) -> Vec<u32> {
                match self { $(Self::$tool(call) => call.uids()),* }
            }

            /// Whether it has to do with a page or tab.
            pub fn touches_page(&self) -> bool {
                match self { $(Self::$tool(_) => <$tool as Tool>::TOUCHES_PAGE),* }
            }

            /// Its effect, as far as the facts tell.
            pub fn class(&self, facts: &Facts) -> EffectClass {
                match self { $(Self::$tool(call) => call.class(facts)),* }
            }

            /// What the driver is to do: uids resolved, addresses parsed.
            ///
            /// # Errors
            /// When a uid is not on the page, or an address may not be opened.
            pub fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
                match self { $(Self::$tool(call) => call.operation(page)),* }
            }

            fn sentence(&self, facts: &Facts) -> Sentence {
                match self { $(Self::$tool(call) => call.describe(facts)),* }
            }

            fn arguments(&self) -> Value {
                match self { $(Self::$tool(call) => call.arguments()),* }
            }

            fn followed<'a>(&self, facts: &'a Facts) -> Option<&'a ElementFacts> {
                match self { $(Self::$tool(call) => call.followed(facts)),* }
            }

            /// Whether it may press a shortcut of the page.
            pub fn shortcut(&self, facts: &Facts) -> bool {
                match self { $(Self::$tool(call) => call.shortcut(facts)),* }
            }

            fn presses(&self) -> Vec<char> {
                match self { $(Self::$tool(call) => call.presses()),* }
            }

            fn choices_made(&self) -> Vec<Choice> {
                match self { $(Self::$tool(call) => call.choices_made()),* }
            }

            /// The elements that it acts on besides those it names.
            pub fn also_touches(&self, page: &dyn PageView) -> Vec<u32> {
                match self { $(Self::$tool(call) => call.also_touches(page)),* }
            }

            /// What it would put into fields.
            pub fn inputs(&self) -> Vec<FieldInput> {
                match self { $(Self::$tool(call) => call.inputs()),* }
            }

            fn cover(&self, facts: &Facts, shown: &mut Value) {
                match self { $(Self::$tool(call) => call.cover(facts, shown)),* }
            }

            /// What it would put into a field.
            pub fn input(&self) -> Option<FieldInput> {
                match self { $(Self::$tool(call) => call.input()),* }
            }

            /// What it reveals to a site, if it writes or navigates.
            pub fn sends(&self) -> Option<Sends> {
                match self { $(Self::$tool(call) => call.sends()),* }
            }

            fn clipboard(&self, facts: &Facts) -> ClipboardUse {
                match self { $(Self::$tool(call) => call.clipboard(facts)),* }
            }

            fn contact(&self) -> Contact {
                match self { $(Self::$tool(call) => call.contact()),* }
            }

            fn goes_to_focus(&self) -> bool {
                match self { $(Self::$tool(call) => call.goes_to_focus()),* }
            }

            fn when_offered(&self) -> Offered {
                match self { $(Self::$tool(_) => <$tool as Tool>::OFFERED),* }
            }

            /// Answers offered to the person.
            pub fn choices(&self) -> Vec<String> {
                match self { $(Self::$tool(call) => call.choices()),* }
            }

            /// The call it stands for under this offer.
            pub fn for_offer(self, offer: Offer) -> Self {
                let other = match &self { $(Self::$tool(call) => call.stands_for(offer)),* };
                let read = |(name, arguments): (_, Value)| Self::read(name, &arguments.to_string(), None).ok();
                other.and_then(read).map_or(self, |(call, _)| call)
            }

            /// Whether it only looks. Three of these in a row without an action are warned about.
            pub fn is_look(&self) -> bool {
                match self { $(Self::$tool(_) => <$tool as Tool>::IS_LOOK),* }
            }
        }
    };
}

tools![
    OpenBrowser,
    Navigate,
    GoBack,
    GoForward,
    Reload,
    TakeSnapshot,
    FindOnPage,
    ReadPage,
    Inspect,
    Click,
    ClickAt,
    TypeText,
    Fill,
    PressKey,
    Scroll,
    Screenshot,
    SelectOption,
    SelectText,
    Hover,
    SetValue,
    Drag,
    DragAt,
    UploadFile,
    SearchDocuments,
    ReadDocument,
    QueryTable,
    Calculate,
    PageTool,
    HandleDialog,
    Wait,
    WaitForPageUpdate,
    ListTabs,
    SwitchTab,
    CloseTab,
    Remember,
    AskUser,
    FindTools,
    TaskComplete,
    TaskFail,
    StepDone,
    StepFailed,
    ExtractData,
];

impl Call {
    /// The same as [`Self::parse`] where these tools of servers are offered besides.
    ///
    /// # Errors
    /// With a sentence that tells the model what to write instead.
    pub fn parse_among(external: &[ExternalTool], name: &str, arguments: &str) -> Result<Self, CallError> {
        Self::parse_with(external, name, arguments, None).map(|(call, _)| call)
    }

    /// The same on a page, whose elements a call may name instead of giving their uids. Returns how it does.
    ///
    /// # Errors
    /// The same, also where no element is named so, or several are.
    pub fn parse_on(
        page: Sight<'_>,
        external: &[ExternalTool],
        name: &str,
        arguments: &str,
    ) -> Result<(Self, Naming), CallError> {
        Self::parse_with(external, name, arguments, Some(page))
    }

    fn parse_with(
        external: &[ExternalTool],
        name: &str,
        arguments: &str,
        page: Option<Sight<'_>>,
    ) -> Result<(Self, Naming), CallError> {
        // Some models put the name of a group before it.
        let bare = name.trim().rsplit('.').next().unwrap_or_default();
        match (external.iter().find(|tool| tool.name == bare), names::exact_name(BUILT_IN, name)) {
            (Some(tool), _) => tool.read(arguments).map(|call| (Self::External(call), Naming::default())),
            (None, Some(exact)) => Self::read(exact, arguments, page),
            (None, None) => Err(names::unknown(BUILT_IN, external, name)),
        }
    }

    /// A call that was stored, read again; none: this version cannot read it.
    pub fn stored(wrote: &ToolCall, operation: &Operation) -> Option<Self> {
        match operation {
            Operation::External(call) => Some(call.clone().into()),
            _ => Self::parse(&wrote.name, &wrote.arguments).ok(),
        }
    }

    /// Parses what the model wrote, tolerantly if the meaning is certain.
    ///
    /// # Errors
    /// With a sentence that tells the model what to write instead.
    pub fn parse(name: &str, arguments: &str) -> Result<Self, CallError> {
        Self::parse_among(&[], name, arguments)
    }

    /// Its effect for the person, in the imperative: `Click “Add to cart”`. Secrets are masked.
    pub fn describe(&self, facts: &Facts) -> String {
        self.sentence(facts).to_string()
    }

    /// The same in English, for the model.
    pub fn in_english(&self, facts: &Facts) -> String {
        self.sentence(facts).english()
    }

    /// The call as its tool is called: elements by uid alone.
    pub fn written(&self, id: &str) -> ToolCall {
        ToolCall { id: id.to_owned(), name: self.name().to_owned(), arguments: self.arguments().to_string() }
    }

    /// The arguments for events and approvals, with secret texts masked.
    pub fn shown_args(&self, facts: &Facts) -> Value {
        let mut shown = self.arguments();
        if let (Some(tool), Some(input)) = (&facts.page_tool, shown.get_mut("input")) {
            tool.cover(input);
        }
        self.cover(facts, &mut shown);
        shown
    }
}
