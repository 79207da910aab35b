package report

import "errors"

// Both returns a handler that hands each message to a and then to b.
func Both(a, b Handler) Handler { return both{a, b} }

type both struct{ a, b Handler }

func (h both) Run(m *Run) error         { return errors.Join(h.a.Run(m), h.b.Run(m)) }
func (h both) Row(m *Row) error         { return errors.Join(h.a.Row(m), h.b.Row(m)) }
func (h both) Entry(m *Entry) error     { return errors.Join(h.a.Entry(m), h.b.Entry(m)) }
func (h both) Finding(m *Finding) error { return errors.Join(h.a.Finding(m), h.b.Finding(m)) }
func (h both) Summary(m *Summary) error { return errors.Join(h.a.Summary(m), h.b.Summary(m)) }
