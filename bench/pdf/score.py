"""score.py TRUTH_DIR OUT...: scores tables read from PDFs against the truth files beside them.

TRUTH_DIR holds NAME.pdf.truth.json ({tables: [{page?, spans?, rows}]}) or NAME.pdf.truth.csv.
OUT holds NAME.json, [{page, rows: [[cell text]]}], one entry a table, as bench/pdf writes it.
WORST=n names the n worst files.

rows   share of true rows with text of which one given row of that page has exactly the same cells
cells  share of true cells that stand together in the best given row
adj    adjacency relations of ICDAR 2013, mean of the files: over all that is given, and over the
       table that fits best only
prose  given rows of two cells or more of which no cell stands in a true table of that page
Texts are compared after NFKC, without blanks, case, dot leaders and kinds of dashes and quotes.
"""
import csv, glob, json, os, re, sys, unicodedata
from collections import Counter

PLAIN = str.maketrans({"\u00ad": "", "\u2212": "-", "\u2013": "-", "\u2014": "-", "\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'})


def norm(text):
    text = unicodedata.normalize("NFKC", text or "").translate(PLAIN)
    text = re.sub(r"[\s\u0000-\u001f\ue000-\uf8ff\ufffd]+", "", text).lower()
    return re.sub(r"[.\u2026]{4,}", "", text) or text


def truth(folder):
    """{name: [{page or None, cells: [(row, col, last row, last col, text)]}]}"""
    out = {}
    for path in sorted(glob.glob(folder + "/*.truth.json") + glob.glob(folder + "/*.truth.csv")):
        if path.endswith(".csv"):
            with open(path, encoding="utf-8") as f:
                tables = [{"rows": list(csv.reader(f))}]
        else:
            with open(path, encoding="utf-8") as f:
                data = json.load(f)
            tables = data["tables"] if isinstance(data, dict) else [{"rows": [[c["text"] for c in r] for r in t["data"]]} for t in data]
        out[os.path.basename(path).split(".pdf.truth")[0]] = [{"page": t.get("page"), "cells": cells_of(t)} for t in tables]
    return out


def cells_of(table):
    ends = {(a, b): (c, d) for a, b, c, d in table.get("spans", [])}
    covered = {(r, c) for a, b, e, d in table.get("spans", []) for r in range(a, e + 1) for c in range(b, d + 1)} - set(ends)
    return [(r, c, *ends.get((r, c), (r, c)), " ".join(str(x).split()))
            for r, row in enumerate(table["rows"]) for c, x in enumerate(row) if (r, c) not in covered]


def rows_of(cells):
    rows = {}
    for r, _, _, _, text in sorted(cells):
        if norm(text):
            rows.setdefault(r, []).append(norm(text))
    return list(rows.values())


def relations(cells):
    """Right-hand and lower neighbours over empty cells, once for each pair of cells."""
    grid = {}
    for cell in cells:
        for i in range(cell[0], cell[2] + 1):
            for j in range(cell[1], cell[3] + 1):
                grid[i, j] = cell if norm(cell[4]) else None
    if not grid:
        return Counter()
    last_row, last_col = max(i for i, _ in grid), max(j for _, j in grid)
    seen, out = set(), Counter()
    for (i, j), a in grid.items():
        if not a:
            continue
        for kind, path in (("h", [(i, k) for k in range(j + 1, last_col + 1)]), ("v", [(k, j) for k in range(i + 1, last_row + 1)])):
            for b in map(grid.get, path):
                if b is a:
                    break
                if b:
                    if (a[:2], b[:2], kind) not in seen:
                        seen.add((a[:2], b[:2], kind))
                        out[norm(a[4]), norm(b[4]), kind] += 1
                    break
    return out


def given_relations(table):
    return relations([(i, j, i, j, x) for i, r in enumerate(table["rows"]) for j, x in enumerate(r)])


def total(counters):
    return sum(counters, Counter())


def balanced(pairs):
    """The harmonic mean of the mean precision and the mean recall."""
    p, r = (sum(x[i] for x in pairs) / max(1, len(pairs)) for i in (0, 1))
    return 2 * p * r / (p + r) if p + r else 0


class Score:
    def __init__(self):
        self.files = self.rows = self.exact = self.cells = self.found = self.prose = 0
        self.all, self.best, self.worst = [], [], []
        self.by_file = {}

    def measures(self):
        """{measure: value}; of prose less is better."""
        return {"rows": self.exact / max(1, self.rows), "cells": self.found / max(1, self.cells),
                "adj all": balanced(self.all), "adj best": balanced(self.best), "prose": self.prose}

    def add(self, name, tables, given):
        self.files += 1
        before = self.exact, self.rows
        for t in tables:
            mine = [Counter(filter(None, map(norm, r))) for g in given if t["page"] in (None, g["page"]) for r in g["rows"]]
            for row in rows_of(t["cells"]):
                want = Counter(row)
                self.rows, self.cells = self.rows + 1, self.cells + len(row)
                self.exact += any(m == want for m in mine)
                self.found += max((sum((want & m).values()) for m in mine), default=0)
        self.worst.append((self.rows - before[1] - self.exact + before[0], name))
        self.by_file[name] = self.exact - before[0], self.rows - before[1]
        self.out_of_prose(tables, given)
        self.neighbours(tables, given)

    def out_of_prose(self, tables, given):
        true = {}
        for t in tables:
            true.setdefault(t["page"], set()).update(norm(c[4]) for c in t["cells"] if norm(c[4]))
        for g in given:
            for r in g["rows"]:
                have = [c for c in map(norm, r) if c]
                self.prose += len(have) > 1 and not any(c in true.get(g["page"], true.get(None, ())) for c in have)

    def neighbours(self, tables, given):
        want, have = total(relations(t["cells"]) for t in tables), total(map(given_relations, given))
        both = sum((want & have).values())
        if want:
            self.all.append((both / max(1, sum(have.values())), both / sum(want.values())))
        used, hit, n, m = set(), 0, 0, 0
        for t in tables:
            want, best = relations(t["cells"]), (0, None)
            n += sum(want.values())
            for k, g in enumerate(given):
                if k not in used and t["page"] in (None, g["page"]):
                    best = max(best, (sum((want & given_relations(g)).values()), k), key=lambda x: x[0])
            if best[1] is not None:
                used.add(best[1])
                hit, m = hit + best[0], m + sum(given_relations(given[best[1]]).values())
        if n:
            self.best.append((hit / m if m else 0, hit / n))

    def print(self, group, worst):
        m = self.measures()
        print(f"  {group}: {self.files} files, rows {self.exact}/{self.rows} = {m['rows']:.3f}, cells {m['cells']:.3f}, "
              f"adj {m['adj all']:.3f} / {m['adj best']:.3f}, prose {self.prose}")
        for n, name in sorted(self.worst, reverse=True)[:worst]:
            print(f"      {n:4d} rows missed in {name}")


def scored(gold, out):
    """{group: Score} of the tables in a folder."""
    scores = {"ICDAR 2013": Score(), "others": Score()}
    for name, tables in gold.items():
        path = os.path.join(out, name + ".json")
        given = []
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                given = [t for t in json.load(f) if t["rows"]]
        human = tables and tables[0]["page"] is not None and re.search(r"(^|__)(eu|us)-\d", name)
        scores["ICDAR 2013" if human else "others"].add(name, tables, given)
    return scores


def main(folder, outs):
    gold = truth(folder)
    for out in outs:
        print(out)
        for group, s in scored(gold, out).items():
            s.print(group, int(os.environ.get("WORST", "0")))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
