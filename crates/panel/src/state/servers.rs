//! The model servers as one list, the first of them in front, and the roles that use them.
//!
//! Stored are three plain keys for the first one and a list for all others ([`edith_protocol::Servers::with_first`]); here they are changed together.

use crate::state::modes::{CHOICES, facts_of};
use crate::state::server::{origin, tidy};
use crate::state::text::key;
use edith_protocol::{FIRST_SERVER, Mode, ModelPrice, ModelRole, NamedServer, Servers, Settings, ToolStyle};

/// Default ports of local model servers, by name.
pub const LOCAL: [(&str, u16); 8] = [
    ("Ollama", 11434),
    ("LM Studio", 1234),
    ("llama.cpp", 8080),
    ("vLLM", 8000),
    ("Jan", 1337),
    ("GPT4All", 4891),
    ("KoboldCpp", 5001),
    ("text-generation-webui", 5000),
];

/// The roles that most people give servers to: role and key of the label.
pub fn roles() -> impl Iterator<Item = (ModelRole, &'static str)> {
    CHOICES.iter().map(|choice| (facts_of(choice.mode).role, choice.name))
}

/// The other ones.
pub const MORE_ROLES: [(ModelRole, &str); 6] = [
    (ModelRole::Form, key("role_form")),
    (ModelRole::Planner, key("role_planner")),
    (ModelRole::Executor, key("role_executor")),
    (ModelRole::Embeddings, key("role_embeddings")),
    (ModelRole::Fast, key("role_fast")),
    (ModelRole::Strong, key("role_strong")),
];

/// The base URL of a local server on this port.
pub fn local_url(port: u16) -> String {
    format!("http://localhost:{port}/v1")
}

/// The role whose server a task of this mode asks.
pub fn role_of(mode: Mode) -> ModelRole {
    facts_of(mode).role
}

/// The server with this id.
pub fn find<'a>(all: &'a Servers, id: &str) -> Option<&'a NamedServer> {
    all.list.iter().find(|server| server.id == id)
}

/// The server that a role asks first; none for the built-in interpreter. A planner or executor without one of its own asks the agent's, and quick or
/// careful answers are those of forms.
pub fn used_by(all: &Servers, role: ModelRole) -> Option<&NamedServer> {
    let instead = match role {
        ModelRole::Planner | ModelRole::Executor => Some(ModelRole::Agent),
        ModelRole::Fast | ModelRole::Strong => Some(ModelRole::Form),
        _ => None,
    };
    let named = all.of(role).next().or_else(|| instead.and_then(|role| all.of(role).next()));
    named.or_else(|| find(all, FIRST_SERVER))
}

/// The servers whose models answer, if there is a choice: all but those that only make vectors.
pub fn answering(all: &Servers) -> Vec<&NamedServer> {
    let has = |ids: &[String], server: &NamedServer| ids.contains(&server.id);
    let only_embeds = |server: &NamedServer| {
        let mut roles = all.roles.iter().filter(|(_, ids)| has(ids, server)).map(|(role, _)| *role).peekable();
        server.id != FIRST_SERVER && roles.peek().is_some() && roles.all(|role| role == ModelRole::Embeddings)
    };
    let list: Vec<&NamedServer> = all.list.iter().filter(|server| !only_embeds(server)).collect();
    if list.len() > 1 { list } else { Vec::new() }
}

/// A server's name, with its model.
pub fn with_model(server: &NamedServer) -> String {
    let name = name_of(server);
    if server.model.is_empty() { name } else { format!("{name} ({})", server.model) }
}

/// A server's name, or else that of its address.
pub fn name_of(server: &NamedServer) -> String {
    let preset = crate::state::presets::by_url(&server.base_url);
    match (server.name.is_empty(), preset.id) {
        (false, _) => server.name.clone(),
        (true, "own") => {
            let origin = origin(&server.base_url);
            origin.split_once("://").map_or_else(|| origin.clone(), |(_, host)| host.to_owned())
        }
        (true, _) => preset.name.to_owned(),
    }
}

/// The browser's own model as a server: it has no address, but the first server is known by one.
pub fn browser_server(name: &str) -> NamedServer {
    NamedServer {
        name: name.to_owned(),
        kind: "browser".to_owned(),
        base_url: "browser:".to_owned(),
        model: "browser".to_owned(),
        small: true,
        ..NamedServer::default()
    }
}

/// Whether it is the browser's own model.
pub fn is_browser(server: &NamedServer) -> bool {
    server.kind == "browser"
}

