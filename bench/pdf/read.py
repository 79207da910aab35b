"""read.py READER OUT FILE...: reads PDFs with a program of others and writes the tables found,
one OUT/NAME.json a document, [{"page": 1, "rows": [["cell", ...]]}], as bench/pdf does.

READER is camelot-hybrid, camelot-stream, img2table, pdfplumber, tabula, each as it comes: all
pages, the settings that need no look at the file; or pdfplumber-words, which finds words only.
An absent reader ends with status 9. Standard error names the files that a reader could not read.
"""
import json, logging, os, subprocess, sys, warnings

ABSENT = 9


def texts(frame):
    return [["" if x is None else str(x) for x in row] for row in frame.values.tolist()]


def camelot_reader(flavor):
    import camelot
    return lambda path: [{"page": t.page, "rows": texts(t.df)} for t in camelot.read_pdf(path, pages="all", flavor=flavor)]


def img2table_reader():
    from img2table.document import PDF

    def rows(table):  # a cell over several columns or rows comes once for each: it is given once
        seen, out = set(), []
        for cells in table.content.values():
            boxes = [(c.bbox.x1, c.bbox.y1, c.bbox.x2, c.bbox.y2) for c in cells]
            out.append(["" if b in seen or seen.add(b) else c.value or "" for b, c in zip(boxes, cells)])
        return out

    def read(path):
        tables = PDF(path).extract_tables(borderless_tables=True)
        return [{"page": page + 1, "rows": rows(t)} for page, found in sorted(tables.items()) for t in found]
    return read


def pdfplumber_reader():
    import pdfplumber

    def read(path):
        with pdfplumber.open(path) as pdf:
            return [{"page": page.page_number, "rows": [[x or "" for x in row] for row in t]} for page in pdf.pages for t in page.extract_tables()]
    return read


def pdfplumber_words():
    import pdfplumber

    def read(path):
        with pdfplumber.open(path) as pdf:
            return [{"page": page.page_number, "rows": [[w["text"] for w in page.extract_words()]]} for page in pdf.pages]
    return read


def tabula_reader():
    import pypdfium2
    import tabula
    subprocess.run(["java", "-version"], check=True, capture_output=True)

    def read(path):  # page by page: its output names no page; with jpype1 in one Java machine
        tables = []
        for page in range(1, len(pypdfium2.PdfDocument(path)) + 1):
            found = tabula.read_pdf(path, pages=page, guess=True, silent=True, output_format="json", java_options=["-Djava.awt.headless=true"])
            tables += [{"page": page, "rows": [[c["text"] for c in row] for row in t["data"]]} for t in found]
        return tables
    return read


READERS = {
    "camelot-hybrid": lambda: camelot_reader("hybrid"), "camelot-stream": lambda: camelot_reader("stream"), "img2table": img2table_reader,
    "pdfplumber": pdfplumber_reader, "pdfplumber-words": pdfplumber_words, "tabula": tabula_reader,
}


def main(reader, out, paths):
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    try:
        read = READERS[reader]()
    except (ImportError, IndexError, OSError, subprocess.CalledProcessError) as err:
        print(f"{reader}: not installed: {err}", file=sys.stderr)
        sys.exit(ABSENT)
    os.makedirs(out, exist_ok=True)
    for path in paths:
        try:
            tables = read(path)
        except Exception as err:  # whatever a reader raises, the next file is read
            print(f"{os.path.basename(path)}: {type(err).__name__}", file=sys.stderr)
            continue
        with open(os.path.join(out, os.path.basename(path)[:-4] + ".json"), "w", encoding="utf-8") as f:
            json.dump(tables, f)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
