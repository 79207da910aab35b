package ledger

import (
	"github.com/rowproof/rowproof/internal/notation"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A Bearer says which field a column carries.
type Bearer struct {
	Record, Field string
	By            string // "heading" or "vote"
	Unused        bool   // a heading gives it to the field and no record takes it from there
}

// Columns accounts for every column of every block.
func Columns(st *structure.Structure, bearers func(block, col int) []Bearer) []verdict.Column {
	var out []verdict.Column
	for b := range st.Blocks {
		blk := &st.Blocks[b]
		for i := range blk.Columns {
			c := &blk.Columns[i]
			v := verdict.Column{Table: blk.Table, Block: b, Col: c.Col, Heading: c.Heading, Status: "not asked"}
			if _, printed, ok := notation.Scale(c.Heading); ok {
				v.Scale = printed
			}
			found := bearers(b, c.Col)
			switch {
			case len(found) > 0:
				v.Record, v.Field, v.By, v.Status = found[0].Record, found[0].Field, found[0].By, "field"
				if found[0].Unused {
					v.Status = "unused"
				}
			case c.Filled == 0:
				v.Status = "empty"
			}
			out = append(out, v)
		}
	}
	return out
}
