// What the extension's own scripts and its wasm have of each other.

/** Commands and answers are described in docs/interface.md, and typed in Rust. */
type Command = { type: string; [field: string]: unknown };
type Answer = { ok: boolean; error?: { code: string; message: string }; [field: string]: any };

/** What these scripts read of the stored settings. */
type StoredSettings = { language?: string; plainNewTab?: boolean; newTabChosen?: boolean; showOnPage?: boolean; theme?: string };
/** A page, or what is selected or pointed at in one. */
type Reference = { kind: string; title: string; url: string; text: string };
/** What a way in asks an open page to show. */
type Wanted = { fresh?: boolean; context?: Reference[]; conversation?: string; draft?: string; form?: number };

// wasm-bindgen makes these two beside the scripts.
declare module "*/edith-worker.js" {
  export default function init(from: { module_or_path: Promise<Response> | WebAssembly.Module }): Promise<unknown>;
  export function message(command: string, sender: string): Promise<string>;
  export function wants_debugger_event(tab: number, method: string): boolean;
  export function debugger_event(tab: number, session: string | undefined, method: string, params: string): void;
  export function debugger_detached(tab: number, reason: string): void;
  export function tab_created(tab: number, url: string): void;
  export function tab_gone(tab: number): void;
  export function tab_moved(from: number, to: number): void;
  export function check_schedules(): void;
  export function overlay_stop(tab: number): void;
  export function speak(): void;
}
declare module "*/edith-reader.js" {
  export default function init(from: { module_or_path: Promise<Response> | WebAssembly.Module }): Promise<unknown>;
  export function call(text: string): Promise<string>;
}
declare module "*/edith-panel.js" {
  export default function init(from: { module_or_path: Promise<Response> | WebAssembly.Module }): Promise<unknown>;
}

// Called by Rust (crates/chrome).
declare var edithTexts: string;
declare var edithTextsOf: (language: string) => Promise<string>;
declare var edithMessages: string;
declare var edithLanguage: string;
declare var edithOverlayState: (tab: number, doing: string) => void;
declare var edithOverlaySign: (tab: number, sign: string) => void;
declare var edithOverlayHold: (tab: number, on: boolean) => void;
declare var edithOverlayIsDrawn: (tab: number) => boolean;
declare var edithOverlayHasFocus: (tab: number) => boolean;
declare var edithOverlayCovers: (tab: number, x: number, y: number) => boolean;
declare var edithDialogOf: (tab: number) => Promise<unknown>;
declare var edithForgetDialog: (tab: number) => Promise<void>;
declare var edithIsWatched: () => Promise<boolean>;
declare var edithAskReader: (call: string, milliseconds: number) => Promise<string>;
declare var edithBring: (url: string, most: number) => Promise<object>;
declare var edithTabPage: (tab: number) => Promise<object | null>;
declare var edithWatchAsks: (word: string) => boolean;
declare var edithCallPage: (name: string, args: unknown[]) => Promise<unknown>;
declare var edithTabText: (tab: number) => Promise<string>;
declare var edithFormFields: (tab: number) => Promise<number>;
declare var edithTabFacts: (tab: number) => Promise<string>;
declare var edithDownloadTool: (tool: string, told: (part: number) => void) => Promise<void>;
declare var edithForgetFile: (id: string) => void;
declare var edithSendFile: (id: string, name: string) => Promise<string | undefined>;
declare var edithMark: (ranges: Range[]) => void;
declare var edithWatchDrawn: (id: string, heard: () => void) => MutationObserver;
declare var edithSave: (name: string, type: string, text: string) => void;
declare var edithChoose: (accept: string) => Promise<string | undefined>;
declare var edithSizes: () => Promise<string>;
declare var edithChosenText: (id: string) => Promise<[string, string] | null>;
declare var edithLanguages: () => Promise<string>;
declare var edithAddLanguage: (id: string) => Promise<string>;
declare var edithRemoveLanguage: (code: string) => Promise<void>;
declare var edithForgetLanguages: () => Promise<void>;

// Called by the reader's module (crates/reader).
declare var edithTell: (stage: string, done: number, total: number) => void;
declare var edithHash: (bytes: Uint8Array) => Promise<string>;
declare var edithPdfOpen: (bytes: Uint8Array, password?: string) => Promise<string>;
declare var edithPdfPage: (number: number) => Promise<string>;
declare var edithRecognisePage: (number: number) => Promise<string>;
declare var edithRecognisePicture: (bytes: Uint8Array, mime: string) => Promise<string>;
declare var edithDrawPage: (number: number, width: number) => Promise<string>;
declare var edithDrawPicture: (bytes: Uint8Array, mime: string, width: number) => Promise<string>;
// Called by the program (crates/native/src/reading), in the tab that it reads documents in.
declare var edithAsk: (name: string, given: unknown[]) => Promise<string>;
// The extension's, which is served beside the program's own.
declare module "*/hands.js";

// Only workers have it.
declare class FileReaderSync {
  readAsDataURL(blob: Blob): string;
}

// pdf.js, copied beside the scripts.
declare module "*/pdfjs/pdf.mjs" {
  export function getDocument(options: object): any;
}
declare module "*/pdfjs/pdf.worker.mjs";

// Tesseract, copied beside the scripts.
declare module "*/ocr/tesseract.mjs" {
  export function createOCREngine(options: { wasmBinary: ArrayBuffer }): Promise<any>;
  export const layoutFlags: { StartOfLine: number };
}
declare var pdfjsWorker: unknown;
