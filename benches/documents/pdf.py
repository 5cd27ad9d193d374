"""How well PDFs are read: words against a consensus of three engines, and links against PDFium's.

Takes a JSON array of { file, texts: { ENGINE: text }, links: [address] } on its standard input, adds what PDFium (the package pypdfium2) and Poppler
(pdftotext) read, and prints { scores: { ENGINE: [F1] }, found, links, remarks }. Called by `cargo xtask bench --only "words of PDF"`.

Words are sequences of letters and digits, in small letters, after compatibility normalisation. Hyphens are taken out on all sides, at line ends too,
because the engines do not join words there. How often a word is in the consensus is the middle of the three engines' counts (so at least two agree).
Documents without a word in the consensus (pictures, drawings) have no F1. Link addresses are compared as multisets.
"""

import collections
import ctypes
import json
import re
import subprocess
import sys
import unicodedata

import pypdfium2
import pypdfium2.raw as pdfium

CONSENSUS = ["pdf.js", "PDFium", "Poppler"]


def words(text):
    text = unicodedata.normalize("NFKC", text).lower()
    text = re.sub(r"[\u00ad\u200b-\u200f\u2060\ufeff\ufffe\u0002]\s*", "", text)
    text = re.sub(r"(?<=\w)[-\u2010\u2011]\s*\n?\s*(?=\w)", "", text)
    return collections.Counter(re.findall(r"[^\W_]+", text))


def by_pdfium(path):
    document = pypdfium2.PdfDocument(path)
    texts, links = [], []
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
                links.append(buffer.value.decode("utf-8", "replace"))
    document.close()
    return "\n".join(texts), links


def addresses(links):
    return collections.Counter(link.strip().rstrip("/") for link in links)


def by_poppler(path):
    done = subprocess.run(["pdftotext", "-enc", "UTF-8", path, "-"], capture_output=True, timeout=60)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode(errors="replace")[:100])
    return done.stdout.decode(errors="replace")


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


def main():
    scores = collections.defaultdict(list)
    found = links = 0
    remarks = []
    for document in json.load(sys.stdin):
        file = document["file"]
        try:
            text, wanted_links = by_pdfium(file)
            texts = document["texts"] | {"PDFium": text, "Poppler": by_poppler(file)}
        except Exception as error:  # an engine that cannot read the file leaves no consensus
            remarks.append(f"no consensus on {file}: {error}")
            continue
        wanted_links, own_links = addresses(wanted_links), addresses(document["links"])
        links += sum(wanted_links.values())
        found += sum((wanted_links & own_links).values())
        if wanted_links - own_links:
            remarks.append(f"links missing in {file}: {dict(wanted_links - own_links)}")
        counted = {engine: words(text) for engine, text in texts.items()}
        wanted = middle([counted[engine] for engine in CONSENSUS])
        if not wanted:
            remarks.append(f"no words in {file}")
            continue
        for engine, own in counted.items():
            score = f1(own, wanted)
            scores[engine].append(score)
            if score < 0.9 and engine == "EDITH":
                missing, extra = list((wanted - own).items())[:8], list((own - wanted).items())[:8]
                remarks.append(f"{score:.3f} {file}: missing {missing}, extra {extra}")
    print(json.dumps({"scores": scores, "found": found, "links": links, "remarks": remarks}))


main()
