//! Carries each request of a scripted run over a real connection to a server that answers as scripted: what the client reads is what came through the
//! sockets. Time stays the run's own: where the server falls silent, the client waits on the run's clock.

use super::native::NativeHttp;
use edith_http::{Broken, Http, HttpAnswer, HttpError, HttpRequest};
use edith_testkit::{FakeAnswer, FakeHttp, Piece};
use futures_util::future::{Either, select};
use futures_util::{FutureExt, StreamExt, stream};
use std::pin::pin;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// How long the client is given for what was sent before a silence.
const DRAIN: Duration = Duration::from_millis(20);

/// Has a scripted network use real connections.
pub(crate) fn carry(network: &FakeHttp) {
    network.carry(|request, answer| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let came = runtime.block_on(exchange(request, answer));
        async {
            match came {
                Came::Error(error) => Err(error),
                Came::Nothing => std::future::pending().await,
                Came::Answer(mut answer, pieces) => {
                    answer.body = stream::iter(pieces)
                        .then(|piece| async {
                            match piece {
                                Some(piece) => piece,
                                None => std::future::pending().await,
                            }
                        })
                        .boxed_local();
                    Ok(answer)
                }
            }
        }
        .boxed_local()
    });
}

/// What came of a request.
enum Came {
    Error(HttpError),
    /// Not even a head.
    Nothing,
    /// A head, and pieces; none is a silence without end.
    Answer(HttpAnswer, Vec<Option<Result<Vec<u8>, Broken>>>),
}

async fn exchange(request: HttpRequest, answer: FakeAnswer) -> Came {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (_, path) = request.url.split_once("://").and_then(|(_, rest)| rest.split_once('/')).unwrap();
    let request = HttpRequest { url: format!("http://{address}/{path}"), ..request };
    if answer == FakeAnswer::Unreachable {
        drop(listener);
        return Came::Error(NativeHttp.send(request).await.err().expect("nobody listens"));
    }
    let silent = Notify::new();
    let serve = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        // The client leaves once it has what it needs.
        if serve(&mut stream, answer, &silent).await.is_err() {
            drop(stream);
        }
    };
    let ask = async {
        let head = match select(pin!(NativeHttp.send(request)), pin!(silent.notified())).await {
            Either::Left((Ok(head), _)) => head,
            Either::Left((Err(error), _)) => return Came::Error(error),
            // The head may have come just before.
            Either::Right(((), sending)) => match tokio::time::timeout(DRAIN, sending).await {
                Ok(Ok(head)) => {
                    silent.notify_one();
                    head
                }
                Ok(Err(error)) => return Came::Error(error),
                Err(_) => return Came::Nothing,
            },
        };
        read(head, &silent).await
    };
    match select(pin!(ask), pin!(serve)).await {
        Either::Left((came, _)) => came,
        Either::Right(((), ask)) => ask.await,
    }
}

async fn read(mut answer: HttpAnswer, silent: &Notify) -> Came {
    let mut pieces = Vec::new();
    let mut body = std::mem::replace(&mut answer.body, stream::empty().boxed_local());
    loop {
        let piece = match select(body.next(), pin!(silent.notified())).await {
            Either::Left((piece, _)) => piece,
            Either::Right(((), _)) => {
                while let Ok(Some(piece)) = tokio::time::timeout(DRAIN, body.next()).await {
                    pieces.push(Some(piece));
                }
                pieces.push(None);
                return Came::Answer(answer, pieces);
            }
        };
        match piece {
            Some(piece) => {
                let is_broken = piece.is_err();
                pieces.push(Some(piece));
                if is_broken {
                    return Came::Answer(answer, pieces);
                }
            }
            None => return Came::Answer(answer, pieces),
        }
    }
}

/// Reads a whole request.
pub(crate) async fn take_request(stream: &mut TcpStream) -> std::io::Result<()> {
    let mut read = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&read).to_ascii_lowercase();
        if let Some(at) = text.find("\r\n\r\n") {
            let length = text.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
            let length: usize = length.map_or(0, |length| length.parse().unwrap());
            if read.len() >= at + 4 + length {
                return Ok(());
            }
        }
        assert_ne!(stream.read_buf(&mut read).await?, 0, "the client left before it had asked: {text}");
    }
}

/// Reads a request and answers it as scripted.
async fn serve(stream: &mut TcpStream, answer: FakeAnswer, silent: &Notify) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    take_request(stream).await?;
    let (status, headers, pieces) = match answer {
        FakeAnswer::Answer { status, headers, pieces } => (status, headers, pieces),
        FakeAnswer::Redirect => (307, vec![("location".to_owned(), "http://127.0.0.1:9/".to_owned())], Vec::new()),
        FakeAnswer::Silence | FakeAnswer::Unreachable => {
            silent.notify_one();
            return std::future::pending().await;
        }
    };
    let mut head = format!("HTTP/1.1 {status} Scripted\r\ntransfer-encoding: chunked\r\n");
    head.extend(headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")));
    stream.write_all(format!("{head}\r\n").as_bytes()).await?;
    for piece in pieces {
        match piece {
            Piece::Bytes(bytes) if bytes.is_empty() => {}
            Piece::Bytes(bytes) => {
                let chunk = [format!("{:x}\r\n", bytes.len()).as_bytes(), &bytes, b"\r\n"].concat();
                stream.write_all(&chunk).await?;
            }
            Piece::Pause(_) => tokio::task::yield_now().await,
            Piece::Break => {
                // What was sent is read before the reset comes.
                tokio::time::sleep(DRAIN).await;
                return stream.set_zero_linger();
            }
            Piece::Fed(_) => unreachable!("no row feeds its answer"),
            Piece::Silence => {
                silent.notify_one();
                return std::future::pending().await;
            }
        }
    }
    stream.write_all(b"0\r\n\r\n").await?;
    stream.shutdown().await
}
