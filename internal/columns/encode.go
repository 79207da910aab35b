package columns

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// An encoder writes JSON in the order of the calls.
type encoder struct {
	b     bytes.Buffer
	comma bool
}

func (e *encoder) raw(s string) {
	e.b.WriteString(s)
	e.comma = s != "[" && s != "{"
}

func (e *encoder) open() { e.raw("{") }
func (e *encoder) end()  { e.raw("}") }

// item parts a value from the one before it.
func (e *encoder) item() {
	if e.comma {
		e.b.WriteByte(',')
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
	j := json.NewEncoder(&e.b)
	j.SetEscapeHTML(false)
	if err := j.Encode(s); err != nil {
		panic("columns: a string that does not encode: " + err.Error())
	}
	e.b.Truncate(e.b.Len() - 1) // the encoder's line break
	e.comma = true
}

func (e *encoder) rows(rows []int) {
	e.raw("[")
	for _, n := range rows {
		e.item()
		e.raw(strconv.Itoa(n))
	}
	e.raw("]")
}

func (e *encoder) close() []byte {
	e.end()
	return e.b.Bytes()
}
