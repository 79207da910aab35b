package notation

import "strings"

// maxShift bounds the exponent of a number that is written with one.
const maxShift = 60

// Canonical gives the canonical form of a plain decimal ("0012.50", "-0", "+3", "1.5e3", as
// JSON and spreadsheets store them): no sign but a minus, no leading zeros, no trailing zeros
// of a fraction, no exponent. What is no decimal, or has an exponent beyond ±60, gives "".
func Canonical(decimal string) string {
	negative := strings.HasPrefix(decimal, "-")
	rest := strings.TrimPrefix(decimal, "-")
	if !negative {
		rest = strings.TrimPrefix(rest, "+")
	}
	mantissa, exponent := rest, 0
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		var ok bool
		if exponent, ok = smallInteger(rest[i+1:]); !ok {
			return ""
		}
		mantissa = rest[:i]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if !onlyDigits(whole) || !onlyDigits(fraction) || whole+fraction == "" {
		return ""
	}
	return placed(negative, whole+fraction, len(whole)+exponent)
}

// Shifted gives a canonical decimal multiplied by a power of ten.
func Shifted(value string, power int) string {
	if power == 0 {
		return value
	}
	digits, negative := strings.CutPrefix(value, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	return placed(negative, whole+fraction, len(whole)+power)
}

// Negated gives a canonical decimal with the other sign.
func Negated(value string) string {
	if value == "0" || value == "" {
		return value
	}
	if rest, ok := strings.CutPrefix(value, "-"); ok {
		return rest
	}
	return "-" + value
}

// placed writes digits with the decimal point behind a number of them, which may be less
// than none or more than all.
func placed(negative bool, digits string, point int) string {
	if point < 0 {
		digits, point = strings.Repeat("0", -point)+digits, 0
	}
	if point > len(digits) {
		digits += strings.Repeat("0", point-len(digits))
	}
	whole := strings.TrimLeft(digits[:point], "0")
	fraction := strings.TrimRight(digits[point:], "0")
	if whole == "" {
		whole = "0"
	}
	out := whole
	if fraction != "" {
		out += "." + fraction
	}
	if negative && out != "0" {
		return "-" + out
	}
	return out
}

func onlyDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// smallInteger reads a signed integer within ±maxShift.
func smallInteger(s string) (int, bool) {
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	if s == "" || !onlyDigits(s) {
		return 0, false
	}
	s = strings.TrimLeft(s, "0")
	if len(s) > 2 {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		n = n*10 + int(s[i]-'0')
	}
	if n > maxShift {
		return 0, false
	}
	if negative {
		n = -n
	}
	return n, true
}
