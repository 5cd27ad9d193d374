//! Public servers of tools, used through the built extension in a real Chromium: everything that each offers once, with a scripted model, and a table of
//! what came of it.

#![allow(clippy::indexing_slicing, reason = "only JSON values are indexed, which answer null for what is not there")]

mod started;
mod used;

use edith_lab::say;
use started::{Skipped, all};
use used::{Row, Workplace};
use xtask::bench::{Contender, Figure, Reason};

/// The variable with a part of the names of the servers that are wanted, if not all are.
const ONLY: &str = "EDITH_MCP_SERVERS";

/// What all servers came to.
#[derive(Debug, Default)]
struct Measured {
    rows: Vec<Row>,
    skipped: Vec<Skipped>,
}

/// Of all servers together.
fn sum(all: &Measured, of: fn(&Row) -> usize) -> f64 {
    super::number(all.rows.iter().map(of).sum())
}

/// The figure.
pub(crate) fn figures() -> Vec<Figure<'static>> {
    let get = super::together(measure);
    let parts = vec![
        Contender::counted("servers used", get(|all| super::number(all.rows.len()))),
        Contender::counted("servers skipped", get(|all| super::number(all.skipped.len()))),
        Contender::counted("tools offered", get(|all| sum(all, |row| row.tools.1))),
        Contender::counted("tools used", get(|all| sum(all, |row| row.tools.0))),
        Contender::counted("prompts offered", get(|all| sum(all, |row| row.prompts.1))),
        Contender::counted("prompts used", get(|all| sum(all, |row| row.prompts.0))),
        Contender::counted("resources offered", get(|all| sum(all, |row| row.resources.1))),
        Contender::counted("resources used", get(|all| sum(all, |row| row.resources.0))),
        Contender::counted("asks answered", get(|all| sum(all, |row| row.asks.len()))),
        Contender::counted("failures", get(|all| sum(all, |row| row.failed.len()))),
        Contender::counted(
            "ms to cancel, longest",
            get(|all| all.rows.iter().filter_map(|row| row.cancelled_ms).fold(0.0, f64::max)),
        ),
    ];
    vec![Figure { rounds: 1, ..Figure::count("mcp servers", "", parts) }]
}

fn measure() -> Result<Measured, Reason> {
    edith_lab::browser::runtime()?.block_on(async {
        let mut measured = Measured::default();
        let workplace = Workplace::start().await?;
        let wanted = std::env::var(ONLY).unwrap_or_default();
        for server in all().into_iter().filter(|server| server.is_called(&wanted)) {
            match server.start().await {
                Ok(served) => {
                    let row = workplace.uses(&served).await;
                    // What a long measurement has found is not lost with it.
                    row.lines().iter().for_each(|line| say(line));
                    measured.rows.push(row);
                }
                Err(skipped) => measured.skipped.push(skipped),
            }
        }
        workplace.close().await?;
        println!("{}", table(&measured));
        Ok(measured)
    })
}

/// What is used and what is offered, with what failed below.
fn table(measured: &Measured) -> String {
    let mut lines = vec![
        "| server | revision | transport | tools | prompts | resources | asks answered | cancelled within |".to_owned(),
        "|---|---|---|---|---|---|---|---|".to_owned(),
    ];
    lines.extend(measured.rows.iter().filter_map(|row| row.lines().first().cloned()));
    for Skipped { name, reason } in &measured.skipped {
        lines.push(format!("| {name} | skipped: {reason} | | | | | | |"));
    }
    lines.extend(measured.rows.iter().flat_map(|row| row.lines().into_iter().skip(1)));
    lines.join("\n")
}
