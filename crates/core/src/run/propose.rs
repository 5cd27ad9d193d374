//! From a model's call to an intent: parsed once, examined on the page, proposed to the gate.

use super::{Input, Intent, Run};
use edith_actions::action::Dialog;
use edith_gate::{
    Authority, EffectClass, ElementFacts, Facts, Ground, Moment, Now, PageView, Proposal, Trail, UserWords, Verdict,
    holds_secret, is_on,
};
use edith_page::relocate::Sight;
use edith_page::{Element, ElementKind, Index};
use edith_protocol::{Approvals, ToolCall};
use edith_tools::gather;
use edith_tools::{Call, CallError, Naming, Operation};

/// A call that was read on a page.
pub(crate) struct ReadCall {
    call: Call,
    /// As the model wrote it, with uids in place of names.
    wrote: ToolCall,
    /// How it named elements.
    naming: Naming,
}

/// Whether each secret goes into a field for such, and the page has no other of that kind.
fn goes_into_the_only_one(intent: &Intent, page: &Index) -> bool {
    let inputs = intent.call.as_ref().map(Call::inputs).unwrap_or_default();
    let mut secret = inputs.iter().filter(|input| holds_secret(input, &intent.proposal.facts));
    secret.all(|input| {
        let named = input.uid.and_then(|uid| page.element(uid)).filter(|named| named.field.is_masked());
        named.is_some_and(|named| page.elements.iter().filter(|other| other.field == named.field).count() == 1)
    })
}

/// The input for a call that is not carried out.
fn not_done(error: CallError) -> Box<Input> {
    match error.for_person() {
        Some(said) => Box::new(Input::Unfit { told: error.to_string(), said }),
        None => Box::new(Input::Malformed(error.to_string())),
    }
}

impl Run {
    /// Parses a call as offered to this run.
    ///
    /// # Errors
    /// The input to apply instead, with a sentence for the model.
    pub(crate) fn read_call(&self, call: &ToolCall) -> Result<Call, Box<Input>> {
        let read = Call::parse_among(&self.task.external_tools, &call.name, &call.arguments).map_err(not_done)?;
        Ok(read.for_offer(self.offer()))
    }

    /// The same on a page: elements that the call names get their uids. The second is the call as it is carried out.
    ///
    /// # Errors
    /// The same, also where a name means no element, or several.
    pub(crate) fn read_call_on(
        &self,
        call: &ToolCall,
        page: Sight<'_>,
        dialog: Option<&Dialog>,
    ) -> Result<ReadCall, Box<Input>> {
        let external = &self.task.external_tools;
        let (read, naming) = match Call::parse_on(page, external, &call.name, &call.arguments) {
            Ok(read) => read,
            Err(error) => return Err(self.not_read(call, error, page.now, dialog)),
        };
        let wrote = if naming.is_plain() { call.clone() } else { read.written(&call.id) };
        Ok(ReadCall { call: read.for_offer(self.offer()), wrote, naming })
    }

    /// The input for a call whose elements are not what it takes them for. Where its tool cannot be used at all, or what it was planned on is another
    /// page by now, that is said instead.
    fn not_read(&self, call: &ToolCall, error: CallError, page: &Index, dialog: Option<&Dialog>) -> Box<Input> {
        let plain = Call::parse_among(&self.task.external_tools, &call.name, &call.arguments).ok();
        let plain = plain.map(|plain| ReadCall {
            call: plain.for_offer(self.offer()),
            wrote: call.clone(),
            naming: Naming::default(),
        });
        match plain.map(|plain| self.intend_read(plain, page, dialog.cloned())) {
            Some(Err(first)) if !matches!(*first, Input::Unfit { .. }) => return first,
            _ => {}
        }
        let input = not_done(error);
        match self.is_elsewhere(true) {
            Some(why) if matches!(*input, Input::Unfit { .. }) => Box::new(Input::Skipped(why)),
            _ => input,
        }
    }

