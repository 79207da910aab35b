package pdf

import (
	"context"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/pdf/engine"
)

// A Picture is one page as a PNG, with the size of the page in points.
type Picture = engine.Picture

// Pictures draws pages of a file, numbered from 1, at about dpi dots an inch, and hands each
// on. A page that cannot be drawn is left out: a report reads without it.
func Pictures(ctx context.Context, src table.Source, opt table.Options, pages []int, dpi int, each func(page int, p *Picture) error) error {
	data, err := wholeFile(src, opt)
	if err != nil {
		return err
	}
	p, err := start(ctx, data, opt)
	if err != nil {
		return refusal(ctx, err, opt)
	}
	defer func() { _ = p.close() }()
	for _, n := range pages {
		if n < 1 || n > p.pages() {
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		pic, err := p.picture(ctx, n-1, dpi)
		if err != nil {
			continue
		}
		if err := each(n, pic); err != nil {
			return err
		}
	}
	return nil
}
