package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/open"
)

// A cell prints a text. Where number is set, a workbook stores it with the format instead.
type cell struct{ text, number, format string }

// A grid is a document to be written. A line without cells is blank and gets no row number.
type grid struct {
	name  string
	lines [][]cell
	rows  int // numbered lines so far
}

// add adds a line and returns its row number.
func (g *grid) add(cells ...cell) int {
	g.lines = append(g.lines, cells)
	g.rows++
	return g.rows - 1
}

func (g *grid) blank() { g.lines = append(g.lines, nil) }

// csv reads the grid back from a CSV file.
func (g *grid) csv(comma rune) (*table.Document, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = comma
	width := 0
	for _, l := range g.lines {
		width = max(width, len(l))
	}
	for _, l := range g.lines {
		record := make([]string, width)
		for i, c := range l {
			record[i] = c.text
		}
		if err := w.Write(record); err != nil {
			return nil, err
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return nil, err
	}
	return read(g.name+".csv", b.Bytes())
}

// xlsx reads the grid back from a workbook; stored says whether figures are stored as numbers.
func (g *grid) xlsx(stored bool) (*table.Document, error) {
	f := excelize.NewFile()
	defer f.Close()
	styles := map[string]int{}
	for i, l := range g.lines {
		for k, c := range l {
			if c.text == "" {
				continue
			}
			at, err := excelize.CoordinatesToCellName(k+1, i+1)
			if err != nil {
				return nil, err
			}
			if !stored || c.number == "" {
				if err := f.SetCellStr("Sheet1", at, c.text); err != nil {
					return nil, err
				}
				continue
			}
			style, ok := styles[c.format]
			if !ok {
				if style, err = f.NewStyle(&excelize.Style{CustomNumFmt: &c.format}); err != nil {
					return nil, err
				}
				styles[c.format] = style
			}
			if d, isDate := moment(c.number); isDate {
				err = f.SetCellValue("Sheet1", at, d)
			} else {
				err = f.SetCellDefault("Sheet1", at, c.number)
			}
			if err != nil {
				return nil, err
			}
			if err := f.SetCellStyle("Sheet1", at, at, style); err != nil {
				return nil, err
			}
		}
	}
	b, err := f.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return read(g.name+".xlsx", b.Bytes())
}

func read(name string, data []byte) (*table.Document, error) {
	src := table.Source{Name: name, Data: bytes.NewReader(data), Size: int64(len(data))}
	return open.Document(context.Background(), src, table.Options{Limits: table.DefaultLimits()})
}

func readFile(path string) (*table.Document, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return read(filepath.Base(path), data)
}

// moment reads a stored date.
func moment(s string) (time.Time, bool) {
	for _, layout := range []string{"2006-01-02", "2006-01-02T15:04:05"} {
		if d, err := time.Parse(layout, s); err == nil {
			return d, true
		}
	}
	return time.Time{}, false
}
