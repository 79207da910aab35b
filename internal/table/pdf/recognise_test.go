package pdf

import (
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/pdf/layout"
)

// tsv is what Tesseract writes, shortened: a picture of 600 by 200 dots with two lines.
const tsv = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" +
	"1\t1\t0\t0\t0\t0\t0\t0\t600\t200\t-1\t\n" +
	"5\t1\t1\t1\t1\t1\t20\t20\t80\t20\t96.1\tRent\n" +
	"5\t1\t1\t1\t1\t2\t300\t22\t120\t18\t61.5\t1,2OO.50\n" +
	"5\t1\t1\t1\t2\t1\t20\t80\t90\t20\t95\tTotal\n" +
	"5\t1\t1\t1\t2\t2\t300\t80\t120\t20\t93\t1,200.50\n"

func TestRecognisedTable(t *testing.T) {
	page, err := pageOf([]byte(tsv), 144, 48)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(page.Doubt); n != 1 || page.Doubt[0].X0 < 71 || page.Doubt[0].X0 > 73 {
		t.Errorf("doubtful places: %+v", page.Doubt)
	}
	parts := assemble([]*layout.Page{layout.Read(page)})
	var got []string
	for _, p := range parts {
		for _, r := range p.rows {
			for _, c := range r.Cells {
				if flags := p.flags | r.flags(c); flags&table.Doubtful != 0 {
					got = append(got, c.Text+"?")
				} else if flags&table.Recognised != 0 {
					got = append(got, c.Text)
				}
			}
		}
	}
	if s := strings.Join(got, " "); s != "Rent 1,2OO.50? Total 1,200.50" {
		t.Errorf("cells %q", s)
	}
}

func TestRecognition(t *testing.T) {
	if _, err := exec.LookPath("tesseract"); err != nil {
		t.Skip("no Tesseract is installed")
	}
	drawn := pdfFile(sheet{Content: sized(60, 700, 24, "Rent 1,200.50") + sized(60, 640, 24, "Total 4,800.75")})
	p, err := openHere(drawn, table.Options{Limits: table.DefaultLimits()})
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	pages, _, err := readAll(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	pages[0] = &layout.Page{State: layout.Scan} // as if the page had no text
	if err := recognise(t.Context(), p, pages); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, part := range assemble(pages) {
		for _, r := range part.rows {
			for _, c := range r.Cells {
				b.WriteString(c.Text + " ")
			}
		}
	}
	if s := b.String(); !strings.Contains(s, "1,200.50") || !strings.Contains(s, "4,800.75") || pages[0].State != layout.Recognised {
		t.Errorf("recognised %q", s)
	}
}

func TestScanWithoutTesseract(t *testing.T) {
	t.Setenv("PATH", "")
	data := pdfFile(sheet{Content: "q 595 0 0 842 0 0 cm /Im Do Q\n"})
	_, err := tryRead(data, func(o *table.Options) { o.OCR = true })
	var u *table.Unreadable
	if !errors.As(err, &u) || u.Code != finding.NoTextLayer || u.Hint == "" {
		t.Errorf("%v", err)
	}
}
