//! Links that share a file, as the address of the file itself.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use edith_actions::http_url::HttpUrl;
use url::Url;

/// The address of the shared file, if this is a known kind of link; none: the address is asked as it is.
///
/// Google Drive, Docs, Sheets and Slides, Dropbox, OneDrive, SharePoint, and files on GitHub. Folders are left alone.
pub(super) fn file_of(link: &HttpUrl) -> Option<HttpUrl> {
    let url = Url::parse(link.as_str()).ok()?;
    let host = link.host().strip_prefix("www.").unwrap_or(link.host());
    let parts: Vec<&str> = url.path_segments()?.filter(|part| !part.is_empty()).collect();
    let file = match host {
        "drive.google.com" => drive(&url, &parts),
        "docs.google.com" => google_docs(&url, &parts),
        "dropbox.com" if matches!(parts.as_slice(), ["s", _, ..] | ["scl", "fi", ..]) => with(&url, "dl", "1"),
        "1drv.ms" | "onedrive.live.com" => onedrive(link, &url, &parts),
        "github.com" => match parts.as_slice() {
            [owner, repository, "blob", rest @ ..] if rest.len() > 1 => {
                format!("https://github.com/{owner}/{repository}/raw/{}", rest.join("/"))
            }
            _ => return None,
        },
        _ if host.ends_with(".sharepoint.com") => sharepoint(&url, &parts),
        _ => return None,
    };
    HttpUrl::parse(&file).ok().filter(|file| file.as_str() != link.as_str() && !file.as_str().is_empty())
}

/// A value of the query.
fn value(url: &Url, name: &str) -> Option<String> {
    url.query_pairs().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.into_owned())
}

/// The same address with this in its query, and without a fragment.
fn with(url: &Url, name: &str, value: &str) -> String {
    let mut changed = url.clone();
    changed.set_fragment(None);
    let kept: Vec<(String, String)> = url.query_pairs().into_owned().filter(|(known, _)| known != name).collect();
    changed.query_pairs_mut().clear().extend_pairs(kept).append_pair(name, value);
    changed.into()
}

/// Ids consist of these characters; anything else is no such link.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// `/file/d/ID/view`, `/open?id=ID` and `/uc?id=ID`. The host of the files asks no question about large ones when `confirm` stands there.
fn drive(url: &Url, parts: &[&str]) -> String {
    // An account's number may stand before: `/file/u/1/d/ID`.
    let id = match parts {
        ["file", "d", id, ..] | ["file", "u", _, "d", id, ..] => Some((*id).to_owned()),
        ["open" | "uc"] => value(url, "id"),
        _ => None,
    };
    let Some(id) = id.filter(|id| is_id(id)) else { return String::new() };
    let key = value(url, "resourcekey").filter(|key| is_id(key)).map(|key| format!("&resourcekey={key}"));
    let key = key.unwrap_or_default();
    format!("https://drive.usercontent.google.com/download?id={id}&export=download&confirm=t{key}")
}

/// `/document/d/ID/edit` and the like, in the format that keeps the most. Published ones (`/d/e/…`) are web pages.
fn google_docs(url: &Url, parts: &[&str]) -> String {
    let (kind, user, id) = match parts {
        [kind, "d", id, ..] => (*kind, String::new(), *id),
        [kind, "u", number, "d", id, ..] if is_id(number) => (*kind, format!("u/{number}/"), *id),
        _ => return String::new(),
    };
    if !is_id(id) || id == "e" || parts.contains(&"export") {
        return String::new();
    }
    let key = value(url, "resourcekey").filter(|key| is_id(key));
    let more = |sign: char| key.as_ref().map(|key| format!("{sign}resourcekey={key}")).unwrap_or_default();
    match kind {
        "document" => format!("https://docs.google.com/document/{user}d/{id}/export?format=docx{}", more('&')),
        "spreadsheets" => format!("https://docs.google.com/spreadsheets/{user}d/{id}/export?format=xlsx{}", more('&')),
        "presentation" => format!("https://docs.google.com/presentation/{user}d/{id}/export/pptx{}", more('?')),
        _ => String::new(),
    }
}

/// The service's interface for shares takes the whole link in base64, and redirects to the file. `/download` and `/download.aspx` are files already.
fn onedrive(link: &HttpUrl, url: &Url, parts: &[&str]) -> String {
    let is_file = link.host() == "1drv.ms" && !parts.is_empty()
        || ["resid", "id"].iter().any(|name| value(url, name).is_some())
            && !parts.first().is_some_and(|part| part.starts_with("download"));
    if !is_file {
        return String::new();
    }
    let token = URL_SAFE_NO_PAD.encode(link.as_str());
    format!("https://api.onedrive.com/v1.0/shares/u!{token}/root/content")
}

