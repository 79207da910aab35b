package columns

import (
	"strings"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/words"
)

// Fields like seller_vat and buyer_vat are told apart by where they stand: what is printed below the label of the
// buyer is the buyer's, though its label is the same as the seller's.

// enterParty notes which party's label stands nearest above row n: a text field of the document whose label fills a
// cell of the row, and after which other fields are named. Headings of records end it.
func (a *Answerer) enterParty(n int) {
	r := a.st.Rows[n]
	if r.Role == structure.Heading && r.Block >= 0 && a.plans[r.Block].record >= 0 {
		a.party = ""
		return
	}
	found := ""
	row := &a.st.Doc.Rows[n]
	for i := range row.Cells {
		name := a.partyOf(row.Cells[i].Text)
		if name == "" {
			continue
		}
		if found != "" && found != name {
			a.party = "" // two parties side by side
			return
		}
		found = name
	}
	if found != "" {
		a.party = found
	}
}

// partyOf returns the field that a whole text is a label of, if other fields are named after it.
func (a *Answerer) partyOf(text string) string {
	ws := words.Split(head(strings.TrimRight(strings.TrimSpace(text), ":"), 200))
	if len(ws) == 0 {
		return ""
	}
	for _, l := range a.labelled[ws[0].Key] {
		f := &a.t.Document[l.field]
		if f.Type == task.Text && words.EqualWords(l.words, ws) && a.hasNamesake(f.Name) {
			return f.Name
		}
	}
	return ""
}

func (a *Answerer) hasNamesake(name string) bool {
	for i := range a.t.Document {
		if strings.HasPrefix(a.t.Document[i].Name, name+"_") {
			return true
		}
	}
	return false
}

// ofOtherParty reports whether the field is named after another party than the one whose label stands above.
func (a *Answerer) ofOtherParty(f *task.Field) bool {
	if a.party == "" {
		return false
	}
	own, _, ok := strings.Cut(f.Name, "_")
	if !ok || own == a.party {
		return false
	}
	party, ok := a.t.DocumentField(own)
	return ok && party.Type == task.Text
}