    /// The intent of a call that was read on this page.
    ///
    /// # Errors
    /// The input to apply instead, as for [`Self::intend`].
    pub(crate) fn intend_read(
        &self,
        read: ReadCall,
        page: &Index,
        dialog: Option<Dialog>,
    ) -> Result<Intent, Box<Input>> {
        let is_of_page = read.call.touches_page();
        // A note is taken whatever came over the page meanwhile.
        let dialog = dialog.filter(|_| is_of_page || self.is_behind_dialog().is_none());
        if let (true, Some(_), Err(_)) = (is_of_page, &dialog, read.call.check_offered(dialog.as_ref(), self.offer()))
            && let Some(why) = self.is_behind_dialog()
        {
            return Err(Box::new(Input::Skipped(why)));
        }
        let intent =
            self.intend(read.wrote, read.call, page, dialog).map_err(|input| match self.is_elsewhere(is_of_page) {
                Some(why) if matches!(*input, Input::Unfit { .. }) => Box::new(Input::Skipped(why)),
                _ => input,
            })?;
        let enters_secret = matches!(intent.proposal.class, EffectClass::EntersSecret(..));
        if enters_secret && read.naming.by_name && !goes_into_the_only_one(&intent, page) {
            return Err(not_done(CallError::SecretByName));
        }
        Ok(Intent { by_name: read.naming.by_name, followed: read.naming.followed, ..intent })
    }

    /// The intent of a call on a page, under this dialog if one is open.
    ///
    /// # Errors
    /// The input to apply instead: it cannot be done now, or names something missing.
    pub(crate) fn intend(
        &self,
        wrote: ToolCall,
        call: Call,
        index: &Index,
        dialog: Option<Dialog>,
    ) -> Result<Intent, Box<Input>> {
        call.check_offered(dialog.as_ref(), self.offer()).map_err(not_done)?;
        let words = UserWords { home: &self.guard.home, said: self.typed_words() };
        let facts = gather(&call, Some(index)).with_dialog(dialog, self.guard.committed);
        let mut facts = self.known(facts, &words, index);
        let inputs = call.inputs();
        let mut secrets = inputs.iter().filter(|input| inputs.len() == 1 || holds_secret(input, &facts)).peekable();
        facts.given_secret = secrets.peek().is_some() && secrets.all(|input| words.gave(input, &facts));
        let mut operation = call
            .operation(index)
            .and_then(|it| it.with_document(&self.task.documents, &self.task.given()))
            .map_err(not_done)?;
        if let (Call::PageTool(call), Operation::Perform(action)) = (&call, &mut operation)
            && let Some(tool) = action.tool_mut()
        {
            // Only the tool that the model was shown is meant.
            let shown = self.tabs.page_tools.iter().find(|(name, _)| *name == call.name);
            tool.digest = shown.map(|(_, digest)| digest.clone()).unwrap_or_default();
        }
        let mut proposal = call.propose(wrote, facts, &operation).knowing(&self.guard.held_files, &self.guard.places);
        if proposal.leaves() {
            let entered: Vec<String> = self.trail().sent.into_iter().map(|(_, text)| text).collect();
            proposal.facts.filled = edith_gate::filled(index, &entered);
        }
        let document = match (operation.is_done_in_page(), &proposal.leads.element) {
            (true, Some(element)) => element.document.clone(),
            (true, None) => index.document.clone(),
            (false, _) => String::new(),
        };
        let intent = Intent::new(call, proposal, operation, document, &self.task.prompt);
        let facts = &intent.proposal.facts;
        let is_tool = facts.server_tool.is_some() || facts.page_tool.is_some();
        Ok(if is_tool { intent.covered(&self.trail().secrets, &self.task.prompt) } else { intent })
    }

    /// The same call on the present page, for the gate to compare.
    pub(crate) fn proposed_again(&self, intent: &Intent, page: &dyn PageView) -> Now {
        let Some(call) = &intent.call else { return Now::Unreadable };
        let words = UserWords { home: &self.guard.home, said: self.typed_words() };
        let facts = self.known(gather(call, Some(page)), &words, page);
        let again: Proposal = call.propose(intent.proposal.call.clone(), facts, &intent.operation);
        let again = again.knowing(&self.guard.held_files, &self.guard.places);
        Now::Page(Box::new(again.knowing_requests(intent.proposal.held.as_ref())))
    }

