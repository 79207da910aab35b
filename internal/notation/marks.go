package notation

// Marks gathers what texts show of the decimal mark and the group separator. The zero value
// has seen nothing.
type Marks struct {
	strong, weak [2]int // '.' and ','
	groups       [4]int // blank, '.', ',' and apostrophe
}

// Add counts the figures of a text.
func (m *Marks) Add(text string) {
	for _, f := range Find(text, Context{}) {
		m.count(text[f.Start:f.End])
	}
}

func (m *Marks) count(figure string) {
	r := readCore([]byte(figure), Context{})
	if r.status == Certain && r.fraction && r.places != 3 {
		for i, mark := range [2]byte{'.', ','} {
			if figure[len(figure)-r.places-1] == mark {
				m.weak[i]++
			}
		}
	}
}

// Decimal gives the decimal mark that the texts show, 0 where they do not settle it.
func (m *Marks) Decimal() rune { return 0 }

// Group gives the group separator that the texts show: ' ' for every blank, '.', ',', '\”
// for every apostrophe, 0 where they show none or more than one.
func (m *Marks) Group() rune { return 0 }

// Mixed says that strong evidence stands for both marks: decide by table or column.
func (m *Marks) Mixed() bool { return m.strong[0] > 0 && m.strong[1] > 0 }

// Join adds what other marks have seen.
func (m *Marks) Join(other Marks) {}

// Orders gathers what dates show of the order of day and month. The zero value has seen
// nothing.
type Orders struct{ dmy, mdy int }

// Add counts the dates of a text that one order alone allows.
func (o *Orders) Add(text string) {}

// Order gives the order that the dates show, OrderUnknown where none or both are shown.
func (o *Orders) Order() Order { return OrderUnknown }

// Conflict says that some dates allow only one order and some only the other.
func (o *Orders) Conflict() bool { return o.dmy > 0 && o.mdy > 0 }
