// Package engine runs PDFium, compiled to WebAssembly, over one document: pages as characters,
// lines and rectangles, and pages as pictures. The parser sees no file, no network, no clock
// and no more memory than it is given.
package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/klippa-app/go-pdfium"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// The ways a document fails to open.
var (
	ErrNotPDF    = errors.New("no PDF file, or its structure is damaged")
	ErrPassword  = errors.New("encrypted, and the password does not open it")
	ErrSecurity  = errors.New("encrypted in a way that is not known")
	ErrMemory    = errors.New("the parser needs more memory than it is given")
	errBeginning = errors.New("the PDF parser cannot be started")
)

// Config says how the parser is run.
type Config struct {
	Cache  string // folder of the compiled parser; empty: compiled anew, which takes seconds
	Memory int64  // bytes the parser may use; 0: what WebAssembly can address
}

// pageBytes is WebAssembly's unit of memory.
const pageBytes = 64 << 10

// An Engine is one compiled parser. It is not safe for concurrent use.
type Engine struct{ pool pdfium.Pool }

// New compiles the parser, or loads it from the cache.
func New(cfg Config) (*Engine, error) {
	rc := wazero.NewRuntimeConfig().WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling)
	if cfg.Memory > 0 {
		rc = rc.WithMemoryLimitPages(uint32(min(max(cfg.Memory/pageBytes, 512), 65536)))
	}
	if cfg.Cache != "" {
		cache, err := wazero.NewCompilationCacheWithDir(cfg.Cache)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errBeginning, err)
		}
		rc = rc.WithCompilationCache(cache)
	}
	pool, err := webassembly.Init(webassembly.Config{
		Context: context.Background(), MinIdle: 0, MaxIdle: 1, MaxTotal: 1, RuntimeConfig: rc,
		FSConfig: wazero.NewFSConfig(), Stdout: io.Discard, Stderr: io.Discard, ReuseWorkers: false,
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errBeginning, err)
	}
	return &Engine{pool: pool}, nil
}

// Close frees the parser.
func (e *Engine) Close() error { return e.pool.Close() }

// A Document is one open file.
type Document struct {
	inst   pdfium.Pdfium
	ref    references.FPDF_DOCUMENT
	pages  int
	layers bool // parts of pages may be switched off
}

// startTime bounds the wait for a fresh instance of the compiled parser.
const startTime = time.Minute

// Open opens a document. The error is one of this package's, wrapped.
func (e *Engine) Open(data []byte, password string) (*Document, error) {
	inst, err := e.pool.GetInstance(startTime)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errBeginning, err)
	}
	req := &requests.OpenDocument{File: &data}
	if password != "" {
		req.Password = &password
	}
	doc, err := inst.OpenDocument(req)
	if err != nil {
		return nil, errors.Join(classify(err), ignoreClosed(inst.Close()))
	}
	n, err := inst.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: doc.Document})
	if err != nil {
		return nil, errors.Join(classify(err), ignoreClosed(inst.Close()))
	}
	return &Document{inst: inst, ref: doc.Document, pages: n.PageCount, layers: mayHaveLayers(data)}, nil
}

// ignoreClosed leaves out what a broken instance says when it is closed: the first error counts.
func ignoreClosed(error) error { return nil }

// Pages returns how many pages the document says it has.
func (d *Document) Pages() int { return d.pages }

// Close frees the document and its instance of the parser.
func (d *Document) Close() error {
	_, err := d.inst.FPDF_CloseDocument(&requests.FPDF_CloseDocument{Document: d.ref})
	return errors.Join(err, d.inst.Close())
}

func classify(err error) error {
	switch s := err.Error(); {
	case errors.Is(err, pdferrors.ErrPassword):
		return ErrPassword
	case errors.Is(err, pdferrors.ErrSecurity):
		return ErrSecurity
	case strings.Contains(s, "out of memory"), strings.Contains(s, "malloc"), strings.Contains(s, "out of bounds memory"), strings.Contains(s, "unreachable"):
		return fmt.Errorf("%w: %w", ErrMemory, err)
	}
	return fmt.Errorf("%w: %w", ErrNotPDF, err)
}
