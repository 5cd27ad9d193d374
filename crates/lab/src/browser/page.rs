//! One tab: script, waiting, trusted input, screenshots.

use std::path::Path;
use std::time::{Duration, Instant};

use base64::Engine;
use serde_json::{Value, json};

use super::connection::{Connection, Subscription};
use super::error::{BrowserError, CALL_DEADLINE, POLL};

const LOAD_DEADLINE: Duration = Duration::from_secs(20);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

impl Theme {
    /// The value of `prefers-color-scheme`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// A tab with a DevTools session. The `Page` domain stays disabled by default, so that dialogs behave as without a session.
pub struct Page {
    connection: Connection,
    target: String,
    session: String,
}

impl Page {
    pub(super) async fn attach(connection: Connection, target: &str) -> Result<Self, BrowserError> {
        let answer =
            connection.call(None, "Target.attachToTarget", json!({ "targetId": target, "flatten": true })).await?;
        let session = answer.get("sessionId").and_then(Value::as_str);
        let session = session.ok_or(BrowserError::Shape { method: "Target.attachToTarget", field: "sessionId" })?;
        let session = session.to_owned();
        Ok(Self { connection, target: target.to_owned(), session })
    }

    pub fn target_id(&self) -> &str {
        &self.target
    }

    pub async fn send(&self, method: &str, params: Value) -> Result<Value, BrowserError> {
        self.connection.call(Some(&self.session), method, params).await
    }

    pub async fn send_within(&self, method: &str, params: Value, deadline: Duration) -> Result<Value, BrowserError> {
        self.connection.call_within(Some(&self.session), method, params, deadline).await
    }

    /// This tab's events from now on. Their domain must be enabled.
    pub fn subscribe(&self, method: &str) -> Subscription {
        self.connection.subscribe(Some(&self.session), method)
    }

    /// Navigates and waits until the document has loaded.
    pub async fn goto(&self, url: &str) -> Result<(), BrowserError> {
        let answer = self.send("Page.navigate", json!({ "url": url })).await?;
        if let Some(message) = answer.get("errorText").and_then(Value::as_str) {
            return Err(BrowserError::Refused { method: format!("going to {url}"), message: message.to_owned() });
        }
        self.wait_for("document.readyState === 'complete' && location.href !== 'about:blank'", LOAD_DEADLINE).await?;
        Ok(())
    }

    /// Evaluates an expression in the page; a promise is awaited, an exception is an error.
    pub async fn eval(&self, expression: &str) -> Result<Value, BrowserError> {
        self.eval_within(expression, CALL_DEADLINE).await
    }

