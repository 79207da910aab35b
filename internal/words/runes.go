package words

import "unicode"

// Space says whether a rune is white space between words. U+FEFF is none: it is Invisible.
func Space(r rune) bool {
	if r < 0x80 {
		return r == ' ' || '\t' <= r && r <= '\r'
	}
	return unicode.IsSpace(r)
}

// Invisible says whether a rune is one that a reader of the page cannot see: soft hyphen,
// zero-width and direction marks. Such runes are removed before anything is compared.
func Invisible(r rune) bool {
	if r < 0xAD {
		return false
	}
	switch {
	case r == 0xAD, r == 0x034F, r == 0x061C, r == 0xFEFF,
		0x200B <= r && r <= 0x200F,
		0x202A <= r && r <= 0x202E,
		0x2060 <= r && r <= 0x2064,
		0x2066 <= r && r <= 0x2069:
		return true
	}
	return false
}

// Hyphen says whether words are cut at a rune: every hyphen and dash, the minus sign too.
func Hyphen(r rune) bool {
	switch r {
	case '-', 0x2212, 0xFE58, 0xFE63, 0xFF0D:
		return true
	}
	return 0x2010 <= r && r <= 0x2015
}

// Apostrophe says whether a rune is one of the apostrophes that are written alike. The grave
// and acute accents count only between letters; primes never do.
func Apostrophe(r rune) bool {
	switch r {
	case '\'', 0x2018, 0x2019, 0x201B, 0x02BC, 0xFF07:
		return true
	}
	return false
}

// Edge says whether a rune is punctuation that is stripped at the edges of a word.
func Edge(r rune) bool {
	switch r {
	case ',', ';', ':', '.', '!', '?', '…', '(', ')', '[', ']', '{', '}', '"', '*', '|',
		'“', '”', '„', '‟', '‚', '«', '»', '‹', '›', '•', '†', '‡', '·', '◦', '▪', '■', '●',
		'¿', '¡', 0xFF02, 0xFF08, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF01, 0xFF1F,
		0x3001, 0x3002, 0x300C, 0x300D, 0x300E, 0x300F, '`', 0xB4:
		return true
	}
	return Apostrophe(r)
}

// foldRune gives the one rune that stands for all runes with the same simple case folding:
// the smallest lower-case letter among them.
func foldRune(r rune) rune {
	if r < 0x80 {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	best := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		if better(next, best) {
			best = next
		}
	}
	return best
}

func better(a, b rune) bool {
	if la, lb := unicode.IsLower(a), unicode.IsLower(b); la != lb {
		return la
	}
	return a < b
}

// turkishRune folds as Turkish and Azeri do, where dotted and dotless i are two letters.
func turkishRune(r rune) rune {
	switch r {
	case 'I':
		return 'ı'
	case 'İ':
		return 'i'
	}
	return foldRune(r)
}

// ligature gives the letters of a ligature that is a glyph only. œ and æ are letters.
func ligature(r rune) string {
	switch r {
	case 0xFB00:
		return "ff"
	case 0xFB01:
		return "fi"
	case 0xFB02:
		return "fl"
	case 0xFB03:
		return "ffi"
	case 0xFB04:
		return "ffl"
	case 0xFB05, 0xFB06:
		return "st"
	}
	return ""
}
