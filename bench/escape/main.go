// Command escape measures what the checks let through. It writes spreadsheets and CSV files out of known
// truths, verifies the truth, then verifies answers that are wrong in every way, and prints two tables in
// Markdown: how many wrong answers were accepted, and how many true records were not.
//
//	go run ./bench/escape [-most N] [-seed N] [-survivors]
//
// The truths are those of the examples, and of a corpus of real invoices and property tables where one is
// found: in the folder of ROWPROOF_CORPUS, or in shared/corpus above the working folder.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("escape: ")
	most := flag.Int("most", 220, "mutants a document, 0 for all")
	rows := flag.Int("rows", 40, "records of a property table, at most")
	only := flag.Bool("pages", false, "measure the invoices as PDF alone")
	seed := flag.Uint64("seed", 1, "of the mutants")
	survivors := flag.Bool("survivors", false, "list each accepted mutant, and each true record that is not accepted, with the text of its rows")
	flag.Parse()
	out := bufio.NewWriter(os.Stdout)
	m := &measurement{most: *most, seed: *seed, list: *survivors}
	dir := corpus()
	if !*only {
		if err := m.examples("examples"); err != nil {
			log.Fatal(err)
		}
	}
	if dir == "" {
		log.Print("no corpus: only the examples are measured (set ROWPROOF_CORPUS)")
	} else {
		if err := m.pages(filepath.Join(dir, "invoices")); err != nil {
			log.Fatal(err)
		}
		if !*only {
			if err := m.invoices(filepath.Join(dir, "invoices")); err != nil {
				log.Fatal(err)
			}
			if err := m.properties(filepath.Join(dir, "property"), *rows); err != nil {
				log.Fatal(err)
			}
		}
	}
	m.print(out)
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
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
		}
		up := filepath.Dir(at)
		if up == at {
			break
		}
		at = up
	}
	return ""
}

// heading says what a table was measured on.
func (m *measurement) heading() string {
	var parts []string
	for _, s := range m.sources {
		parts = append(parts, fmt.Sprintf("%d documents of %s", s.documents, s.name))
	}
	return strings.Join(parts, ", ") + fmt.Sprintf("; seed %d, %s", m.seed, runtime.Version())
}
