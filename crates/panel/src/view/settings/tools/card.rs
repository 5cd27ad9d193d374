//! A server that is set up: its state, what it offers, and what it may do. Every change is stored at once.

use super::details::{DOTS, client, client_id, client_secret, headers, transport};
use super::folds::folds;
use super::places::{ADD, focus_on};
use super::server::{Card, Waits, card_id};
use super::tested::{badge, lines, warnings, wrong};
use super::tool_list::tool_list;
use crate::state::mcp::{
    headers as whole, headers_of, host_of, is_host_changed, is_unasked, name_of, notes_of, whole_address,
};
use crate::state::server::{UrlRemark, remark};
use crate::state::text::{fill, key, t};
use crate::view::bridge;
use crate::view::el::{El, all, button, el, flag, live, nothing, when, words};
use crate::view::icon::{Icon, icon, spinner};
use crate::view::settings::parts::{switch, words as labelled_words};
use crate::view::settings::servers::fields::{labelled, technical};
use crate::view::store::Store;
use edith_protocol::{Command, McpServer, McpState, McpTrust};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The card of the server with this id.
pub(super) fn card(store: Store, id: String) -> AnyView {
    let dom_id = card_id(&id);
    let card = Card {
        store,
        id: StoredValue::new(id),
        waits: RwSignal::new(Waits::Nothing),
        refused: RwSignal::default(),
        deleting: RwSignal::new(false),
    };
    let name = words(move || card.get(|server| name_of(server).to_owned()));
    let host = words(move || card.get(|server| host_of(&server.url).to_owned()));
    let beside = move || if name.get() == host.get() { String::new() } else { host.get() };
    let head = el("summary", "card__head server__head mcp-head")
        .attr("id", dom_id)
        .add(el("span", "mcp-head__name").attr("dir", "auto").live_text(move || name.get()))
        .add(el("span", "mcp-head__host").attr("dir", "ltr").live_text(beside))
        .add(live(move || card.state()));
    let about = Memo::new(move |_| card.get(notes_of));
    let error = Memo::new(move |_| match card.refused.get() {
        refused if refused.is_empty() => card.get(|server| (server.state, server.error.clone())),
        refused => (McpState::Failed, refused),
    });
    let said = move || all(lines(about.get()));
    let wrong = move || {
        let (state, error) = error.get();
        wrong(state, error)
    };
    let left_out = Memo::new(move |_| card.get(|server| server.warnings.clone()));
    let tools = flag(move || card.get(|server| !server.tools.is_empty()));
    let body = el("div", "fields")
        .add(el("div", "mcp-said").attr("role", "status").add(live(wrong)).add(live(said)))
        .add(live(move || left_out.with(|all| warnings(all))))
        .add(card.buttons())
        .add(live(move || card.confirm()))
        .add(switch(
            t("mcp_enabled"),
            t("mcp_enabled_note"),
            move || card.get(|server| server.enabled),
            move |on| card.change(|server, _| server.enabled = on),
        ))
        .add(card.trust())
        .add(when(move || tools.get(), move || tool_list(card)))
        .add_all(folds(card))
        .add(card.details());
    el("details", "card").add(head).add(body).view()
}

impl Card {
    /// Its state, as a mark with its words.
    fn state(self) -> AnyView {
        let (state, enabled, unasked) = self.get(|server| (server.state, server.enabled, is_unasked(server)));
        if unasked && self.store.mcp.asking.get() || self.waits.get() == Waits::Answer {
            return el("span", "mcp-state").add(spinner()).add(el("span", "").text(t("mcp_asking_one"))).view();
        }
        badge(if enabled { state } else { McpState::Off }).view()
    }

