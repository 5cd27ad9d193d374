//! What a newcomer runs first: the demo's tasks, judged by the sites' server state.

use xtask::demo::{Demo, perform};
use xtask::setup;

#[tokio::test]
async fn the_demo_does_all_of_its_tasks() {
    let pictures = tempfile::tempdir().unwrap();
    let demo = Demo { pictures: Some(pictures.path().to_owned()), ..Demo::default() };
    let program = setup::browser().unwrap().program;
    perform(&demo, &program, &xtask::paths::dist()).await.unwrap();
    let count = std::fs::read_dir(pictures.path()).unwrap().count();
    assert!(count >= 10, "{count} pictures");
}
