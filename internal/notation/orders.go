package notation

// Orders gathers what dates show of the order of day and month. The zero value has seen
// nothing. The rules are those of docs/checks.md, section 2.2.
type Orders struct{ dmy, mdy int }

// Add counts the dates of a text that one order alone allows.
func (o *Orders) Add(text string) {
	if !mayHaveFigure(text) {
		return
	}
	for _, order := range [2]Order{DMY, MDY} {
		ds := dateScanner{text: text, c: Context{Order: order}, g: glyphsOf(nil, text)}
		ds.scan()
		for _, d := range ds.found {
			if d.Reason != "order_conflict" {
				continue
			}
			if order == DMY {
				o.mdy++
			} else {
				o.dmy++
			}
		}
	}
}

// Order gives the order that the dates show, OrderUnknown where they show none or both.
func (o *Orders) Order() Order {
	switch {
	case o.dmy > 0 && o.mdy == 0:
		return DMY
	case o.mdy > 0 && o.dmy == 0:
		return MDY
	}
	return OrderUnknown
}

// Conflict says that some dates allow one order only and some the other only.
func (o *Orders) Conflict() bool { return o.dmy > 0 && o.mdy > 0 }

// Join adds what other orders have seen.
func (o *Orders) Join(other Orders) {
	o.dmy += other.dmy
	o.mdy += other.mdy
}