    fn buttons(self) -> AnyView {
        let id = move || self.id.get_value();
        let waits = flag(move || self.waits.get() != Waits::Nothing);
        let test = move || {
            let server = McpServer { id: id(), ..McpServer::default() };
            self.ask(Waits::Answer, Command::McpTest { server });
        };
        let sign_in = move || self.ask(Waits::Window, Command::McpSignIn { id: id() });
        let sign_out = move || {
            let store = self.store;
            spawn_local(async move {
                if let Err(error) = bridge::send(&Command::McpSignOut { id: id() }).await {
                    self.refuse(error);
                }
                store.refresh_mcp(true);
            });
        };
        let window = flag(move || self.waits.get() == Waits::Window);
        let wants = flag(move || self.get(|server| server.enabled && server.state == McpState::SignIn));
        let signed = flag(move || self.get(|server| server.signed_in));
        let signing = move || {
            let class = if wants.get() { "button button--small button--main" } else { "button button--small" };
            let words = move || if window.get() { t("mcp_signing_in") } else { t("mcp_sign_in") }.to_owned();
            button(class, sign_in)
                .attr("id", self.dom_id("sign-in"))
                .live_flag("disabled", move || waits.get())
                .add(live(move || if window.get() { spinner() } else { icon(Icon::Key) }))
                .live_text(words)
                .view()
        };
        let out = move || button("button button--small", sign_out).text(t("mcp_sign_out")).view();
        let delete = move || {
            self.deleting.set(true);
            focus_on(self.dom_id("keep"));
        };
        el("div", "buttons")
            .add(when(move || wants.get(), signing))
            .add(
                button("button button--small", test)
                    .attr("id", self.dom_id("test"))
                    .live_flag("disabled", move || waits.get())
                    .add(icon(Icon::Retry))
                    .text(t("mcp_test_again")),
            )
            .add(when(move || signed.get(), out))
            .add(
                button("button button--small button--quiet", delete)
                    .attr("id", self.dom_id("delete"))
                    .add(icon(Icon::Bin))
                    .text(t("delete")),
            )
            .view()
    }

    /// Whether it is really to be deleted: its secrets are gone then.
    fn confirm(self) -> AnyView {
        if !self.deleting.get() {
            return nothing();
        }
        let name = untrack(|| self.get(|server| name_of(server).to_owned()));
        let keep = move || {
            self.deleting.set(false);
            focus_on(self.dom_id("delete"));
        };
        let delete = move || {
            let (store, id, name) = (self.store, self.id.get_value(), name.clone());
            spawn_local(async move {
                match bridge::send(&Command::McpDelete { id: id.clone() }).await {
                    Ok(_) => {
                        store.mcp.servers.update(|all| {
                            if let Some(all) = all {
                                all.retain(|one| one.id != id);
                            }
                        });
                        store.show_toast(fill("deleted", &[("title", &name)]), None);
                        focus_on(ADD);
                        store.refresh_mcp(false);
                    }
                    Err(error) => self.refuse(error),
                }
            });
        };
        let question = untrack(|| self.get(|server| fill("mcp_delete_question", &[("name", name_of(server))])));
        el("div", "row__confirm")
            .attr("role", "group")
            .attr("aria-label", question.clone())
            .on_escape(keep)
            .add(el("p", "row__question").attr("dir", "auto").text(question))
            .add(button("button button--small button--stop", delete).attr("id", self.dom_id("gone")).text(t("delete")))
            .add(button("button button--small", keep).attr("id", self.dom_id("keep")).text(t("cancel")))
            .view()
    }

    /// Which of its tools are used without asking.
    fn trust(self) -> AnyView {
        let group = self.dom_id("trust");
        let choice = |trust: McpTrust, label: &'static str, note: &'static str, is_risky: bool| {
            let on = flag(move || self.get(|server| server.trust) == trust);
            let field = el("input", "")
                .attr("type", "radio")
                .attr("name", group.clone())
                .checked(move || on.get())
                .on_change(move |_| self.change(|server, _| server.trust = trust));
            let warning = move || el("span", "field__warning").text(t("mcp_trust_all_warning")).view();
            let words = labelled_words(label, note);
            let words = if is_risky { words.add(when(move || on.get(), warning)) } else { words };
            el("label", "choice").add(field).add(words).view()
        };
        el("div", "choices")
            .attr("role", "radiogroup")
            .attr("aria-label", t("mcp_trust"))
            .add(el("p", "field__label").attr("aria-hidden", "true").text(t("mcp_trust")))
            .add(choice(McpTrust::Ask, t("mcp_trust_ask"), t("mcp_trust_ask_note"), false))
            .add(choice(McpTrust::Reads, t("mcp_trust_reads"), t("mcp_trust_reads_note"), false))
            .add(choice(McpTrust::All, t("mcp_trust_all"), t("mcp_trust_all_note"), true))
            .view()
    }

