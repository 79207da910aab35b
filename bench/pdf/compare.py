"""compare.py WORK CORPUS: runs the readers of bench/pdf.sh over the files of CORPUS and prints a
page of Markdown: scores, scores of each file, speed. WORK holds the programs extract and pdf,
and takes what the readers write.
"""
import glob, os, shutil, statistics, subprocess, sys, time

import score

HERE = os.path.dirname(os.path.abspath(__file__))
OURS = "rowproof"
READERS = [OURS, "camelot-hybrid", "camelot-stream", "img2table", "pdfplumber", "tabula"]
NAMES = {OURS: "this program", "camelot-hybrid": "camelot, hybrid", "camelot-stream": "camelot, stream", "img2table": "img2table, borderless",
         "pdfplumber": "pdfplumber", "tabula": "tabula-java, guess"}
PACKAGES = {"camelot-hybrid": "camelot-py", "camelot-stream": "camelot-py", "img2table": "img2table", "pdfplumber": "pdfplumber", "tabula": "tabula-py"}
ABSENT = 9
STARTS = 9  # of which the middle one counts


class Run:
    """One process with all that it started: user CPU seconds and the memory of its largest process."""

    def __init__(self, command, **kw):
        self.out, self.err = "", ""
        with open(os.path.join(WORK, "stdout"), "w+") as out, open(os.path.join(WORK, "stderr"), "w+") as err:
            child = subprocess.Popen(command, stdout=out, stderr=err, **kw)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            self.status, self.user, self.peak = child.returncode, usage.ru_utime, usage.ru_maxrss / 1024
            out.seek(0), err.seek(0)
            self.out, self.err = out.read(), err.read()


def version(package):
    from importlib import metadata
    try:
        return package + " " + metadata.version(package)
    except metadata.PackageNotFoundError:
        return package


def read(reader, paths):
    """Runs a reader; None where it is not installed."""
    out = os.path.join(WORK, reader)
    if reader == OURS:
        return Run([os.path.join(WORK, "pdf"), "-out", out, "-cache", cache(), *paths])
    r = Run([sys.executable, os.path.join(HERE, "read.py"), reader, out, *paths])
    if r.status == ABSENT:
        return None
    if r.status != 0:
        sys.exit(f"{reader} ended with {r.status}: {r.err[-500:]}")
    for line in r.err.splitlines():
        print(f"{reader}: {line}", file=sys.stderr)
    return r


def cache():
    folder = os.path.join(WORK, "cache")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    return folder


def measures(results):
    print("""
## Scores

*Rows*: true rows that are read exactly, cell by cell. *Cells*: true cells that stand together in one row. *Adjacency*: the
relations of ICDAR 2013 between neighbouring cells, over all that is given, and over the table that fits best. *Prose*: rows of
two cells or more that are in no true table; fewer is better. bench/pdf/score.py has the exact rules.
""")
    for group in ("ICDAR 2013", "others"):
        first = results[OURS][group]
        source = "truth made by people" if group == "ICDAR 2013" else "truth mostly made by other programs"
        print(f"{group}, {source}: {first.files} files, {first.rows} rows.\n")
        print("| reader | rows | cells | adjacency, all | best table | prose |\n| --- | --- | --- | --- | --- | --- |")
        for reader, scores in results.items():
            m = scores[group].measures()
            print(f"| {NAMES[reader]} | {m['rows']:.3f} | {m['cells']:.3f} | {m['adj all']:.3f} | {m['adj best']:.3f} | {m['prose']} |")
        print()
        for line in ahead(results, group):
            print(line)
        print()


def ahead(results, group):
    """Says where another reader is better."""
    ours, out = results[OURS][group].measures(), []
    for reader, scores in results.items():
        for name, value in scores[group].measures().items():
            if value < ours[name] if name == "prose" else value > ours[name]:
                out.append(f"- {NAMES[reader]} is ahead in {name}.")
    return out or ["No other reader is ahead in any measure."]


def files(results):
    print("## Rows read exactly, by file\n")
    print("| file | rows | " + " | ".join(NAMES[r] for r in results) + " |\n| --- | --- |" + " --- |" * len(results))
    for group in ("ICDAR 2013", "others"):
        for name, (_, rows) in results[OURS][group].by_file.items():
            print(f"| {name} | {rows} | " + " | ".join(str(s[group].by_file[name][0]) for s in results.values()) + " |")
    print()


