//! Minimal HTTP for the server tests: one request per connection, the raw answer.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An answer, read until the server closed the connection.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub status: u16,
    /// Headers in lower case, in order.
    pub headers: Vec<(String, String)>,
    /// The body without chunking.
    pub body: String,
    /// Whether the body ended properly.
    pub complete: bool,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Where a redirect goes.
    pub(crate) fn location(&self) -> &str {
        self.header("location")
    }
}

pub(crate) async fn send(origin: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    let host = origin.trim_start_matches("http://");
    let mut stream = TcpStream::connect(host).await.unwrap();
    let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {length}\r\n{more}\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    // A server cutting the connection is among the tested cases.
    let _ = stream.read_to_end(&mut bytes).await;
    parse(&bytes)
}

fn parse(bytes: &[u8]) -> Answer {
    let split = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(bytes.len());
    let (head, rest) = bytes.split_at(split);
    let head = String::from_utf8_lossy(head);
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok()).unwrap_or(0);
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
        .collect();
    let rest = rest.get(4..).unwrap_or_default();
    let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let (body, complete) = if chunked { unchunk(rest) } else { (rest.to_vec(), status != 0) };
    Answer { status, headers, body: String::from_utf8_lossy(&body).into_owned(), complete }
}

fn unchunk(mut rest: &[u8]) -> (Vec<u8>, bool) {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|window| window == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).ok().and_then(|size| usize::from_str_radix(size, 16).ok());
        let Some(size) = size else { break };
        if size == 0 {
            return (body, true);
        }
        let Some(data) = rest.get(end + 2..end + 2 + size) else { break };
        body.extend_from_slice(data);
        rest = rest.get(end + 2 + size + 2..).unwrap_or_default();
    }
    (body, false)
}
