package structure_test

import (
	"bytes"
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
)

var fuzzSeeds = []string{
	"Lot|Adresse|Ville|Loyer|\n||| HC|CC\n1|25 avenue Henri|Saint-|12 500,00|13 000,00\n||Denis\n2|4 rue Foch|Lyon|8 400,00|9 100,00\nTotal|||20 900,00|22 100,00\n\n* hors charges",
	"Unit|Tenant|Rent\nHarbour Court\nH1|Pemberton|2,450.00\n\nH2|Vacant\nSubtotal Harbour Court||2,450.00\n\nMill Yard\nM1|Tyne|1,420.00\nGrand total||3,870.00",
	"Unit|Rent||Type|Count\nA1|100||Studio|3\nA2|110||Flat|2\nA3|120\nA4|130\nA5|140\nA6|150\nA7|160",
	"Building|Unit|Rent\nQuay|1|100.00\n|2|110.00\nMill|3|120.00\n|4|130.00",
	"Page 1 of 2\nA|B|C\n1|2|3\nA|B|C\n4|5|6\n- 2 -",
	"Name:|Bob\nDate:|01/02/2026\n\nItem|Amount\nx|1.00\ny|2.00\nTotal|3.00",
	"a\nb\nc\n\n\nd|e",
	"|||\n|x||y\n\u00a0|\u2003\n",
	"2023|2024|2025\nRent|1 000|2 000|3 000\nTax|10|20|30",
	"Jan-24|Feb-24|Mar-24\n1|2|3",
	"A|B|C|D\n(1)|(2)|(3)|(4)\nx|y|1|2\nz|w|3|4",
}

// FuzzAnalyse proves on any grid that the analysis ends, that every row has a role with a reason, and that blocks, headings, sections and carried-down cells are where they say.
func FuzzAnalyse(f *testing.F) {
	if len(fuzzSeeds) < 10 {
		f.Fatalf("only %d seeds", len(fuzzSeeds))
	}
	for i, s := range fuzzSeeds {
		for shape := range uint8(3) {
			f.Add(s, shape, uint16(i*37), uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, text string, shape uint8, merge uint16, declared uint8) {
		if len(text) > 4000 {
			return
		}
		s := sheet{name: "S", shape: table.Shape(shape % 5), lines: strings.Split(text, "\n")}
		line, col := int(merge&15)+1, int(merge>>4&7)
		if merge > 0 {
			s.merges = []table.Area{{FirstLine: line, FirstCol: col, LastLine: line + int(merge>>7&3), LastCol: col + int(merge>>9&7)}}
		}
		if declared&1 == 1 {
			s.declared = []table.Declared{{Name: "T", Filter: declared&2 > 0, Headings: int(declared >> 2 & 1), Totals: int(declared >> 3 & 1),
				Area: table.Area{FirstLine: int(declared >> 4 & 3), FirstCol: int(declared >> 6), LastLine: 8, LastCol: int(declared>>6) + 2}}}
		}
		doc, err := table.Collect(context.Background(), s, "xlsx", table.Source{Name: "t", Data: bytes.NewReader(nil)}, table.Options{Limits: table.Limits{Columns: 300}})
		if err != nil {
			return
		}
		st := structure.Analyse(doc)
		holds(t, doc, st)
		if again := structure.Analyse(doc); !reflect.DeepEqual(st, again) {
			t.Fatal("the same document has another structure")
		}
		if len(doc.Rows) > 0 {
			holds(t, doc, structure.WithHeadings(doc, []int{int(declared) % len(doc.Rows)}))
			holds(t, doc, structure.WithHeadings(doc, nil))
		}
	})
}

// holds proves what is true of every structure.
func holds(t *testing.T, doc *table.Document, st *structure.Structure) {
	t.Helper()
	if len(st.Rows) != len(doc.Rows) {
		t.Fatalf("%d roles for %d rows", len(st.Rows), len(doc.Rows))
	}
	for i := range st.Blocks {
		b := &st.Blocks[i]
		if b.Index != i || b.First > b.Last || b.FirstCol >= b.EndCol || doc.Rows[b.First].Table != b.Table || doc.Rows[b.Last].Table != b.Table {
			t.Fatalf("block %d: %+v", i, b)
		}
		if len(b.Columns) != b.EndCol-b.FirstCol || b.Why == "" || b.Name == "" && doc.Tables[b.Table].Name != "" {
			t.Fatalf("block %d: %+v", i, b)
		}
		for k, c := range b.Columns {
			if c.Col != b.FirstCol+k || c.Figures+c.Dates+c.Texts != c.Filled {
				t.Fatalf("column %d of block %d: %+v", k, i, c)
			}
		}
		last := b.First - 1
		for _, h := range b.Headings {
			if r, ok := st.RoleIn(h, i); h <= last || h > b.Last || !ok || r.Role != structure.Heading {
				t.Fatalf("heading row %d of block %d, rows %d to %d", h, i, b.First, b.Last)
			}
			last = h
		}
	}
	for n, r := range st.Rows {
		if r.Reason.Text() == "" || int(r.Block) < -1 || int(r.Block) >= len(st.Blocks) {
			t.Fatalf("row %d: %+v", n, r)
		}
		if r.Role == structure.Data && r.Block < 0 {
			t.Fatalf("row %d is data of no block", n)
		}
		if r.Block >= 0 {
			b := &st.Blocks[r.Block]
			if n < b.First || n > b.Last || doc.Rows[n].Table != b.Table {
				t.Fatalf("row %d is in block %d of rows %d to %d", n, r.Block, b.First, b.Last)
			}
			inside := false
			for _, c := range doc.Rows[n].Cells {
				if at, ok := st.BlockAt(n, int(c.Col)); ok && at.Index == int(r.Block) {
					inside = true
				} else if ok && (int(c.Col) < at.FirstCol || int(c.Col) >= at.EndCol) {
					t.Fatalf("row %d: column %d is not of block %d", n, c.Col, at.Index)
				}
			}
			if !inside {
				t.Fatalf("row %d prints nothing in its block", n)
			}
		}
		depth := 0
		for _, p := range st.Sections(n) {
			s, ok := st.RoleIn(p, int(r.Block))
			if !ok || p >= n || s.Role != structure.Section || int(s.Depth) <= depth {
				t.Fatalf("row %d: section %d %+v below depth %d", n, p, s, depth)
			}
			depth = int(s.Depth)
		}
		for c := range doc.Tables[doc.Rows[n].Table].Columns {
			from, ok := st.Carried(n, c)
			if !ok {
				continue
			}
			if cell, prints := doc.Rows[from].Cell(c); from >= n || !prints || cell.Blank() {
				t.Fatalf("row %d, column %d is carried from row %d", n, c, from)
			}
		}
	}
}