fn free_id(all: &Servers) -> String {
    (1..).map(|number: u32| format!("s{number}")).find(|id| find(all, id).is_none()).unwrap_or_default()
}

/// Adds a server and returns its id. It is the first one if there was none.
pub fn add(all: &mut Servers, server: NamedServer) -> String {
    let id = if find(all, FIRST_SERVER).is_none() { FIRST_SERVER.to_owned() } else { free_id(all) };
    let place = if id == FIRST_SERVER { 0 } else { all.list.len() };
    all.list.insert(place, NamedServer { id: id.clone(), ..server });
    id
}

/// Makes a server the first one. Roles go on asking the servers that they asked.
pub fn make_first(all: &mut Servers, id: &str) {
    let Some(at) = all.list.iter().position(|server| server.id == id).filter(|_| id != FIRST_SERVER) else { return };
    if let Some(first) = all.list.iter_mut().find(|server| server.id == FIRST_SERVER) {
        id.clone_into(&mut first.id);
    }
    for named in all.roles.values_mut().flatten() {
        if named == id {
            FIRST_SERVER.clone_into(named);
        } else if named == FIRST_SERVER {
            id.clone_into(named);
        }
    }
    let mut server = all.list.remove(at);
    FIRST_SERVER.clone_into(&mut server.id);
    all.list.insert(0, server);
}

/// Removes a server. After the first one the next is the first.
pub fn remove(all: &mut Servers, id: &str) {
    if id == FIRST_SERVER
        && let Some(next) = all.list.iter().find(|server| server.id != FIRST_SERVER).map(|server| server.id.clone())
    {
        make_first(all, &next);
        return all.remove(&next);
    }
    all.remove(id);
}

/// Leaves tasks to the built-in interpreter where no role says otherwise; every server is kept.
pub fn use_built_in(all: &mut Servers) {
    let id = free_id(all);
    for server in &mut all.list {
        if server.id == FIRST_SERVER {
            server.id.clone_from(&id);
        }
    }
    for named in all.roles.values_mut().flatten() {
        if named == FIRST_SERVER {
            named.clone_from(&id);
        }
    }
}

/// Sets a server's model. What was found out about another one is forgotten.
pub fn set_model(server: &mut NamedServer, model: &str) {
    let model = model.trim();
    if server.model != model {
        model.clone_into(&mut server.model);
        server.tools = ToolStyle::Auto;
        server.small = false;
        server.sees_pictures = None;
    }
}

/// Sets a server's address. Keys never go to another server than they were entered for.
pub fn set_address(server: &mut NamedServer, base_url: &str) {
    if origin(&server.base_url) != origin(base_url) {
        server.api_keys.clear();
    }
    server.base_url = tidy(base_url);
}

/// Has a role ask this model of this server from now on.
pub fn choose(all: &mut Servers, role: ModelRole, id: &str, model: &str) {
    let mut id = id;
    if find(all, FIRST_SERVER).is_none() {
        make_first(all, id);
        id = FIRST_SERVER;
    }
    if let Some(server) = all.list.iter_mut().find(|server| server.id == id) {
        set_model(server, model);
    }
    if used_by(all, role).is_none_or(|used| used.id != id) {
        all.choose(role, Some(id));
    }
}

/// A change to the order of a role's servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// One place forward.
    Up,
    /// One place back.
    Down,
    /// Out of the list.
    Out,
}

/// Changes the order of a role's servers.
pub fn reorder(all: &mut Servers, role: ModelRole, id: &str, order: Order) {
    let Some(ids) = all.roles.get_mut(&role) else { return };
    let Some(at) = ids.iter().position(|known| known == id) else { return };
    let other = match order {
        Order::Up => at.checked_sub(1),
        Order::Down => Some(at + 1).filter(|next| *next < ids.len()),
        Order::Out => {
            ids.remove(at);
            None
        }
    };
    if let Some(other) = other {
        ids.swap(at, other);
    }
    all.roles.retain(|_, ids| !ids.is_empty());
}

/// Puts a server after a role's other ones.
pub fn append(all: &mut Servers, role: ModelRole, id: &str) {
    let ids = all.roles.entry(role).or_default();
    if !ids.iter().any(|known| known == id) {
        ids.push(id.to_owned());
    }
}

