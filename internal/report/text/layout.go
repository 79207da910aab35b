package text

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// The colours of a terminal.
const (
	red    = "31"
	green  = "32"
	yellow = "33"
	faint  = "2"
	strong = "1"
)

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(w.w, format, args...) }

func (w *writer) colour(code, s string) string {
	if !w.opt.Colour || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (w *writer) dim(s string) string  { return w.colour(faint, s) }
func (w *writer) bold(s string) string { return w.colour(strong, s) }

func (w *writer) heading(s string) { w.printf("\n%s\n", w.bold(s)) }

// mark is a word of fixed width for a verdict or a severity.
func (w *writer) mark(s string) string {
	return w.word(s) + strings.Repeat(" ", max(0, len("incomplete")-len(s)))
}

// word is a verdict or a severity in its colour.
func (w *writer) word(s string) string {
	colour := faint
	switch s {
	case "accepted":
		colour = green
	case "held":
		colour = yellow
	case "refused", "incomplete":
		colour = red
	}
	return w.colour(colour, s)
}

func (w *writer) document(v string) string {
	colour := red
	switch v {
	case "sound":
		colour = green
	case "needs review":
		colour = yellow
	}
	return w.colour(colour, v)
}

func (w *writer) pairs(ps [][2]string) {
	for _, p := range ps {
		w.printf("  %s  %s\n", padded(p[0], 8), p[1])
	}
}

// wrap writes s in lines that fit, each after the indent.
func (w *writer) wrap(indent, s string) { w.hang(indent, indent, s) }

// hang writes s in lines that fit, the first after one indent and the others after another
// that is as wide or narrower.
func (w *writer) hang(first, indent, s string) {
	room := w.opt.Width - cells(first)
	var line strings.Builder
	used := 0
	flush := func() {
		if line.Len() > 0 {
			w.printf("%s%s\n", first, line.String())
			first = indent
			line.Reset()
			used = 0
		}
	}
	for i, word := range strings.Split(s, " ") {
		n := cells(word)
		if i > 0 && used > 0 && used+1+n > room {
			flush()
		} else if i > 0 && line.Len() > 0 {
			line.WriteByte(' ')
			used++
		}
		line.WriteString(word)
		used += n
	}
	flush()
}

// one puts a text on one line, without what a terminal would obey.
func one(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, s)
}

// cells returns how many columns of a terminal s takes, without its colours.
func cells(s string) int {
	n, escape := 0, false
	for _, r := range s {
		switch {
		case r == '\x1b':
			escape = true
		case escape:
			escape = r != 'm'
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		default:
			n++
			if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
				n++
			}
		}
	}
	return n
}

func padded(s string, n int) string { return s + strings.Repeat(" ", max(0, n-cells(s))) }

// clip cuts a text to n columns.
func clip(s string, n int) string {
	if cells(s) <= n {
		return s
	}
	used := 0
	for i, r := range s {
		used += cells(string(r))
		if used > n-1 {
			return s[:i] + "…"
		}
	}
	return s
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
