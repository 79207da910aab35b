package ods

import (
	"strconv"
	"strings"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/parts"
	"github.com/rowproof/rowproof/internal/table/xmlscan"
)

// declaredRanges returns the database ranges of each sheet. They stand behind the sheets in the file,
// and a table's headings have to be known before its rows.
func declaredRanges(a *parts.Archive, content string) (map[string][]table.Declared, error) {
	out := map[string][]table.Declared{}
	err := a.Scan(content, func(sc *xmlscan.Scanner, kind xmlscan.Kind) error {
		if kind != xmlscan.Start || string(sc.Local()) != "database-range" {
			return nil
		}
		address, _ := sc.AttrLocal("target-range-address")
		sheet, area, ok := parseRange(string(address))
		if !ok || len(out[sheet]) >= 10_000 {
			return nil
		}
		name, _ := sc.AttrLocal("name")
		header, _ := sc.AttrLocal("contains-header")
		filter, _ := sc.AttrLocal("display-filter-buttons")
		d := table.Declared{Name: string(name), Area: area, Headings: 1, Filter: string(filter) == "true"}
		if string(header) == "false" {
			d.Headings = 0
		}
		if strings.HasPrefix(d.Name, "__Anonymous") {
			d.Name = ""
		}
		out[sheet] = append(out[sheet], d)
		return nil
	})
	return out, err
}

// parseRange reads "Sheet1.A1:Sheet1.C5", "$'Rent roll'.$A$1:.$C$5" and the like.
func parseRange(s string) (sheet string, area table.Area, ok bool) {
	first, last, _ := cutOutsideQuotes(s, ':')
	sheet, ref, found := cutLastDot(first)
	if !found {
		return "", area, false
	}
	if last == "" {
		last = first
	}
	_, end, found := cutLastDot(last)
	if !found {
		end = last
	}
	c1, l1, ok1 := parseRef(ref)
	c2, l2, ok2 := parseRef(end)
	sheet = strings.TrimPrefix(sheet, "$")
	if len(sheet) > 1 && sheet[0] == '\'' {
		sheet = strings.ReplaceAll(strings.Trim(sheet, "'"), "''", "'")
	}
	area = table.Area{FirstLine: min(l1, l2), FirstCol: min(c1, c2), LastLine: max(l1, l2), LastCol: max(c1, c2)}
	return sheet, area, ok1 && ok2
}

func cutOutsideQuotes(s string, sep byte) (before, after string, found bool) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\'':
			quoted = !quoted
		case s[i] == sep && !quoted:
			return s[:i], s[i+1:], true
		}
	}
	return s, "", false
}

func cutLastDot(s string) (before, after string, found bool) {
	i := strings.LastIndexByte(s, '.')
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+1:], true
}

// parseRef reads "$AB$17"; the column counts from 0, the line from 1.
func parseRef(s string) (col, line int, ok bool) {
	s = strings.ReplaceAll(s, "$", "")
	i := 0
	for i < len(s) && i < 4 && (s[i]|0x20) >= 'a' && (s[i]|0x20) <= 'z' {
		col = col*26 + int(s[i]|0x20-'a') + 1
		i++
	}
	line, err := strconv.Atoi(s[i:])
	return col - 1, line, err == nil && col >= 1 && line >= 1 && line <= maxLine && col <= maxCol
}
