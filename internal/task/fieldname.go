package task

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters that no decomposition turns into ASCII.
var transliterated = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i",
	'€': " eur ", '£': " gbp ", '$': " usd ", '%': " percent ", '№': " no ", '°': " no ", '&': " and ", '²': "2", '³': "3",
}

// maxIdentifier is the longest name made from a heading.
const maxIdentifier = 40

// FieldName makes a name for a field from a heading: ASCII letters and digits in snake_case,
// accents taken off. It is empty where the heading has none, or is written in another script.
func FieldName(heading string) string {
	var b strings.Builder
	pending := false
	put := func(s string) {
		for _, r := range s {
			if r == ' ' {
				pending = true
				continue
			}
			if pending && b.Len() > 0 {
				b.WriteByte('_')
			}
			pending = false
			b.WriteRune(r)
		}
	}
	for _, r := range norm.NFD.String(heading) {
		low := unicode.ToLower(r)
		switch s, ok := transliterated[low]; {
		case ok:
			put(s)
		case unicode.Is(unicode.Mn, r):
		case low >= 'a' && low <= 'z' || low >= '0' && low <= '9':
			put(string(low))
		default:
			put(" ")
		}
	}
	name := b.String()
	if len(name) > maxIdentifier {
		name = name[:maxIdentifier]
		if i := strings.LastIndexByte(name, '_'); i > maxIdentifier/2 {
			name = name[:i]
		}
		name = strings.TrimRight(name, "_")
	}
	if name != "" && name[0] >= '0' && name[0] <= '9' {
		name = "n" + name
	}
	return name
}
