// Command invoices runs the invoice presets, answered from the headings, over invoices as PDF whose truth is
// known, and prints a table: of each file how many true lines were accepted, held and lost, which
// document values, what was accepted though it is wrong, and why the document is not sound.
//
//	go run ./bench/invoices [-v] [-only TEXT] [-rows] [-keep FILE]
//
// The invoices are those of the folder of ROWPROOF_CORPUS, or of shared/corpus above the working folder: each
// FILE.pdf with its FILE.pdf.truth.json or FILE.pdf.ubl.json. Of the languages of the preset the one counts that gives
// most; a wrong value counts in every language.
package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/open"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("invoices: ")
	verbose := flag.Bool("v", false, "list each lost line, each wrong value and what stands against each document")
	rows := flag.Bool("rows", false, "with -v: list the rows of each document with their classes")
	only := flag.String("only", "", "files whose names contain this text")
	keep := flag.String("keep", "", "file that keeps the documents as read, so that the next run need not read them")
	flag.Parse()
	dir := corpus()
	if dir == "" {
		log.Print("no corpus: nothing is measured (set ROWPROOF_CORPUS)")
		return
	}
	docs, err := documents(filepath.Join(dir, "invoices"), *keep)
	if err != nil {
		log.Fatal(err)
	}
	m := &measurement{verbose: *verbose, rows: *rows}
	for _, d := range docs {
		if !strings.Contains(d.Name, *only) {
			continue
		}
		if err := m.file(d); err != nil {
			log.Fatalf("%s: %v", d.Name, err)
		}
	}
	m.print(os.Stdout)
}

// A document is one PDF as read, and where its truth stands.
type document struct {
	Name  string
	Truth string
	Doc   *table.Document
	Err   string
}

// documents reads the invoices that have a truth with lines, from the kept file where there is one.
func documents(dir, keep string) ([]document, error) {
	var docs []document
	if data, err := os.ReadFile(keep); keep != "" && err == nil {
		return docs, gob.NewDecoder(bytes.NewReader(data)).Decode(&docs)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.pdf.truth.json"))
	if err != nil {
		return nil, err
	}
	ubl, err := filepath.Glob(filepath.Join(dir, "*.pdf.ubl.json"))
	if err != nil {
		return nil, err
	}
	files = append(files, ubl...)
	if len(files) == 0 {
		return nil, fmt.Errorf("no invoices with a truth in %s", dir)
	}
	for _, f := range files {
		t, err := readTruth(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		if t == nil || len(t.Lines) == 0 {
			continue
		}
		pdf := strings.TrimSuffix(strings.TrimSuffix(f, ".truth.json"), ".ubl.json")
		d := document{Name: strings.TrimSuffix(filepath.Base(pdf), ".pdf"), Truth: f}
		d.Doc, err = read(pdf)
		if err != nil {
			d.Err = err.Error()
		}
		docs = append(docs, d)
	}
	if keep == "" {
		return docs, nil
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(docs); err != nil {
		return nil, err
	}
	return docs, os.WriteFile(keep, b.Bytes(), 0o644)
}

func read(path string) (*table.Document, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	src := table.Source{Name: filepath.Base(path), Data: bytes.NewReader(data), Size: int64(len(data))}
	return open.Document(context.Background(), src, table.Options{Limits: table.DefaultLimits()})
}

// corpus returns the folder of real documents, empty where there is none.
func corpus() string {
	if dir := os.Getenv("ROWPROOF_CORPUS"); dir != "" {
		return dir
	}
	at, err := os.Getwd()
	for err == nil {
		dir := filepath.Join(at, "shared", "corpus")
		if st, err := os.Stat(dir); err == nil && st.IsDir() {
			return dir
		} else if err != nil && !errors.Is(err, os.ErrNotExist) {
			log.Print(err)
		}
		up := filepath.Dir(at)
		if up == at {
			break
		}
		at = up
	}
	return ""
}
