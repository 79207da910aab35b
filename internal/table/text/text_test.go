package text

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
)

func read(t *testing.T, body []byte, opt table.Options) (*table.Document, error) {
	t.Helper()
	if opt.Limits == (table.Limits{}) {
		opt.Limits = table.DefaultLimits()
	}
	src := table.Source{Name: "notes.md", Data: bytes.NewReader(body), Size: int64(len(body))}
	return table.Collect(t.Context(), Reader{}, Format, src, opt)
}

// show writes a document as "title: line|line" for each part.
func show(d *table.Document) string {
	var b strings.Builder
	for i := range d.Tables {
		t := &d.Tables[i]
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(t.Name + ":")
		for n := t.First; n < t.End; n++ {
			fmt.Fprintf(&b, " %d=%s", d.Rows[n].Line, d.Rows[n].Cells[0].Text)
		}
	}
	return b.String()
}

func TestTitles(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"number signs", "# Loans\n21 days.\n## Late\nA charge.\n", "Loans: 2=21 days.; Late: 4=A charge."},
		{"closing signs", "## Loans ##\nx", "Loans: 2=x"},
		{"signs of a word stay", "# C#\nx", "C#: 2=x"},
		{"no blank behind the sign", "#hash\nx", ": 1=#hash 2=x"},
		{"seven signs", "####### no\n", ": 1=####### no"},
		{"a sign alone", "#\nx", ": 1=# 2=x"},
		{"indented code", "    # no\n", ": 1=    # no"},
		{"underlined", "Loans\n=====\na\n\nLate\n---\nb", "Loans: 3=a; Late: 7=b"},
		{"underlined after a title", "# A\nB\n==\nc", "A:; B: 4=c"},
		{"a rule under a paragraph", "one\ntwo\n---\nthree", ": 1=one 2=two 3=--- 4=three"},
		{"a rule alone", "one\n\n---\n\ntwo", ": 1=one 3=--- 5=two"},
		{"a list is not underlined", "- a\n---\nb", ": 1=- a 2=--- 3=b"},
		{"a bar table stays lines", "| a | b |\n|---|---|\n| 1 | 2 |", ": 1=| a | b | 2=|---|---| 3=| 1 | 2 |"},
		{"fenced", "# A\n```\n# no\nx\n---\n```\n# B\n", "A: 2=``` 3=# no 4=x 5=--- 6=```; B:"},
		{"fence that never closes", "~~~\n# no", ": 1=~~~ 2=# no"},
		{"a longer fence closes", "````\n```\n# no\n````\n# B\nb", ": 1=```` 2=``` 3=# no 4=````; B: 6=b"},
		{"front matter", "---\ntitle: x\n---\n# A\na", ": 1=--- 2=title: x 3=---; A: 5=a"},
		{"front matter with a comment", "---\n# x\n---\n# A\na", ": 1=--- 2=# x 3=---; A: 5=a"},
		{"before the first title", "intro\n\n# A\na", ": 1=intro; A: 4=a"},
		{"the same title twice", "# N\na\n# N\nb", "N: 2=a; N: 4=b"},
		{"line breaks", "# A\r\na\rb\nc", "A: 2=a 3=b 4=c"},
		{"blank lines have no number", "a\n\n \t\nb", ": 1=a 4=b"},
		{"leading blanks stay, trailing go", "  a  \n", ": 1=  a"},
		{"empty", "", ":"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := read(t, []byte(tt.body), table.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := show(d); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			for i := range d.Tables {
				if d.Tables[i].Shape != table.Prose {
					t.Errorf("part %d is no prose", i)
				}
			}
		})
	}
}

