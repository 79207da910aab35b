// Command pdf reads PDFs and writes the tables found, one JSON file a document, for
// bench/pdf/score.py: [{"page": 1, "kind": "ruled", "rows": [["cell", ...]]}].
// It says pages a second, and prints how many pages there were. With -pages it keeps what the parser said in a file, so that the
// reconstruction can be measured without the parser.
package main

import (
	"encoding/gob"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/rowproof/rowproof/internal/table/pdf/content"
	"github.com/rowproof/rowproof/internal/table/pdf/engine"
	"github.com/rowproof/rowproof/internal/table/pdf/layout"
)

// A file is the pages of one document; a page that could not be read is nil.
type file struct {
	Name  string
	Pages []*content.Page
}

// A given is one table as the scorer reads it.
type given struct {
	Page int        `json:"page"`
	Kind string     `json:"kind"`
	Rows [][]string `json:"rows"`
}

func main() {
	out := flag.String("out", "", "folder of the tables")
	keep := flag.String("pages", "", "file that keeps the parsed pages")
	cache := flag.String("cache", "", "folder of the compiled parser")
	flag.Parse()
	debug.SetGCPercent(400) // as in a child of the program
	if err := run(*out, *keep, *cache, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "pdf:", err)
		os.Exit(1)
	}
}

func run(out, keep, cache string, paths []string) error {
	files, err := parsed(keep, cache, paths)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	pages, start := 0, time.Now()
	for _, f := range files {
		all := []given{}
		for i, p := range f.Pages {
			if p == nil {
				continue
			}
			pages++
			all = append(all, tables(layout.Read(p), i+1)...)
		}
		b, err := json.Marshal(all)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, f.Name+".json"), b, 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stderr, "reconstruction: %d pages, %.1f pages/s\n", pages, float64(pages)/time.Since(start).Seconds())
	fmt.Println(pages)
	return nil
}

func tables(p *layout.Page, page int) []given {
	var out []given
	for _, b := range p.Blocks {
		g := given{Page: page, Kind: [...]string{"line", "edges", "ruled"}[b.Kind]}
		for _, r := range b.Rows {
			row := make([]string, b.Columns)
			for _, c := range r.Cells {
				row[c.Col] = c.Text
			}
			g.Rows = append(g.Rows, row)
		}
		out = append(out, g)
	}
	return out
}

// parsed returns the pages of the files, from the kept file where there is one.
func parsed(keep, cache string, paths []string) ([]file, error) {
	if keep != "" {
		if f, err := os.Open(keep); err == nil {
			defer f.Close()
			var files []file
			return files, gob.NewDecoder(f).Decode(&files)
		}
	}
	e, err := engine.New(engine.Config{Cache: cache, Memory: 512 << 20})
	if err != nil {
		return nil, err
	}
	defer e.Close()
	var files []file
	pages, start := 0, time.Now()
	for _, path := range paths {
		f := file{Name: strings.TrimSuffix(filepath.Base(path), ".pdf")}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		d, err := e.Open(data, "")
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", f.Name, err)
			continue
		}
		for i := range d.Pages() {
			p, err := d.Page(i)
			if err != nil {
				fmt.Fprintf(os.Stderr, "%s: %v\n", f.Name, err)
			}
			f.Pages = append(f.Pages, p)
			pages++
		}
		if err := d.Close(); err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	fmt.Fprintf(os.Stderr, "parser: %d pages, %.1f pages/s\n", pages, float64(pages)/time.Since(start).Seconds())
	if keep == "" {
		return files, nil
	}
	f, err := os.Create(keep)
	if err != nil {
		return nil, err
	}
	if err := gob.NewEncoder(f).Encode(files); err != nil {
		return nil, err
	}
	return files, f.Close()
}
