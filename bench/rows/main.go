// Command rows writes a rent roll of many rows as .csv or .xlsx, for the benchmarks.
//
//	go run ./bench/rows 100000 big.xlsx
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: rows N FILE.csv|FILE.xlsx")
	}
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	write := csv
	if strings.HasSuffix(os.Args[2], ".xlsx") {
		write = xlsx
	}
	if err := write(os.Args[2], n); err != nil {
		log.Fatal(err)
	}
}

var headings = []string{"Unit", "Building", "Tenant", "Street", "Town", "Area", "Start", "End", "Monthly rent", "Deposit", "Status"}

// row returns the cells of row i; figures and dates are printed text.
func row(i int) []string {
	status := [...]string{"Let", "Let", "Let", "Void"}[i%4]
	return []string{
		fmt.Sprintf("U-%06d", i), fmt.Sprintf("Block %d", i/400), fmt.Sprintf("Tenant %d & Sons", i*7919%100003), fmt.Sprintf("%d Mill Lane", i%300+1),
		[...]string{"Leeds", "York", "Hull", "Ripon"}[i%4], strconv.Itoa(200 + i*31%2600), fmt.Sprintf("%02d/%02d/%d", i%28+1, i%12+1, 2015+i%9),
		fmt.Sprintf("%02d/%02d/%d", i%28+1, i%12+1, 2026+i%9), fmt.Sprintf("%d.%02d", 400+i*17%2000, i%100), fmt.Sprintf("%d.00", 800+i%3000), status,
	}
}

func csv(path string, n int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	fmt.Fprintln(w, strings.Join(headings, ","))
	for i := range n {
		fmt.Fprintln(w, strings.Join(row(i), ","))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

func xlsx(path string, n int) error {
	f := excelize.NewFile()
	s, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		return err
	}
	line := func(at int, cells []string) error {
		out := make([]any, len(cells))
		for i, c := range cells {
			out[i] = c
			if x, err := strconv.ParseFloat(c, 64); err == nil {
				out[i] = x
			}
		}
		return s.SetRow(fmt.Sprintf("A%d", at), out)
	}
	if err := line(1, headings); err != nil {
		return err
	}
	for i := range n {
		if err := line(i+2, row(i)); err != nil {
			return err
		}
	}
	if err := s.Flush(); err != nil {
		return err
	}
	return f.SaveAs(path)
}
