//! Routes commands to the services.

use crate::schedule::scheduler::Scheduler;
use crate::service::documents::Added;
use crate::service::runs::FormWanted;
use crate::service::{Services, page};
use edith_actions::http_url::HttpUrl;
use edith_core::run::Control;
use edith_gate::Mandate;
use edith_port::{Ports, StoreError};
use edith_protocol::{
    AnswerBody, AskId, Command, ErrorBody, ErrorCode, Extras, FormTarget, MAX_QUESTIONS, Mode, Outcome, Reply, RunId,
    RunState, ServerTested, TabId,
};
use edith_words::say;
use std::rc::Rc;

/// One per worker.
pub struct Router {
    services: Services,
    scheduler: Rc<Scheduler>,
}

impl Router {
    /// A router on these ports. `active` is called whenever work begins or ends.
    pub fn new(ports: Ports, active: impl Fn(bool) + 'static) -> Rc<Self> {
        let services = Services::new(ports, active);
        Rc::new(Self { scheduler: Scheduler::new(&services.runs), services })
    }

    /// Resumes what an earlier worker left unfinished. Call once, at the worker's start; commands wait for it.
    pub async fn start(&self) {
        self.services.runs.recover().await;
        self.services.migrate().await;
        self.scheduler.check().await;
        self.services.sweep().await;
        self.services.resume_embedding().await;
    }

    /// Whether anything is running.
    pub fn is_active(&self) -> bool {
        self.services.is_active()
    }

    /// Starts the schedules that are due. Call when an alarm fires, and when the stored schedules change.
    pub async fn check_schedules(&self) {
        self.scheduler.check().await;
    }

    /// The run that works in a tab, and what it is doing.
    pub fn run_in(&self, tab: TabId) -> Option<(RunId, RunState)> {
        self.services.runs.in_tab(tab)
    }

    /// The tabs that runs work in, and what each run is doing.
    pub fn tabs_in_use(&self) -> Vec<(TabId, RunState)> {
        self.services.runs.tabs_in_use()
    }

    /// A tab was closed.
    pub fn tab_closed(&self, tab: TabId) {
        self.services.runs.tab_closed(tab);
    }

    /// A tab continues under another id.
    pub fn tab_moved(&self, from: TabId, to: TabId) {
        self.services.runs.tab_moved(from, to);
    }

    /// Carries out a command.
    pub async fn handle(&self, command: Command) -> Reply {
        self.handle_with(command, Extras::default()).await
    }

    /// Starts a task in a mode that people can start, on the page that the person wrote for it, which the tab shows, and allowing these effects ahead.
    /// The answer names the run; the rest comes as events.
    pub async fn begin(
        &self,
        mode: Mode,
        prompt: String,
        page: Option<(TabId, HttpUrl)>,
        extras: Extras,
        mandates: &[Mandate],
    ) -> Reply {
        let runs = &self.services.runs;
        let started = async {
            runs.ready().await?;
            let (run_id, conversation_id, _) = runs.start_with(mode, prompt, page, extras, mandates).await?;
            Ok::<_, ErrorBody>(AnswerBody::Started { conversation_id, run_id })
        };
        started.await.into()
    }

    /// Ends a run at an ask that nobody is there to answer: it needs a person.
    pub async fn leave_open(&self, run: &RunId, ask: AskId) -> Reply {
        self.services.runs.leave_open(run, ask).await.into()
    }

    /// Carries out a command, with the extras of one that starts a run.
    pub async fn handle_with(&self, command: Command, extras: Extras) -> Reply {
        self.answer(command, extras).await.into()
    }

