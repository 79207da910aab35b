// Command generate writes the example documents of the folder above it. Names, addresses
// and figures are invented; the same program always writes the same tables.
//
//	go run ./examples/generate examples
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/xuri/excelize/v2"
)

func main() {
	dir := "examples"
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	for name, write := range map[string]func(path string) error{
		"property-schedule.xlsx":    propertySchedule,
		"rent-roll.xlsx":            rentRoll,
		"invoice.xlsx":              invoice,
		"price-list.csv":            priceList,
		"service-charge-wrong.xlsx": serviceCharge,
	} {
		if err := write(filepath.Join(dir, name)); err != nil {
			log.Fatalf("generate: %s: %v", name, err)
		}
	}
}

// A picker picks the same way every time.
type picker uint32

func (p *picker) next(n int) int {
	*p = *p*1664525 + 1013904223
	return int(uint32(*p)>>8) % n
}

// A sheet is one worksheet that is filled from the top.
type sheet struct {
	f    *excelize.File
	name string
	row  int
	err  error
}

func newSheet(name string) *sheet {
	f := excelize.NewFile()
	s := &sheet{f: f, name: name}
	s.keep(f.SetSheetName("Sheet1", name))
	return s
}

func (s *sheet) keep(err error) {
	if s.err == nil {
		s.err = err
	}
}

// add writes the next row; a nil cell is left out.
func (s *sheet) add(cells ...any) int {
	s.row++
	for i, c := range cells {
		if c != nil {
			s.keep(s.f.SetCellValue(s.name, cell(i, s.row), c))
		}
	}
	return s.row
}

func (s *sheet) blank() { s.row++ }

func (s *sheet) format(col int, first, last int, code string) {
	id, err := s.f.NewStyle(&excelize.Style{CustomNumFmt: &code})
	s.keep(err)
	s.keep(s.f.SetCellStyle(s.name, cell(col, first), cell(col, last), id))
}

func (s *sheet) bold(row, columns int) {
	id, err := s.f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	s.keep(err)
	s.keep(s.f.SetCellStyle(s.name, cell(0, row), cell(columns-1, row), id))
}

func (s *sheet) merge(row, first, last int) {
	s.keep(s.f.MergeCell(s.name, cell(first, row), cell(last, row)))
}

func (s *sheet) widths(w ...float64) {
	for i, x := range w {
		name, err := excelize.ColumnNumberToName(i + 1)
		s.keep(err)
		s.keep(s.f.SetColWidth(s.name, name, name, x))
	}
}

func (s *sheet) save(path string) error {
	s.keep(s.f.SetDocProps(&excelize.DocProperties{Creator: "Rowproof examples", Created: "2026-01-01T00:00:00Z", Modified: "2026-01-01T00:00:00Z"}))
	if s.err != nil {
		return s.err
	}
	return s.f.SaveAs(path)
}

func cell(col, row int) string {
	name, err := excelize.CoordinatesToCellName(col+1, row)
	if err != nil {
		log.Fatal(err)
	}
	return name
}

// grouped writes an integer with blanks between groups of three digits.
func grouped(n int, sep string) string {
	s := fmt.Sprint(n)
	var parts []string
	for len(s) > 3 {
		parts = append([]string{s[len(s)-3:]}, parts...)
		s = s[:len(s)-3]
	}
	return strings.Join(append([]string{s}, parts...), sep)
}

// cents writes hundredths with a decimal mark.
func cents(n int, group, decimal string) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	return fmt.Sprintf("%s%s%s%02d", sign, grouped(n/100, group), decimal, n%100)
}