def speed(paths, runs, absent):
    pages = int(runs[OURS].out.split()[-1])
    lines = [("this program: tables, in one process", runs[OURS])]
    lines.append(("this program: `extract rows`, a process and a child a file", over(paths, lambda p: [os.path.join(WORK, "extract"), "rows", "--quiet", "--roles", p])))
    for reader in READERS[1:]:
        if reader in runs:
            lines.append((NAMES[reader] + ": tables", runs[reader]))
    words = read("pdfplumber-words", paths)
    if words:
        lines.append(("pdfplumber: words", words))
    pdfjs = os.environ.get("PDFJS", "")
    if pdfjs and shutil.which("node"):
        lines.append(("pdf.js: text with places, in one process", Run(["node", os.path.join(HERE, "text.mjs"), os.path.abspath(pdfjs), *paths])))
    else:
        absent.append("pdf.js")
    if shutil.which("pdftotext"):
        lines.append(("pdftotext -bbox: words with places, a process a file", over(paths, lambda p: ["pdftotext", "-bbox", p, os.devnull])))
        lines.append(("pdftotext -layout: text alone, a process a file", over(paths, lambda p: ["pdftotext", "-layout", p, os.devnull])))
    else:
        absent.append("pdftotext")
    print(f"""## Speed

{pages} pages of {len(paths)} files. Pages a second of one core: pages by user CPU seconds of the reader and what it starts, its own
start included. Memory: the largest process. The compiled parser is in its cache.

| reader | pages a second | user seconds | MB |
| --- | --- | --- | --- |""")
    for name, r in lines:
        print(f"| {name} | {pages / r.user:.1f} | {r.user:.2f} | {r.peak:.0f} |")
    print()


def over(paths, command):
    """One process a file, added up."""
    all = [Run(command(p)) for p in paths]
    all[0].user, all[0].peak = sum(r.user for r in all), max(r.peak for r in all)
    return all[0]


def first_row(corpus):
    for path in sorted(glob.glob(corpus + "/invoices/*.pdf")):
        info = subprocess.run(["pdfinfo", path], capture_output=True, text=True) if shutil.which("pdfinfo") else None
        if info is None or "Pages:           2\n" not in info.stdout:
            continue
        times = []
        for _ in range(STARTS):
            start = time.monotonic()
            child = subprocess.Popen([os.path.join(WORK, "extract"), "rows", "--quiet", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            child.stdout.readline()
            times.append(time.monotonic() - start)
            child.stdout.close()
            child.wait()
        print(f"The first row of an invoice of two pages ({os.path.basename(path)}) is there after {statistics.median(times):.2f} s, the middle of {STARTS} starts of `extract rows`.\n")
        return


def main(corpus):
    paths = sorted(glob.glob(corpus + "/pdf_tables/*.pdf"))
    if not paths:
        sys.exit(f"no PDF in {corpus}/pdf_tables")
    read(OURS, paths[:1])  # fills the caches of the compiled parser
    Run([os.path.join(WORK, "extract"), "rows", "--quiet", paths[0]])
    runs, absent = {}, []
    for reader in READERS:
        r = read(reader, paths)
        if r is None:
            absent.append(NAMES[reader])
        else:
            runs[reader] = r
    gold = score.truth(corpus + "/pdf_tables")
    results = {reader: score.scored(gold, os.path.join(WORK, reader)) for reader in runs}
    peers = sorted({version(PACKAGES[r]) for r in runs if r != OURS})
    print(f"""# Scores of the PDF reader

Made by `bench/pdf.sh CORPUS docs/pdf-scores.md` on {time.strftime('%Y-%m-%d')}, with {', '.join(peers) or 'no other reader'}, each with the settings that
need no look at the file. The files are public ones with known tables, among them those of ICDAR 2013's competition; they are not part of this project.""")
    measures(results)
    speed(paths, runs, absent)
    first_row(corpus)
    files(results)
    if absent:
        print("Not installed, so not measured: " + ", ".join(absent) + ".")


if __name__ == "__main__":
    WORK = sys.argv[1]
    main(sys.argv[2].rstrip("/"))
