//! Merges cross-site frames: each is walked by its own script, and its page replaces the frame here.

use super::raw::{RawContext, RawPage, Rect, state};

impl Rect {
    fn moved(self, x: i32, y: i32) -> Self {
        Self { x: self.x + x, y: self.y + y, ..self }
    }

    /// Their intersection; without width or height if empty.
    fn common(self, other: Self) -> Self {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let right = (self.x + self.width).min(other.x + other.width);
        let bottom = (self.y + self.height).min(other.y + other.height);
        Self { x, y, width: (right - x).max(0), height: (bottom - y).max(0) }
    }

    fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }
}

/// A frame whose page was merged, and the element that holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joined {
    /// Token of the frame's document.
    pub document: String,
    /// Token of the document whose script knows the frame's element.
    pub holder: String,
    /// Number of the frame's element there.
    pub node: u32,
}

impl RawPage {
    /// Merges frames' pages, nested ones included, and returns those placed. A page whose frame is not shown is left out.
    pub fn join(&mut self, mut inner: Vec<Self>) -> Vec<Joined> {
        let view = Rect { x: 0, y: 0, width: self.viewport.width, height: self.viewport.height };
        for frame in &mut self.frames {
            frame.seen = frame.rect.common(view);
            frame.holder.clone_from(&self.document);
            frame.holder_address.clone_from(&self.url);
        }
        let mut joined = Vec::new();
        // A frame's page brings its own frames; each turn places one more, so this ends.
        while let Some((at, from)) = self.place(&inner) {
            let page = inner.swap_remove(from);
            joined.extend(self.adopt(at, page));
        }
        joined
    }

    fn place(&self, inner: &[Self]) -> Option<(usize, usize)> {
        let open = self.frames.iter().enumerate().filter(|(_, frame)| !frame.walked && !frame.path.is_empty());
        let mut places = open.filter_map(|(at, frame)| {
            let from = inner.iter().position(|page| page.path == frame.path)?;
            Some((at, from))
        });
        places.next()
    }

    fn adopt(&mut self, at: usize, page: Self) -> Option<Joined> {
        let own = (self.contexts.len(), self.forms.len(), self.overlays.len(), self.frames.len());
        let (contexts, forms, overlays, frames) = (own.0 as u32, own.1 as u32, own.2 as u32, own.3 as u32);
        let frame = self.frames.get_mut(at)?;
        frame.walked = true;
        // What has no address of its own is by the document around it.
        frame.src = if page.url.starts_with("http") { page.url } else { frame.holder_address.clone() };
        let frame = frame.clone();
        let (x, y) = (frame.rect.x, frame.rect.y);
        let shifted = |position: u32, by: u32| if position == 0 { 0 } else { position + by };
        self.documents.push(page.document.clone());
        let document = u16::try_from(self.documents.len()).unwrap_or(u16::MAX);

        self.contexts.push(RawContext { parent: 0, kind: "frame".to_owned(), label: frame.label.clone() });
        self.contexts.extend(page.contexts.into_iter().map(|mut context| {
            context.parent = if context.parent == 0 { contexts + 1 } else { context.parent + contexts + 1 };
            context
        }));
        self.forms.extend(page.forms.into_iter().map(|mut form| {
            form.of = shifted(form.of, forms);
            form
        }));
        self.overlays.extend(page.overlays.into_iter().map(|mut overlay| {
            // It only blocks its own frame.
            overlay.modal = false;
            overlay
        }));
        let count = page.nodes.len() as u32;
        for other in &mut self.frames {
            if other.before > frame.before {
                other.before += count;
            }
        }
        self.frames.extend(page.frames.into_iter().map(|mut inside| {
            inside.rect = inside.rect.moved(x, y);
            inside.seen = inside.rect.common(frame.seen);
            inside.before += frame.before;
            inside.holder.clone_from(&page.document);
            inside.holder_address.clone_from(&frame.src);
            if inside.walked && !inside.src.starts_with("http") {
                inside.src.clone_from(&frame.src);
            }
            inside
        }));
        let nodes = page.nodes.into_iter().map(|mut node| {
            node.context = if node.context == 0 { contexts + 1 } else { node.context + contexts + 1 };
            node.form = shifted(node.form, forms);
            node.overlay = if node.overlay == 0 { frame.overlay } else { node.overlay + overlays };
            node.frame = if node.frame == 0 { at as u32 + 1 } else { node.frame + frames };
            node.document = document;
            node.rect = node.rect.moved(x, y);
            if node.rect.common(frame.seen).is_empty() {
                node.states &= !state::IN_VIEW;
            }
            if !frame.covered_by.is_empty() {
                node.states |= state::COVERED;
                node.covered_by.clone_from(&frame.covered_by);
            }
            if frame.behind_modal {
                node.states |= state::BEHIND_MODAL;
            }
            node
        });
        let place = (frame.before as usize).min(self.nodes.len());
        self.nodes.splice(place..place, nodes);
        if self.focused == frame.node && page.focused != 0 {
            (self.focused, self.focus_takes_text) = (page.focused, page.focus_takes_text);
        }
        if !page.text.is_empty() {
            let whole = |page: u32, text: &str| page.max(u32::try_from(text.chars().count()).unwrap_or(u32::MAX));
            let length = whole(self.text_length, &self.text) + whole(page.text_length, &page.text) + 1;
            self.text_length = if self.text_length + page.text_length > 0 { length } else { 0 };
            if !self.text.is_empty() && !self.text.ends_with('\n') {
                self.text.push('\n');
            }
            self.text.push_str(&page.text);
        }
        self.detail = self.detail.take().or(page.detail);
        self.element_count += page.element_count;
        self.cut |= page.cut;
        Some(Joined { document: page.document, holder: frame.holder, node: frame.node })
    }

