package pdf

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/pdf/pdftest"
)

var (
	rentColumns = []float64{60, 160, 330, 460}
	rentHeading = []string{"Unit", "Tenant", "Since", "Rent"}
)

func rentRows(from, to int) [][]string {
	names := []string{"Adams", "Baker and Sons", "Clark", "Dufour", "Evans", "Fischer", "Garcia"}
	var out [][]string
	for i := from; i <= to; i++ {
		d := string(rune('0' + i%10))
		out = append(out, []string{"A-" + d, names[i%len(names)], "01.0" + d + ".2021", "1,2" + d + "0.50"})
	}
	return out
}

func TestReader(t *testing.T) {
	few := grid(rentColumns, 700, 16, append([][]string{rentHeading}, rentRows(1, 3)...)...)
	fewPrinted := "grid\n1: Unit|Tenant|Since|Rent\n1: A-1|Baker and Sons|01.01.2021|1,210.50\n1: A-2|Clark|01.02.2021|1,220.50\n1: A-3|Dufour|01.03.2021|1,230.50\n"
	cases := []fixture{
		{
			name:   "a table over a page break is one table, its heading repeated",
			sheets: []sheet{{Content: text(60, 800, "Rent roll of Mill Lane") + few + text(280, 30, "Page 1")}, {Content: text(60, 800, "Rent roll of Mill Lane") + grid(rentColumns, 700, 16, append([][]string{rentHeading}, rentRows(4, 6)...)...) + text(280, 30, "Page 2")}},
			want: "lines\n1: Rent roll of Mill Lane\n" + fewPrinted + "2: Unit|Tenant|Since|Rent\n2: A-4|Evans|01.04.2021|1,240.50\n2: A-5|Fischer|01.05.2021|1,250.50\n2: A-6|Garcia|01.06.2021|1,260.50\n" +
				"lines\n1: Page 1\nlines\n2: Rent roll of Mill Lane\n2: Page 2\n",
		},
		{
			name: "tables side by side stay two",
			sheets: []sheet{{Content: grid([]float64{60, 180, 340, 460}, 700, 16,
				[]string{"Age", "Persons", "Age", "Persons"}, []string{"0 years", "1,204", "5 years", "1,377"}, []string{"1 year", "1,188", "6 years", "1,402"},
				[]string{"2 years", "1,215", "7 years", "1,391"}, []string{"3 years", "1,230", "8 years", "1,355"}, []string{"4 years", "1,251", "9 years", "1,322"})}},
			want: "grid\n1: Age|Persons\n1: 0 years|1,204\n1: 1 year|1,188\n1: 2 years|1,215\n1: 3 years|1,230\n1: 4 years|1,251\n" +
				"grid\n1: Age|Persons\n1: 5 years|1,377\n1: 6 years|1,402\n1: 7 years|1,391\n1: 8 years|1,355\n1: 9 years|1,322\n",
		},
		{
			name: "a cell that wraps belongs to its row, a figure below a figure does not",
			sheets: []sheet{{Content: grid(rentColumns, 700, 24, rentHeading, []string{"A-1", "Baker and Sons", "01.01.2021", "1,210.50"}, []string{"A-2", "Clark", "01.02.2021", "1,220.50"}, []string{"A-3", "Dufour", "01.03.2021", "1,230.50"}) +
				text(160, 665, "of Old Harbour Road") + grid(rentColumns, 600, 11, []string{"", "", "Net", "3,661.50"}, []string{"", "", "Tax", "695.69"}, []string{"", "", "Total", "4,357.19"})}},
			want: "grid\n1: Unit|Tenant|Since|Rent\n1: A-1|Baker and Sons/of Old Harbour Road|01.01.2021|1,210.50\n1: A-2|Clark|01.02.2021|1,220.50\n1: A-3|Dufour|01.03.2021|1,230.50\n1: ||Net|3,661.50\n1: ||Tax|695.69\n1: ||Total|4,357.19\n",
		},
		{
			name:   "a page that is turned reads as it is seen",
			sheets: []sheet{{Rotate: 90, Content: "q 0 1 -1 0 595 0 cm\n" + grid(rentColumns, 500, 16, append([][]string{rentHeading}, rentRows(1, 3)...)...) + "Q\n"}},
			want:   fewPrinted,
		},
		{
			name:   "bold type made by drawing twice is read once, double letters stay",
			sheets: []sheet{{Content: few + "q 1 0 0 1 0.3 0 cm\n" + few + "Q\n" + text(60, 500, "Buffet, committee, 1100")}},
			want:   fewPrinted + "lines\n1: Buffet, committee, 1100\n",
		},
		{
			name:   "white, covered, tiny and off-page text is in no row",
			sheets: []sheet{{Content: few + "1 g " + text(60, 600, "white 9,999.99") + "0 g " + sized(60, 580, 0.4, "tiny 8") + text(700, 560, "outside") + text(60, 540, "covered 7") + "0.5 g 50 530 200 25 re f 0 g\n" + text(60, 500, "seen")}},
			want:   fewPrinted + "lines\n1: seen\n", warnings: finding.HiddenText,
		},
		{
			name:   "white words in a line of black ones are in no row, joined type is read in full",
			sheets: []sheet{{Content: few + "BT /F1 10 Tf 60 600 Td (Total ) Tj 1 g (9,999.99 ) Tj 0 g (1,234.50) Tj ET\nBT /F1 10 Tf 60 560 Td (officially, if efficient) Tj ET\n"}},
			want:   fewPrinted + "lines\n1: Total|1,234.50\n1: officially, if efficient|\n", warnings: finding.HiddenText,
		},
		{
			name:   "light text on a dark ground is seen, dark text on it is not",
			sheets: []sheet{{Content: "0.1 g 50 690 500 24 re f 1 g " + text(60, 700, "Total due 1,234.50") + "0 g " + text(300, 700, "lost") + text(60, 600, "below")}},
			want:   "lines\n1: Total due 1,234.50\n1: below\n", warnings: finding.HiddenText,
		},
		{
			name:   "a recognised layer under a scan is read and marked",
			sheets: []sheet{{Content: "q 595 0 0 842 0 0 cm /Im Do Q\n3 Tr\n" + few}},
			want:   fewPrinted, warnings: finding.OCRLayer,
		},
		{
			name:   "a scan without text is named",
			sheets: []sheet{{Content: few}, {Content: "q 595 0 0 842 0 0 cm /Im Do Q\n"}},
			want:   fewPrinted, warnings: finding.NoTextLayer,
		},
		{
			name: "form fields are text in their place, drawn by the file or not",
			sheets: []sheet{{Content: text(60, 700, "Name:") + text(60, 670, "Town:"), Annots: []string{
				"<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/F 4/Rect[160 696 280 712]/V(drawn value)/AP<</N LOOK>>>>",
				"<</Type/Annot/Subtype/Widget/FT/Tx/T(b)/F 4/Rect[160 666 280 682]/V(stored value)>>",
			}}},
			want: "lines\n1: Name:|drawn value\n1: Town:|stored value\n",
		},
	}
	for _, c := range append(cases, kinds...) {
		t.Run(c.name, func(t *testing.T) {
			keepFixture(t, pdfFile(c.sheets...))
			doc := read(t, pdfFile(c.sheets...))
			if diff := cmp.Diff(c.want, printed(doc)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if got := codes(doc); got != c.warnings {
				t.Errorf("warnings %q, want %q", got, c.warnings)
			}
			for i := range doc.Rows {
				for _, cell := range doc.Rows[i].Cells {
					if cell.Box == nil || cell.Box.X1 <= cell.Box.X0 || cell.Box.Y1 <= cell.Box.Y0 {
						t.Errorf("row %d, column %d has no box", i, cell.Col)
					}
				}
			}
		})
	}
}

func TestRecognisedCellsAreMarked(t *testing.T) {
	doc := read(t, pdfFile(sheet{Content: "q 595 0 0 842 0 0 cm /Im Do Q\n3 Tr\n" + text(60, 700, "Rent 1,200.00")}))
	if len(doc.Rows) != 1 || doc.Rows[0].Cells[0].Flags&table.Recognised == 0 {
		t.Errorf("rows %+v", doc.Rows)
	}
}

// TestChildren reads the same document here and in children, which must agree.
func TestChildren(t *testing.T) {
	var sheets []sheet
	for range 20 {
		sheets = append(sheets, sheet{Content: grid(rentColumns, 700, 16, append([][]string{rentHeading}, rentRows(1, 6)...)...)})
	}
	data := pdfFile(sheets...)
	program, err := os.Executable()
	if err != nil {
		t.Skip("the test does not know its own program:", err)
	}
	here := read(t, data)
	there := read(t, data, func(o *table.Options) { o.Sandbox = program })
	if here.ID != there.ID || len(there.Rows) != 140 {
		t.Errorf("%d rows here, %d in children, ids %s and %s", len(here.Rows), len(there.Rows), here.ID, there.ID)
	}
	_, err = tryRead(data, func(o *table.Options) { o.Sandbox, o.Limits.PageTime = program, 1 })
	var u *table.Unreadable
	if !errors.As(err, &u) || u.Code != finding.LostPages || !strings.Contains(u.Cause, "page_time") {
		t.Errorf("pages over their time: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	small := pdfFile(sheet{Content: text(60, 700, "one line")}, sheet{Content: text(60, 700, "another")})
	var limit *table.LimitError
	if _, err := tryRead(small, func(o *table.Options) { o.Limits.Pages = 1 }); !errors.As(err, &limit) || limit.Limit != "pages" {
		t.Errorf("two pages under a limit of one: %v", err)
	}
	var u *table.Unreadable
	if _, err := tryRead([]byte("%PDF-1.7\nnothing follows")); !errors.As(err, &u) || u.Code != finding.Damaged {
		t.Errorf("a file of one line: %v", err)
	}
	if _, err := tryRead(small[:len(small)/3]); !errors.As(err, &u) {
		t.Errorf("a third of a file: %v", err)
	}
	if _, err := tryRead(pdfFile(sheet{Content: "q 595 0 0 842 0 0 cm /Im Do Q"})); !errors.As(err, &u) || u.Code != finding.NoTextLayer || u.Hint == "" {
		t.Errorf("a picture: %v", err)
	}
	if _, err := tryRead(pdfFile(sheet{Font: upright, Content: "BT /F2 12 Tf 300 700 Td <0001 0002> Tj ET"})); !errors.As(err, &u) || u.Code != finding.UndecodableText {
		t.Errorf("text without characters: %v", err)
	}
}

func TestPassword(t *testing.T) {
	data := pdftest.Locked("sesame", sheet{Content: text(60, 700, "one line")})
	keepFixture(t, data)
	for password, want := range map[string]string{"": "needs a password", "wrong": "does not open", "sesame": ""} {
		doc, err := tryRead(data, func(o *table.Options) { o.Password = password })
		var u *table.Unreadable
		switch {
		case want == "" && (err != nil || len(doc.Rows) != 1 || doc.Rows[0].Cells[0].Text != "one line"):
			t.Errorf("with the password: %v", err)
		case want != "" && (!errors.As(err, &u) || u.Code != finding.Encrypted || !strings.Contains(u.Cause, want)):
			t.Errorf("with %q: %v", password, err)
		}
	}
}

// TestLostPage reads a file one page of which takes without end.
func TestLostPage(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Skip("the test does not know its own program:", err)
	}
	data := pdfFile(sheet{Content: text(60, 700, "first")}, sheet{Content: "/Endless Do"}, sheet{Content: text(60, 700, "last")})
	quick := func(o *table.Options) { o.Sandbox, o.Limits.PageTime = program, 3*time.Second }
	var u *table.Unreadable
	if _, err := tryRead(data, quick); !errors.As(err, &u) || u.Code != finding.LostPages || u.Place != "page 2" {
		t.Errorf("a page without end: %v", err)
	}
	doc, err := tryRead(data, quick, func(o *table.Options) { o.Partial = true })
	if err != nil || printed(doc) != "lines\n1: first\nlines\n3: last\n" || codes(doc) != finding.LostPages {
		t.Errorf("what reads of it: %v, %q", err, printed(doc))
	}
}

// TestLostPageHere reads it in this process, where only a page that breaks the parser comes back.
func TestLostPageHere(t *testing.T) {
	data := pdfFile(sheet{Content: text(60, 700, "first")}, sheet{Content: "/Endless Do"}, sheet{Content: text(60, 700, "last")})
	doc, err := tryRead(data, func(o *table.Options) { o.Partial = true })
	if err != nil || printed(doc) != "lines\n1: first\nlines\n3: last\n" || codes(doc) != finding.LostPages {
		t.Errorf("what reads of it: %v, %q", err, printed(doc))
	}
}

func TestPictures(t *testing.T) {
	data := pdfFile(sheet{Content: text(60, 700, "one")}, sheet{Rotate: 90, Content: text(60, 700, "two")})
	src := table.Source{Name: "t.pdf", Data: strings.NewReader(string(data)), Size: int64(len(data))}
	var sizes [][2]int
	err := Pictures(t.Context(), src, table.Options{Limits: table.DefaultLimits()}, []int{1, 2, 3}, 36, func(n int, p *Picture) error {
		if !strings.HasPrefix(string(p.PNG), "\x89PNG") {
			t.Errorf("page %d is no PNG", n)
		}
		sizes = append(sizes, [2]int{int(p.Width), int(p.Height)})
		return nil
	})
	if err != nil || cmp.Diff([][2]int{{595, 842}, {842, 595}}, sizes) != "" {
		t.Errorf("%v, %v", sizes, err)
	}
}
