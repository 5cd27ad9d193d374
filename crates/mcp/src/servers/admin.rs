//! The servers as the person sets them up.

use super::Servers;
use super::calls::{is_offered, only_reads};
use super::import;
use super::live::{Live, is_same};
use super::rows::complete;
use super::said::{file, prompt_text};
use crate::client::{Client, McpError, Step};
use async_trait::async_trait;
use edith_actions::http_url::HttpUrl;
use edith_port::{ServerResource, ToolServers};
use edith_protocol::{
    ErrorBody, ErrorCode, McpArgument, McpLeftOut, McpPrompt, McpResource, McpServer, McpServerShown, McpState, McpTool,
};
use edith_words::unseen::seen;
use edith_words::{Sentence, Word, say};
use futures_util::future::join_all;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Characters of a description that is shown, at most.
const DESCRIPTION_CHARS: usize = 1_000;

impl Servers {
    /// A server with what is known of it.
    async fn shown(&self, server: &McpServer, live: &Live) -> McpServerShown {
        let known = self.known.of(&server.id).await;
        let mut shown = McpServerShown::from(server);
        shown.signed_in = self.sign_ins.of(&server.id).await.is_some_and(|one| one.is_for(&live.url));
        shown.calls.clone_from(&known.calls);
        let problem = live.problem.borrow().clone();
        shown.state = if server.enabled { state(live) } else { McpState::Off };
        let more = || live.wants_more().then(|| say!(McpSignInForMore { host: live.host() }));
        let wrong = problem.map(|error| live.problem(&error)).or_else(more);
        shown.error = wrong.map(|wrong| wrong.to_string()).unwrap_or_default();
        let Some(offers) = live.last_offers() else { return shown };
        let name = offers.about.title.as_deref().unwrap_or(&offers.about.name);
        shown.about = brief(&format!("{name} {}", offers.about.version)).trim().to_owned();
        shown.protocol = offers.about.revision.as_str().to_owned();
        shown.warnings.clone_from(&offers.warnings);
        shown.tools = offers
            .tools
            .iter()
            .map(|tool| McpTool {
                name: tool.name.clone(),
                title: brief(tool.title.as_deref().unwrap_or_default()),
                description: brief(tool.description.as_deref().unwrap_or_default()),
                only_reads: only_reads(tool),
                enabled: is_offered(server, &tool.name),
                changed: known.has_changed(tool),
            })
            .collect();
        let Some((prompts, resources)) = &offers.more else { return shown };
        let text = |text: &Option<String>| brief(text.as_deref().unwrap_or_default());
        shown.prompts = prompts
            .iter()
            .map(|prompt| McpPrompt {
                name: prompt.name.clone(),
                title: text(&prompt.title),
                description: text(&prompt.description),
                arguments: prompt
                    .arguments
                    .iter()
                    .map(|one| McpArgument {
                        name: one.name.clone(),
                        description: text(&one.description),
                        required: one.required,
                    })
                    .collect(),
            })
            .collect();
        shown.resources = resources
            .iter()
            .map(|one| McpResource {
                uri: one.uri.clone(),
                name: brief(one.title.as_deref().unwrap_or(if one.name.is_empty() { &one.uri } else { &one.name })),
                description: text(&one.description),
                mime: text(&one.mime_type),
                size: one.size,
            })
            .collect();
        shown
    }

    /// The same, asked if it is switched on and was not asked yet.
    async fn asked(&self, server: &McpServer) -> McpServerShown {
        match self.live(server) {
            Ok(live) => {
                if server.enabled {
                    self.ask_all(&live).await;
                }
                let named = self.rows.get(&server.id).await;
                self.shown(named.as_ref().unwrap_or(server), &live).await
            }
            Err(why) => failed(server, &why),
        }
    }

    /// Asks a server for all that it offers; where it wants the person to sign in, also where that is.
    async fn ask_all(&self, live: &Live) {
        let offers = self.offers(live, true).await;
        let place = match &offers {
            Err(McpError::Unauthorized { .. } | McpError::Forbidden { challenge: Some(_) }) => {
                self.sign_ins.place(live).await
            }
            _ => None,
        };
        *live.sign_in_at.borrow_mut() = place;
    }

    async fn live_of(&self, id: &str) -> Result<Rc<Live>, ErrorBody> {
        let server = self.rows.get(id).await?;
        self.live(&server).map_err(|why| ErrorBody::new(ErrorCode::BadServer, *why))
    }

    fn forget_live(&self, id: &str) {
        if let Some(live) = self.live.borrow_mut().remove(id) {
            live.client.close();
        }
    }
}

/// The state of a server that was asked.
fn state(live: &Live) -> McpState {
    match &*live.problem.borrow() {
        Some(McpError::Unauthorized { .. } | McpError::Forbidden { challenge: Some(_) }) => McpState::SignIn,
        Some(_) => McpState::Failed,
        None if live.wants_more() => McpState::SignIn,
        None if live.offers.borrow().is_some() => McpState::Connected,
        // It was not asked yet.
        None => McpState::Off,
    }
}

fn failed(server: &McpServer, why: &Sentence) -> McpServerShown {
    McpServerShown { state: McpState::Failed, error: why.to_string(), ..McpServerShown::from(server) }
}

fn brief(text: &str) -> String {
    seen(text).chars().filter(|c| !c.is_control() || *c == '\n').take(DESCRIPTION_CHARS).collect()
}

fn refused(why: impl Into<String>) -> ErrorBody {
    ErrorBody::new(ErrorCode::ServerFailed, why)
}

#[async_trait(?Send)]
impl ToolServers for Servers {
    async fn all(&self) -> Result<Vec<McpServerShown>, ErrorBody> {
        let all = self.rows.list().await?;
        Ok(join_all(all.iter().map(|server| self.asked(server))).await)
    }

