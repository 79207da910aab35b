package pdf

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/pdf/engine"
	"github.com/rowproof/rowproof/internal/table/pdf/layout"
)

// programName is what a child is called by.
const programName = "extract"

const (
	pagesAChild = 250              // pages after which a child is replaced: the parser keeps handles until its end
	pagesToFork = 8                // pages that make another child worth its start
	openTime    = 60 * time.Second // for a child to start, compile the parser and open the file
)

// errGone is a child that ended or was ended before it answered.
var errGone = errors.New("the parser ended before it answered")

// A pool reads one document in children of this program. A child that passes its deadline is
// killed; what others have read is kept.
type pool struct {
	opt   table.Options
	data  []byte
	cache string
	count int
	first *child // opened the document, waits for work
}

func startPool(ctx context.Context, data []byte, opt table.Options) (parser, error) {
	p := &pool{opt: opt, data: data, cache: cacheFolder()}
	c, err := p.child(ctx)
	if err != nil {
		return nil, err
	}
	p.first, p.count = c, c.pages
	return p, nil
}

func (p *pool) pages() int { return p.count }

// page reads one page, with a new child where the last one is gone.
func (p *pool) page(ctx context.Context, i int) (*layout.Page, error) {
	r, err := p.ask(ctx, &p.first, &request{Page: i})
	if err != nil {
		return nil, err
	}
	return r.Page, nil
}

func (p *pool) picture(ctx context.Context, i, dpi int) (*engine.Picture, error) {
	r, err := p.ask(ctx, &p.first, &request{Page: i, DPI: dpi})
	if err != nil {
		return nil, err
	}
	return r.Picture, nil
}

func (p *pool) close() error {
	if p.first != nil {
		p.first.end()
		p.first = nil
	}
	p.data = nil
	return nil
}

// ask sends a request to the child in a slot, and puts a new one there when it has to.
func (p *pool) ask(ctx context.Context, slot **child, q *request) (*reply, error) {
	if c := *slot; c != nil && c.asked >= pagesAChild {
		c.end()
		*slot = nil
	}
	if *slot == nil {
		c, err := p.child(ctx)
		if err != nil {
			return nil, err
		}
		*slot = c
	}
	r, err := (*slot).ask(ctx, q, p.opt.Limits.PageTime)
	if err != nil {
		(*slot).end()
		*slot = nil
		return nil, err
	}
	if r.Failure != none {
		// What a failed page leaves behind in the parser is unknown: the next page gets a new one.
		(*slot).end()
		*slot = nil
	}
	return r, r.err()
}

// readAll shares the pages among children, one a core at most. Order is that of the pages.
func (p *pool) readAll(ctx context.Context) ([]*layout.Page, []loss, error) {
	out := make([]*layout.Page, p.count)
	causes := make([]string, p.count)
	var next atomic.Int64
	work := func(slot **child) {
		for ctx.Err() == nil {
			i := int(next.Add(1)) - 1
			if i >= p.count {
				break
			}
			r, err := p.ask(ctx, slot, &request{Page: i})
			if err != nil {
				causes[i] = err.Error()
				continue
			}
			out[i] = r.Page
		}
	}
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), p.count/pagesToFork) - 1 {
		wg.Go(func() {
			var own *child
			work(&own)
			if own != nil {
				own.end()
			}
		})
	}
	work(&p.first)
	wg.Wait()
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	var lost []loss
	for i, cause := range causes {
		if cause != "" {
			lost = append(lost, loss{i + 1, cause})
		}
	}
	return out, lost, nil
}

// A child is one process that has the document open.
type child struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	enc   *gob.Encoder
	dec   *gob.Decoder
	pages int
	asked int
}

// child starts a process and lets it open the document.
func (p *pool) child(ctx context.Context) (*child, error) {
	cmd := exec.CommandContext(ctx, p.opt.Sandbox) //nolint:gosec // this program itself
	cmd.Args = []string{programName}
	cmd.Env = []string{ChildVariable + "=1", "GOMEMLIMIT=1GiB", "GOGC=400", "GOMAXPROCS=2"}
	cmd.SysProcAttr = apart()
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start the parser: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start the parser: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the parser: %w", err)
	}
	r := bufio.NewReaderSize(out, 64<<10)
	c := &child{cmd: cmd, in: in, enc: gob.NewEncoder(in), dec: gob.NewDecoder(r)}
	hello := make([]byte, len(greeting))
	var answer *reply
	err = c.within(openTime, "the time for its start", func() error {
		if _, err := io.ReadFull(r, hello); err != nil || string(hello) != greeting {
			return errGone
		}
		var err error
		answer, err = c.exchange(&request{Open: true, Data: p.data, Password: p.opt.Password, Memory: p.opt.Limits.Memory, Cache: p.cache})
		return err
	})
	if err == nil {
		err = answer.err()
	}
	if err != nil {
		c.end()
		return nil, err
	}
	c.pages = answer.Pages
	return c, nil
}

func (c *child) ask(ctx context.Context, q *request, limit time.Duration) (r *reply, err error) {
	c.asked++
	err = c.within(limit, overTime(limit), func() error {
		r, err = c.exchange(q)
		return err
	})
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return r, err
}

// within kills the child when the time is over.
func (c *child) within(limit time.Duration, name string, do func() error) error {
	if limit <= 0 {
		return do()
	}
	var over atomic.Bool
	t := time.AfterFunc(limit, func() {
		over.Store(true)
		_ = c.cmd.Process.Kill() // it may have ended by itself
	})
	err := do()
	t.Stop()
	if err != nil && over.Load() {
		return errors.New(name)
	}
	return err
}

func (c *child) exchange(q *request) (*reply, error) {
	if err := c.enc.Encode(q); err != nil {
		return nil, errGone
	}
	var r reply
	if err := c.dec.Decode(&r); err != nil {
		return nil, errGone
	}
	return &r, nil
}

// end kills the child and waits for it: it holds nothing that could be lost.
func (c *child) end() {
	_ = c.in.Close()
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait()
}
