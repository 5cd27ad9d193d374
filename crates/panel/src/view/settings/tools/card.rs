//! A server that is set up: its state, what it offers, and what it may do. Every change is stored at once.

use super::details::{DOTS, client, client_fields, headers, transport};
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
use crate::view::icon::{Icon, icon, spinner};
use crate::view::keys::on_escape;
use crate::view::memo::{flag, words};
use crate::view::settings::parts::{Words, switch};
use crate::view::settings::servers::fields::Labelled;
use crate::view::show::Show;
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
    let head = view! {
        <summary class="card__head server__head mcp-head" id=dom_id>
            <span class="mcp-head__name" dir="auto">{name}</span>
            <span class="mcp-head__host" dir="ltr">{move || beside()}</span>
            {move || card.state()}
        </summary>
    };
    let about = Memo::new(move |_| card.get(notes_of));
    let error = Memo::new(move |_| match card.refused.get() {
        refused if refused.is_empty() => card.get(|server| (server.state, server.error.clone())),
        refused => (McpState::Failed, refused),
    });
    let said = move || lines(about.get()).into_any();
    let wrong = move || {
        let (state, error) = error.get();
        wrong(state, error)
    };
    let left_out = Memo::new(move |_| card.get(|server| server.warnings.clone()));
    let tools = flag(move || card.get(|server| !server.tools.is_empty()));
    let body = view! {
        <div class="fields">
            <div class="mcp-said" role="status">
                {move || wrong()}
                {move || said()}
            </div>
            {move || left_out.with(|all| warnings(all))}
            {card.buttons()}
            {move || card.confirm()}
            {switch(
                t("mcp_enabled"),
                t("mcp_enabled_note"),
                move || card.get(|server| server.enabled),
                move |on| card.change(|server, _| server.enabled = on),
            )}
            {card.trust()}
            <Show when=tools>{tool_list(card)}</Show>
            {folds(card)}
            {card.details()}
        </div>
    };
    view! { <details class="card">{head} {body}</details> }.into_any()
}

