//! What the tab for documents loads: a server on this computer alone, on a port that the system chooses, below a path that nobody can guess, for as long as
//! the agent is there.

use super::files::ReaderFiles;
use edith_port::Entropy;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Bytes of a request, at most: it has no body.
const MOST_HEAD: usize = 16 << 10;
/// How long a request or an answer may take.
const DEADLINE: Duration = Duration::from_secs(20);
/// The folder of the files that are read.
const GIVEN: &str = "given/";
/// The tab reaches nothing else, whatever a file makes of the scripts that read it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; font-src 'self' data:; \
                      img-src 'self' blob: data:; frame-ancestors 'none'; form-action 'none'; base-uri 'none'";

type ServedFile = (Cow<'static, [u8]>, &'static str);

struct Shown {
    files: ReaderFiles,
    port: u16,
    secret: String,
    given: RefCell<HashMap<String, Rc<[u8]>>>,
}

/// The running server. It ends when it is dropped.
pub(super) struct Served {
    shown: Rc<Shown>,
    accepting: JoinHandle<()>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl Served {
    /// Begins to serve. Must be called on a `LocalSet`, where it then works.
    pub(super) async fn begin(files: ReaderFiles, entropy: &dyn Entropy) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let shown = Rc::new(Shown { files, port, secret: entropy.id(), given: RefCell::default() });
        let showing = Rc::clone(&shown);
        let accepting = tokio::task::spawn_local(async move {
            // One that fails to come is the other end's loss.
            while let Ok((stream, _)) = listener.accept().await {
                let shown = Rc::clone(&showing);
                tokio::task::spawn_local(async move {
                    let _told = tokio::time::timeout(DEADLINE, shown.answer(stream)).await;
                });
            }
        });
        Ok(Self { shown, accepting })
    }

    /// The address of the tab.
    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.shown.port, self.shown.secret)
    }

    /// Gives a tab a file, until what is returned is dropped. A name that can be guessed would give it to the tab of another document.
    pub(super) fn give(&self, bytes: Vec<u8>, entropy: &dyn Entropy) -> Given {
        let name = entropy.id();
        self.shown.given.borrow_mut().insert(name.clone(), bytes.into());
        Given { shown: Rc::clone(&self.shown), name }
    }
}

/// A file that the tab may read.
pub(super) struct Given {
    shown: Rc<Shown>,
    name: String,
}

impl Given {
    /// Its name below the tab's address.
    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Given {
    fn drop(&mut self) {
        self.shown.given.borrow_mut().remove(&self.name);
    }
}

impl Shown {
    async fn answer(&self, mut stream: TcpStream) -> io::Result<()> {
        let mut head = Vec::new();
        while !head.windows(4).any(|end| end == b"\r\n\r\n") && head.len() < MOST_HEAD {
            if stream.read_buf(&mut head).await? == 0 {
                break;
            }
        }
        let answer = self.asked(&String::from_utf8_lossy(&head));
        let (status, (body, mime)) = match answer {
            Some(answer) => ("200 OK", answer),
            None => ("404 Not Found", (Cow::Borrowed(&b""[..]), "text/plain")),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\nContent-Length: {}\r\nContent-Security-Policy: {POLICY}\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\nReferrer-Policy: no-referrer\r\n\
             X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(&body).await?;
        stream.shutdown().await
    }

    /// What a request is answered. It must name this server by its number: another name that leads here is somebody else's page.
    fn asked(&self, head: &str) -> Option<ServedFile> {
        let mut lines = head.split("\r\n");
        let mut first = lines.next()?.split(' ');
        let ("GET", Some(path)) = (first.next()?, first.next()) else { return None };
        let host = lines.find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("host").then(|| value.trim().to_owned())
        });
        if host? != format!("127.0.0.1:{}", self.port) {
            return None;
        }
        let path = path.strip_prefix('/')?.strip_prefix(self.secret.as_str())?.strip_prefix('/')?;
        match path.strip_prefix(GIVEN) {
            Some(name) => {
                let given = self.given.borrow().get(name).cloned()?;
                Some((Cow::Owned(given.to_vec()), "application/octet-stream"))
            }
            None => self.files.at(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_knows_the_path_and_the_host_is_answered() {
        let files = ReaderFiles::of("/nowhere".into());
        let shown = Shown { files, port: 4123, secret: "s3cret".to_owned(), given: RefCell::default() };
        shown.given.borrow_mut().insert("7".to_owned(), Rc::from(&b"file"[..]));
        let ask = |line: &str, host: &str| shown.asked(&format!("{line} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        let own = "127.0.0.1:4123";
        assert!(ask("GET /s3cret/", own).is_some());
        assert_eq!(ask("GET /s3cret/given/7", own).map(|(bytes, _)| bytes.into_owned()), Some(b"file".to_vec()));
        for (line, host) in [
            ("GET /", own),
            ("GET /other/", own),
            ("GET /s3cret/", "evil.example:4123"),
            ("GET /s3cret/", "localhost:4123"),
            ("POST /s3cret/", own),
            ("GET /s3cret/given/8", own),
            ("GET /s3cretgiven/7", own),
        ] {
            assert!(ask(line, host).is_none(), "{line} {host}");
        }
        assert!(shown.asked("GET /s3cret/ HTTP/1.1\r\n\r\n").is_none(), "no host");
    }
}
