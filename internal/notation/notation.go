// Package notation reads numbers and dates as documents print them. It never guesses: a
// text has one certain reading, or it is held with its readings and the reason, or it is no
// figure. Values are exact decimal strings; nothing here is a float.
package notation

// A Context is what is known of the notation where a text stands.
type Context struct {
	Decimal  rune // '.', ',' or 0 for not known
	Group    rune // separator of digit groups that the document is known to use, 0 for not known
	Brackets Brackets
	Order    Order
	Years    Years  // of two-digit years
	Language string // BCP 47, empty for not known
}

// Brackets says what brackets around a figure mean.
type Brackets uint8

// The meanings of brackets.
const (
	BracketsUnknown Brackets = iota
	BracketsSign             // (1,200.00) is negative
	BracketsPunctuation
)

// Order is the order of day and month in numeric dates.
type Order uint8

// The orders.
const (
	OrderUnknown Order = iota
	DMY
	MDY
	YMD
)

// Years is the span that two-digit years fall into. The zero value is not known.
type Years struct{ From, To int }

// Status says how certain a reading is.
type Status uint8

// The statuses.
const (
	NotAFigure Status = iota
	Certain
	Held
)

// A Figure is one number as printed.
type Figure struct {
	Start, End int    // byte offsets of the figure with its sign and affixes
	Value      string // canonical decimal where certain: no leading or trailing zeros, no exponent, "-0" is "0"
	Places     int    // printed decimal places
	Exponent   int    // power of ten by which a printed magnitude scales the figure: 6 for "1,5 Mio"; in Value already
	Readings   []string
	Possible   []string // values that a look-up would find in part of the figure: held, never accepted, never refused
	Reason     string   // of Held and NotAFigure, a reason name of docs/checks.md, section 2
	Currency   string   // as printed: "€", "EUR"
	Unit       string   // as printed: "m²"
	Percent    bool
	PerMille   bool
	Foreign    bool // contradicts the decimal mark of the context
	Labelled   bool // "n° 12": an item's number
	Status     Status
}

// A DateValue is one date as printed.
type DateValue struct {
	Start, End int
	Value      string   // "2026-05-01", or "2026-05" for a month; empty unless certain
	Readings   []string // of Held
	Reason     string
	Time       string // a time of day printed with it, "14:30", else empty
	Yearless   bool   // day and month without a year: NotAFigure, and Value is "--05-01" where the order is sure
	Status     Status
}

// YearsAround gives the span of two-digit years for a document of a year: 20 years before it
// to 10 after.
func YearsAround(year int) Years { return Years{From: year - 20, To: year + 10} }
