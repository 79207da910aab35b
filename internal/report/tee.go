package report

// Tee returns a handler that passes each message to all of hs in turn and stops at the
// first error.
func Tee(hs ...Handler) Handler { return tee(hs) }

type tee []Handler

func (t tee) each(f func(Handler) error) error {
	for _, h := range t {
		if err := f(h); err != nil {
			return err
		}
	}
	return nil
}

func (t tee) Run(m *Run) error         { return t.each(func(h Handler) error { return h.Run(m) }) }
func (t tee) Row(m *Row) error         { return t.each(func(h Handler) error { return h.Row(m) }) }
func (t tee) Entry(m *Entry) error     { return t.each(func(h Handler) error { return h.Entry(m) }) }
func (t tee) Finding(m *Finding) error { return t.each(func(h Handler) error { return h.Finding(m) }) }
func (t tee) Summary(m *Summary) error { return t.each(func(h Handler) error { return h.Summary(m) }) }
