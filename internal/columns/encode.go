package columns

import (
	"strconv"

	"github.com/rowproof/rowproof/internal/jsonline"
)

// An encoder writes JSON in the order of the calls.
type encoder struct {
	b     []byte
	comma bool
}

func (e *encoder) raw(s string) {
	e.b = append(e.b, s...)
	e.comma = s != "[" && s != "{"
}

func (e *encoder) open() { e.raw("{") }
func (e *encoder) end()  { e.raw("}") }

// item parts a value from the one before it.
func (e *encoder) item() {
	if e.comma {
		e.b = append(e.b, ',')
	}
	e.comma = false
}

func (e *encoder) key(k string) {
	e.item()
	e.text(k)
	e.raw(":")
	e.comma = false
}

func (e *encoder) text(s string) {
	e.b = jsonline.String(e.b, s)
	e.comma = true
}

func (e *encoder) rows(rows []int) {
	e.raw("[")
	for _, n := range rows {
		e.item()
		e.b = strconv.AppendInt(e.b, int64(n), 10)
		e.comma = true
	}
	e.raw("]")
}

func (e *encoder) close() []byte {
	e.end()
	return e.b
}