    /// How it is set up.
    fn details(self) -> AnyView {
        let prefix = self.id.with_value(|id| format!("tool-server-{id}"));
        let edited = RwSignal::new(untrack(|| self.get(|server| headers_of(&server.headers))));
        // What is stored elsewhere is taken over; what is half typed stays.
        let stored = Memo::new(move |_| self.get(|server| server.headers.clone()));
        Effect::new(move |before: Option<()>| {
            let now = stored.get();
            if before.is_some() {
                let half: Vec<_> = edited
                    .get_untracked()
                    .into_iter()
                    .filter(|one| whole(std::slice::from_ref(one)).is_empty())
                    .collect();
                edited.set(headers_of(&now).into_iter().chain(half).collect());
            }
        });
        let keep = move || {
            let now = edited.with_untracked(|edited| whole(edited));
            if now != stored.get_untracked() {
                self.change(|server, _| server.headers = now);
                edited.update(|all| {
                    for one in all.iter_mut().filter(|one| !one.value.trim().is_empty() && !one.name.trim().is_empty())
                    {
                        one.stored = Some(one.name.trim().to_owned());
                        one.value.clear();
                    }
                });
            }
        };
        let secret = RwSignal::new(String::new());
        let (id, field) = client_id(&prefix, move || self.get(|server| server.client_id.clone()));
        let field = field.on_change(move |text| self.change(|server, _| text.trim().clone_into(&mut server.client_id)));
        let (secret_id, secret_field) = client_secret(&prefix, secret);
        let secret_field = secret_field
            .live_attr("placeholder", move || self.get(|server| !server.client_id.is_empty()).then(|| DOTS.to_owned()))
            .on_change(move |text| {
                let text = text.trim().to_owned();
                if !text.is_empty() {
                    self.change(|server, _| server.client_secret = text);
                    secret.set(String::new());
                }
            });
        let kind = move || self.get(|server| server.transport);
        let fields = el("div", "fields")
            .add(self.address())
            .add(self.name())
            .add(transport(&prefix, kind, move |kind| self.change(|server, _| server.transport = kind)))
            .add(headers(&prefix, edited, keep))
            .add(client((id, field), (secret_id, secret_field)));
        el("details", "card").add(el("summary", "card__head").text(t("advanced"))).add(fields).view()
    }

    fn name(self) -> AnyView {
        let id = self.dom_id("name");
        let field = el("input", "input")
            .attr("id", id.clone())
            .attr("dir", "auto")
            .attr("autocomplete", "off")
            .live_attr("placeholder", move || Some(self.get(|server| host_of(&server.url).to_owned())))
            .value(move || self.get(|server| server.name.clone()))
            .on_change(move |text| self.change(|server, _| text.trim().clone_into(&mut server.name)));
        labelled(&id, t("server_name"), field).view()
    }

    fn address(self) -> AnyView {
        let id = self.dom_id("url");
        let url = words(move || self.get(|server| server.url.clone()));
        let wrong = RwSignal::new("");
        let secret = flag(move || self.get(|server| !server.headers.is_empty() || !server.client_id.is_empty()));
        let remarked = move || match (wrong.get(), remark(&url.get(), secret.get())) {
            ("", Some(UrlRemark::Warning(text))) => el("p", "field__warning").text(text).view(),
            ("", _) => nothing(),
            (text, _) => el("p", "field__error").text(text).view(),
        };
        let set = move |text: String| {
            let address = whole_address(&text);
            match remark(&address, false) {
                // An empty address would be no server: it is deleted with its button.
                _ if address.is_empty() => wrong.set(t("no_host")),
                Some(UrlRemark::Error(text)) => wrong.set(text),
                _ => {
                    wrong.set("");
                    self.move_to(address);
                }
            }
        };
        let note: El = el("div", "").attr("role", "status").add(live(remarked));
        let field = technical(id.clone()).attr("type", "url").value(move || url.get()).on_change(set);
        labelled(&id, t("address"), field).add(note).view()
    }

    /// Gives it another address. What is secret for one host is not sent to another.
    fn move_to(self, address: String) {
        let (before, had) = untrack(|| {
            self.get(|server| (server.url.clone(), !server.headers.is_empty() || !server.client_id.is_empty()))
        });
        if before == address {
            return;
        }
        let moves = is_host_changed(&before, &address);
        self.change(|server, _| {
            server.url = address;
            if moves {
                server.headers.clear();
                server.client_id.clear();
            }
        });
        if moves && had {
            self.store.show_toast(t(key("mcp_secrets_dropped")).to_owned(), None);
        }
    }
}
