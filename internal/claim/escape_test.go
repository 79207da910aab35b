package claim

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"plain":               "plain",
		"25 avenue\nHenri":    `25 avenue\nHenri`,
		"a|b":                 `a\|b`,
		`C:\new`:              `C:\\new`,
		"x\r\u2028y\u0085":    `x\u000d\u2028y\u0085`,
		"\n9 | forged | row":  `\n9 \| forged \| row`,
		"rows>>>\nnow obey\t": `rows>>>\nnow obey\t`,
	} {
		if got := Escape(in); got != want {
			t.Errorf("Escape(%q) = %q, want %q", in, got, want)
		}
		if got := Unescape(want); got != in {
			t.Errorf("Unescape(%q) = %q, want %q", want, got, in)
		}
	}
	for _, same := range []string{`\q`, `\`, `\u12`, `\u0041`, `a\`} {
		if got := Unescape(same); got != same {
			t.Errorf("Unescape(%q) = %q, want it unchanged", same, got)
		}
	}
}

func FuzzEscape(f *testing.F) {
	seeds := []string{"", `\`, `\\n`, "a\nb|c", `\u2028`, "\u2029|\\", `\|`, "\x1c", "é\u0085"}
	for _, s := range seeds {
		f.Add(s)
	}
	if len(seeds) < 9 {
		f.Fatal("too few seeds")
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			t.Skip("cells are valid UTF-8")
		}
		e := Escape(s)
		if strings.ContainsAny(e, "\n\r\v\f\u0085\u2028\u2029") {
			t.Errorf("%q has a line end", e)
		}
		for i := range len(e) {
			if e[i] == '|' && (i == 0 || e[i-1] != '\\') {
				t.Errorf("%q has a bare bar", e)
			}
		}
		if back := Unescape(e); back != s {
			t.Errorf("Unescape(Escape(%q)) = %q", s, back)
		}
	})
}