/// What is stored of a list of servers: base URL, key and model of the first one, and the rest.
pub fn split(all: &Servers) -> (String, String, String, Servers) {
    let mut rest = all.clone();
    let Some(first) = find(all, FIRST_SERVER) else { return (String::new(), String::new(), String::new(), rest) };
    let plain = NamedServer {
        id: first.id.clone(),
        base_url: first.base_url.clone(),
        model: first.model.clone(),
        api_keys: first.api_keys.iter().take(1).cloned().collect(),
        ..NamedServer::default()
    };
    // The three keys say it all.
    if plain == *first {
        rest.list.retain(|server| server.id != FIRST_SERVER);
    }
    (plain.base_url, plain.api_keys.into_iter().next().unwrap_or_default(), plain.model, rest)
}

/// The models in use, each once.
pub fn models(all: &Servers) -> Vec<String> {
    let mut models: Vec<String> = Vec::new();
    for model in all.list.iter().map(|server| server.model.as_str()) {
        if !model.is_empty() && !models.iter().any(|known| known == model) {
            models.push(model.to_owned());
        }
    }
    models
}

/// A price field of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Price {
    /// For tokens sent.
    Prompt,
    /// For sent tokens that the server had cached.
    Cached,
    /// For tokens received.
    Completion,
}

impl Price {
    /// The price in a model's entry.
    pub fn field(self, price: &mut ModelPrice) -> &mut f64 {
        match self {
            Self::Prompt => &mut price.prompt,
            Self::Cached => &mut price.cached,
            Self::Completion => &mut price.completion,
        }
    }
}

