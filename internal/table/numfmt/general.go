package numfmt

// appendGeneral prints a number the way a wide cell without a format shows it: at most
// eleven characters with the point, six digits where it needs an exponent. Whole numbers of
// up to fifteen digits are printed whole: an account or article number that a narrow
// column shows as 1.23457E+11 is read by its digits.
func appendGeneral(dst []byte, n Number) []byte {
	n = n.significant(15)
	if n.coef == 0 {
		return append(dst, '0')
	}
	for n.coef%10 == 0 {
		n.coef /= 10
		n.exp++
	}
	if n.neg {
		dst = append(dst, '-')
	}
	e := n.order()
	switch {
	case n.exp >= 0 && e < 15:
		return appendPlain(dst, n)
	case e >= -4 && e <= -1, e < -4 && n.exp >= -9:
		return appendPlain(dst, n.places(9))
	case e >= 0 && e <= 10:
		if r := n.places(max(9-e, 0)); r.order() <= 10 {
			return appendPlain(dst, r)
		}
	}
	return appendShortExponent(dst, n.significant(6))
}

// appendPlain prints the digits without trailing zeros behind the point.
func appendPlain(dst []byte, n Number) []byte {
	f := n.figures()
	if l := f.length(); l == 0 {
		dst = append(dst, '0')
	} else {
		for p := l - 1; p >= 0; p-- {
			dst = append(dst, f.at(p))
		}
	}
	last := 0
	for p := -1; p >= n.exp; p-- {
		if f.at(p) != '0' {
			last = p
		}
	}
	if last == 0 {
		return dst
	}
	dst = append(dst, '.')
	for p := -1; p >= last; p-- {
		dst = append(dst, f.at(p))
	}
	return dst
}

func appendShortExponent(dst []byte, n Number) []byte {
	e := n.order()
	m := Number{coef: n.coef, exp: n.exp - e}
	dst = appendPlain(dst, m)
	dst = append(dst, 'E')
	if e < 0 {
		dst = append(dst, '-')
		e = -e
	} else {
		dst = append(dst, '+')
	}
	return appendPadded(dst, uint64(e), 2)
}

// appendPadded prints v with at least width digits.
func appendPadded(dst []byte, v uint64, width int) []byte {
	n := max(digitCount(v), width, 1)
	for i := n - 1; i >= 0; i-- {
		if i >= len(pow10) {
			dst = append(dst, '0')
			continue
		}
		dst = append(dst, byte('0'+v/pow10[i]%10))
	}
	return dst
}