func TestEncodings(t *testing.T) {
	const body = "# Accès\nL’entrée à 9 h\n"
	encode := func(e interface{ Bytes([]byte) ([]byte, error) }) []byte {
		b, err := e.Bytes([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	le := encode(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder())
	be := encode(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder())
	latin := encode(charmap.Windows1252.NewEncoder())
	tests := []struct {
		name, encoding string
		body           []byte
		warned         bool
	}{
		{"UTF-8", "", []byte(body), false},
		{"UTF-8 with a mark", "", append([]byte{0xef, 0xbb, 0xbf}, body...), false},
		{"UTF-16 little endian with a mark", "", append([]byte{0xff, 0xfe}, le...), false},
		{"UTF-16 big endian with a mark", "", append([]byte{0xfe, 0xff}, be...), false},
		{"UTF-16 without a mark", "", le, true},
		{"UTF-16 big endian without a mark", "", be, true},
		{"Windows-1252", "", latin, true},
		{"Windows-1252 asked for", "windows-1252", latin, false},
		{"UTF-8 asked for, with a mark", "utf-8", append([]byte{0xef, 0xbb, 0xbf}, body...), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := read(t, tt.body, table.Options{Encoding: tt.encoding})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := show(d), "Accès: 2=L’entrée à 9 h"; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			warned := len(d.Warnings) == 1 && d.Warnings[0].Code == finding.EncodingGuessed
			if warned != tt.warned || len(d.Warnings) > 1 {
				t.Errorf("warnings %v", d.Warnings)
			}
		})
	}
}

// A character cut by the edge of a buffer is still one character.
func TestLongValidText(t *testing.T) {
	body := "# T\n" + strings.Repeat("aé€\U0001F600\n", 40_000)
	d, err := read(t, []byte(body), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Warnings) != 0 || len(d.Rows) != 40_000 || d.Rows[39_999].Cells[0].Text != "aé€\U0001F600" {
		t.Errorf("%d rows, warnings %v", len(d.Rows), d.Warnings)
	}
}

func TestRefusedFiles(t *testing.T) {
	var unreadable *table.Unreadable
	if _, err := read(t, []byte("a\x00\x00\x00b\x00c"), table.Options{}); !errors.As(err, &unreadable) || unreadable.Code != finding.UnknownFormat {
		t.Errorf("binary: %v", err)
	}
	if _, err := read(t, []byte("a"), table.Options{Encoding: "latin-none"}); !errors.As(err, &unreadable) || unreadable.Hint == "" {
		t.Errorf("unknown encoding: %v", err)
	}
	var limit *table.LimitError
	lim := table.DefaultLimits()
	lim.CellBytes = 10
	if _, err := read(t, []byte("short\n"+strings.Repeat("x", 11)), table.Options{Limits: lim}); !errors.As(err, &limit) || limit.Limit != "cell_bytes" || limit.Place != "line 2" {
		t.Errorf("long line: %v", err)
	}
	if _, err := read(t, []byte(strings.Repeat("x", 10)), table.Options{Limits: lim}); err != nil {
		t.Errorf("a line at the limit: %v", err)
	}
	lim = table.DefaultLimits()
	lim.Rows = 2
	if _, err := read(t, []byte("a\nb\nc"), table.Options{Limits: lim}); !errors.As(err, &limit) || limit.Limit != "rows" {
		t.Errorf("rows: %v", err)
	}
	lim = table.DefaultLimits()
	lim.Bytes = 2
	if _, err := read(t, []byte("abc"), table.Options{Limits: lim}); !errors.As(err, &limit) || limit.Limit != "bytes" {
		t.Errorf("bytes: %v", err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	body := []byte(strings.Repeat("a\n", 2*checkEvery))
	src := table.Source{Name: "a.txt", Data: bytes.NewReader(body), Size: int64(len(body))}
	if _, err := table.Collect(ctx, Reader{}, Format, src, table.Options{Limits: table.DefaultLimits()}); !errors.Is(err, why) {
		t.Errorf("got %v", err)
	}
}

// FuzzRead: whatever the bytes, rows are numbered from 0, lines ascend, no row is blank, and
// every row lies in one part.
func FuzzRead(f *testing.F) {
	seeds := []string{"", "# a\nb", "a\n==\nb", "```\n#", "---\na\n---\n# b", "\xff\xfea\x00", "\xef\xbb\xbf#", "a\r\rb", "é", "\xe9"}
	if len(seeds) < 8 {
		f.Fatal("too few seeds")
	}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		d, err := read(t, body, table.Options{})
		if err != nil {
			return
		}
		line, end := 0, 0
		for i := range d.Tables {
			if d.Tables[i].First != end {
				t.Fatalf("part %d begins at %d, the one before ends at %d", i, d.Tables[i].First, end)
			}
			end = d.Tables[i].End
		}
		if end != len(d.Rows) {
			t.Fatalf("parts end at %d of %d rows", end, len(d.Rows))
		}
		for n := range d.Rows {
			r := &d.Rows[n]
			if r.Number != n || r.Line <= line || len(r.Cells) != 1 || r.Cells[0].Blank() {
				t.Fatalf("row %d: %+v", n, r)
			}
			line = r.Line
		}
	})
}
