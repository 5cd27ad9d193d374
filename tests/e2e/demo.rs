//! What a newcomer runs first: the demo's tasks, judged by the sites' server state.

use edith_lab::chromium::find_chromium;
use edith_lab::demo::{Demo, perform};

#[tokio::test]
async fn the_demo_does_all_of_its_tasks() {
    let pictures = tempfile::tempdir().unwrap();
    let demo = Demo { pictures: Some(pictures.path().to_owned()), ..Demo::default() };
    let program = find_chromium().unwrap().program;
    perform(&demo, &program, &edith_lab::paths::dist()).await.unwrap();
    let count = std::fs::read_dir(pictures.path()).unwrap().count();
    assert!(count >= 10, "{count} pictures");
}
