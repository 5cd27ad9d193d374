"""How well PDFs are read: words against a consensus of three engines, and links.

    python3 pdf.py --pdfjs node_modules/pdfjs-dist --reader target/release/examples/pdf [--work DIRECTORY] [--list] FOLDER_OR_FILE...

Needs node, pdftotext (Poppler) and the Python package pypdfium2. The reader is `cargo build --release -p edith-documents --features formats --example pdf`.

Words are sequences of letters and digits, in small letters, after compatibility normalisation. Hyphens are taken out on all sides, at line ends too,
because the engines do not join words there. How often a word is in the consensus is the middle of the three engines' counts (so at least two agree).
Documents without a word in the consensus (pictures, drawings) are counted, but have no F1. Link addresses are compared with PDFium's, as multisets.
"""

import argparse
import collections
import ctypes
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import unicodedata

import pypdfium2
import pypdfium2.raw as pdfium

HERE = pathlib.Path(__file__).resolve().parent


def words(text):
    text = unicodedata.normalize("NFKC", text).lower()
    text = re.sub(r"[\u00ad\u200b-\u200f\u2060\ufeff\ufffe\u0002]\s*", "", text)
    text = re.sub(r"(?<=\w)[-\u2010\u2011]\s*\n?\s*(?=\w)", "", text)
    return collections.Counter(re.findall(r"[^\W_]+", text))


def by_pdfium(path):
    document = pypdfium2.PdfDocument(path)
    texts, links = [], collections.Counter()
    for page in document:
        texts.append(page.get_textpage().get_text_range())
        position = ctypes.c_int(0)
        link = pdfium.FPDF_LINK()
        while pdfium.FPDFLink_Enumerate(page.raw, ctypes.byref(position), ctypes.byref(link)):
            action = pdfium.FPDFLink_GetAction(link)
            length = pdfium.FPDFAction_GetURIPath(document.raw, action, None, 0) if action else 0
            if length > 1:
                buffer = ctypes.create_string_buffer(length)
                pdfium.FPDFAction_GetURIPath(document.raw, action, buffer, length)
                links[address(buffer.value.decode("utf-8", "replace"))] += 1
    document.close()
    return "\n".join(texts), links


def address(url):
    return url.strip().rstrip("/")


def by_poppler(path):
    done = subprocess.run(["pdftotext", "-enc", "UTF-8", path, "-"], capture_output=True, timeout=60)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode(errors="replace")[:100])
    return done.stdout.decode(errors="replace")


def by_pdfjs(raw):
    pages = []
    for page in raw["pages"]:
        pages.append("".join(item[0] + ("\n" if item[6] & 1 else "") for item in page["items"]))
    return "\n".join(pages)


def middle(counters):
    """For each word the middle of its counts."""
    every = set().union(*counters)
    return collections.Counter({word: count for word in every if (count := sorted(counter[word] for counter in counters)[len(counters) // 2])})


def f1(found, wanted):
    common = sum((found & wanted).values())
    if not common:
        return 0.0
    precision, recall = common / sum(found.values()), common / sum(wanted.values())
    return 2 * precision * recall / (precision + recall)


def text_of(document):
    """Blocks as they are searched and quoted; comments and alternative texts are not on the page and no engine gives them."""
    parts = []
    for page in document["pages"]:
        for block in page["blocks"]:
            if block["kind"] != "image":
                parts.append(block["text"])
    return "\n".join(parts)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--pdfjs", required=True)
    options.add_argument("--reader", required=True)
    options.add_argument("--work")
    options.add_argument("--list", action="store_true", help="a line for each document")
    options.add_argument("places", nargs="+")
    options = options.parse_args()
    files = []
    for place in map(pathlib.Path, options.places):
        files += sorted(place.rglob("*.pdf")) if place.is_dir() else [place]
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(options.work or temporary)
        work.mkdir(parents=True, exist_ok=True)
        scores = collections.defaultdict(list)
        left_out = collections.Counter()
        links_wanted = links_found = pages = 0
        milliseconds = layout = 0.0
        for at, file in enumerate(files):
            folder = work / str(at)
            try:
                subprocess.run(["node", HERE / "extract.mjs", options.pdfjs, folder, file], check=True, timeout=120, capture_output=True)
                (raw_path,) = folder.glob("*.json")
                raw = json.loads(raw_path.read_text())
                if "error" in raw:
                    left_out[raw["error"] if raw["error"] in ("needs_password", "damaged") else "error"] += 1
                    continue
                done = subprocess.run([options.reader, raw_path], check=True, timeout=60, capture_output=True)
                ours = json.loads(done.stdout)
            except (subprocess.SubprocessError, ValueError) as error:
                left_out["failed"] += 1
                print(f"{file.name}: {error}", file=sys.stderr)
                continue
            try:
                pdfium_text, links = by_pdfium(file)
                engines = {"pdf.js": words(by_pdfjs(raw)), "PDFium": words(pdfium_text), "Poppler": words(by_poppler(file))}
            except Exception as error:  # an engine that cannot read the file leaves no consensus
                left_out["no consensus"] += 1
                print(f"{file.name}: {error}", file=sys.stderr)
                continue
            document = ours["document"]
            pages += len(document["pages"])
            milliseconds += raw["milliseconds"]
            layout += ours["milliseconds"]
            own_links = collections.Counter(address(link["url"]) for page in document["pages"] for link in page.get("links", []))
            links_wanted += sum(links.values())
            links_found += sum((links & own_links).values())
            if links - own_links:
                print(f"{file.name}: links missing: {dict(links - own_links)}", file=sys.stderr)
            wanted = middle(list(engines.values()))
            if not wanted:
                left_out["no words"] += 1
                continue
            engines["EDITH"] = words(text_of(document))
            for name, found in engines.items():
                scores[name].append((f1(found, wanted), sum(wanted.values())))
            if options.list:
                line = "  ".join(f"{name} {values[-1][0]:.4f}" for name, values in scores.items())
                own = engines["EDITH"]
                print(f"{line}  {sum(wanted.values()):6}  {file.name}")
                if scores["EDITH"][-1][0] < 0.99:
                    print("    missing", list((wanted - own).items())[:12], "extra", list((own - wanted).items())[:12])
        print(f"{len(files)} PDFs, {pages} pages; left out: {dict(left_out)}")
        print(f"{'engine':10} {'word F1':>8} {'median':>8} {'below 0.9':>10}  documents")
        for name, values in scores.items():
            ones = [value for value, _ in values]
            print(f"{name:10} {statistics.mean(ones):8.4f} {statistics.median(ones):8.4f} {sum(one < 0.9 for one in ones):10}  {len(ones)}")
        print(f"links: {links_found} of {links_wanted}; pdf.js {milliseconds / max(pages, 1):.1f} ms, layout {layout / max(pages, 1):.2f} ms a page")


main()