    /// The document token at a position in the table of frames; 0: the page itself.
    pub(crate) fn document_at(&self, position: u16) -> &str {
        let inner = usize::from(position).checked_sub(1).and_then(|at| self.documents.get(at));
        inner.unwrap_or(&self.document)
    }
}

#[cfg(test)]
mod tests {
    use super::super::raw::{RawFrame, RawNode};
    use super::*;

    fn node(number: u32, y: i32) -> RawNode {
        let rect = Rect { x: 0, y, width: 50, height: 20 };
        RawNode {
            node: number,
            tag: "button".into(),
            name: format!("b{number}"),
            rect,
            states: state::IN_VIEW,
            ..RawNode::default()
        }
    }

    fn frame(path: &str, number: u32, before: u32, rect: [f64; 4]) -> RawFrame {
        RawFrame {
            node: number,
            path: path.into(),
            before,
            rect: rect.into(),
            label: format!("frame {path}"),
            ..RawFrame::default()
        }
    }

    #[test]
    fn a_frame_is_known_by_the_address_of_its_document() {
        let at = |url: &str, page: RawPage| RawPage { url: url.into(), ..page };
        let frames =
            ["0", "1"].map(|path| RawFrame { src: "https://mail.example/go".into(), ..frame(path, 2, 0, [0.0; 4]) });
        let mut outer = at("https://news.example/", page("", "top", vec![], frames.to_vec()));
        let own =
            RawFrame { walked: true, src: "about:srcdoc".into(), path: String::new(), ..frame("", 7, 0, [0.0; 4]) };
        let inner = at("http://192.168.0.1/", page("0", "router", vec![], vec![own, frame("0.0", 8, 0, [0.0; 4])]));
        let blank = |path: &str| at("about:blank", page(path, path, vec![], vec![]));
        outer.join(vec![inner, blank("1"), blank("0.0")]);
        let addresses: Vec<_> = outer.frames.iter().map(|frame| frame.src.as_str()).collect();
        assert_eq!(
            addresses,
            ["http://192.168.0.1/", "https://news.example/", "http://192.168.0.1/", "http://192.168.0.1/"]
        );
    }

    fn page(path: &str, document: &str, nodes: Vec<RawNode>, frames: Vec<RawFrame>) -> RawPage {
        RawPage {
            document: document.into(),
            path: path.into(),
            viewport: [800.0, 600.0, 0.0, 0.0, 800.0, 600.0].into(),
            text: format!("text of {document}"),
            nodes,
            frames,
            ..RawPage::default()
        }
    }

    #[test]
    fn frames_in_frames_stand_where_they_are_shown() {
        let mut top =
            page("", "top", vec![node(1, 0), node(3, 500)], vec![frame("0", 2, 1, [100.0, 50.0, 300.0, 100.0])]);
        let mut outer = page(
            "0",
            "outer",
            vec![node(1001, 10), node(1002, 150)],
            vec![frame("0.0", 1003, 1, [10.0, 30.0, 100.0, 60.0])],
        );
        outer.focused = 1001;
        top.focused = 2;
        let inner = page("0.0", "inner", vec![node(2001, 5)], vec![]);
        let lost = page("7", "lost", vec![node(3001, 5)], vec![]);
        let joined = top.join(vec![inner, lost, outer]);
        let order: Vec<u32> = top.nodes.iter().map(|node| node.node).collect();
        assert_eq!(order, [1, 1001, 2001, 1002, 3]);
        let of = |number: u32| top.nodes.iter().find(|node| node.node == number).unwrap();
        assert_eq!((of(2001).rect.x, of(2001).rect.y), (110, 85));
        assert_eq!(top.document_at(of(2001).document), "inner");
        assert_eq!(top.document_at(of(3).document), "top");
        assert!(
            of(2001).states & state::IN_VIEW != 0 && of(1002).states & state::IN_VIEW == 0,
            "below the frame's edge"
        );
        assert_eq!(top.focused, 1001);
        assert!(top.text.ends_with("text of outer\ntext of inner"));
        let holders: Vec<_> = joined.iter().map(|j| (j.document.as_str(), j.holder.as_str(), j.node)).collect();
        assert_eq!(holders, [("outer", "top", 2), ("inner", "outer", 1003)]);
    }

    #[test]
    fn what_lies_over_a_frame_lies_over_what_is_in_it() {
        let mut covered = frame("0", 2, 0, [0.0, 0.0, 300.0, 100.0]);
        covered.covered_by = "dialog \"Cookies\"".into();
        let mut top = page("", "top", vec![], vec![covered]);
        top.join(vec![page("0", "inner", vec![node(1001, 5)], vec![])]);
        assert_eq!(top.nodes[0].covered_by, "dialog \"Cookies\"");
        assert!(top.nodes[0].states & state::COVERED != 0);
    }
}
