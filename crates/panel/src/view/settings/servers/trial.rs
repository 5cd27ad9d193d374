//! Trying a server: its models first, then an answer, shown as a row of ticks.

use crate::state::mend::{System, mend};
use crate::state::presets::{by_url, first_choice};
use crate::state::server::with_version;
use crate::state::tested::{Mark, Test, Tested, Tick, mends, sentence, ticks};
use crate::state::text::t;
use crate::view::copy_button::copy_button;
use crate::view::icon::{Icon, icon, spinner};
use crate::view::store::Store;
use edith_protocol::{ErrorCode, ModelDetails, NamedServer};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The course of a server's test, and the models that it told.
#[derive(Clone, Copy)]
pub(in crate::view) struct Trial {
    pub(in crate::view) test: RwSignal<Test>,
    pub(in crate::view) listed: RwSignal<Vec<ModelDetails>>,
    turn: StoredValue<u32>,
}

impl Trial {
    pub(in crate::view) fn new() -> Self {
        Self { test: RwSignal::default(), listed: RwSignal::default(), turn: StoredValue::default() }
    }

    /// Forgets what was found: the server is another one now.
    pub(in crate::view) fn clear(self) {
        self.turn.update_value(|turn| *turn += 1);
        self.test.set(Test::NotYet);
        self.listed.set(Vec::new());
    }

    /// Tries a server. `chosen` gets the model that is tried if none was named, `done` what was found.
    pub(in crate::view) fn begin(
        self,
        store: Store,
        mut server: NamedServer,
        chosen: impl Fn(&str) + 'static,
        done: impl Fn(&Tested) + 'static,
    ) {
        self.turn.update_value(|turn| *turn += 1);
        let turn = self.turn.get_value();
        // The fields may have changed, or the page may have gone, while the server was asked.
        let current = move || self.turn.try_get_value() == Some(turn);
        self.test.set(Test::Running { listed: false });
        spawn_local(async move {
            let mut listed = store.models(&server).await;
            let mut at = None;
            let other = with_version(&server.base_url).filter(|_| listed.is_err() && server.kind.is_empty());
            if let Some(base_url) = other {
                let other = NamedServer { base_url, ..server.clone() };
                if let Ok(models) = store.models(&other).await {
                    (at, listed, server) = (Some(other.base_url.clone()), Ok(models), other);
                }
            }
            if !current() {
                return;
            }
            let told = listed.is_ok();
            match listed {
                Ok(models) => {
                    if server.model.is_empty() {
                        let names: Vec<String> = models.iter().map(|one| one.id.clone()).collect();
                        let example = by_url(&server.base_url).model;
                        server.model = first_choice(example, &names).unwrap_or_default().to_owned();
                        chosen(&server.model);
                    }
                    self.listed.set(models);
                    self.test.set(Test::Running { listed: true });
                }
                // Some have a model and no list.
                Err(error) if server.model.is_empty() || error.code != ErrorCode::ModelFailed => {
                    return self.test.set(Test::Failed { error, listed: false });
                }
                Err(_) => {}
            }
            let answer = store.test_server(&server).await;
            if current() {
                match answer {
                    Ok(tested) => {
                        let tested = Tested { at, ..tested };
                        done(&tested);
                        self.test.set(Test::Done(tested));
                    }
                    Err(error) => self.test.set(Test::Failed { error, listed: told }),
                }
            }
        });
    }

    /// The row of ticks, the result in words, and what mends it.
    pub(in crate::view) fn view(self, server: impl Fn() -> NamedServer + Send + 'static) -> AnyView {
        self.view_of(Box::new(server))
    }

    fn view_of(self, server: Box<dyn Fn() -> NamedServer + Send>) -> AnyView {
        let result = move || {
            let test = self.test.get();
            if test == Test::NotYet {
                return ().into_any();
            }
            let server = server();
            let class = match &test {
                Test::Failed { .. } => "test test--fails",
                test if test.works() => "test test--works",
                _ => "test",
            };
            let words = view! { <p class=class><span dir="auto">{sentence(&test, &server.model)}</span></p> };
            let mut parts = vec![
                view! { <ul class="ticks">{ticks(&test).into_iter().map(tick).collect_view()}</ul> }.into_any(),
                words.into_any(),
            ];
            parts.extend(
                mends(&test, server.tools)
                    .into_iter()
                    .map(|mend| view! { <p class="field__note">{mend}</p> }.into_any()),
            );
            if let Test::Failed { error, .. } = &test {
                parts.push(origin_mend(by_url(&server.base_url).name, error.code));
            }
            parts.into_any()
        };
        view! { <div class="tested" role="status" aria-live="polite">{move || result()}</div> }.into_any()
    }
}

fn tick(tick: Tick) -> AnyView {
    let (class, mark) = match tick.mark {
        Mark::Good => ("tick tick--good", icon(Icon::Check)),
        Mark::Bad => ("tick tick--bad", icon(Icon::Cross)),
        Mark::Open => ("tick", view! { <span class="tick__open" aria-hidden="true">"–"</span> }.into_any()),
        Mark::Running => ("tick", spinner()),
    };
    let figure = if tick.figure.is_empty() { String::new() } else { format!(" {}", tick.figure) };
    view! {
        <li class=class>
            {mark}
            <span>{tick.name} {figure}</span>
            <span class="sr-only">{format!(": {}", tick.mark.words())}</span>
        </li>
    }
    .into_any()
}

/// What makes a local server answer an extension, with the command to copy.
pub(in crate::view) fn origin_mend(server: &str, code: ErrorCode) -> AnyView {
    let system = System::of(&window().navigator().user_agent().unwrap_or_default());
    let Some(mend) = mend(server, system).filter(|_| code == ErrorCode::OriginRefused) else { return ().into_any() };
    let words = view! { <p class="field__note">{t(mend.words)}</p> }.into_any();
    if mend.command.is_empty() {
        return words;
    }
    let command = view! { <code class="mend__command" dir="ltr">{mend.command}</code> };
    view! {
        {words}
        <div class="mend">{command} {copy_button(mend.command.to_owned())}</div>
    }
    .into_any()
}
