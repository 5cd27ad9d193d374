//! The client under the protocol's own conformance suite (`cargo xtask conformance`): the suite starts a server for each scenario and this program
//! with its address, the scenario's name and what else it needs in variables.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test's program, which shows by its end that something failed"
)]

#[path = "../../../../tests/model_faults/native.rs"]
mod native;
mod scenarios;
mod signed;
mod window;

use edith_mcp::client::{Client, ClientPorts, Endpoint, Transport};
use edith_mcp::oauth::Configured;
use edith_port::Spawner;
use futures_util::future::LocalBoxFuture;
use native::{NativeHttp, Quick};
use serde_json::Value;
use signed::Signed;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::rc::Rc;
use url::Url;

/// The address of the document that the suite's authorization servers know, where they take such addresses.
const METADATA_URL: &str = "https://conformance-test.local/client-metadata.json";

struct Local;

impl Spawner for Local {
    fn spawn(&self, work: LocalBoxFuture<'static, ()>) {
        drop(tokio::task::spawn_local(work));
    }
}

fn main() -> ExitCode {
    let url: Url =
        std::env::args().next_back().and_then(|url| url.parse().ok()).expect("the server's address comes last");
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let context: Value = serde_json::from_str(&variable("MCP_CONFORMANCE_CONTEXT")).unwrap_or_default();
    let given = |name: &str| context[name].as_str().map(str::to_owned);
    let configured = Configured {
        client_id: given("client_id"),
        client_secret: given("client_secret"),
        issuer: None,
        metadata_url: Some(METADATA_URL.to_owned()),
    };
    let transport = match variable("MCP_TRANSPORT").as_str() {
        "sse" => Transport::Sse,
        "http" => Transport::Http,
        _ => Transport::Auto,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let done = tokio::task::LocalSet::new().block_on(&runtime, async {
        let ports = ClientPorts { http: Rc::new(NativeHttp), clock: Rc::new(Quick(1)), spawner: Rc::new(Local) };
        let client = Client::new(ports, Endpoint { url: url.clone(), transport, headers: BTreeMap::new() });
        let signed = Signed::new(client, url, configured);
        let done = scenarios::play(&signed, &variable("MCP_CONFORMANCE_SCENARIO"), &context).await;
        signed.client.close();
        // What is told in the background still goes out.
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        done
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
