package notation

import "unicode"

// A scale is what a word behind a figure multiplies it by.
type scale struct {
	powers  [2]int8 // of ten; the second is another meaning, 0 for none
	certain bool    // one meaning only
	letter  bool    // k, M, m: certain on a figure with a currency
}

func (s scale) set() bool { return s.powers[0] != 0 }

// scaleOf reads a magnitude as printed.
func scaleOf(word string) scale {
	switch word {
	case "k", "K":
		return scale{powers: [2]int8{3, 0}, letter: true}
	case "M":
		return scale{powers: [2]int8{6, 3}, letter: true}
	case "m", "MM":
		return scale{powers: [2]int8{6, 0}, letter: true}
	case "B":
		return scale{powers: [2]int8{9, 12}}
	case "T":
		return scale{powers: [2]int8{12, 3}}
	case "mn", "Mn":
		return scale{powers: [2]int8{6, 0}, certain: true}
	case "bn", "Bn", "Md", "Mds":
		// In capitals these are other words: MD is a man-day.
		return scale{powers: [2]int8{9, 0}, certain: true}
	}
	var buf [keySize]byte
	switch string(keyOf(buf[:0], word)) {
	case "hundred", "hundreds":
		return scale{powers: [2]int8{2, 0}, certain: true}
	case "tsd", "tausend", "thousand", "thousands", "mille", "mila", "duizend", "millier", "milliers":
		return scale{powers: [2]int8{3, 0}, certain: true}
	case "mil":
		return scale{powers: [2]int8{3, 0}}
	case "lakh", "lakhs":
		return scale{powers: [2]int8{5, 0}, certain: true}
	case "mio", "mios", "million", "millions", "millionen", "mln", "miljoen", "millon", "millones",
		"milione", "milioni", "milhao", "milhoes":
		return scale{powers: [2]int8{6, 0}, certain: true}
	case "crore", "crores":
		return scale{powers: [2]int8{7, 0}, certain: true}
	case "mrd", "mrds", "milliard", "milliards", "milliarde", "milliarden", "mld",
		"miljard", "miliardo", "miliardi":
		return scale{powers: [2]int8{9, 0}, certain: true}
	case "billion", "billions", "billionen", "billon", "billones", "bilhao", "bilhoes", "bilioni", "biljoen":
		return scale{powers: [2]int8{9, 12}}
	case "trillion", "trillions", "trillionen", "trillon", "trillones", "trilhao", "trilhoes", "triljoen":
		return scale{powers: [2]int8{12, 18}}
	}
	return scale{}
}

// scaledCode reads a magnitude and a currency code written as one word: kEUR, MEUR, TEUR. It
// gives the length of the magnitude.
func scaledCode(word string) (scale, int) {
	n := len(word) - 3
	if n < 1 || n > 3 {
		return scale{}, 0
	}
	for i := n; i < len(word); i++ {
		if word[i] < 'A' || word[i] > 'Z' {
			return scale{}, 0
		}
	}
	if word[:n] == "T" {
		return scale{powers: [2]int8{3, 0}, certain: true}, n
	}
	return scaleOf(word[:n]), n
}

// qualifierWord says whether a word before a figure makes it inexact.
func qualifierWord(word string) bool {
	switch word {
	case "c", "ca", "Ca", "env", "Env", "rd":
		// In capitals these are other words: CA is a turnover, Rd a road.
		return true
	}
	var buf [keySize]byte
	switch string(keyOf(buf[:0], word)) {
	case "circa", "environ", "approx", "approximately", "about", "etwa", "rund", "ungefahr", "unos", "unas",
		"zirka", "cca":
		return true
	}
	return false
}

// itemWord says whether a word is the short form of "number" before an item's number.
func itemWord(word string) bool {
	switch word {
	case "No", "no", "NO", "Nr", "nr", "NR", "Nos", "Nrn":
		return true
	}
	return false
}

// ordinalWord says whether letters glued to a figure make it an ordinal.
func ordinalWord(word string) bool {
	var buf [keySize]byte
	switch string(keyOf(buf[:0], word)) {
	case "er", "re", "ere", "e", "eme", "nd", "nde", "rd", "st", "th", "de", "ste", "te", "ter", "ten":
		return true
	}
	return false
}

// creditWord says whether a word behind a figure decides its sign in a way that a person has
// to look at.
func creditWord(word string) bool {
	switch word {
	case "CR", "DR", "Cr", "Dr", "cr", "dr":
		return true
	}
	return false
}

// identifierLabel says whether a word names an identifier: the digits behind it are no
// figure.
func identifierLabel(word string) bool {
	var buf [keySize]byte
	switch string(keyOf(buf[:0], word)) {
	case "iban", "bic", "swift", "siren", "siret", "rcs", "naf",
		"tel", "telefon", "telephone", "telefono", "telefone", "telefoon", "phone", "mobile", "mobil",
		"mob", "gsm", "fax", "telefax",
		"ean", "gtin", "upc", "isbn", "issn", "duns", "nif", "nie", "cnpj", "cpf", "kvk", "blz", "hrb",
		"hra", "steuernummer", "steuernr", "insee", "iccid", "imei", "bban":
		return true
	}
	return false
}

// taxLabel says whether a word names a tax: eight or more bare digits behind it are the
// number of a taxpayer, fewer are a rate or an amount.
func taxLabel(word string) bool {
	var buf [keySize]byte
	switch string(keyOf(buf[:0], word)) {
	case "vat", "tva", "ust", "mwst", "iva", "btw", "ustidnr", "ustid", "uid", "idnr":
		return true
	}
	return false
}

// keySize is more than the length of any word that is looked up.
const keySize = 24

// keyOf appends a word in lower case, without accents and without what is no Latin letter, so
// that it can be looked up. A word that is too long to be found, or has another script's
// letters, gives nothing.
func keyOf(key []byte, word string) []byte {
	for _, r := range word {
		b := latin(r)
		if b == 0 {
			if r > 0x7F && unicode.IsLetter(r) {
				return nil
			}
			continue
		}
		if len(key) == keySize {
			return nil
		}
		key = append(key, b)
	}
	return key
}

// latin gives the ASCII letter under a Latin one, in lower case, and 0 for anything else.
func latin(r rune) byte {
	switch {
	case 'a' <= r && r <= 'z':
		return byte(r)
	case 'A' <= r && r <= 'Z':
		return byte(r) + 'a' - 'A'
	case r < 0xC0:
		return 0
	}
	switch r {
	case 'à', 'á', 'â', 'ã', 'ä', 'å', 'À', 'Á', 'Â', 'Ã', 'Ä', 'Å':
		return 'a'
	case 'ç', 'Ç':
		return 'c'
	case 'è', 'é', 'ê', 'ë', 'È', 'É', 'Ê', 'Ë':
		return 'e'
	case 'ì', 'í', 'î', 'ï', 'Ì', 'Í', 'Î', 'Ï':
		return 'i'
	case 'ñ', 'Ñ':
		return 'n'
	case 'ò', 'ó', 'ô', 'õ', 'ö', 'Ò', 'Ó', 'Ô', 'Õ', 'Ö':
		return 'o'
	case 'ù', 'ú', 'û', 'ü', 'Ù', 'Ú', 'Û', 'Ü':
		return 'u'
	}
	return 0
}
