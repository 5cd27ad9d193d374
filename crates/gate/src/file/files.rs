//! Which files pages may save while an action is performed.

use crate::effect::recognise;
use crate::on_effect;
use crate::{Commitment, EffectClass, Facts, Grants, Verdict};
use edith_actions::action::Saves;
use edith_protocol::Approvals;

/// What may be saved during an allowed action.
pub(crate) fn saves(class: &EffectClass, facts: &Facts, approvals: Approvals, grants: &Grants) -> Saves {
    let is_free = |what| on_effect(&EffectClass::Commits(what), facts, approvals, grants) == Verdict::Allow;
    match class.commitment() {
        Some(Commitment::Downloads | Commitment::Installs) => Saves::Everything,
        _ if is_free(Commitment::Installs) => Saves::Everything,
        _ if is_free(Commitment::Downloads) => Saves::Files,
        _ => Saves::Nothing,
    }
}

/// Whether a file of this name and address may be saved.
pub fn may_be_saved(saves: Saves, name: &str, url: &str) -> bool {
    match saves {
        Saves::Everything => true,
        Saves::Files => recognise::saved(name, url) != Commitment::Installs,
        Saves::Nothing => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_allowed_is_saved() {
        let facts = Facts { url: "http://a.test/".into(), origin: "http://a.test".into(), ..Facts::default() };
        let saves = |class, approvals| saves(&class, &facts, approvals, &Grants::default());
        assert_eq!(saves(EffectClass::Acts, Approvals::Ask), Saves::Nothing);
        assert_eq!(saves(EffectClass::Acts, Approvals::Auto), Saves::Files);
        // Already allowed: nothing happens before.
        assert_eq!(saves(EffectClass::Commits(Commitment::Downloads), Approvals::Ask), Saves::Everything);
        assert_eq!(saves(EffectClass::Commits(Commitment::Posts), Approvals::Ask), Saves::Nothing);
        assert!(may_be_saved(Saves::Files, "a.pdf", "") && !may_be_saved(Saves::Files, "a.exe", ""));
        assert!(!may_be_saved(Saves::Files, "", "http://a.test/x/setup.msi?v=1"));
        assert!(!may_be_saved(Saves::Nothing, "a.pdf", "") && may_be_saved(Saves::Everything, "a.exe", ""));
    }
}
