//! Forms described by their fields, drawn in the browser by a library or by scripts of ours.
//!
//! A file has one form after another: `= name | kind | title`, then its sections (`# title`; `# frame title` in a frame, `# other title` in a frame of
//! another site) and their fields, `name | label | control | rule`, and further `|| hint: …` or `|| if name=Label`. The rule is that of the
//! [truth](super::truth), which is not served. A control is `text`, `email`, `tel`, `url`, `password`, `area`, `date`, `month`, `file`, `check`, `number`
//! with its limits, or `select`, `combo`, `radio`, `checks` and `scale` (a row of a grid) with their options; a star after it: it must be filled.

use serde::Serialize;

use super::truth::{self, Field};

/// A described form.
#[derive(Debug, Clone)]
pub(super) struct Definition {
    pub(super) name: &'static str,
    pub(super) kind: &'static str,
    title: &'static str,
    sections: Vec<Section>,
    pub(super) fields: Vec<Field>,
}

#[derive(Debug, Clone, Serialize)]
struct Section {
    title: &'static str,
    /// `frame`: in a frame, `other`: in one of another site.
    #[serde(rename = "where")]
    place: &'static str,
    controls: Vec<Control>,
}

#[derive(Debug, Clone, Serialize)]
struct Control {
    name: &'static str,
    label: &'static str,
    kind: &'static str,
    required: bool,
    options: Vec<&'static str>,
    limits: Vec<&'static str>,
    hint: &'static str,
    /// What stands in it at first.
    initial: &'static str,
    /// Name and value of the field that it depends on.
    when: Option<(&'static str, &'static str)>,
}

/// What a page is told of its form.
#[derive(Serialize)]
struct Page<'d> {
    name: &'static str,
    kind: &'static str,
    title: &'static str,
    language: &'static str,
    other: &'d str,
    sections: Vec<&'d Section>,
}

/// Reads a file of forms.
pub(super) fn definitions(text: &'static str) -> Vec<Definition> {
    let forms = text.split("\n= ").map(|form| form.trim_start_matches("= "));
    forms.filter_map(definition).collect()
}

fn definition(text: &'static str) -> Option<Definition> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let mut head = lines.next()?.splitn(3, " | ");
    let mut form = Definition {
        name: head.next()?,
        kind: head.next()?,
        title: head.next()?,
        sections: Vec::new(),
        fields: Vec::new(),
    };
    for line in lines {
        if let Some(title) = line.strip_prefix("# ") {
            let (place, title) = ["frame", "other"]
                .iter()
                .find_map(|place| title.strip_prefix(place).map(|rest| (*place, rest.trim_start())))
                .unwrap_or(("", title));
            form.sections.push(Section { title, place, controls: Vec::new() });
            continue;
        }
        let (main, more) = line.split_once(" || ").unwrap_or((line, ""));
        let field = truth::field_with_control(main);
        let initial = field.as_ref().map_or("", |field| field.initial);
        let section = form.sections.last().map_or("", |section| section.title);
        form.fields.extend(field.map(|field| field.in_section(section)));
        if let (Some(section), Some(control)) = (form.sections.last_mut(), control(main, more)) {
            section.controls.push(Control { initial, ..control });
        }
    }
    Some(form)
}

fn control(line: &'static str, more: &'static str) -> Option<Control> {
    let mut parts = line.splitn(4, " | ");
    let (name, label, control) = (parts.next()?, parts.next()?, parts.next()?);
    let (kind, options) =
        control.split_once(": ").map_or((control, Vec::new()), |(kind, rest)| (kind, rest.split("; ").collect()));
    let required = kind.ends_with('*');
    let mut words = kind.trim_end_matches('*').split(' ');
    Some(Control {
        name,
        label,
        kind: words.next()?,
        required,
        options,
        limits: words.collect(),
        hint: more.strip_prefix("hint: ").unwrap_or_default(),
        initial: "",
        when: more.strip_prefix("if ").and_then(|condition| condition.split_once('=')),
    })
}

impl Definition {
    /// Mantine's forms of more than three parts are drawn as steps.
    pub(super) fn is_stepper(&self) -> bool {
        self.kind == "mantine" && self.sections.len() > 3
    }

    pub(super) fn page(&self, language: &'static str, other: &str) -> String {
        let sections = self.sections.iter().filter(|section| self.kind != "frames" || section.place.is_empty());
        self.html(language, other, "page", sections.collect(), &self.frames(other))
    }

    /// The page of a frame, by its section's place.
    pub(super) fn frame(&self, language: &'static str, place: &str) -> Option<String> {
        let section = self.sections.iter().find(|section| section.place == place && !place.is_empty())?;
        Some(self.html(language, "", place, vec![section], ""))
    }

    fn frames(&self, other: &str) -> String {
        let of = |section: &&Section| !section.place.is_empty();
        let frame = |section: &Section| {
            let origin = if section.place == "other" { other } else { "" };
            format!(
                "<iframe title=\"{}\" src=\"{origin}/forms/{}/frame/{}\" style=\"width:100%;height:420px;border:0\"></iframe>",
                section.title, self.name, section.place
            )
        };
        self.sections.iter().filter(of).map(frame).collect()
    }

    fn html(&self, language: &'static str, other: &str, part: &str, sections: Vec<&Section>, frames: &str) -> String {
        let page = Page { name: self.name, kind: self.kind, title: self.title, language, other, sections };
        // Of the characters of JSON, this one alone could end the script.
        let page = serde_json::to_string(&page).unwrap_or_default().replace('<', "\\u003c");
        format!(
            "<!doctype html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>{title}</title>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <link rel=\"stylesheet\" href=\"/forms-scripts/forms.css\">\n\
             <script src=\"/forms-scripts/tell.js\" data-form=\"{name}\" data-part=\"{part}\"></script></head>\n\
             <body class=\"{kind}\"><h1>{title}</h1>{frames}<div id=\"form\"></div>\n\
             <script>window.definition = {page};</script>\n<script src=\"/forms-scripts/{script}.js\"></script></body></html>",
            title = self.title,
            name = self.name,
            kind = self.kind,
            script = if super::LIBRARIES.iter().any(|(kind, ..)| *kind == self.kind) { self.kind } else { "own" },
        )
    }
}