    async fn save(&self, server: McpServer) -> Result<McpServerShown, ErrorBody> {
        let before = if server.id.is_empty() { None } else { self.rows.get(&server.id).await.ok() };
        // Whose word its name is, is known here.
        let server = McpServer { named_by_itself: false, ..server };
        let server = self.rows.put(server, || self.entropy.id()).await?;
        let live = self.live(&server).map_err(|why| ErrorBody::new(ErrorCode::BadServer, *why))?;
        let (was_trust, was_url) = before.map(|before| (before.trust, before.url)).unzip();
        if was_url.is_some_and(|url| url != server.url) {
            // Another server: nothing of the one before is its.
            self.sign_ins.forget(&server.id).await?;
            self.known.forget(&server.id).await?;
        }
        if let Some(offers) = live.last_offers().filter(|_| was_trust != Some(server.trust)) {
            self.trust(&server, &offers, true).await?;
        }
        Ok(self.shown(&server, &live).await)
    }

    async fn delete(&self, id: &str) -> Result<(), ErrorBody> {
        self.rows.delete(id).await?;
        self.forget_live(id);
        self.sign_ins.forget(id).await?;
        Ok(self.known.forget(id).await?)
    }

    async fn test(&self, server: McpServer) -> Result<McpServerShown, ErrorBody> {
        let stored = if server.id.is_empty() { None } else { self.rows.get(&server.id).await.ok() };
        let mut server = complete(server, stored.as_ref());
        if stored.is_none() {
            server.id = String::new();
        }
        let live = self.apart(&server).map_err(|why| ErrorBody::new(ErrorCode::BadServer, *why))?;
        self.ask_all(&live).await;
        let mut shown = self.shown(&server, &live).await;
        shown.state = state(&live);
        live.client.close();
        if let Some(known) =
            stored.and_then(|stored| self.live(&stored).ok()).filter(|known| is_same(&known.server, &server))
        {
            // What was found out holds for the stored one too, if it is reached in the same way.
            known.offers.replace(live.offers.take());
            known.problem.replace(live.problem.take());
            known.challenge.replace(live.challenge.take());
            known.sign_in_at.replace(live.sign_in_at.take());
        }
        Ok(shown)
    }

    async fn sign_in(&self, id: &str) -> Result<McpServerShown, ErrorBody> {
        let live = self.live_of(id).await?;
        if live.challenge.borrow().is_none() {
            // A server says where to sign in when it refuses.
            drop(self.offers(&live, true).await);
        }
        self.sign_ins.sign_in(&live).await.map_err(|error| refused(error.for_person()))?;
        *live.challenge.borrow_mut() = None;
        *live.offers.borrow_mut() = None;
        drop(self.offers(&live, true).await);
        Ok(self.shown(&self.rows.get(id).await?, &live).await)
    }

    async fn sign_out(&self, id: &str) -> Result<(), ErrorBody> {
        self.rows.get(id).await?;
        self.sign_ins.forget(id).await?;
        self.forget_live(id);
        Ok(())
    }

    async fn import(&self, text: &str) -> Result<(Vec<String>, Vec<McpLeftOut>), ErrorBody> {
        let found = import::servers(text);
        let (servers, mut left) = found.ok_or_else(|| ErrorBody::new(ErrorCode::BadServer, say!(McpNoConfig)))?;
        let mut added = Vec::new();
        for server in servers {
            let known = self.rows.list().await?;
            let name = server.name.clone();
            let url = HttpUrl::parse(&server.url).ok();
            if url.is_some_and(|url| known.iter().any(|other| other.url == url.as_str())) {
                left.push(McpLeftOut { name, reason: say!(McpThere).to_string() });
                continue;
            }
            // Whoever wrote the configuration called it so.
            let server = McpServer { named_by_itself: true, ..server };
            match self.rows.put(server, || self.entropy.id()).await {
                Ok(_) => added.push(name),
                Err(error) => left.push(McpLeftOut { name, reason: error.message }),
            }
        }
        Ok((added, left))
    }

    async fn prompt(&self, id: &str, name: &str, arguments: &BTreeMap<String, String>) -> Result<String, ErrorBody> {
        let live = self.live_of(id).await?;
        let got = self.with(&live, async |client: &Client| client.get_prompt(name, arguments, &mut |_| ()).await).await;
        match got.map_err(|error| refused(live.problem(&error)))? {
            Step::Done(prompt) => Ok(prompt_text(&prompt)),
            Step::Asks(waiting) => {
                live.client.abandon(&waiting);
                Err(refused(say!(McpAsksBack)))
            }
        }
    }

    async fn resource(&self, id: &str, uri: &str) -> Result<ServerResource, ErrorBody> {
        let live = self.live_of(id).await?;
        let read = self.with(&live, async |client: &Client| client.read_resource(uri, &mut |_| ()).await).await;
        match read.map_err(|error| refused(live.problem(&error)))? {
            Step::Done(contents) => {
                let more = live.last_offers().and_then(|offers| offers.more.clone());
                let known = more.into_iter().flat_map(|(_, resources)| resources).find(|one| one.uri == uri);
                let name = known.map(|one| one.title.unwrap_or(one.name)).unwrap_or_default();
                file(uri, &name, &contents)
                    .ok_or_else(|| refused(say!(McpNoResource { uri: Word::Quoted(uri.to_owned()) })))
            }
            Step::Asks(waiting) => {
                live.client.abandon(&waiting);
                Err(refused(say!(McpAsksBack)))
            }
        }
    }

    fn forget(&self) {
        for live in std::mem::take(&mut *self.live.borrow_mut()).into_values() {
            live.client.close();
        }
    }
}
