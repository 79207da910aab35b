package cite

import (
	"slices"

	"github.com/rowproof/rowproof/internal/assign"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
)

// Votes needed to give a column to a field that no heading names: at least so many records
// whose value stands in one column only, and so many of a hundred of them in that column.
const (
	minVotes     = 5
	votesPercent = 80
)

// Columns says which columns carry which fields, for each block and record type.
type Columns struct {
	st     *structure.Structure
	t      *task.Task
	blocks [][]*Block // by block and record type, nil until asked for
}

// A Block is what is known of the columns of one block for one record type.
type Block struct {
	assign.Assignment
	Block   *structure.Block
	Record  *task.Record
	Repeats int
	Voted   []int // by field: the column that the records vote for, -1 for none
	Records int   // records of the type in the block
	Taken   []int // by index of Assignment.Columns: values that records take from it, of any field
	votes   [][]int32
	unique  []int32
	own     []int32 // by field: values taken from a column given to it
	quotes  []int32 // by index of Assignment.Columns: texts quoted from it
	wholes  []int32 // of these, whole cells
	unused  uint64  // fields whose own column no record takes
}

func newColumns(st *structure.Structure, t *task.Task) *Columns {
	return &Columns{st: st, t: t, blocks: make([][]*Block, len(st.Blocks))}
}

// Of returns what is known of block b for the record type with the given index, or nil
// outside the blocks.
func (c *Columns) Of(b, record int) *Block {
	if b < 0 || b >= len(c.blocks) || record < 0 {
		return nil
	}
	if c.blocks[b] == nil {
		c.blocks[b] = make([]*Block, len(c.t.Records))
	}
	if c.blocks[b][record] == nil {
		sb, rec := &c.st.Blocks[b], &c.t.Records[record]
		n, fields := len(sb.Columns), len(rec.Fields)
		k := &Block{Assignment: assign.Assign(sb, rec.Fields), Block: sb, Record: rec, Voted: make([]int, fields), Taken: make([]int, n),
			votes: make([][]int32, fields), unique: make([]int32, fields), own: make([]int32, fields), quotes: make([]int32, n), wholes: make([]int32, n)}
		k.Repeats = k.Assignment.Repeats()
		for i := range k.Voted {
			k.Voted[i] = -1
		}
		c.blocks[b][record] = k
	}
	return c.blocks[b][record]
}

// at returns the index of the column at col of the grid, or -1.
func (b *Block) at(col int) int {
	i, ok := slices.BinarySearchFunc(b.Columns, col, func(c assign.Column, col int) int { return c.Col - col })
	if !ok {
		return -1
	}
	return i
}

// Col returns the column of a field in a repetition of the headings: the one that a heading
// gives it, else the one that the records vote for, else -1.
func (b *Block) Col(field, repeat int) int {
	if b == nil {
		return -1
	}
	if col, ok := b.Assignment.Of(field, repeat); ok {
		return col
	}
	if len(b.Fields[field]) == 1 {
		return b.Fields[field][0]
	}
	return b.Voted[field]
}

// Given reports whether a heading gives the field a column.
func (b *Block) Given(field int) bool { return b != nil && len(b.Fields[field]) > 0 }

// has reports whether col is a column of the field, in any repetition.
func (b *Block) has(field, col int) bool {
	return b != nil && (slices.Contains(b.Fields[field], col) || b.Voted[field] == col)
}

// denies reports whether the heading of col names another field.
func (b *Block) denies(field, col int) bool {
	if b == nil {
		return false
	}
	i := b.at(col)
	return i >= 0 && b.Columns[i].Denies(field)
}

// count counts a vote.
func (b *Block) count(field, col int) {
	at := b.at(col)
	if at < 0 {
		return
	}
	if b.votes[field] == nil {
		b.votes[field] = make([]int32, len(b.Columns))
	}
	b.unique[field]++
	b.votes[field][at]++
}

// elect gives columns to fields by the votes counted.
func (b *Block) elect() {
	for f, votes := range b.votes {
		if votes == nil || b.unique[f] < minVotes {
			continue
		}
		best := 0
		for i, n := range votes {
			if n > votes[best] {
				best = i
			}
		}
		if int(votes[best])*100 >= int(b.unique[f])*votesPercent {
			b.Voted[f] = b.Columns[best].Col
		}
	}
}

// habit reports whether the records quote whole cells of the column with index i.
func (b *Block) habit(i int) bool {
	return b.quotes[i] >= minVotes && int(b.wholes[i])*100 >= int(b.quotes[i])*votesPercent
}

