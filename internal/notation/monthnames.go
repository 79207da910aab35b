package notation

// monthOf gives the month that a word names in English, French, German, Spanish, Italian,
// Dutch or Portuguese, in full or shortened, and 0 for any other word. Accents and case are
// ignored here, and only here.
func monthOf(word string) int {
	var buf [keySize]byte
	switch string(keyOf(buf[:0], word)) {
	case "january", "jan", "janvier", "janv", "januar", "janner", "jaenner", "jaen", "jann", "enero", "ene",
		"gennaio", "gen", "genn", "januari", "janeiro":
		return 1
	case "february", "feb", "febr", "fevrier", "fevr", "fev", "februar", "feber", "febrero", "febbraio",
		"febb", "februari", "fevereiro":
		return 2
	case "march", "mar", "mars", "marz", "maerz", "mrz", "marzo", "maart", "mrt", "marco":
		return 3
	case "april", "apr", "avril", "avr", "abril", "abr", "aprile":
		return 4
	case "may", "mai", "mayo", "maggio", "mag", "magg", "mei", "maio":
		return 5
	case "june", "jun", "juin", "juni", "junio", "giugno", "giu", "junho":
		return 6
	case "july", "jul", "juillet", "juil", "juill", "juli", "julio", "luglio", "lug", "lugl", "julho":
		return 7
	case "august", "aug", "aout", "agosto", "ago", "ag", "augustus":
		return 8
	case "september", "sep", "sept", "septembre", "septiembre", "setiembre", "settembre", "set", "sett",
		"setembro":
		return 9
	case "october", "oct", "octobre", "oktober", "okt", "octubre", "ottobre", "ott", "outubro", "out":
		return 10
	case "november", "nov", "novembre", "noviembre", "novembro":
		return 11
	case "december", "dec", "decembre", "dezember", "dez", "diciembre", "dic", "dicembre", "dezembro":
		return 12
	}
	return 0
}

// besideDate says whether a word may stand beside a date that is all of a value: a day of
// the week, or an article before it.
func besideDate(word string) bool {
	var buf [keySize]byte
	switch string(keyOf(buf[:0], word)) {
	case "le", "du", "au", "den", "der", "am", "vom", "on", "the", "el", "il", "op", "em", "a", "de", "of", "uhr", "h":
		return true
	case "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
		"mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun",
		"lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
		"montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag",
		"lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo",
		"lunedi", "martedi", "mercoledi", "giovedi", "venerdi", "sabato", "domenica",
		"maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag",
		"segunda", "segundafeira", "terca", "tercafeira", "quarta", "quartafeira", "quinta", "quintafeira",
		"sexta", "sextafeira":
		return true
	}
	return false
}

// dayWord says whether letters behind a day of the month belong to it: 1er, 12th.
func dayWord(word string) bool {
	var buf [keySize]byte
	switch string(keyOf(buf[:0], word)) {
	case "er", "st", "nd", "rd", "th", "re", "e", "de", "ste":
		return true
	}
	return false
}

// ofWord says whether a word may stand between the parts of a date: 12 de mayo de 2026.
func ofWord(word string) bool {
	switch word {
	case "of", "de", "del", "di":
		return true
	}
	return false
}

// commonWord says whether the short name of a month is a word that stands between figures in
// another language: 5 out 10.
func commonWord(month string) bool {
	switch month {
	case "out", "set", "mar", "mag", "gen", "ago", "ag", "may":
		return true
	}
	return false
}
