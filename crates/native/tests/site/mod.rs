//! A web server for tests: pages as they were given, and what was asked for.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A request: method, host without a port, path with query, body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) method: String,
    pub(crate) host: String,
    pub(crate) path: String,
    pub(crate) body: String,
}

/// What is answered: a status with its headers' lines, and a body.
pub(crate) type Answer = (String, String);

type Serve = dyn Fn(&Asked) -> Answer + Send + Sync;

/// A running server. It ends with the test program.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) port: u16,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Site {
    /// A server on a free port of this machine, for `127.0.0.1` and `localhost`, which are two sites.
    pub(crate) fn start(serve: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let site = Self { port: listener.local_addr().unwrap().port(), asked: Arc::default() };
        let (asked, serve): (_, Arc<Serve>) = (Arc::clone(&site.asked), Arc::new(serve));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (asked, serve) = (Arc::clone(&asked), Arc::clone(&serve));
                std::thread::spawn(move || answer(stream, &asked, &*serve));
            }
        });
        site
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The same server as another site.
    pub(crate) fn other_url(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port)
    }

    /// What was asked for so far, oldest first.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// How often that was asked for.
    pub(crate) fn count(&self, method: &str, path: &str) -> usize {
        self.asked().iter().filter(|asked| asked.method == method && asked.path == path).count()
    }
}

/// A page.
pub(crate) fn html(body: &str) -> Answer {
    (
        "200 OK\r\nContent-Type: text/html; charset=utf-8".to_owned(),
        format!("<!DOCTYPE html><html lang=en>{body}</html>"),
    )
}

/// JSON.
pub(crate) fn json(body: &serde_json::Value) -> Answer {
    ("200 OK\r\nContent-Type: application/json".to_owned(), body.to_string())
}

/// Nothing.
pub(crate) fn missing() -> Answer {
    ("404 Not Found\r\nContent-Type: text/plain".to_owned(), String::new())
}

fn answer(stream: TcpStream, asked: &Mutex<Vec<Asked>>, serve: &Serve) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut first = String::new();
    if reader.read_line(&mut first).is_err() {
        return;
    }
    let mut words = first.split(' ');
    let (Some(method), Some(path)) = (words.next(), words.next()) else { return };
    let (method, path) = (method.to_owned(), path.to_owned());
    let (mut length, mut host) = (0, String::new());
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).is_err() || line.trim().is_empty() {
            break;
        }
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().unwrap_or(0);
            }
            Some((name, value)) if name.eq_ignore_ascii_case("host") => {
                let value = value.trim();
                value.rsplit_once(':').map_or(value, |(host, _)| host).clone_into(&mut host);
            }
            _ => {}
        }
    }
    let mut body = vec![0; length];
    if reader.read_exact(&mut body).is_err() {
        return;
    }
    let request = Asked { method, host, path, body: String::from_utf8_lossy(&body).into_owned() };
    asked.lock().unwrap().push(request.clone());
    let (head, body) = serve(&request);
    let mut stream = stream;
    let text = format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
    // A browser that no longer wants it has gone.
    let _gone = stream.write_all(text.as_bytes());
}