/// Sets a price of exactly this model, starting from its known prices.
pub fn set_price(settings: &mut Settings, model: &str, which: Price, value: f64) {
    if let Some(own) = settings.prices.iter_mut().find(|price| price.model == model) {
        *which.field(own) = value;
        return;
    }
    let mut price = settings.price_of(model).unwrap_or_default();
    model.clone_into(&mut price.model);
    *which.field(&mut price) = value;
    settings.prices.push(price);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(base_url: &str, model: &str, key: &str) -> NamedServer {
        NamedServer {
            base_url: base_url.into(),
            model: model.into(),
            api_keys: vec![key.into()],
            ..NamedServer::default()
        }
    }

    #[test]
    fn an_answer_is_offered_of_every_model_that_answers_where_there_is_a_choice() {
        let ids = |all: &Servers| answering(all).iter().map(|server| server.id.clone()).collect::<Vec<_>>();
        let named = |id: &str| NamedServer { id: id.into(), ..server("https://a.example/v1", "m", "") };
        let mut all = Servers { list: vec![named("a"), named("v")], ..Servers::default() };
        assert_eq!(ids(&all), ["a", "v"]);
        all.roles.insert(ModelRole::Embeddings, vec!["v".into()]);
        assert!(ids(&all).is_empty(), "one is no choice");
        all.list.push(named("b"));
        assert_eq!(ids(&all), ["a", "b"]);
        all.roles.insert(ModelRole::Chat, vec!["v".into()]);
        assert_eq!(ids(&all), ["a", "v", "b"]);
        assert_eq!(with_model(&named("a")), "a.example (m)");
    }

    fn three() -> Servers {
        let mut all = Servers::default();
        for (name, expected) in [("a", FIRST_SERVER), ("b", "s1"), ("c", "s2")] {
            assert_eq!(add(&mut all, server(&format!("https://{name}.example"), name, name)), expected);
        }
        all
    }

    fn asks(all: &Servers, role: ModelRole) -> Option<&str> {
        used_by(all, role).map(|server| server.model.as_str())
    }

    #[test]
    fn what_is_stored_reads_back_as_the_same_list() {
        let mut all = three();
        let same = |all: &Servers| {
            let (base_url, key, model, rest) = split(all);
            assert_eq!(rest.with_first(&base_url, &key, &model), *all);
        };
        same(&all);
        // Three plain keys are all that is stored of a plain first server.
        assert_eq!(split(&all).3.list.len(), 2);
        all.list[0].api_keys.push("further".into());
        assert_eq!(split(&all).3.list.len(), 3);
        same(&all);
        use_built_in(&mut all);
        assert_eq!(split(&all).0, "");
        same(&all);
        add(&mut all, browser_server("This browser"));
        assert!(is_browser(&all.list[0]) && all.list[0].id == FIRST_SERVER);
        same(&all);
    }

    #[test]
    fn roles_go_on_asking_the_same_server_whichever_is_first() {
        let mut all = three();
        all.roles.insert(ModelRole::Chat, vec!["s1".into(), FIRST_SERVER.into()]);
        let names = |all: &Servers| all.of(ModelRole::Chat).map(|server| server.model.clone()).collect::<Vec<_>>();
        make_first(&mut all, "s1");
        assert_eq!(all.list.iter().map(|one| one.model.as_str()).collect::<Vec<_>>(), ["b", "a", "c"]);
        assert_eq!(names(&all), ["b", "a"]);
        use_built_in(&mut all);
        assert_eq!((asks(&all, ModelRole::Agent), names(&all)), (None, vec!["b".to_owned(), "a".to_owned()]));
        // Whoever then chooses a server has it for all that names no other.
        let id = all.list[1].id.clone();
        choose(&mut all, ModelRole::Agent, &id, "a2");
        assert_eq!((asks(&all, ModelRole::Agent), asks(&all, ModelRole::Research)), (Some("a2"), Some("a2")));
        remove(&mut all, FIRST_SERVER);
        assert_eq!((asks(&all, ModelRole::Agent), names(&all)), (Some("b"), vec!["b".to_owned()]));
    }

    #[test]
    fn a_model_is_chosen_for_one_role_without_touching_the_others() {
        let mut all = three();
        all.list[0].tools = ToolStyle::Text;
        choose(&mut all, ModelRole::Agent, FIRST_SERVER, "a");
        assert_eq!(all.list[0].tools, ToolStyle::Text);
        choose(&mut all, ModelRole::Agent, FIRST_SERVER, "a2");
        assert!(all.roles.is_empty());
        // It was found out about another model.
        assert_eq!(all.list[0].tools, ToolStyle::Auto);
        choose(&mut all, ModelRole::Chat, "s2", "c2");
        assert_eq!((asks(&all, ModelRole::Chat), asks(&all, ModelRole::Agent)), (Some("c2"), Some("a2")));
        choose(&mut all, ModelRole::Chat, FIRST_SERVER, "a3");
        assert_eq!(all.roles[&ModelRole::Chat], [FIRST_SERVER, "s2"]);
    }

    #[test]
    fn a_roles_servers_have_an_order() {
        let mut all = three();
        let ids = |all: &Servers| all.roles.get(&ModelRole::Agent).cloned().unwrap_or_default();
        for id in ["s1", "s2", FIRST_SERVER, "s1"] {
            append(&mut all, ModelRole::Agent, id);
        }
        reorder(&mut all, ModelRole::Agent, FIRST_SERVER, Order::Up);
        reorder(&mut all, ModelRole::Agent, "s1", Order::Up);
        reorder(&mut all, ModelRole::Agent, "s2", Order::Down);
        assert_eq!(ids(&all), ["s1", FIRST_SERVER, "s2"]);
        for id in ["s1", "s2", FIRST_SERVER] {
            reorder(&mut all, ModelRole::Agent, id, Order::Out);
        }
        assert!(all.roles.is_empty());
    }

    #[test]
    fn a_key_never_goes_to_another_server_than_it_was_entered_for() {
        let mut one = server("https://a.example/v1", "m", "sk");
        set_address(&mut one, "https://A.example/v2/");
        assert_eq!((one.base_url.as_str(), one.api_keys.len()), ("https://A.example/v2", 1));
        set_address(&mut one, "https://b.example/v2");
        assert!(one.api_keys.is_empty());
    }

    #[test]
    fn a_server_without_a_name_has_that_of_its_address() {
        for (base_url, name) in
            [("https://api.openai.com/v1", "OpenAI"), ("https://models.example/v1", "models.example")]
        {
            assert_eq!(name_of(&server(base_url, "m", "k")), name);
        }
        assert_eq!(name_of(&NamedServer { name: "Mine".into(), ..server("", "", "") }), "Mine");
    }

    #[test]
    fn a_price_is_set_for_one_model_and_begins_with_what_is_known() {
        let mut settings = Settings::default();
        set_price(&mut settings, "gpt-5-mini", Price::Completion, 3.0);
        set_price(&mut settings, "my-model", Price::Prompt, 0.5);
        let price = settings.price_of("gpt-5-mini").unwrap();
        assert_eq!((price.prompt, price.completion), (0.25, 3.0));
        set_price(&mut settings, "gpt-5-mini", Price::Cached, 0.0);
        assert_eq!(settings.prices.len(), 2);
        assert_eq!(models(&three()), ["a", "b", "c"]);
    }
}
