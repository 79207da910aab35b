package text

import (
	"fmt"
	"strings"

	"github.com/rowproof/rowproof/internal/verdict"
)

// maxNamed is how many columns are named of each kind; the others are counted.
const maxNamed = 24

// A named column stands for all columns of that name that fare alike.
type named struct {
	text  string
	count int
}

// columns names the columns by what became of them. Tables alike are named once, with how many there are.
func (w *writer) columns(columns []verdict.Column) {
	if len(columns) == 0 {
		return
	}
	w.heading("Columns")
	left := 0
	for _, status := range []string{"field", "unused", "not asked", "empty"} {
		names := namesOf(columns, status)
		if len(names) == 0 {
			continue
		}
		var texts []string
		for i, n := range names {
			if i == maxNamed {
				texts = append(texts, fmt.Sprintf("… %d more", len(names)-i))
				left += len(names) - i
				break
			}
			if n.count > 1 {
				n.text += fmt.Sprintf(" ×%d", n.count)
			}
			texts = append(texts, n.text)
		}
		w.wrap("  ", padded(status, 9)+"  "+strings.Join(texts, ", "))
	}
	if left > 0 {
		w.wrap("  ", w.dim("all of them: --format html or json"))
	}
}

// namesOf names the columns of one status in the order in which they come first.
func namesOf(columns []verdict.Column, status string) []named {
	var out []named
	at := map[string]int{}
	for i := range columns {
		c := &columns[i]
		if c.Status != status {
			continue
		}
		name := columnName(c)
		k, ok := at[name]
		if !ok {
			k = len(out)
			at[name] = k
			out = append(out, named{text: name})
		}
		out[k].count++
	}
	return out
}

func columnName(c *verdict.Column) string {
	name := one(c.Heading)
	if name == "" {
		name = fmt.Sprintf("column %d", c.Col+1)
	}
	if c.Field != "" {
		name += " → " + c.Field
	}
	if c.Scale != "" {
		name += " (" + c.Scale + ")"
	}
	return name
}
