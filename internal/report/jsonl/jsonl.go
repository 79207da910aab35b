// Package jsonl writes the stream as it is: one message a line.
package jsonl

import (
	"bufio"
	"encoding/json"
	"io"

	"github.com/rowproof/rowproof/internal/report"
)

// New returns a handler that writes each message to w as one line of JSON. What it wrote is
// complete once Summary returned.
func New(w io.Writer) report.Handler {
	b := bufio.NewWriterSize(w, 64<<10)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	return &writer{buf: b, enc: enc}
}

type writer struct {
	buf  *bufio.Writer
	enc  *json.Encoder // of the messages that come once or seldom
	line []byte        // of the others
}

func (w *writer) Run(m *report.Run) error         { return w.enc.Encode(m) }
func (w *writer) Finding(m *report.Finding) error { return w.enc.Encode(m) }

func (w *writer) Row(m *report.Row) error {
	var err error
	if w.line, err = appendRow(w.line[:0], m); err != nil {
		return err
	}
	_, err = w.buf.Write(w.line)
	return err
}

func (w *writer) Entry(m *report.Entry) error {
	w.line = appendEntry(w.line[:0], m)
	_, err := w.buf.Write(w.line)
	return err
}

func (w *writer) Summary(m *report.Summary) error {
	if err := w.enc.Encode(m); err != nil {
		return err
	}
	return w.buf.Flush()
}
