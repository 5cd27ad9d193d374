// @ts-check
// Making a request that the page would have made and that was held back until it was allowed. Arguments and answers are the types of
// crates/page/src/page_api.rs.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "resend")) return;

  /** Submits a form like the page's own; the page is left for the answer. @type {(spec: Resend) => void} */
  const submit = ({ url, form, encoding }) => {
    const made = document.createElement("form");
    for (const [name, value] of Object.entries({ method: "post", action: url, enctype: encoding, "accept-charset": "utf-8" })) made.setAttribute(name, value);
    made.hidden = true;
    for (const [name, value] of form ?? []) {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      field.value = value;
      made.append(field);
    }
    document.documentElement.append(made);
    // A field may be called `submit`.
    HTMLFormElement.prototype.submit.call(made);
    made.remove();
  };

  parts.resend = async (spec) => {
    if (spec.form) {
      submit(spec);
      return { status: 0, failure: "" };
    }
    const pieces = spec.body.map((piece) => Uint8Array.from(atob(piece), (c) => c.charCodeAt(0)));
    const isOwn = new URL(spec.url).origin === location.origin;
    /** @type {RequestInit} */
    const init = {
      method: spec.method,
      headers: spec.headers,
      body: pieces.length ? new Blob(pieces) : undefined,
      // A page's beacon to another site waits for no answer, and gets its cookies.
      credentials: isOwn || spec.isPing ? "include" : "same-origin",
      mode: spec.isPing && !isOwn ? "no-cors" : "cors",
    };
    try {
      return { status: (await fetch(spec.url, init)).status, failure: "" };
    } catch (error) {
      return { status: 0, failure: String(error) };
    }
  };
})();
