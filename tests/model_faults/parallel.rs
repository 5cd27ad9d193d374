//! Parallel runs of one server through real connections: the queue keeps to what the server takes at once, and keys change without another attempt.

use super::native::{NativeHttp, Quick};
use edith_lab::model_server::{Fault, ModelServer, Reply};
use edith_model::{Account, Brief, ChatMessage, ChatRequest, Dispatcher, ModelError, ServerModels, Waiting};
use edith_protocol::ModelServer as Address;
use futures_util::future::join_all;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn dispatcher() -> Dispatcher {
    let clock = || Rc::new(Quick(1));
    let models = ServerModels::new(Rc::new(NativeHttp), clock(), Rc::new(edith_commands::BuiltIn));
    Dispatcher::new(Rc::new(models), clock())
}

fn account(url: &str, keys: &[&str]) -> Account {
    let server = Address { base_url: url.to_owned(), model: "scripted".into(), ..Address::default() };
    Account { server, keys: keys.iter().map(|key| (*key).to_owned()).collect() }
}

fn request() -> ChatRequest {
    ChatRequest {
        messages: vec![ChatMessage::user("Hello")],
        tools: Vec::new(),
        max_completion_tokens: 64,
        brief: Brief::default(),
    }
}

/// A server that answers so many requests at once and refuses every other one with 429; returns its address and the number of requests so far.
async fn narrow(at_once: usize) -> (String, Arc<AtomicUsize>) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let (asked, active) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let count = Arc::clone(&asked);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let (count, active) = (Arc::clone(&count), Arc::clone(&active));
            tokio::spawn(async move {
                let mut read = Vec::new();
                // The body is JSON in one piece, and ends the request.
                while !read.ends_with(b"}") && stream.read_buf(&mut read).await.is_ok_and(|bytes| bytes > 0) {}
                count.fetch_add(1, Ordering::SeqCst);
                let body = if active.fetch_add(1, Ordering::SeqCst) < at_once {
                    tokio::time::sleep(Duration::from_millis(25)).await;
                    let body = r#"{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}"#;
                    format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len())
                } else {
                    "HTTP/1.1 429 Too Many Requests\r\ncontent-length: 2\r\n\r\n{}".to_owned()
                };
                active.fetch_sub(1, Ordering::SeqCst);
                stream.write_all(body.as_bytes()).await.unwrap_or_default();
            });
        }
    });
    (url, asked)
}

#[tokio::test]
async fn twenty_runs_share_a_server_that_takes_three_at_once() {
    const TURNS: usize = 5;
    for (runs, at_once) in [(20, 3), (10, 2), (6, 1)] {
        let (url, asked) = narrow(at_once).await;
        let (dispatcher, account, request) = (dispatcher(), account(&url, &[]), request());
        let answered = Cell::new(0);
        let overtaken = Cell::new(0);
        let all = join_all((0..runs).map(|_| async {
            for _ in 0..TURNS {
                let before = answered.get();
                let turn = dispatcher.complete(&account, &request, &mut |_| {}, &mut |_| {}).await;
                answered.set(answered.get() + 1);
                overtaken.set(overtaken.get().max(answered.get() - before));
                turn?;
            }
            Ok::<(), ModelError>(())
        }));
        let ended = all.await;
        assert!(ended.iter().all(Result::is_ok), "{ended:?}");
        let (asked, needed) = (asked.load(Ordering::SeqCst), runs * TURNS);
        println!(
            "{runs} runs, {at_once} at once: {asked} requests where {needed} are needed, waited for at most {} others",
            overtaken.get()
        );
        assert!(asked * 10 <= needed * 12, "{asked} requests where {needed} are needed");
        // First come, first served: between a request and its answer there is no more than one of each other run, and those that were under way.
        assert!(overtaken.get() <= runs + at_once + 2, "waited for {} others", overtaken.get());
    }
}

#[tokio::test]
async fn a_refused_key_makes_way_for_the_next_and_none_is_tried_twice() {
    const SPENT: &str = r#"{"error":{"message":"spent","type":"insufficient_quota"}}"#;
    for (status, body) in [(401, "{}"), (403, r#"{"error":"wrong key"}"#), (402, "{}"), (429, SPENT)] {
        let server = ModelServer::start(move |request| {
            let good = request.header("authorization").ends_with("good");
            let refused = Fault::Status { status, headers: Default::default(), body: body.to_owned() };
            if good { Reply::text("Hi") } else { Reply::fault(refused) }
        });
        let server = server.await.unwrap();
        let dispatcher = dispatcher();
        let changes = RefCell::new(0);
        let ask = async |keys: &[&str]| {
            let before = server.requests().len();
            let mut note =
                |waiting: Waiting| *changes.borrow_mut() += usize::from(matches!(waiting, Waiting::NextKey { .. }));
            let account = account(&server.url, keys);
            let turn = dispatcher.complete(&account, &request(), &mut |_| {}, &mut note).await;
            (turn.is_ok(), server.requests().len() - before)
        };
        assert_eq!(ask(&["old", "older", "good"]).await, (true, 3), "{status}");
        assert_eq!(ask(&["old", "older", "good"]).await, (true, 1), "{status}: the refused ones are known");
        assert_eq!(ask(&["bad", "worse"]).await, (false, 2), "{status}");
        assert_eq!(ask(&["bad", "worse"]).await, (false, 1), "{status}: one is tried all the same");
        assert_eq!(*changes.borrow(), 3, "{status}");
    }
}
