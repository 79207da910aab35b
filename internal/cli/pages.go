package cli

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/rowproof/rowproof/internal/listing"
	"github.com/rowproof/rowproof/internal/report/html"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/pdf"
	"github.com/rowproof/rowproof/internal/verdict"
)

const (
	pagesFolder = "pages"      // of a run folder: 001.png and so on
	pagesFile   = "pages.json" // in it: the sizes of the pages
	pageDPI     = 110          // of the pictures that a run keeps
	maxPictures = 100          // of one run: more pages are reported without a picture
)

// A keptPage is one picture of a run folder. Width and Height are the page's, in points.
type keptPage struct {
	Page   int     `json:"page"`
	File   string  `json:"file"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// keepPages draws the pages that values of a PDF stand on into the run folder, so that a
// report shows them without the file.
func (a *app) keepPages(ctx context.Context, path, password, dir string, doc *table.Document, result *verdict.Result) error {
	if doc.Format != pdf.Format {
		return nil
	}
	pages := pagesOf(doc, result)
	if len(pages) == 0 {
		return nil
	}
	folder := filepath.Join(dir, pagesFolder)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var kept []keptPage
	err := a.drawPages(ctx, path, password, pages, pageDPI, func(n int, p *pdf.Picture) error {
		k := keptPage{Page: n, File: fmt.Sprintf("%03d.png", n), Width: p.Width, Height: p.Height}
		kept = append(kept, k)
		return writeFile(filepath.Join(folder, k.File), func(w io.Writer) error { _, err := w.Write(p.PNG); return err })
	})
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(folder, pagesFile), func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(kept)
	})
}

func (a *app) drawPages(ctx context.Context, path, password string, pages []int, dpi int, each func(int, *pdf.Picture) error) error {
	src, file, err := openSource(path)
	if err != nil {
		return err
	}
	opt := a.cfg.Table(a.password(password))
	opt.Sandbox = a.Program
	if err := pdf.Pictures(ctx, src, opt, pages, dpi, each); err != nil {
		err = fmt.Errorf("%s: the pages cannot be drawn: %w", path, err)
		return errors.Join(err, file.Close())
	}
	return file.Close()
}

// pagesOf lists the pages that carry evidence, ascending.
func pagesOf(doc *table.Document, result *verdict.Result) []int {
	var out []int
	entries := result.Entries.Reader()
	for i := range result.Entries.Len() {
		e := entries.Outline(i)
		for k := range e.Fields {
			for _, ev := range e.Fields[k].Evidence {
				if r, ok := doc.Row(ev.Row); ok && r.Page > 0 && (len(out) == 0 || out[len(out)-1] != r.Page) {
					out = append(out, r.Page)
				}
			}
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), maxPictures)]
}

// pictures returns what the HTML report asks for the pages of a run folder, nil where it has
// none: addresses of files beside the report, or the pictures themselves.
func pictures(dir string, within bool) func(page int) (html.Image, bool) {
	data, err := os.ReadFile(filepath.Join(dir, pagesFolder, pagesFile))
	if err != nil {
		return nil
	}
	var kept []keptPage
	if json.Unmarshal(data, &kept) != nil {
		return nil
	}
	return func(page int) (html.Image, bool) {
		i := slices.IndexFunc(kept, func(k keptPage) bool { return k.Page == page })
		if i < 0 || kept[i].File != filepath.Base(kept[i].File) {
			return html.Image{}, false
		}
		img := html.Image{Src: pagesFolder + "/" + kept[i].File, Width: kept[i].Width, Height: kept[i].Height}
		if within {
			png, err := os.ReadFile(filepath.Join(dir, pagesFolder, kept[i].File))
			if err != nil {
				return html.Image{}, false
			}
			img.Src = pngAddress(png)
		}
		return img, true
	}
}

// pngAddress returns a picture as an address that holds it.
func pngAddress(png []byte) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)
}

// listedPages draws the pages of the rows that are listed.
func (a *app) listedPages(ctx context.Context, path, password string, doc *table.Document, opt listing.Options) (func(int) (listing.Picture, bool), error) {
	var pages []int
	for i := range doc.Rows {
		r := &doc.Rows[i]
		if i >= opt.First && (opt.Last < 0 || i <= opt.Last) && (len(pages) == 0 || pages[len(pages)-1] != r.Page) {
			pages = append(pages, r.Page)
		}
	}
	slices.Sort(pages)
	pages = slices.Compact(pages)
	drawn := map[int]listing.Picture{}
	err := a.drawPages(ctx, path, password, pages[:min(len(pages), maxPictures)], pageDPI, func(n int, p *pdf.Picture) error {
		drawn[n] = listing.Picture{Src: pngAddress(p.PNG), Width: p.Width, Height: p.Height}
		return nil
	})
	return func(page int) (listing.Picture, bool) { p, ok := drawn[page]; return p, ok }, err
}
