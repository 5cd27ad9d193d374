//! Calls that always return: each has a deadline, and anything that would block it cuts it short.

use super::Session;
use crate::state::TabState;
use crate::wire::errors::Result;
use crate::wire::errors::{self, Refusal};
use crate::wire::protocol::{Command, Input, Message, Reply};
use crate::wire::transport::{CallError, DetachReason};
use edith_actions::action::{Fault, FaultCause, TabError};
use edith_page::page_api::{self, PageApiError};
use futures_util::future::{Either, LocalBoxFuture, select};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

/// Deadline of an ordinary command or page call, in milliseconds.
pub(crate) const CALL_MS: u64 = 5_000;
/// How long to wait for the reason of a lost session after a call failed, in milliseconds.
const REASON_MS: u64 = 100;

/// A command's reply, once its answer comes. The command is sent when this is first polled. All answers wait in the same boxed future: an async function for
/// each type of reply takes 350 bytes of code.
pub(crate) struct Pending<'a, R> {
    sent: LocalBoxFuture<'a, Result<Value>>,
    reply: PhantomData<fn() -> R>,
}

impl<'a, R> Pending<'a, R> {
    fn to(sent: LocalBoxFuture<'a, Result<Value>>) -> Self {
        Self { sent, reply: PhantomData }
    }
}

impl<R: Reply> Future for Pending<'_, R> {
    type Output = Result<R>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<R>> {
        self.sent.as_mut().poll(context).map_ok(R::of)
    }
}

/// Why a call was abandoned.
pub(crate) enum Cut {
    Dialog,
    Crashed,
    Detached,
}

impl Session {
    /// The outcome of `work` if it comes within `ms` milliseconds.
    pub(crate) async fn within<T>(&self, ms: u64, work: impl Future<Output = T>) -> Option<T> {
        match select(pin!(work), pin!(self.clock.sleep(ms))).await {
            Either::Left((done, _)) => Some(done),
            Either::Right(_) => None,
        }
    }

    /// Asks repeatedly until the answer is as wanted or `ms` milliseconds are over; returns the last answer.
    pub(crate) async fn poll<T>(
        &self,
        ms: f64,
        pause: u64,
        mut ask: impl AsyncFnMut() -> Result<T>,
        is_wanted: impl Fn(&T) -> bool,
    ) -> Result<T> {
        let end = self.clock.now() + ms;
        loop {
            let answer = ask().await?;
            if is_wanted(&answer) || self.clock.now() >= end {
                return Ok(answer);
            }
            self.clock.sleep(pause).await;
        }
    }