impl Card {
    /// Its state, as a mark with its words.
    fn state(self) -> AnyView {
        let (state, enabled, unasked) = self.get(|server| (server.state, server.enabled, is_unasked(server)));
        if unasked && self.store.mcp.asking.get() || self.waits.get() == Waits::Answer {
            return view! { <span class="mcp-state">{spinner()} <span>{t("mcp_asking_one")}</span></span> }.into_any();
        }
        badge(if enabled { state } else { McpState::Off }).into_any()
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
            view! {
                <button class=class type="button" id=self.dom_id("sign-in") disabled=waits on:click=move |_| sign_in()>
                    {move || if window.get() { spinner() } else { icon(Icon::Key) }}
                    {move || words()}
                </button>
            }
            .into_any()
        };
        let out = move || {
            view! {
                <button class="button button--small" type="button" on:click=move |_| sign_out()>
                    {t("mcp_sign_out")}
                </button>
            }
            .into_any()
        };
        let delete = move || {
            self.deleting.set(true);
            focus_on(self.dom_id("keep"));
        };
        view! {
            <div class="buttons">
                <Show when=wants>{signing()}</Show>
                <button
                    class="button button--small"
                    type="button"
                    id=self.dom_id("test")
                    disabled=waits
                    on:click=move |_| test()
                >
                    {icon(Icon::Retry)}
                    {t("mcp_test_again")}
                </button>
                <Show when=signed>{out()}</Show>
                <button
                    class="button button--small button--quiet"
                    type="button"
                    id=self.dom_id("delete")
                    on:click=move |_| delete()
                >
                    {icon(Icon::Bin)}
                    {t("delete")}
                </button>
            </div>
        }
        .into_any()
    }

    /// Whether it is really to be deleted: its secrets are gone then.
    fn confirm(self) -> AnyView {
        if !self.deleting.get() {
            return ().into_any();
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
        view! {
            <div class="row__confirm" role="group" aria-label=question.clone() on:keydown=on_escape(keep)>
                <p class="row__question" dir="auto">{question.clone()}</p>
                <button
                    class="button button--small button--stop"
                    type="button"
                    id=self.dom_id("gone")
                    on:click=move |_| delete()
                >
                    {t("delete")}
                </button>
                <button class="button button--small" type="button" id=self.dom_id("keep") on:click=move |_| keep()>
                    {t("cancel")}
                </button>
            </div>
        }
        .into_any()
    }

    /// Which of its tools are used without asking.
    fn trust(self) -> AnyView {
        let group = self.dom_id("trust");
        let choice = |trust: McpTrust, label: &'static str, note: &'static str, is_risky: bool| {
            let on = flag(move || self.get(|server| server.trust) == trust);
            let field = view! {
                <input
                    type="radio"
                    name=group.clone()
                    prop:checked=on
                    on:change=move |_| self.change(|server, _| server.trust = trust)
                />
            };
            let warning = move || view! { <span class="field__warning">{t("mcp_trust_all_warning")}</span> }.into_any();
            let warning = is_risky.then(|| view! { <Show when=on>{warning()}</Show> }.into_any());
            view! {
                <label class="choice">
                    {field}
                    <Words label note>
                        {warning}
                    </Words>
                </label>
            }
            .into_any()
        };
        view! {
            <div class="choices" role="radiogroup" aria-label=t("mcp_trust")>
                <p class="field__label" aria-hidden="true">{t("mcp_trust")}</p>
                {choice(McpTrust::Ask, t("mcp_trust_ask"), t("mcp_trust_ask_note"), false)}
                {choice(McpTrust::Reads, t("mcp_trust_reads"), t("mcp_trust_reads_note"), false)}
                {choice(McpTrust::All, t("mcp_trust_all"), t("mcp_trust_all_note"), true)}
            </div>
        }
        .into_any()
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
        let (client_id, secret_id) = client_fields(&prefix);
        let client_changed = move |event| {
            let text = event_target_value(&event);
            self.change(|server, _| text.trim().clone_into(&mut server.client_id));
        };
        let client_field = view! {
            <input
                class="input"
                dir="ltr"
                spellcheck="false"
                autocomplete="off"
                id=client_id
                type="text"
                prop:value=move || self.get(|server| server.client_id.clone())
                on:change=client_changed
            />
        };
        let secret_changed = move |event| {
            let text = event_target_value(&event).trim().to_owned();
            if !text.is_empty() {
                self.change(|server, _| server.client_secret = text);
                secret.set(String::new());
            }
        };
        let secret_field = view! {
            <input
                class="input"
                dir="ltr"
                spellcheck="false"
                autocomplete="off"
                id=secret_id
                type="password"
                placeholder=move || self.get(|server| !server.client_id.is_empty()).then_some(DOTS)
                prop:value=secret
                on:input=move |event| secret.set(event_target_value(&event))
                on:change=secret_changed
            />
        };
        let kind = move || self.get(|server| server.transport);
        let fields = view! {
            <div class="fields">
                {self.address()} {self.name()}
                {transport(&prefix, kind, move |kind| self.change(|server, _| server.transport = kind))}
                {headers(&prefix, edited, keep)} {client(&prefix, client_field.into_any(), secret_field.into_any())}
            </div>
        };
        view! {
            <details class="card">
                <summary class="card__head">{t("advanced")}</summary>
                {fields}
            </details>
        }
        .into_any()
    }

    fn name(self) -> AnyView {
        let id = self.dom_id("name");
        let field = view! {
            <input
                class="input"
                id=id.clone()
                dir="auto"
                autocomplete="off"
                placeholder=move || self.get(|server| host_of(&server.url).to_owned())
                prop:value=move || self.get(|server| server.name.clone())
                on:change=move |event| {
                    self.change(|server, _| event_target_value(&event).trim().clone_into(&mut server.name))
                }
            />
        };
        view! {
            <Labelled id words=t("server_name")>
                {field}
            </Labelled>
        }
        .into_any()
    }

    fn address(self) -> AnyView {
        let id = self.dom_id("url");
        let url = words(move || self.get(|server| server.url.clone()));
        let wrong = RwSignal::new("");
        let secret = flag(move || self.get(|server| !server.headers.is_empty() || !server.client_id.is_empty()));
        let remarked = move || match (wrong.get(), remark(&url.get(), secret.get())) {
            ("", Some(UrlRemark::Warning(text))) => view! { <p class="field__warning">{text}</p> }.into_any(),
            ("", _) => ().into_any(),
            (text, _) => view! { <p class="field__error">{text}</p> }.into_any(),
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
        view! {
            <Labelled id=id.clone() words=t("address")>
                <input
                    class="input"
                    dir="ltr"
                    spellcheck="false"
                    autocomplete="off"
                    id=id
                    type="url"
                    prop:value=url
                    on:change=move |event| set(event_target_value(&event))
                />
                <div role="status">{move || remarked()}</div>
            </Labelled>
        }
        .into_any()
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
