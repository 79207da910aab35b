package verifytest

import (
	"strings"

	"github.com/rowproof/rowproof/internal/table"
)

// Table returns a document of one table, a line of text a row, its cells parted by bars.
func Table(text string) *table.Document {
	c := &Case{}
	for _, line := range strings.Split(strings.Trim(text, "\n"), "\n") {
		cells := strings.Split(line, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		c.row(cells...)
	}
	return c.Doc
}
