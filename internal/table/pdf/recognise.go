package pdf

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/pdf/content"
	"github.com/rowproof/rowproof/internal/table/pdf/engine"
	"github.com/rowproof/rowproof/internal/table/pdf/layout"
)

const (
	recogniseDPI = 300
	sureOf       = 80 // confidence of a word, of 100: a figure below it is doubtful
)

// recognise reads scans among the pages with an installed Tesseract.
func recognise(ctx context.Context, p parser, pages []*layout.Page) error {
	var languages string
	for i, page := range pages {
		if page == nil || page.State != layout.Scan && page.State != layout.Unmapped {
			continue
		}
		if languages == "" {
			var err error
			if languages, err = installedLanguages(ctx); err != nil {
				return err
			}
		}
		pic, err := p.picture(ctx, i, recogniseDPI)
		if err != nil {
			return &table.Unreadable{Code: finding.LostPages, Place: fmt.Sprintf("page %d", i+1), Cause: "the page cannot be drawn for recognition", Err: err}
		}
		read, err := recognisePage(ctx, pic, languages)
		if err != nil {
			return fmt.Errorf("page %d: recognition: %w", i+1, err)
		}
		if len(read.Chars) > 0 {
			pages[i] = layout.Read(read)
		}
	}
	return nil
}

// installedLanguages returns those of Tesseract's languages that documents are written in,
// "eng+deu".
func installedLanguages(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "tesseract", "--list-langs").Output()
	if err != nil {
		return "", &table.Unreadable{Code: finding.NoTextLayer, Cause: "--ocr needs Tesseract, and none is installed", Hint: "install tesseract-ocr, or leave --ocr out", Err: err}
	}
	have := strings.Fields(string(out))
	var use []string
	for _, l := range []string{"eng", "deu", "fra", "ita", "spa", "nld", "por"} {
		if slices.Contains(have, l) {
			use = append(use, l)
		}
	}
	if len(use) == 0 {
		return "", &table.Unreadable{Code: finding.NoTextLayer, Cause: "Tesseract has no language that documents are read in", Hint: "install the data of one, tesseract-ocr-eng"}
	}
	return strings.Join(use, "+"), nil
}

// recognisePage returns the words of a picture as the characters of a page.
func recognisePage(ctx context.Context, pic *engine.Picture, languages string) (*content.Page, error) {
	cmd := exec.CommandContext(ctx, "tesseract", "-", "-", "-l", languages, "--dpi", strconv.Itoa(recogniseDPI), "--psm", "6", "tsv") //nolint:gosec // a fixed program
	cmd.Stdin = bytes.NewReader(pic.PNG)
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	return pageOf(out, pic.Width, pic.Height)
}

// A recognisedWord is one word of Tesseract's table.
type recognisedWord struct {
	line string // names its line
	box  content.Box
	sure float64
	text string
}

// pageOf turns Tesseract's table of words into a page of a size in points.
func pageOf(tsv []byte, width, height float64) (*content.Page, error) {
	words, scale, err := recognisedWords(tsv, width)
	if err != nil {
		return nil, err
	}
	lines := map[string]content.Box{}
	for _, w := range words {
		if b, ok := lines[w.line]; ok {
			lines[w.line] = b.Union(w.box)
		} else {
			lines[w.line] = w.box
		}
	}
	page := &content.Page{Width: width, Height: height, Recognised: true}
	for _, w := range words {
		line := lines[w.line]
		letters := []rune(w.text)
		step := w.box.Width() / float64(len(letters))
		top, bottom := line.Y0/scale, line.Y1/scale
		for i, c := range letters {
			x := (w.box.X0 + float64(i)*step) / scale
			page.Chars = append(page.Chars, content.Char{Rune: c, X: x, Y: bottom - 0.2*(bottom-top),
				Box: content.Box{X0: x, Y0: top, X1: x + step/scale, Y1: bottom}})
		}
		if w.sure < sureOf && strings.ContainsAny(w.text, "0123456789") {
			page.Doubt = append(page.Doubt, content.Box{X0: w.box.X0 / scale, Y0: top, X1: w.box.X1 / scale, Y1: bottom})
		}
	}
	return page, nil
}

// recognisedWords reads Tesseract's table. Its first line describes the picture, whose width
// in dots gives the scale.
func recognisedWords(tsv []byte, width float64) (words []recognisedWord, scale float64, err error) {
	in := csv.NewReader(bytes.NewReader(tsv))
	in.Comma, in.LazyQuotes, in.FieldsPerRecord = '\t', true, -1
	scale = recogniseDPI / 72.0
	for {
		f, err := in.Read()
		if errors.Is(err, io.EOF) {
			return words, scale, nil
		}
		if err != nil {
			return nil, 0, err
		}
		if len(f) < 12 || f[0] == "level" {
			continue
		}
		var n [5]float64 // left, top, width, height, confidence
		for i := range n {
			if n[i], err = strconv.ParseFloat(f[6+i], 64); err != nil {
				return nil, 0, fmt.Errorf("a line of Tesseract's table is not read: %w", err)
			}
		}
		if f[0] == "1" && width > 0 {
			scale = n[2] / width
		}
		if text := strings.TrimSpace(f[11]); f[0] == "5" && text != "" && n[2] > 0 {
			words = append(words, recognisedWord{strings.Join(f[1:5], "."), content.Box{X0: n[0], Y0: n[1], X1: n[0] + n[2], Y1: n[1] + n[3]}, n[4], text})
		}
	}
}