    pub(crate) fn call<C: Command>(&self, command: C) -> Pending<'_, C::Reply> {
        self.call_within(CALL_MS, command)
    }

    /// A command abandoned at its deadline, or at once if a dialog opens, the page crashes or the session is lost.
    pub(crate) fn call_within<C: Command>(&self, ms: u64, command: C) -> Pending<'_, C::Reply> {
        self.call_in(ms, None, command)
    }

    /// The same in a child session; none: the tab's own.
    pub(crate) fn call_in<'a, C: Command>(
        &'a self,
        ms: u64,
        session: Option<&'a str>,
        command: C,
    ) -> Pending<'a, C::Reply> {
        const { assert!(!C::INPUT, "what enters something is sent by `input`") }
        Pending::to(self.send(ms, session, command.message()))
    }

    /// Keys, the pointer, or a text: an [`ActionScope`](super::action::ActionScope) sends it, and notes that it did.
    pub(super) fn enter<I: Input>(&self, input: &I) -> Pending<'_, ()> {
        Pending::to(self.send(CALL_MS, None, input.message()))
    }

    /// A command that also works under a dialog or after a crash.
    pub(crate) fn call_anyway<C: Command>(&self, ms: u64, command: C) -> Pending<'_, C::Reply> {
        Pending::to(self.send_anyway(ms, command.message()))
    }

    /// What a [`Command`] is sent by, whatever its type.
    pub(super) fn send<'a>(
        &'a self,
        ms: u64,
        session: Option<&'a str>,
        (method, params): Message,
    ) -> LocalBoxFuture<'a, Result<Value>> {
        Box::pin(async move {
            match self.uncut(ms, method, self.transport.call(method, params, session)).await? {
                Ok(value) => Ok(value),
                // A lost frame session says nothing about the tab's.
                Err(error) if session.is_some() => Err(errors::to_tab_error(&error)),
                Err(error) => Err(self.refused(&error).await),
            }
        })
    }

    fn send_anyway(&self, ms: u64, (method, params): Message) -> LocalBoxFuture<'_, Result<Value>> {
        Box::pin(async move {
            match self.within(ms, self.transport.call(method, params, None)).await {
                Some(Ok(value)) => Ok(value),
                Some(Err(error)) => Err(self.refused(&error).await),
                None => Err(TabError::Deadline { what: method.to_owned(), after_ms: ms }),
            }
        })
    }

    /// Calls a function of the page's script; none if its element is gone.
    pub(crate) async fn page<T: DeserializeOwned>(&self, function: &str, args: Value) -> Result<Option<T>> {
        self.page_within(CALL_MS, function, args).await
    }

    /// The same with its own deadline. A call about an element goes to that element's frame.
    pub(crate) async fn page_within<T: DeserializeOwned>(
        &self,
        ms: u64,
        function: &str,
        args: Value,
    ) -> Result<Option<T>> {
        let frame = self.frames.borrow().of_call(&args);
        let answer = self.uncut(ms, function, self.page.run(frame, function, args)).await??;
        match page_api::read(answer) {
            Ok(value) => Ok(Some(value)),
            Err(PageApiError::Gone) => Ok(None),
            Err(error) => {
                let is_missing = matches!(error, PageApiError::Missing);
                let cause = if is_missing { FaultCause::ScriptMissing } else { FaultCause::Other };
                Err(TabError::Protocol(Fault::new(cause, error.to_string())))
            }
        }
    }

    /// Awaits `work` unless something happens that would block it for ever.
    pub(crate) async fn uncut<T>(&self, ms: u64, what: &str, work: impl Future<Output = T>) -> Result<T> {
        let work = pin!(work);
        let cut = pin!(self.hub.when(cut));
        match self.within(ms, select(work, cut)).await {
            Some(Either::Left((done, _))) => Ok(done),
            Some(Either::Right((cut, _))) => Err(self.cut_error(&cut)),
            None => Err(TabError::Deadline { what: what.to_owned(), after_ms: ms }),
        }
    }

    fn cut_error(&self, cut: &Cut) -> TabError {
        let (dialog, reason) = self.hub.read(|state| (state.dialog.clone(), state.detached));
        match (cut, dialog) {
            (Cut::Dialog, Some(dialog)) => TabError::DialogOpen(dialog),
            (Cut::Crashed, _) => TabError::Crashed,
            (Cut::Dialog | Cut::Detached, _) if reason == Some(DetachReason::CanceledByUser) => {
                TabError::CanceledByUser
            }
            (Cut::Dialog | Cut::Detached, _) if reason == Some(DetachReason::TabGone) => TabError::Closed,
            (Cut::Dialog | Cut::Detached, _) => errors::session_lost(),
        }
    }

    async fn refused(&self, error: &CallError) -> TabError {
        if errors::classify(error) != Refusal::Detached {
            return errors::to_tab_error(error);
        }
        // The notice with the reason may follow a moment after the refusal.
        let reason = self.within(REASON_MS, self.hub.when(|state| state.detached)).await;
        if reason.is_none() {
            self.hub.detached(DetachReason::TargetClosed);
        }
        self.cut_error(&Cut::Detached)
    }

    pub(crate) fn is_detached(&self) -> bool {
        self.hub.read(|state| state.detached.is_some())
    }

    /// Whether an error means that the tab or session is gone, which may only be announced a moment later.
    pub(crate) async fn is_lost_by(&self, error: &TabError) -> bool {
        match error {
            TabError::Crashed | TabError::Closed => true,
            TabError::Protocol(fault) if fault.cause == FaultCause::FrameRemoved => {
                let _notice = self.within(REASON_MS, self.hub.when(|state| state.detached)).await;
                self.is_detached()
            }
            TabError::Protocol(_) => self.is_detached(),
            _ => false,
        }
    }
}

fn cut(state: &TabState) -> Option<Cut> {
    if state.detached.is_some() {
        Some(Cut::Detached)
    } else if state.crashed {
        Some(Cut::Crashed)
    } else {
        state.dialog.is_some().then_some(Cut::Dialog)
    }
}
