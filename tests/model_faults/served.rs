//! The model client on real local connections, with the faults that only these can have.

use super::native::{NativeHttp, Quick};
use super::sockets::take_request;
use edith_lab::model_server::{End, Fault, ModelServer, Reply, Script};
use edith_model::{Brief, ChatMessage, ChatRequest, ModelError, ModelTurn, Models, ServerModels};
use edith_protocol::ModelServer as Address;
use serde_json::json;
use std::rc::Rc;
use std::time::{Duration, SystemTime};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

const KEY: &str = "sk-secret-key";
const WORDS: &str = "Grüße 👋 aus Köln, in mehreren Stücken";

/// Sends a request, on a clock with waits shortened by this factor.
async fn ask(url: &str, times: u64) -> Result<ModelTurn, ModelError> {
    let models = ServerModels::new(Rc::new(NativeHttp), Rc::new(Quick(times)), Rc::new(edith_commands::BuiltIn));
    let address =
        Address { base_url: url.to_owned(), api_key: KEY.into(), model: "scripted".into(), ..Address::default() };
    let request = ChatRequest {
        messages: vec![ChatMessage::system("rules"), ChatMessage::user("Hello")],
        tools: Vec::new(),
        max_completion_tokens: 64,
        brief: Brief::default(),
    };
    let mut shown = String::new();
    let turn = models.server(&address).complete(&request, &mut |text| shown.push_str(text)).await?;
    assert_eq!(shown, turn.text, "what was shown is what came");
    Ok(turn)
}

async fn answered(reply: Reply) -> Result<String, ModelError> {
    let server = ModelServer::scripted(Script::new().then(reply)).await.unwrap();
    ask(&server.url, 1).await.map(|turn| turn.text)
}

/// Sends a request to a server that writes these bytes piece by piece, then closes or resets the connection.
async fn sent(pieces: &[&[u8]], reset: bool) -> Result<String, ModelError> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let serve = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.set_nodelay(true).unwrap();
        take_request(&mut stream).await.unwrap();
        for piece in pieces {
            // The client disconnects once it has what it needs.
            if stream.write_all(piece).await.is_err() {
                return;
            }
            tokio::task::yield_now().await;
        }
        if reset {
            stream.set_zero_linger().unwrap();
        }
    };
    let (answer, ()) = tokio::join!(ask(&url, 1), serve);
    answer.map(|turn| turn.text)
}

fn events() -> String {
    let delta = |text: &str| json!({"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": null}]});
    let stop = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
    let (first, second) = WORDS.split_at(WORDS.find("aus").unwrap());
    format!("data: {}\n\ndata: {}\n\ndata: {stop}\n\ndata: [DONE]\n\n", delta(first), delta(second))
}

fn head(more: &str) -> String {
    format!("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n{more}\r\n\r\n")
}

