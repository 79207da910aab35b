package pdf

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/pdf/engine"
	"github.com/rowproof/rowproof/internal/table/pdf/layout"
)

// A parser reads the pages of one open document, from 0. An error is of the page only.
type parser interface {
	pages() int
	page(ctx context.Context, i int) (*layout.Page, error)
	picture(ctx context.Context, i, dpi int) (*engine.Picture, error)
	close() error
}

// A loss is a page that could not be read, and why.
type loss struct {
	page  int // from 1
	cause string
}

// start opens a document: in a child of this program where one is to be had, else here.
func start(ctx context.Context, data []byte, opt table.Options) (parser, error) {
	if opt.Sandbox != "" {
		return startPool(ctx, data, opt)
	}
	return openHere(data, opt)
}

// here reads in this process. What it cannot do is end a page that takes too long.
type here struct {
	engine *engine.Engine
	doc    *engine.Document
	again  func() (*engine.Document, error) // opens the document anew
	broken bool                             // doc is unusable
}

func openHere(data []byte, opt table.Options) (parser, error) {
	e, err := engine.New(engine.Config{Cache: cacheFolder(), Memory: opt.Limits.Memory})
	if err != nil {
		return nil, err
	}
	d, err := e.Open(data, opt.Password)
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return &here{engine: e, doc: d, again: func() (*engine.Document, error) { return e.Open(data, opt.Password) }}, nil
}

func (h *here) pages() int { return h.doc.Pages() }

func (h *here) page(_ context.Context, i int) (*layout.Page, error) {
	if err := h.mend(); err != nil {
		return nil, err
	}
	p, err := h.doc.Page(i)
	if err != nil {
		h.broken = errors.Is(err, engine.ErrBroken)
		return nil, err
	}
	return layout.Read(p), nil
}

func (h *here) picture(_ context.Context, i, dpi int) (*engine.Picture, error) {
	if err := h.mend(); err != nil {
		return nil, err
	}
	p, err := h.doc.Picture(i, dpi)
	h.broken = errors.Is(err, engine.ErrBroken)
	return p, err
}

// mend opens the document anew after a page that broke the parser.
func (h *here) mend() error {
	if !h.broken {
		return nil
	}
	_ = h.doc.Close() // it is gone already; only its place in the engine is freed
	d, err := h.again()
	if err != nil {
		return err
	}
	h.doc, h.broken = d, false
	return nil
}

func (h *here) close() error { return errors.Join(h.doc.Close(), h.engine.Close()) }

// readAll reads every page. Lost pages are nil, each with its cause.
func readAll(ctx context.Context, p parser) ([]*layout.Page, []loss, error) {
	if pool, ok := p.(*pool); ok {
		return pool.readAll(ctx)
	}
	out := make([]*layout.Page, p.pages())
	var lost []loss
	for i := range out {
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		page, err := p.page(ctx, i)
		if err != nil {
			lost = append(lost, loss{i + 1, err.Error()})
			continue
		}
		out[i] = page
	}
	return out, lost, nil
}

// overTime is the cause of a page that was given up.
func overTime(limit time.Duration) string {
	return fmt.Sprintf("over the limit page_time = %s", limit)
}
