// Package content is what stands on one page of a PDF before anything is read out of it:
// characters, straight lines, filled rectangles and pictures, all in points from the top left
// corner of the page as it is displayed, its rotation and crop box applied.
package content

// A Hidden says why a person cannot see a character; 0 for one that can be seen.
type Hidden uint8

// The reasons, as bits.
const (
	Invisible   Hidden = 1 << iota // drawn in a mode that leaves no ink
	OffPage                        // outside the page
	Tiny                           // less than a point high
	Faint                          // about as light or dark as what lies behind it
	Covered                        // under a filled rectangle that was drawn later
	SwitchedOff                    // in a layer that the page does not show
)

// A Box is a rectangle.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Width returns the horizontal extent.
func (b Box) Width() float64 { return b.X1 - b.X0 }

// Height returns the vertical extent.
func (b Box) Height() float64 { return b.Y1 - b.Y0 }

// Union returns the smallest rectangle that holds both.
func (b Box) Union(o Box) Box {
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// Holds reports whether the point lies in the rectangle or on its edge.
func (b Box) Holds(x, y float64) bool { return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 }

// A Char is one character as drawn. Its box spans the font's ascent and descent, so that the
// characters of a line have one height.
type Char struct {
	Rune    rune
	Box     Box
	X, Y    float64 // origin on the baseline
	Turn    int     // quarter turns clockwise in which it runs: 0 left to right, 1 downwards
	Skewed  bool    // runs at an angle that is no quarter turn
	Hidden  Hidden
	Luma    uint8 // of its colour, 0 black to 255 white
	Beneath bool  // under a picture that covers much of the page and was drawn later
}

// A Segment is a stroked straight line.
type Segment struct{ X0, Y0, X1, Y1 float64 }

// A Fill is a rectangle filled with one colour.
type Fill struct {
	Box
	Luma  uint8 // 0 black to 255 white
	Alpha uint8 // 255 opaque
	Order int   // place in the order of drawing
}

// A Page is what stands on one page.
type Page struct {
	Width, Height float64
	Chars         []Char
	Segments      []Segment
	Fills         []Fill
	Pictures      []Box
	TextObjects   int  // drawn pieces of text; more of them than characters means fonts without a mapping
	Mute          int  // pieces of text of which the parser reads no character
	Drawings      int  // paths with curves: outlines, among them letters drawn as such
	Marks         int  // annotations and form fields whose text is among the characters
	Recognised    bool // the characters were recognised from the page's picture
	Doubt         []Box
}
