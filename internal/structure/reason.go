package structure

// A Reason says why a row has its role; Text gives it to a person.
type Reason uint8

// The reasons.
const (
	ByDefault       Reason = iota // none of the others: a row of a block that may carry a record
	DeclaredHeading               // the file declares it
	GivenHeading                  // whoever asked said so
	TextOverFigures               // text over columns of figures or dates
	TextUnlikeBelow               // a full first row of short texts that do not come again below
	GroupHeading                  // spans columns of the heading row below it
	SecondHeading                 // fills columns that the heading row above leaves open or spans
	UnitsRow                      // units, currencies or column numbers below a heading
	RepeatedHeading               // the same texts as the heading rows above
	SingleOverData                // a single text above data rows
	MergedOverData                // a single text merged over the width of the block
	LabelOverData                 // a label with its value above data rows
	DeclaredTotal                 // the file declares it
	TotalLabel                    // its first text is a label of totals
	OutlineTotal                  // a label and figures one outline level above the rows that it follows
	Marked                        // starts like a note: an asterisk, "Note:", "Source:"
	LongText                      // a single long text
	TrailingText                  // a single text with no data row below it
	PageNumber                    // a page number
	RunningHead                   // the same text on several pages
	PrintsNothing                 // no cell prints anything
	LabelWithValue                // a label with its value, outside every block
	SingleLine                    // a single text outside every block: a title, an address
	OutsideBlocks                 // fits no block
	LineOfPage                    // the reader found it outside every table
	Prose                         // a line of prose
	ContinuesAbove                // a text that goes on with the cell above it
	DeclaredData                  // the file declares it part of a table
)

var reasonTexts = [...]string{
	ByDefault:       "row of a table",
	DeclaredHeading: "the file declares it a heading",
	GivenHeading:    "given as a heading",
	TextOverFigures: "text over columns of figures or dates",
	TextUnlikeBelow: "a full first row of short texts that do not come again below",
	GroupHeading:    "spans columns of the heading below it",
	SecondHeading:   "completes the heading above it",
	UnitsRow:        "units or column numbers below a heading",
	RepeatedHeading: "repeats the heading of its table",
	SingleOverData:  "a single text above the rows of a table",
	MergedOverData:  "a text merged over the table's width",
	LabelOverData:   "a label with its value above the rows of a table",
	DeclaredTotal:   "the file declares it a totals row",
	TotalLabel:      "starts with a label of totals",
	OutlineTotal:    "an outline level above the rows that it follows",
	Marked:          "marked as a note",
	LongText:        "a single long text",
	TrailingText:    "a text with no row of a table below it",
	PageNumber:      "a page number",
	RunningHead:     "the same text on several pages",
	PrintsNothing:   "prints nothing",
	LabelWithValue:  "a label with its value",
	SingleLine:      "a single text outside every table",
	OutsideBlocks:   "fits no table",
	LineOfPage:      "a line outside the page's tables",
	Prose:           "a line of prose",
	ContinuesAbove:  "goes on with the cell above it",
	DeclaredData:    "the file declares it part of a table",
}

// Text gives the reason to a person: a phrase in lower case without a full stop.
func (r Reason) Text() string {
	if int(r) < len(reasonTexts) {
		return reasonTexts[r]
	}
	return ""
}
