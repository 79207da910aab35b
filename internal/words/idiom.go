package words

// numberMarks are words that say that a number follows, without their dot.
var numberMarks = map[string]bool{"nr": true, "no": true, "n°": true, "nº": true, "№": true, "#": true, "num": true, "numéro": true, "numero": true,
	"number": true, "nummer": true}

// NumberMark reports whether a folded word says that a number follows: "Nr. 4711", "n° 12".
func NumberMark(folded string) bool { return numberMarks[folded] }

// dateMarks are words between the number of a document and its date.
var dateMarks = map[string]bool{"vom": true, "du": true, "of": true, "dated": true, "le": true, "from": true, "date": true, "datum": true}

// DateMark reports whether a folded word says that the date of what stands before it follows: "Invoice 4711 of 5 May
// 2024", "Rechnung 4711 vom 5. Mai 2024".
func DateMark(folded string) bool { return dateMarks[folded] }
