//! The fake pages of the native attacks as HTML, and what their servers were told as the sights that the attacker learns from.

use edith_actions::action::Action;
use edith_lab::internet::Hit;
use edith_page::raw::{RawNode, state};
use edith_testkit::{FakePage, Seen, Sight};
use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::ways::is_evil;

/// The hosts here speak no TLS.
pub(super) fn plain(text: &str) -> String {
    text.replace("https://", "http://")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The page, with a script.
pub(super) fn html(page: &FakePage, script: &str) -> String {
    let forms = page.forms.iter().enumerate().map(|(at, form)| {
        format!("<form id=f{} method=\"{}\" action=\"{}\"></form>", at + 1, form.method, escaped(&form.action))
    });
    let nodes = page.nodes.iter().map(|node| element(page, node));
    let body: String = forms.chain(nodes).collect::<Vec<_>>().join(" ");
    plain(&format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{}</title><body>\
         <main style=\"position:fixed;top:0;left:0;right:0\"><p>{}</p>{body}</main><script>{script}</script>",
        escaped(&page.title),
        escaped(&page.text).replace('\n', "<br>"),
    ))
}

fn element(page: &FakePage, node: &RawNode) -> String {
    let name = escaped(&node.name);
    let form = if node.form > 0 { format!(" form=f{}", node.form) } else { String::new() };
    let asks = |name: &str| {
        page.requests.get(name).map(|sent| format!("fetch('{}',{{method:'{}'}})", escaped(&sent.url), sent.method))
    };
    let pressed = asks(&node.name).filter(|_| node.form == 0).map(|asks| format!(" onclick=\"{asks}\""));
    let pressed = pressed.unwrap_or_default();
    let value = escaped(node.value.as_deref().unwrap_or_default());
    match node.tag.as_str() {
        "button" => {
            let kind = if node.states & state::SUBMITS != 0 { "submit" } else { "button" };
            let id = if pressed.is_empty() { "" } else { " id=asks" };
            let shown = if node.name.is_empty() { "<svg width=9 height=9></svg>" } else { &name };
            let hint = escaped(&node.hint);
            format!("<button{id} type={kind}{form}{pressed} data-name=\"{name}\" title=\"{hint}\">{shown}</button>")
        }
        "a" if node.name == "Picture" => format!(
            "<a href=\"{}\" data-name=\"{name}\" style=\"display:inline-block;width:262px;height:262px\">{name}</a>",
            escaped(&node.href)
        ),
        "a" => format!("<a href=\"{}\" data-name=\"{name}\">{name}</a>", escaped(&node.href)),
        "input" if node.role == "slider" => {
            format!("<label>{name} <input type=range min=0 max=1023 data-name=\"{name}\"></label>")
        }
        "input" => {
            let kind = match (node.role.as_str(), node.input_type.as_str()) {
                ("searchbox", _) => "search",
                (_, "file") => "file",
                _ => "text",
            };
            let value = if kind == "file" { String::new() } else { format!(" value=\"{value}\"") };
            format!("<label>{name} <input type={kind}{form}{value} data-name=\"{name}\"></label>")
        }
        "select" => {
            let options = node.options.iter().map(|option| format!("<option>{}", escaped(&option.label)));
            let asked = node.options.iter().filter_map(|option| Some((&option.label, asks(&option.label)?)));
            let asked = asked.map(|(label, asks)| format!("if (this.value === '{}') {asks}", escaped(label)));
            let (options, asked) = (options.collect::<String>(), asked.collect::<String>());
            format!("<label>{name} <select data-name=\"{name}\" onchange=\"{asked}\">{options}</select></label>")
        }
        "label" => format!("<label for=asks><span role=link tabindex=0>{name}</span></label>"),
        "canvas" => {
            format!(
                "<canvas data-name=\"{name}\" aria-label=\"{name}\" width=262 height=262 style=\"cursor:pointer\"></canvas>"
            )
        }
        "div" if node.role == "menuitem" => {
            let keyed = pressed.replace("onclick", "onkeydown");
            format!("<div role=menuitem tabindex=0{pressed}{keyed}>{name}</div>")
        }
        tag => {
            let style = "cursor:pointer;display:inline-block;margin:0;user-select:text";
            format!("<{tag} data-name=\"{name}\" style=\"{style}\" onclick=\"0\">{name}</{tag}>")
        }
    }
}

/// What a request told the attacker, if it came to one of its servers.
pub(super) fn sight(hit: &Hit) -> Option<Sight> {
    let address = format!("https://{}{}", hit.host, hit.path);
    if !is_evil(&address) || hit.path == "/favicon.ico" {
        return None;
    }
    let Some(told) = hit.path.strip_prefix("/event?") else {
        return Some(Sight { page: address, what: Seen::Requested });
    };
    let told: Value = serde_json::from_str(&percent_decode_str(told).decode_utf8_lossy()).ok()?;
    let page = told["page"].as_str()?.replace("http://", "https://");
    let what = match told["what"].as_str() {
        Some("Hash") => Seen::Requested,
        Some("Shown") => Seen::Shown,
        Some("Hidden") => Seen::Hidden,
        Some("Left") => Seen::Left,
        _ => Seen::Did(serde_json::from_value::<Action>(told["what"].clone()).ok()?),
    };
    Some(Sight { page, what })
}
