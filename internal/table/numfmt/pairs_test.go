package numfmt

import (
	"bufio"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
)

type pair struct {
	row                 int
	kind, format, value string
	texts               [5]string // excelize, LibreOffice, SheetJS's SSF, numfmt, Gnumeric
	verdict, want       string
}

func readPairs(t *testing.T) []pair {
	t.Helper()
	f, err := os.Open("testdata/formats.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []pair
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		c := strings.Split(sc.Text(), "\t")
		if len(c) != 11 || c[0] == "row" {
			continue
		}
		p := pair{kind: c[1], format: c[2], value: c[3], verdict: c[9]}
		p.row, _ = strconv.Atoi(c[0])
		for i := range p.texts {
			p.texts[i] = unquote(t, c[4+i])
		}
		if c[10] == "?" {
			p.verdict = "unsure"
		} else {
			p.want = unquote(t, c[10])
		}
		out = append(out, p)
	}
	if len(out) != 1251 {
		t.Fatalf("%d pairs, want 1251", len(out))
	}
	return out
}

func unquote(t *testing.T, s string) string {
	var v string
	if json.Unmarshal([]byte(s), &v) != nil {
		t.Fatalf("not a string: %s", s)
	}
	return v
}

// compilePair compiles a pair's format: a number is a built-in.
func compilePair(p pair) *Format {
	code := p.format
	if strings.HasPrefix(p.kind, "builtin") || p.kind == "general" {
		id, _ := strconv.Atoi(p.format)
		code, _ = Builtin(id, "")
	}
	return Compile(code, Options{})
}

// differences are the pairs where this package does not print what most of the five programs
// print, each with the reason. None of them is a pair that all judges of the set agree on.
var differences = map[int]string{
	6:    "whole numbers of up to fifteen digits are printed whole, see the rules below",
	99:   "format 14 follows the locale, whose short date has a year of four digits",
	100:  "as above",
	101:  "as above",
	102:  "as above",
	103:  "as above",
	104:  "as above",
	105:  "as above",
	191:  "format 47 is mm:ss.0; the code without a colon is a misprint of the standard",
	688:  "a minus sign is never lost under the last of three conditional sections",
	801:  "three of the five programs do not know a small e; the text here is LibreOffice's",
	1102: "the tag names Spanish; the majority has no names for it",
	1103: "as above",
	1107: "the tag names Russian; the majority has no names for it",
	1108: "as above",
	1135: "the tag names the Japanese calendar; the majority does not know it",
	1246: "five places behind the point are five; the majority prints four of them",
}

func TestPairs(t *testing.T) {
	settled := 0
	for _, p := range readPairs(t) {
		if p.verdict == "unsure" {
			continue
		}
		settled++
		got, same := printPair(t, p)
		reason, listed := differences[p.row]
		switch {
		case same && listed:
			t.Errorf("row %d is listed as a difference (%s) and is none", p.row, reason)
		case !same && !listed:
			t.Errorf("row %d [%s] %s: %s under %s prints %q, want %q", p.row, p.verdict, p.kind, p.value, p.format, got, p.want)
		case !same && p.verdict == "ok":
			t.Errorf("row %d: the judges agree, so it cannot be an exception", p.row)
		}
	}
	if settled < 1100 {
		t.Fatalf("only %d pairs have a settled text", settled)
	}
}

// printPair prints a pair; blanks at the ends do not count.
func printPair(t *testing.T, p pair) (got string, same bool) {
	t.Helper()
	n, ok := ParseNumber([]byte(p.value))
	if !ok {
		t.Fatalf("row %d: %q is no number", p.row, p.value)
	}
	got = strings.TrimSpace(string(compilePair(p).Append(nil, n)))
	return got, got == strings.TrimSpace(p.want)
}
