package numfmt

import (
	"testing"
	"unicode/utf8"
)

// FuzzFormat checks that any code prints any number: no panic, valid text, and the same text twice.
func FuzzFormat(f *testing.F) {
	seeds := 0
	for _, code := range []string{"General", "0.00", `_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)`, "# ??/16", "[h]:mm:ss.000", "[$-FC19]d mmmm yyyy", "##0.0E+0", "[>=1000000]0.0,,\"M\";0", "[", "\\", "\"", "e/e", "0/0/0", "[s].000", "00000000000000000000000000"} {
		for _, v := range []string{"0", "-1.5", "45123.756789", "1e300", "1e-300", "999999999999999999999", "-0.5"} {
			f.Add(code, v)
			seeds++
		}
	}
	if seeds < 100 {
		f.Fatal("too few seeds")
	}
	f.Fuzz(func(t *testing.T, code, value string) {
		if len(code) > 1000 {
			return
		}
		n, ok := ParseNumber([]byte(value))
		format := Compile(code, Options{})
		text := format.AppendText(nil, []byte("x"))
		if !ok {
			return
		}
		got := format.Append(nil, n)
		if again := format.Append(nil, n); string(again) != string(got) {
			t.Fatalf("%q under %q prints %q, then %q", value, code, got, again)
		}
		if utf8.ValidString(code) && !(utf8.Valid(got) && utf8.Valid(text)) {
			t.Fatalf("%q under %q prints %q", value, code, got)
		}
		format.Class(n)
		n.Parts()
	})
}