    async fn answer(&self, command: Command, extras: Extras) -> Result<AnswerBody, ErrorBody> {
        let Self { services, scheduler } = self;
        let runs = &services.runs;
        runs.ready().await?;
        match command {
            Command::Chat { prompt, conversation_id } => {
                let (_, conversation_id, ended) = runs.start(Mode::Chat, prompt, conversation_id, None, extras).await?;
                match ended.await {
                    Ok((Outcome::Failed, summary)) => Err(ErrorBody::new(ErrorCode::ModelFailed, summary)),
                    Err(_) => Err(StoreError::Superseded.into()),
                    Ok(_) => Ok(AnswerBody::Stored { conversation_id }),
                }
            }
            Command::AgentRun { prompt, conversation_id, tab_id } => {
                let (run_id, conversation_id, _) =
                    runs.start(Mode::Agent, prompt, conversation_id, tab_id, extras).await?;
                Ok(AnswerBody::Started { conversation_id, run_id })
            }
            Command::PlanRun { prompt, conversation_id, tab_id } => {
                let (run_id, conversation_id, _) =
                    runs.start(Mode::Plan, prompt, conversation_id, tab_id, extras).await?;
                Ok(AnswerBody::Started { conversation_id, run_id })
            }
            Command::FormRun { prompt, conversation_id, tab_id, quality } => {
                let quality = quality.unwrap_or_default();
                let wanted = FormWanted { prompt, target: FormTarget::Page, tab: tab_id, quality, undo: Vec::new() };
                let (run_id, conversation_id, _) = runs.start_form(wanted, conversation_id, extras).await?;
                Ok(AnswerBody::Started { conversation_id, run_id })
            }
            Command::ProfileImport { prompt, conversation_id, quality } => {
                let (target, quality) = (FormTarget::Profile, quality.unwrap_or_default());
                let wanted = FormWanted { prompt, target, tab: None, quality, undo: Vec::new() };
                let (run_id, conversation_id, _) = runs.start_form(wanted, conversation_id, extras).await?;
                Ok(AnswerBody::Started { conversation_id, run_id })
            }
            Command::FormUndo { run_id, conversation_id } => {
                let (run_id, conversation_id, _) = runs.undo_form(&run_id, conversation_id).await?;
                Ok(AnswerBody::Started { conversation_id, run_id })
            }
            Command::ProfileGet => services.profile().await,
            Command::ProfileSave { profile } => services.store_profile(profile).await,
            Command::PromptList => services.prompts().await,
            Command::PromptSave { prompt } => services.save_prompt(prompt).await,
            Command::PromptDelete { id } => services.delete_prompt(&id).await,
            Command::ResearchRun { prompt, conversation_id } => {
                let (run_id, conversation_id, _) =
                    runs.start(Mode::Research, prompt, conversation_id, None, extras).await?;
                Ok(AnswerBody::Started { conversation_id, run_id })
            }
            Command::DocumentAsk { questions, prompt, conversation_id } => {
                if questions.len() > MAX_QUESTIONS {
                    return Err(ErrorBody::new(
                        ErrorCode::TooManyQuestions,
                        say!(TooManyQuestions { limit: MAX_QUESTIONS }),
                    ));
                }
                let (run_id, conversation_id, _) =
                    runs.start_asking(&questions, prompt, conversation_id, extras).await?;
                Ok(AnswerBody::Started { conversation_id, run_id })
            }
            Command::ResearchClose { run_id } => runs.close_sources(&run_id).await,
            Command::AgentStop { run_id } => runs.stop(run_id.as_ref()).await,
            Command::AgentPause { run_id } => runs.control_all(&run_id, Control::Pause).await,
            Command::AgentTakeOver { run_id } => runs.control_all(&run_id, Control::TakeOver).await,
            Command::AgentResume { run_id } => runs.control_all(&run_id, Control::Resume).await,
            Command::AgentSay { run_id, text } => {
                runs.control_all(&run_id, Control::Say { text, pasted: extras.pasted }).await
            }
            Command::PlanStep { run_id, step_id, action } => runs.plan_step(&run_id, step_id, action).await,
            Command::AgentAnswer { run_id, ask_id, answer } => runs.answer(&run_id, ask_id, answer).await,
            Command::RunList { after } => {
                let (runs, after) = page(runs.list(), after);
                Ok(AnswerBody::Runs { runs, after })
            }
            Command::RunSteps { run_id, after } => runs.steps(&run_id, after).await,
            Command::RunDebug { run_id, after } => runs.debug(&run_id, after).await,
            Command::ReplayGet { run_id } => runs.replay_shown(&run_id).await,
            Command::ReplayRun { run_id, values, tab_id } => runs.start_replay(&run_id, values, tab_id, extras).await,
            Command::ConversationSearch { query } => services.search(&query).await,
            Command::ConversationRename { conversation_id, title } => services.rename(&conversation_id, &title).await,
            Command::ConversationDelete { conversation_id } => services.delete_conversation(&conversation_id).await,
            Command::ConversationPin { conversation_id, pinned } => services.pin(&conversation_id, pinned).await,
            Command::ConversationImport { conversations } => services.import(conversations).await,
            Command::DocumentAdd { document_id, name, mime, data, url, tab_id, server_id } => {
                services
                    .add_document(Added { id: document_id, name, mime, data, url, tab: tab_id, server: server_id })
                    .await
            }
            Command::DocumentRead { document_id, password } => {
                services.read_document(&document_id, password.as_deref()).await
            }
            Command::DocumentPage { document_id, page, after } => {
                services.document_page(&document_id, page, after).await
            }
            Command::DocumentPicture { document_id, page, width, password } => {
                services.document_picture(&document_id, page, width, password.as_deref()).await
            }
            Command::DocumentSearch { query, documents, limit } => {
                services.search_documents(&query, documents, limit).await
            }
            Command::DocumentList { after } => services.list_documents(after).await,
            Command::DocumentDelete { document_id } => services.delete_document(&document_id).await,
            Command::GrantRevoke { grant } => services.revoke(&grant).await,
            Command::DataDelete => services.delete_all().await,
            Command::LogList => Ok(AnswerBody::Log { log: services.log().await }),
            Command::ScheduleList { after } => scheduler.list(after).await,
            Command::ScheduleSave { schedule } => scheduler.store_task(schedule).await,
            Command::ScheduleDelete { id } => scheduler.delete(&id).await,
            Command::ScheduleRun { id } => scheduler.run_now(&id).await,
            Command::SchedulePreview { cron_expression } => scheduler.preview(&cron_expression),
            Command::McpList { after } => services.list_servers(after).await,
            Command::McpSave { server } => services.save_server(server).await,
            Command::McpDelete { id } => services.delete_server(&id).await,
            Command::McpTest { server } => services.test_server(server).await,
            Command::McpSignIn { id } => services.sign_in_to_server(&id).await,
            Command::McpSignOut { id } => services.sign_out_of_server(&id).await,
            Command::McpImport { text } => services.import_servers(&text).await,
            Command::McpPrompt { id, name, arguments } => services.server_prompt(&id, &name, &arguments).await,
            Command::ModelTest { server } => services.test_model(server).await,
            Command::ModelList { base_url, api_key, kind, after } => {
                let asked =
                    ServerTested { base_url, api_key, kind: kind.unwrap_or_default(), ..ServerTested::default() };
                services.list_models(asked, after).await
            }
        }
    }
}
