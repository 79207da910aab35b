package pdf

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/rowproof/rowproof/internal/table/pdf/engine"
	"github.com/rowproof/rowproof/internal/table/pdf/layout"
)

// ChildVariable is the environment variable that makes the program a parser's child.
const ChildVariable = "ROWPROOF_PDF_CHILD"

// greeting is the first thing that a child says, so that no other program is taken for one.
const greeting = "rowproof.pdf/1\n"

// IsChild reports an environment in which the program shall do nothing but [Serve].
func IsChild(environ []string) bool { return slices.Contains(environ, ChildVariable+"=1") }

// A request asks a child for one thing: to open a document, for a page, or for a picture.
type request struct {
	Open     bool
	Data     []byte
	Password string
	Memory   int64
	Cache    string
	Page     int // from 0
	DPI      int // of a picture; 0 asks for the page
}

// A reply answers one request.
type reply struct {
	Pages   int
	Page    *layout.Page
	Picture *engine.Picture
	Failure failure
	Cause   string
}

// A failure names an error of package engine across the pipe.
type failure uint8

const (
	none failure = iota
	other
	notPDF
	password
	security
	memory
	broken
)

var failures = []struct {
	failure failure
	err     error
}{{notPDF, engine.ErrNotPDF}, {password, engine.ErrPassword}, {security, engine.ErrSecurity}, {memory, engine.ErrMemory}, {broken, engine.ErrBroken}}

func (r *reply) fail(err error) {
	r.Failure, r.Cause = other, err.Error()
	for _, f := range failures {
		if errors.Is(err, f.err) {
			r.Failure = f.failure
		}
	}
}

// err returns the error of a reply, one of package engine's where it is known.
func (r *reply) err() error {
	if r.Failure == none {
		return nil
	}
	for _, f := range failures {
		if r.Failure == f.failure {
			return f.err
		}
	}
	return errors.New(r.Cause)
}

// Serve answers the requests of a parent until its end of the pipe closes, and returns the
// exit status.
func Serve(in io.Reader, out io.Writer) int {
	confine()
	w := bufio.NewWriterSize(out, 64<<10)
	if _, err := w.WriteString(greeting); err != nil || w.Flush() != nil {
		return 1
	}
	s := server{dec: gob.NewDecoder(bufio.NewReaderSize(in, 64<<10)), enc: gob.NewEncoder(w), flush: w.Flush}
	return s.run()
}

type server struct {
	dec   *gob.Decoder
	enc   *gob.Encoder
	flush func() error
	doc   *engine.Document
}

func (s *server) run() int {
	for {
		var q request
		if err := s.dec.Decode(&q); err != nil {
			return 0 // the parent is done, or gone
		}
		r := s.answer(&q)
		if err := s.enc.Encode(r); err != nil || s.flush() != nil {
			return 1
		}
	}
}

// answer does what is asked. A panic of the parser's library is an answer too: the parent
// decides what to do about it.
func (s *server) answer(q *request) (r *reply) {
	r = &reply{}
	defer func() {
		if x := recover(); x != nil {
			r = &reply{Failure: other, Cause: fmt.Sprintf("the parser failed: %v", x)}
		}
	}()
	if q.Open {
		s.open(q, r)
		return r
	}
	if s.doc == nil {
		r.fail(errors.New("no document is open"))
		return r
	}
	var err error
	if q.DPI > 0 {
		r.Picture, err = s.doc.Picture(q.Page, q.DPI)
	} else if p, e := s.doc.Page(q.Page); e == nil {
		r.Page = layout.Read(p)
	} else {
		err = e
	}
	if err != nil {
		r.fail(err)
	}
	return r
}

func (s *server) open(q *request, r *reply) {
	e, err := engine.New(engine.Config{Cache: q.Cache, Memory: q.Memory})
	if err == nil {
		s.doc, err = e.Open(q.Data, q.Password)
	}
	if err != nil {
		r.fail(err)
		return
	}
	r.Pages = s.doc.Pages()
}
