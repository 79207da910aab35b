package pdf

import (
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/table"
)

func TestProse(t *testing.T) {
	var b strings.Builder
	b.WriteString(sized(60, 780, 16, "Terms of the lease"))
	y := 750.0
	for _, p := range []struct{ title, body string }{
		{"1. Rent", "The tenant pays the rent in advance on the first working day of each month to the"},
		{"2. Repairs", "The landlord keeps the roof and the outer walls in good repair at his own cost and"},
		{"3. Notice", "Either party may end this lease by three months of notice in writing to the other at"},
	} {
		b.WriteString(text(60, y, p.title))
		y -= 20
		for range 4 {
			b.WriteString(text(60, y, p.body))
			y -= 13
		}
		y -= 12
	}
	doc := read(t, pdfFile(sheet{Content: b.String()}))
	var got []string
	for i := range doc.Tables {
		if doc.Tables[i].Shape != table.Prose {
			t.Errorf("%s is of the shape %s", doc.Tables[i].Name, doc.Tables[i].Shape)
		}
		got = append(got, doc.Tables[i].Name)
	}
	if s := strings.Join(got, "|"); s != "Terms of the lease|1. Rent|2. Repairs|3. Notice" {
		t.Errorf("titles %q", s)
	}
	if p := doc.Place(2, 0); p.Page != 1 || p.Box == nil {
		t.Errorf("place %+v", p)
	}
}