    /// These facts with what the run knows of the place, and what the person's own words say about it.
    fn known(&self, mut facts: Facts, words: &UserWords<'_>, page: &dyn PageView) -> Facts {
        let touched = std::iter::once(facts.place_url()).chain(facts.beside.iter().map(String::as_str));
        facts.chosen_site = words.chose(touched);
        facts.is_public = !self.guard.places.is_private(facts.place());
        // They want a change on this site, and speak of what is pressed or hold all that was entered with it.
        let pressed = facts.elements.last().or(facts.focused.as_ref()).filter(|_| facts.chosen_site);
        if let Some(pressed) = pressed {
            let element = page.element(pressed.uid);
            let beside = element.map(|element| page.fields_with(element)).unwrap_or_default();
            let own = element.map(|element| edith_gate::own_fields(page, element)).unwrap_or_default();
            (facts.choices, facts.values) = (edith_gate::choices(&own), edith_gate::values(&own));
            if pressed.form.is_some() {
                let trail = self.trail();
                let sent = trail.sent.iter().filter(|(origin, _)| *origin == facts.origin);
                let sent: Vec<&str> = sent.map(|(_, text)| text.as_str()).collect();
                facts.wanted = trail.wish().is_some_and(|wish| wish.asks_for(pressed, &beside, &sent));
                facts.standing = edith_gate::standing(&beside, &facts.url);
            }
        }
        facts
    }

    /// What pressing each element of the page would commit to, by its uid and as plans name it, once what is beside it is filled in.
    pub(crate) fn presses(&self, page: &Index) -> Vec<(u32, String)> {
        let facts = Facts { url: page.url.clone(), origin: edith_gate::origin_of(&page.url), ..Facts::default() };
        let facts = Facts { is_public: !self.guard.places.is_private(&facts.origin), ..facts };
        let press = |element: &Element| {
            let mut pressed = ElementFacts::on(page, element);
            let fields = PageView::fields_with(page, element);
            pressed.beside.text |=
                fields.iter().any(|field| matches!(field.kind, ElementKind::Textarea | ElementKind::Editor));
            let what = edith_gate::recognise::click(Some(&pressed), &facts).commitment()?;
            Some((element.uid, edith_gate::Effect::Commits(what).name()))
        };
        page.elements.iter().filter_map(press).collect()
    }

    /// The gate's verdict on an intent about to be carried out.
    pub(crate) fn judge_dispatch(&self, intent: &Intent, now: Now) -> Verdict {
        // An answer may come long after the question.
        let asked = intent.concerns.iter().any(|concern| concern.is_about_clipboard());
        if !asked && self.guard.clipboard.is_foreign_to(intent.proposal.clipboard) {
            return Verdict::Changed;
        }
        let trail: Option<Trail<'_>> = intent.changes_something().then(|| self.trail());
        let moment = Moment::Dispatch { seal: intent.seal.as_deref(), now, trail: trail.as_ref() };
        let ground = Ground { uses: &intent.uses, ..self.ground() };
        edith_gate::judge(&intent.proposal, ground, moment)
    }

    pub(super) fn ground(&self) -> Ground<'_> {
        Ground {
            approvals: self.task.settings.approvals,
            grants: &self.guard.grants,
            terms: self.task.terms.as_ref(),
            step: self.step_permits(),
            uses: &[],
            // Unattended, nothing is done but what the schedule names.
            meant: self.guard.meant.as_ref().filter(|_| self.task.terms.is_none()),
            review: self.review(),
            own_tabs: &self.tabs.opened,
        }
    }

    /// Takes what the person allows at the moment.
    pub(crate) fn renew(&mut self, authority: Authority) {
        if is_on!(Authority) {
            let Authority { mut approvals, grants, mut terms } = authority;
            // Unattended, nothing but an approved plan allows anything.
            if let Some(terms) = terms.as_mut().filter(|_| self.rules().by_steps) {
                (approvals, terms.may) = (Approvals::Ask, Some(Vec::new()));
            }
            self.task.settings.approvals = approvals;
            self.guard.grants.renew(grants, terms.as_ref().and_then(|terms| terms.may.as_deref()));
            self.task.terms = terms;
        }
    }
}