#[tokio::test]
async fn an_answer_is_the_same_however_it_comes() {
    for reply in [
        Reply::text(WORDS),
        Reply::text(WORDS).as_plain(),
        Reply::text(WORDS).with(Fault::NoDone),
        Reply::text(WORDS).with(Fault::SplitUtf8),
        Reply::text(WORDS).with(Fault::Drip { milliseconds: 2 }),
        Reply::text(WORDS).with(Fault::Slow { headers: 50, gap: 50 }),
    ] {
        let name = format!("{:?}", reply.fault);
        assert_eq!(answered(reply).await.as_deref(), Ok(WORDS), "{name}");
    }
    // Chunks of one byte split every multibyte character.
    let chunked = head("transfer-encoding: chunked");
    let chunks: Vec<Vec<u8>> = events().bytes().map(|byte| [b"1\r\n".as_slice(), &[byte], b"\r\n"].concat()).collect();
    let mut pieces: Vec<&[u8]> = vec![chunked.as_bytes()];
    pieces.extend(chunks.iter().map(Vec::as_slice));
    pieces.push(b"0\r\n\r\n");
    assert_eq!(sent(&pieces, false).await.as_deref(), Ok(WORDS));
    // Without a length, the answer ends with the connection.
    assert_eq!(sent(&[head("connection: close").as_bytes(), events().as_bytes()], false).await.as_deref(), Ok(WORDS));
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_void() {
    for fault in [Fault::Cut { after: 3 }, Fault::Html, Fault::BrokenUtf8] {
        let error = answered(Reply::text(WORDS).with(fault.clone())).await.unwrap_err();
        assert!(matches!(error, ModelError::BrokenAnswer { .. }), "{fault:?}: {error:?}");
    }
    let all = events();
    let half = &all.as_bytes()[..all.len() / 2];
    let chunked = head("transfer-encoding: chunked");
    let chunk = [format!("{:x}\r\n", half.len()).as_bytes(), half, b"\r\n"].concat();
    let length = |bytes: usize| head(&format!("content-length: {bytes}"));
    for (name, start, body, reset) in [
        ("reset in the middle", &chunked, chunk.as_slice(), true),
        ("closed in the middle", &chunked, &chunk, false),
        ("fewer bytes than its length", &length(all.len()), half, false),
        ("a length of half of it", &length(half.len()), all.as_bytes(), false),
    ] {
        let error = sent(&[start.as_bytes(), body], reset).await.unwrap_err();
        assert!(matches!(error, ModelError::BrokenAnswer { .. }), "{name}: {error:?}");
    }
    // Control: the right length.
    assert_eq!(sent(&[length(all.len()).as_bytes(), all.as_bytes()], false).await.as_deref(), Ok(WORDS));
}

#[tokio::test]
async fn a_server_that_is_gone_is_unreachable() {
    let gone = ask("http://127.0.0.1:9/v1", 1).await.unwrap_err();
    assert!(matches!(&gone, ModelError::Unreachable { server, .. } if server == "http://127.0.0.1:9"), "{gone:?}");
    let reset = sent(&[], true).await.unwrap_err();
    assert!(matches!(reset, ModelError::Unreachable { .. }), "{reset:?}");
}

#[tokio::test]
async fn a_busy_server_may_say_when_by_a_date() {
    for (seconds, expected) in [(30, 25_000..=30_000), (0, 0..=0)] {
        let date = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(seconds));
        let headers = [("retry-after".to_owned(), date)].into();
        let busy = Fault::Status { status: 429, headers, body: String::new() };
        let error = answered(Reply::fault(busy)).await.unwrap_err();
        let ModelError::Busy { retry_after_ms: Some(wait), .. } = error else { panic!("{error:?}") };
        assert!(expected.contains(&wait), "{wait}");
    }
}

#[tokio::test]
async fn the_key_does_not_follow_a_redirect() {
    let elsewhere = ModelServer::start(|_| Reply::text("Thanks for the key.")).await.unwrap();
    let to = format!("{}/chat/completions", elsewhere.url);
    let error = answered(Reply::fault(Fault::Redirect { to })).await.unwrap_err();
    assert!(matches!(error, ModelError::Redirected { .. }), "{error:?}");
    assert!(elsewhere.requests().is_empty());
}

#[tokio::test]
async fn silence_ends_and_so_does_its_connection() {
    // A thousand times faster: 660 s to the first byte become 0.66 s, 150 s of silence 0.15 s.
    for (fault, after_ms) in [(Fault::Delay { milliseconds: 60_000 }, 660_000), (Fault::Stall { after: 2 }, 150_000)] {
        let server = ModelServer::start(move |_| Reply::text(WORDS).with(fault.clone())).await.unwrap();
        assert_eq!(ask(&server.url, 1_000).await.unwrap_err(), ModelError::Stalled { after_ms });
        if after_ms == 150_000 {
            let left = async {
                while server.requests()[0].end != End::ClientLeft {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            tokio::time::timeout(Duration::from_secs(5), left).await.expect("the transfer ends with the answer");
        }
    }
}

#[tokio::test]
async fn a_local_server_sees_its_own_origin_and_the_key() {
    let server = ModelServer::refusing_extensions(Script::always(|_| Reply::text("ok"))).await.unwrap();
    assert_eq!(ask(&server.url, 1).await.unwrap().text, "ok");
    let request = &server.requests()[0];
    assert_eq!(request.header("authorization"), format!("Bearer {KEY}"));
    assert_eq!(request.header("origin"), server.url.trim_end_matches("/v1"));
}
