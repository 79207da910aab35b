package notation

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// outcome writes figures as testdata/figures.txt does: =value for a certain one, the reason
// and the readings of a held one, its possible values behind "or", the reason of none.
func outcome(list []Figure) string {
	var parts []string
	for _, f := range list {
		switch f.Status {
		case Certain:
			part := "=" + f.Value
			if f.Percent {
				part += "%"
			}
			parts = append(parts, part)
		case Held:
			part := f.Reason + "[" + strings.Join(f.Readings, " ") + "]"
			if len(f.Possible) > 0 {
				part += " or [" + strings.Join(f.Possible, " ") + "]"
			}
			parts = append(parts, part)
		default:
			parts = append(parts, "none:"+f.Reason)
		}
	}
	return strings.Join(parts, ", ")
}

// tableCase is a line of a table in testdata: a context, a quoted text, what is read.
type tableCase struct {
	line    int
	context string
	text    string
	want    string
}

func readTable(t *testing.T, file string) []tableCase {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []tableCase
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 3 {
			t.Fatalf("%s:%d: %d fields, want 3", file, i+1, len(fields))
		}
		text, err := strconv.Unquote(fields[1])
		if err != nil {
			t.Fatalf("%s:%d: %v", file, i+1, err)
		}
		list = append(list, tableCase{line: i + 1, context: fields[0], text: text, want: fields[2]})
	}
	return list
}

// contextOf reads the context of a table: a decimal mark, or an order of dates.
func contextOf(t *testing.T, name string) Context {
	t.Helper()
	switch name {
	case "none":
		return Context{Years: YearsAround(2026)}
	case "point":
		return Context{Decimal: '.'}
	case "comma":
		return Context{Decimal: ','}
	case "dmy":
		return Context{Order: DMY, Years: YearsAround(2026)}
	case "mdy":
		return Context{Order: MDY, Years: YearsAround(2026)}
	case "ymd":
		return Context{Order: YMD, Years: YearsAround(2026)}
	case "no year":
		return Context{Order: DMY}
	}
	t.Fatalf("no context %q", name)
	return Context{}
}

func TestFigures(t *testing.T) {
	list := readTable(t, "testdata/figures.txt")
	if len(list) < 150 {
		t.Fatalf("%d cases, want at least 150", len(list))
	}
	for _, c := range list {
		if got := outcome(Find(c.text, contextOf(t, c.context))); got != c.want {
			t.Errorf("testdata/figures.txt:%d: %q reads %s, want %s", c.line, c.text, got, c.want)
		}
	}
}