// vote looks up the fields that no heading gives a column, and lets the records vote.
func (c *checker) vote() {
	settled := make([]bool, len(c.types))
	for t := range settled {
		settled[t] = c.allGiven(t)
	}
	for i := range c.kind {
		if c.kind[i] < 0 || settled[c.kind[i]] {
			continue
		}
		rt := &c.types[c.kind[i]]
		r := c.read(i)
		home := c.blockOf(i)
		if home == nil {
			continue
		}
		for k := range rt.Fields {
			f := &rt.Fields[k]
			b := home
			if b.Given(k) && len(c.beside) == 0 || f.Derive != nil {
				continue
			}
			v := valueOf(r, f.Name)
			if v == nil || v.Null {
				continue
			}
			res := &c.results[0]
			c.find(i, f, v, res)
			if len(c.beside) > 0 && len(res.Hits) > 0 {
				if b = c.columns.Of(c.blockAt(res.Hits[0].Row, res.Hits[0].Col), int(c.kind[i])); b == nil || b.Given(k) {
					continue
				}
			}
			col := -1
			for h := range res.Hits {
				hit := &res.Hits[h]
				if c.inSection(hit) || col >= 0 && hit.Col != col {
					col = -2
					break
				}
				col = hit.Col
			}
			if col >= 0 && !b.denies(k, col) {
				b.count(k, col)
			}
		}
	}
	c.columns.each(func(b *Block) { b.elect() })
}

// fewBlocks is how many blocks are looked at before the records: with more, each record is.
const fewBlocks = 64

// allGiven reports whether headings give columns to all fields of a record type in all blocks: then
// there is nothing to vote on.
func (c *checker) allGiven(t int) bool {
	if len(c.beside) > 0 || len(c.in.Structure.Blocks) > fewBlocks {
		return false
	}
	for at := range c.in.Structure.Blocks {
		b := c.columns.Of(at, t)
		for k := range c.types[t].Fields {
			if c.types[t].Fields[k].Derive == nil && !b.Given(k) {
				return false
			}
		}
	}
	return true
}

func (c *Columns) each(do func(b *Block)) {
	for _, of := range c.blocks {
		for _, b := range of {
			if b != nil {
				do(b)
			}
		}
	}
}

// A Bearer says which field a column carries.
type Bearer struct {
	Record, Field string
	By            string // "heading" or "vote"
	Unused        bool   // a heading gives it to the field and no record takes it from there
}

// Bearers returns the fields that a column carries, of the record types that stand in the
// block.
func (c *Columns) Bearers(block, col int) []Bearer {
	var out []Bearer
	if block >= len(c.blocks) {
		return nil
	}
	for _, b := range c.blocks[block] {
		if b == nil || b.Records == 0 {
			continue
		}
		for k := range b.Record.Fields {
			name := b.Record.Fields[k].Name
			switch {
			case slices.Contains(b.Fields[k], col):
				out = append(out, Bearer{b.Record.Name, name, "heading", b.unused&(1<<min(k, 63)) != 0})
			case b.Voted[k] == col:
				out = append(out, Bearer{b.Record.Name, name, "vote", false})
			}
		}
	}
	return out
}

// Parts returns the groups of columns of the block of which each is a part of a row that needs
// a record of its own: repetitions of headings side by side, and columns of several record
// types. A block whose rows have one part has none.
func (c *Columns) Parts(block int) [][]int {
	var out [][]int
	carriers := map[int]int{} // by column: how many record types it is given to
	for _, b := range c.blocks[block] {
		if b == nil || b.Records == 0 {
			continue
		}
		for _, k := range b.Columns {
			if k.Field != assign.None {
				carriers[k.Col]++
			}
		}
	}
	for _, b := range c.blocks[block] {
		if b == nil || b.Records == 0 {
			continue
		}
		for rep := range b.Repeats {
			var cols []int
			for _, k := range b.Columns {
				if k.Field != assign.None && k.Repeat == rep && carriers[k.Col] == 1 {
					cols = append(cols, k.Col)
				}
			}
			if len(cols) > 0 {
				out = append(out, cols)
			}
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// Keys returns the columns of the block that carry the key fields of the records there.
func (c *Columns) Keys(block int) []int {
	var out []int
	for _, b := range c.blocks[block] {
		if b == nil || b.Records == 0 {
			continue
		}
		for _, name := range b.Record.Key {
			for k := range b.Record.Fields {
				if col := b.Col(k, 0); b.Record.Fields[k].Name == name && col >= 0 {
					out = append(out, col)
				}
			}
		}
	}
	return out
}
