package structure

import (
	"strings"
	"unicode"
)

// isDate reports whether s is one date, perhaps with a time: digits parted twice by one of / - .
// or a month's name beside figures.
func isDate(s string, letters int) bool {
	if letters == 0 || letters <= 4 && strings.ContainsAny(s, ":T") {
		return isNumericDate(s)
	}
	return hasMonth(s)
}

func isNumericDate(s string) bool {
	var parts [3]int
	n, run, sep := 0, 0, byte(0)
	for i := 0; i < len(s); i++ {
		b := s[i]
		switch {
		case b >= '0' && b <= '9':
			run++
			parts[n] = run
		case n < 2 && run > 0 && (b == '/' || b == '-' || b == '.') && (sep == 0 || sep == b):
			sep, n, run = b, n+1, 0
			if b == '.' && i+1 < len(s) && s[i+1] == ' ' {
				i++
			}
		case n == 2 && run > 0 && (b == ' ' || b == 'T' || b == ','):
			return wellParted(parts) && isTime(s[i+1:])
		default:
			return false
		}
	}
	return n == 2 && wellParted(parts)
}

func wellParted(p [3]int) bool {
	small := func(n int) bool { return n == 1 || n == 2 }
	return small(p[0]) && small(p[1]) && (p[2] == 2 || p[2] == 4) || p[0] == 4 && small(p[1]) && small(p[2])
}

func isTime(s string) bool {
	return strings.Contains(s, ":") && strings.Trim(s, "0123456789:. apmAPMZ+-h") == ""
}

// months are the beginnings of the names of months in the languages whose dates are read,
// accents left out.
var months = wordSet(`jan feb mar apr may jun jul aug sep oct nov dec fev avr mai jui aou maa mrt mei okt dez gen mag giu lug ago set ott dic ene abr
 maj out abril mars juin juil marz marzo maart janv fevr aout sept`)

// hasMonth reports whether s is one or two figures beside the name of a month, and nothing
// else but short words.
func hasMonth(s string) bool {
	month, figures, others := false, 0, 0
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		switch {
		case f[0] >= '0' && f[0] <= '9':
			figures++
			if strings.Trim(f, "0123456789stndrheº") != "" || len(f) > 6 {
				return false
			}
		case !month && isMonth(f):
			month = true
		default:
			others++
			if len(f) > 10 {
				return false
			}
		}
	}
	return month && (figures == 1 || figures == 2) && others <= 2 && len(s) <= 32 && others < figures+1
}

func isMonth(w string) bool {
	w = strings.ToLower(strings.Map(plain, w))
	if len(w) < 3 {
		return false
	}
	return len(w) <= 10 && (months[w] || months[w[:3]] && monthNames[w])
}

func plain(r rune) rune {
	switch r {
	case 'é', 'è', 'É':
		return 'e'
	case 'û', 'Û', 'ú':
		return 'u'
	case 'ä', 'á', 'Ä':
		return 'a'
	case 'ç':
		return 'c'
	}
	return r
}

var monthNames = wordSet(`january february march april june july august september october november december
 janvier fevrier avril juin juillet aout septembre octobre novembre decembre januar februar marz juni juli oktober dezember
 gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre dicembre enero febrero abril mayo junio julio septiembre octubre noviembre diciembre
 januari februari maart mei augustus janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro mars mai`)