/// `/:w:/s/…` are links to share files (`/:f:/` folders); `/_layouts/15/Doc.aspx?sourcedoc={ID}` is a file that is open.
fn sharepoint(url: &Url, parts: &[&str]) -> String {
    let is_shared = parts
        .first()
        .is_some_and(|part| part.len() == 3 && part.starts_with(':') && part.ends_with(':') && *part != ":f:");
    if is_shared {
        return with(url, "download", "1");
    }
    let is_open = parts.last().is_some_and(|part| part.eq_ignore_ascii_case("doc.aspx"));
    let id = value(url, "sourcedoc").map(|id| id.trim_matches(['{', '}']).to_owned()).filter(|id| is_id(id));
    match id {
        Some(id) if is_open => {
            let mut file = url.clone();
            file.set_fragment(None);
            file.set_query(Some(&format!("UniqueId={id}")));
            let path = url.path().to_ascii_lowercase().find("doc.aspx").and_then(|at| url.path().get(..at));
            file.set_path(&format!("{}download.aspx", path.unwrap_or_default()));
            file.into()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_share_files_become_the_files() {
        for (link, file) in [
            (
                "https://drive.google.com/file/d/1aB-c_9/view?usp=sharing",
                "https://drive.usercontent.google.com/download?id=1aB-c_9&export=download&confirm=t",
            ),
            (
                "https://drive.google.com/file/u/1/d/1aB/edit#x",
                "https://drive.usercontent.google.com/download?id=1aB&export=download&confirm=t",
            ),
            (
                "https://drive.google.com/open?id=1aB&resourcekey=0-x",
                "https://drive.usercontent.google.com/download?id=1aB&export=download&confirm=t&resourcekey=0-x",
            ),
            (
                "https://drive.google.com/uc?export=download&id=1aB",
                "https://drive.usercontent.google.com/download?id=1aB&export=download&confirm=t",
            ),
            (
                "https://docs.google.com/document/d/1aB/edit?tab=t.0",
                "https://docs.google.com/document/d/1aB/export?format=docx",
            ),
            (
                "https://docs.google.com/spreadsheets/u/2/d/1aB/edit#gid=0",
                "https://docs.google.com/spreadsheets/u/2/d/1aB/export?format=xlsx",
            ),
            (
                "https://docs.google.com/presentation/d/1aB/edit?resourcekey=0-k#slide=id.p",
                "https://docs.google.com/presentation/d/1aB/export/pptx?resourcekey=0-k",
            ),
            (
                "https://www.dropbox.com/scl/fi/k/a.pdf?rlkey=r&st=s&dl=0",
                "https://www.dropbox.com/scl/fi/k/a.pdf?rlkey=r&st=s&dl=1",
            ),
            ("https://www.dropbox.com/s/k/a.pdf", "https://www.dropbox.com/s/k/a.pdf?dl=1"),
            (
                "https://1drv.ms/b/s!Ab?e=1",
                "https://api.onedrive.com/v1.0/shares/u!aHR0cHM6Ly8xZHJ2Lm1zL2IvcyFBYj9lPTE/root/content",
            ),
            (
                "https://onedrive.live.com/redir?resid=A!1&authkey=!b",
                "https://api.onedrive.com/v1.0/shares/u!aHR0cHM6Ly9vbmVkcml2ZS5saXZlLmNvbS9yZWRpcj9yZXNpZD1BITEmYXV0aGtleT0hYg/root/content",
            ),
            (
                "https://a-my.sharepoint.com/:b:/g/personal/x/Ed?e=9#y",
                "https://a-my.sharepoint.com/:b:/g/personal/x/Ed?e=9&download=1",
            ),
            (
                "https://a.sharepoint.com/sites/b/_layouts/15/Doc.aspx?sourcedoc=%7B12-AB%7D&file=a.docx",
                "https://a.sharepoint.com/sites/b/_layouts/15/download.aspx?UniqueId=12-AB",
            ),
            ("https://github.com/o/r/blob/main/docs/a.pdf#L3", "https://github.com/o/r/raw/main/docs/a.pdf"),
        ] {
            let found = file_of(&HttpUrl::parse(link).unwrap());
            assert_eq!(found.as_ref().map(HttpUrl::as_str), Some(file), "{link}");
            assert_eq!(file_of(&found.unwrap()), None, "{file} is one already");
        }
    }

    #[test]
    fn other_addresses_stay_as_they_are() {
        for link in [
            "https://shop.example/a.pdf",
            "https://drive.google.com/drive/folders/1aB",
            "https://drive.google.com/file/d/..%2F..%2Fx/view",
            "https://docs.google.com/document/d/e/2PACX/pub",
            "https://docs.google.com/forms/d/1aB/viewform",
            "https://www.dropbox.com/scl/fo/k/h?rlkey=r",
            "https://www.dropbox.com/home",
            "https://onedrive.live.com/download?resid=A!1&authkey=!b",
            "https://onedrive.live.com/about",
            "https://a.sharepoint.com/:f:/g/x",
            "https://a.sharepoint.com.evil.example/:b:/g/x",
            "https://drive.google.com.evil.example/file/d/1aB/view",
            "https://github.com/o/r/tree/main/docs",
            "https://github.com/o/r/blob/main",
        ] {
            assert_eq!(file_of(&HttpUrl::parse(link).unwrap()), None, "{link}");
        }
    }
}
