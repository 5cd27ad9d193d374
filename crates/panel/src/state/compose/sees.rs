//! Whether the model of a mode is shown pictures.

use crate::state::servers::{role_of, used_by};
use edith_protocol::{Mode, Servers, Settings};

/// Whether a picture that is attached goes to the model as a picture: it is talked with as a whole, and one of its servers sees.
pub fn sees(all: &Servers, settings: &Settings, mode: Mode) -> bool {
    if !matches!(mode, Mode::Agent | Mode::Plan | Mode::Chat) {
        return false;
    }
    let role = role_of(mode);
    let mut own = all.of(role).peekable();
    let sees = |server: &edith_protocol::NamedServer| server.sees_pictures.unwrap_or(settings.model_sees_pictures);
    if own.peek().is_some() { own.any(sees) } else { used_by(all, role).is_some_and(sees) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::{FIRST_SERVER, ModelRole, NamedServer};

    #[test]
    fn a_picture_goes_to_servers_that_see_and_never_to_questions_about_documents() {
        let server = |id: &str, sees: Option<bool>| NamedServer {
            id: id.into(),
            base_url: "http://localhost:1/v1".into(),
            sees_pictures: sees,
            ..NamedServer::default()
        };
        let mut all = Servers::default();
        let settings = |sees: bool| Settings { model_sees_pictures: sees, ..Settings::default() };
        // Without a server there is only code.
        assert!(!super::sees(&all, &settings(true), Mode::Agent));
        all.list.push(server(FIRST_SERVER, None));
        for (set, expected) in [(true, true), (false, false)] {
            assert_eq!(super::sees(&all, &settings(set), Mode::Agent), expected);
        }
        all.list[0].sees_pictures = Some(true);
        assert!(super::sees(&all, &settings(false), Mode::Plan) && super::sees(&all, &settings(false), Mode::Chat));
        assert!(
            !super::sees(&all, &settings(true), Mode::Documents) && !super::sees(&all, &settings(true), Mode::Research)
        );
        all.list.push(server("blind", Some(false)));
        all.roles.insert(ModelRole::Chat, vec!["blind".into()]);
        assert!(!super::sees(&all, &settings(true), Mode::Chat) && super::sees(&all, &settings(false), Mode::Agent));
    }
}
