package words

import "unicode"

// Currency says whether a word is a currency as it stands beside a figure: a sign (€, £, US$),
// a three-letter code in any case, or one of the short names that are used so (Fr, kr, zł).
// Codes that are common words as well (ALL, TRY, MAD) count in capitals only.
func Currency(word string) bool {
	switch word {
	case "":
		return false
	case "US$", "A$", "AU$", "C$", "CA$", "NZ$", "HK$", "S$", "SG$", "R$", "NT$", "MX$", "Mex$":
		return true
	case "Fr", "SFr", "sFr", "Rs", "kr", "Kr", "Ft", "Kč", "zł", "TL", "DH", "Dh":
		return true
	case "euro", "Euro", "EURO", "euros", "Euros", "EUROS":
		return true
	}
	if len(word) == 3 && word[0] < 0x80 {
		return code(word)
	}
	signs := 0
	for _, r := range word {
		if !unicode.Is(unicode.Sc, r) {
			return false
		}
		signs++
	}
	return signs == 1
}

// code says whether three bytes are a currency code of ISO 4217.
func code(word string) bool {
	var b [3]byte
	capitals := true
	for i := 0; i < 3; i++ {
		c := word[i]
		switch {
		case 'a' <= c && c <= 'z':
			capitals = false
			c -= 'a' - 'A'
		case c < 'A' || c > 'Z':
			return false
		}
		b[i] = c
	}
	switch string(b[:]) {
	case "ALL", "TRY", "TOP", "CUP", "PEN", "MAD", "SOS", "BAM", "GEL", "MOP", "MUR", "ANG",
		"ARS", "BOB", "DOP", "RON", "SEK", "SAR", "MGA", "ERN":
		return capitals
	case "AED", "AFN", "AMD", "AOA", "AUD", "AWG", "AZN", "BBD", "BDT", "BGN", "BHD", "BIF",
		"BMD", "BND", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHF", "CLP",
		"CNY", "COP", "CRC", "CVE", "CZK", "DJF", "DKK", "DZD", "EGP", "ETB", "EUR", "FJD",
		"FKP", "GBP", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG",
		"HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS",
		"KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL",
		"LYD", "MDL", "MKD", "MMK", "MNT", "MRU", "MVR", "MWK", "MXN", "MYR", "MZN", "NAD",
		"NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PGK", "PHP", "PKR", "PLN", "PYG",
		"QAR", "RMB", "RSD", "RUB", "RWF", "SBD", "SCR", "SDG", "SGD", "SHP", "SLE", "SRD",
		"SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TTD", "TWD", "TZS",
		"UAH", "UGX", "USD", "UYU", "UZS", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XOF",
		"XPF", "YER", "ZAR", "ZMW":
		return true
	}
	return false
}

// Unit says whether a word is one of the units that may stand beside a figure. Case counts,
// and the list is closed: 5G is not five grams.
func Unit(word string) bool {
	switch word {
	case "kWh", "MWh", "GWh", "kW", "MW", "kVA", "W", "V", "Hz",
		"kg", "mg", "g", "t", "lb", "lbs", "oz",
		"km²", "m²", "cm²", "mm²", "dm²", "km2", "m2", "cm2", "mm2", "dm2", "sqm", "sqft",
		"dm³", "m³", "cm³", "mm³", "dm3", "m3", "cm3", "mm3",
		"mm", "cm", "dm", "m", "km", "ft", "in",
		"ha", "a", "ca", "ares",
		"ml", "cl", "dl", "hl", "l", "L",
		"min", "h", "j", "jr", "jrs", "jour", "jours",
		"pc", "pcs", "pce", "pces", "stk", "Stk", "qté",
		"°", "°C":
		return true
	}
	return false
}
