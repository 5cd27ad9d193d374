//! The package's size: it is downloaded once and compiled at every start of the worker.

use edith_lab::paths;
use xtask::archive::{self, Sizes};
use xtask::bench::{Contender, Figure, Reason};
use xtask::build::Profile;

/// The whole package and the two wasm files, before and after compression.
pub(crate) fn figures() -> Vec<Figure<'static>> {
    let of_file = |file: &'static str| {
        let size = move || {
            let sizes = sizes()?;
            let found = sizes.files.iter().find(|(name, _, _)| name == file).map(|(_, raw, _)| *raw);
            found.map(number).ok_or_else(|| Reason::from(format!("{file} is not in dist/")))
        };
        Contender::counted(file, size)
    };
    let compressed = || sizes()?.compressed_total().map(number).ok_or_else(|| Reason::from("nothing was compressed"));
    vec![
        Figure::count(
            "package",
            "bytes",
            vec![
                Contender::counted("compressed", compressed),
                Contender::counted("unpacked", || Ok(number(sizes()?.raw_total()))),
            ],
        ),
        Figure::count("wasm, unpacked", "bytes", vec![of_file("edith-worker_bg.wasm"), of_file("edith-panel_bg.wasm")]),
    ]
}

fn sizes() -> Result<Sizes, Reason> {
    Ok(archive::sizes(&archive::files(&paths::dist())?, Profile::Release)?)
}

fn number(size: u64) -> f64 {
    super::number(usize::try_from(size).unwrap_or(usize::MAX))
}
