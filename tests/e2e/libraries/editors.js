// Editors as applications have them, each with some text; what each holds in its own model is told by the button.
import React, { useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import { createEditor, Node } from "slate";
import { Editable, Slate, withReact } from "slate-react";
import { ContentState, Editor, EditorState } from "draft-js";
import { $createParagraphNode, $createTextNode, $getRoot, createEditor as createLexical } from "lexical";
import { registerRichText } from "@lexical/rich-text";
import { Editor as Tiptap } from "@tiptap/core";
import StarterKit from "@tiptap/starter-kit";
import { basicSetup, EditorView } from "codemirror";
import { javascript } from "@codemirror/lang-javascript";
import CodeMirror from "codemirror5";
import "codemirror5/addon/edit/closebrackets.js";
import codemirrorStyle from "codemirror5/lib/codemirror.css";
import Quill from "quill";
import quillStyle from "quill/dist/quill.snow.css";
import tinymce from "tinymce";
import "tinymce/models/dom";
import "tinymce/themes/silver";
import "tinymce/icons/default";
import "tinymce/skins/ui/oxide/skin.js";
import ace from "ace-builds/src-min-noconflict/ace.js";

const style = document.createElement("style");
style.textContent = `${codemirrorStyle}${quillStyle} .CodeMirror { height: 90px } section > div { min-height: 40px; border: 1px solid #888 }`;
document.head.append(style);
const models = {};
const place = (title) => {
  const section = document.createElement("section");
  section.innerHTML = `<h2>${title}</h2><div></div>`;
  document.getElementById("app").append(section);
  return section.lastChild;
};

const SlateEditor = () => {
  const editor = useMemo(() => withReact(createEditor()), []);
  models.slate = () => editor.children.map((node) => Node.string(node)).join("\n");
  return <Slate editor={editor} initialValue={[{ type: "paragraph", children: [{ text: "old" }] }]}><Editable placeholder="Write here" /></Slate>;
};
createRoot(place("Slate")).render(<SlateEditor />);

const DraftEditor = () => {
  const [state, setState] = useState(EditorState.createWithContent(ContentState.createFromText("old")));
  models.draft = () => state.getCurrentContent().getPlainText();
  return <Editor editorState={state} onChange={setState} />;
};
createRoot(place("Draft")).render(<DraftEditor />);

const lexical = createLexical({ onError: (error) => { throw error; } });
const root = place("Lexical");
root.contentEditable = "true";
lexical.setRootElement(root);
registerRichText(lexical);
lexical.update(() => $getRoot().append($createParagraphNode().append($createTextNode("old"))));
models.lexical = () => lexical.getEditorState().read(() => $getRoot().getTextContent());

const tiptap = new Tiptap({ element: place("ProseMirror"), extensions: [StarterKit], content: "<p>old</p>" });
models.prosemirror = () => tiptap.getText();

const code = new EditorView({ doc: "let a = 1;\nlet b = 2;", extensions: [basicSetup, javascript()], parent: place("Script") });
models.codemirror6 = () => code.state.doc.toString();

const holder = place("In place of a field");
holder.innerHTML = '<label for="five">Style sheet</label><textarea id="five">old</textarea>';
const five = CodeMirror.fromTextArea(document.getElementById("five"), { autoCloseBrackets: true });
models.codemirror5 = () => five.getValue();

const quill = new Quill(place("Quill"), { theme: "snow" });
quill.setText("old");
models.quill = () => quill.getText().replace(/\n$/, "");

const message = place("In a frame");
message.innerHTML = '<label for="tiny">Message</label><textarea id="tiny">old</textarea>';
tinymce.init({ selector: "#tiny", license_key: "gpl", skin: "oxide", content_css: false, height: 200, promotion: false });
models.tinymce = () => tinymce.get("tiny").getContent({ format: "text" }).replace(/\u00a0/g, " ");

const box = place("Ace");
box.style.height = "90px";
const aced = ace.edit(box, { value: "old", useWorker: false });
models.ace = () => aced.getValue();

const tell = document.createElement("button");
tell.textContent = "Tell";
tell.onclick = () => Object.entries(models).forEach(([name, model]) => note(name, model()));
document.getElementById("app").append(tell);