    pub async fn eval_within(&self, expression: &str, deadline: Duration) -> Result<Value, BrowserError> {
        let params =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true });
        let mut answer = self.send_within("Runtime.evaluate", params, deadline).await?;
        if let Some(thrown) = answer.get("exceptionDetails") {
            let words = thrown.pointer("/exception/description").or_else(|| thrown.pointer("/exception/value"));
            let words = words.or_else(|| thrown.get("text"));
            let words = words.map(|text| text.as_str().map_or_else(|| text.to_string(), str::to_owned));
            return Err(BrowserError::Script(words.unwrap_or_default()));
        }
        Ok(answer.pointer_mut("/result/value").map(Value::take).unwrap_or_default())
    }

    /// Waits until an expression is truthy and returns its value, across navigations.
    pub async fn wait_for(&self, condition: &str, deadline: Duration) -> Result<Value, BrowserError> {
        let started = Instant::now();
        loop {
            let left = deadline.saturating_sub(started.elapsed()).max(POLL);
            let last = match self.eval_within(condition, left).await {
                Ok(value) if is_true(&value) => return Ok(value),
                Ok(value) => format!("; it is {value}"),
                Err(closed @ BrowserError::Closed { .. }) => return Err(closed),
                // The document changed under the script, or lacks what it needs yet.
                Err(error) => format!("; {error}"),
            };
            if started.elapsed() >= deadline {
                let what = condition.to_owned();
                return Err(BrowserError::StillNot { what, milliseconds: deadline.as_millis(), last });
            }
            tokio::time::sleep(POLL).await;
        }
    }

    /// Clicks the middle of the first element matching a CSS selector.
    pub async fn click(&self, selector: &str) -> Result<(), BrowserError> {
        let (x, y) = self.centre_of(selector).await?;
        self.mouse("mouseMoved", x, y).await?;
        self.mouse("mousePressed", x, y).await?;
        self.mouse("mouseReleased", x, y).await
    }

    /// Brings the tab to the front. In a background tab, a mouse move is acknowledged only after 5 s (measured on Chromium 156, headless) unless
    /// `Emulation.setFocusEmulationEnabled` is on.
    pub async fn to_front(&self) -> Result<(), BrowserError> {
        self.send("Page.bringToFront", json!({})).await.map(drop)
    }

    /// The middle of the first element matching a CSS selector, scrolled into view, in CSS pixels of the viewport.
    pub async fn centre_of(&self, selector: &str) -> Result<(f64, f64), BrowserError> {
        let selector = Value::from(selector);
        let script = format!(
            "(() => {{ const e = document.querySelector({selector}); if (!e) throw new Error('nothing is ' + {selector});
               e.scrollIntoView({{ block: 'center', behavior: 'instant' }}); const r = e.getBoundingClientRect();
               return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        );
        let place = self.eval(&script).await?;
        let number = |index: usize| place.get(index).and_then(Value::as_f64);
        number(0).zip(number(1)).ok_or(BrowserError::Shape { method: "Runtime.evaluate", field: "a place" })
    }

    /// One trusted mouse event (`mouseMoved`, `mousePressed`, `mouseReleased`) in the viewport.
    pub async fn mouse(&self, kind: &str, x: f64, y: f64) -> Result<(), BrowserError> {
        // During a drag the button counts as held: `buttons` is what the page sees.
        let pressed = kind != "mouseMoved";
        let params = json!({ "type": kind, "x": x, "y": y, "button": if pressed { "left" } else { "none" },
            "buttons": u8::from(kind == "mousePressed"), "clickCount": u8::from(pressed) });
        self.send("Input.dispatchMouseEvent", params).await.map(drop)
    }

    /// Types a text by real key presses.
    pub async fn type_keys(&self, text: &str) -> Result<(), BrowserError> {
        for character in text.chars() {
            let key = character.to_string();
            for (kind, with_text) in [("keyDown", false), ("char", true), ("keyUp", false)] {
                let mut params = json!({ "type": kind, "key": key });
                if let (true, Some(fields)) = (with_text, params.as_object_mut()) {
                    fields.insert("text".to_owned(), key.clone().into());
                }
                self.send("Input.dispatchKeyEvent", params).await?;
            }
        }
        Ok(())
    }

    /// Presses a named key without a character, by its Windows key code: `Enter` 13, `Backspace` 8, `Escape` 27.
    pub async fn press(&self, key: &str, code: u32) -> Result<(), BrowserError> {
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let mut params = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            if let (true, Some(fields)) = (kind == "keyDown" && !text.is_empty(), params.as_object_mut()) {
                fields.insert("text".to_owned(), text.into());
            }
            self.send("Input.dispatchKeyEvent", params).await?;
        }
        Ok(())
    }

    /// Gives the viewport a size in CSS pixels, until a screenshot was taken.
    pub async fn narrow(&self, width: u32, height: u32) -> Result<(), BrowserError> {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.send("Emulation.setDeviceMetricsOverride", size).await.map(drop)
    }

    /// Writes a PNG of the viewport at a size in CSS pixels and in a colour scheme. The tab is then as before.
    pub async fn screenshot(&self, path: &Path, theme: Theme, width: u32, height: u32) -> Result<(), BrowserError> {
        // Without motion: a colour change must not be caught half-way.
        let features = json!([
            { "name": "prefers-color-scheme", "value": theme.name() },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ]);
        self.send("Emulation.setEmulatedMedia", json!({ "features": features })).await?;
        self.narrow(width, height).await?;
        // Earlier animations, such as an opening drawer, are finished.
        let finish = "document.getAnimations().filter(one => one.effect?.getComputedTiming().endTime !== Infinity).forEach(one => one.finish())";
        self.eval(finish).await?;
        // Two frames: one for layout, one certainly painted with it.
        self.eval("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))").await?;
        let taken = self.picture(path).await;
        self.send("Emulation.clearDeviceMetricsOverride", json!({})).await?;
        self.send("Emulation.setEmulatedMedia", json!({ "features": [] })).await?;
        taken
    }

    pub async fn picture(&self, path: &Path) -> Result<(), BrowserError> {
        let params = json!({ "format": "png" });
        let answer = self.send_within("Page.captureScreenshot", params, Duration::from_secs(10)).await?;
        let data = answer.get("data").and_then(Value::as_str);
        let data = data.ok_or(BrowserError::Shape { method: "Page.captureScreenshot", field: "data" })?;
        save_base64(path, data)
    }

    /// Crashes the tab's renderer and waits for the report. Afterwards most calls to this tab never return.
    pub async fn crash(&self) -> Result<(), BrowserError> {
        let mut crashed = self.subscribe("Inspector.targetCrashed");
        self.send("Inspector.enable", json!({})).await?;
        let crash = self.send_within("Page.crash", json!({}), CALL_DEADLINE);
        tokio::select! {
            // The call itself returns an error, if anything.
            event = crashed.next(CALL_DEADLINE) => event.map(drop),
            _ = async { let _ = crash.await; std::future::pending::<()>().await } => Ok(()),
        }
    }

    pub async fn close(self) -> Result<(), BrowserError> {
        self.connection.call(None, "Target.closeTarget", json!({ "targetId": self.target })).await.map(drop)
    }
}

/// Writes a base64 picture, with or without `data:` prefix, creating its folder.
pub(crate) fn save_base64(path: &Path, data: &str) -> Result<(), BrowserError> {
    let failed = |source| BrowserError::File { path: path.to_owned(), source };
    let data = data.split_once(";base64,").map_or(data, |(_, data)| data);
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(data)
        .map_err(|error| failed(std::io::Error::new(std::io::ErrorKind::InvalidData, error)))?;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    std::fs::write(path, bytes).map_err(failed)
}

/// JavaScript's truthiness.
fn is_true(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(truth) => *truth,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}
