package layout

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/table/pdf/content"
)

const (
	letter  = 5.0  // points: the advance of each letter of the pages below
	space   = 3.0  // points between two words
	pitch   = 14.0 // points between two baselines
	ascent  = 8.0
	descent = 2.0
)

// A sheet is a page that a test draws on.
type sheet struct{ content.Page }

func newSheet() *sheet { return &sheet{content.Page{Width: 600, Height: 800}} }

// print sets a text that begins at x, its words so far apart.
func (s *sheet) print(x, y float64, text string, apart float64) {
	for _, r := range text {
		if r == ' ' {
			x += apart
			continue
		}
		box := content.Box{X0: x, Y0: y - ascent, X1: x + letter, Y1: y + descent}
		s.Chars = append(s.Chars, content.Char{Rune: r, Box: box, X: x, Y: y})
		x += letter
	}
}

// row sets texts at the positions xs; an empty one leaves its position blank.
func (s *sheet) row(y float64, xs []float64, texts ...string) {
	for i, t := range texts {
		s.print(xs[i], y, t, space)
	}
}

func (s *sheet) rule(x0, y0, x1, y1 float64) {
	s.Segments = append(s.Segments, content.Segment{X0: x0, Y0: y0, X1: x1, Y1: y1})
}

// middle sets one word or more with its middle at x.
func (s *sheet) middle(x, y float64, text string) {
	s.print(x-letter*float64(utf8.RuneCountInString(text))/2, y, text, letter)
}

// read gives each block as its kind and its rows: "column:text" of each cell.
func (s *sheet) read() []string {
	var out []string
	for _, b := range Read(&s.Page).Blocks {
		out = append(out, []string{"loose", "edges", "ruled"}[b.Kind])
		for _, r := range b.Rows {
			var cells []string
			for _, c := range r.Cells {
				cells = append(cells, fmt.Sprintf("%d:%s", c.Col, strings.ReplaceAll(c.Text, "\n", "/")))
			}
			out = append(out, strings.Join(cells, " | "))
		}
	}
	return out
}

func (s *sheet) want(t *testing.T, want ...string) {
	t.Helper()
	if got := s.read(); !slices.Equal(got, want) {
		t.Errorf("read\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

var three = []float64{60, 250, 400}

func (s *sheet) goods(y float64) {
	for i, r := range [][]string{{"Goods", "2023", "2024"}, {"Wheat", "120", "135"}, {"Barley", "80", "95"}, {"Oats", "", "12"}} {
		s.row(y+pitch*float64(i), three, r...)
	}
}

func TestColumnsByEdges(t *testing.T) {
	s := newSheet()
	s.goods(200)
	s.want(t, "edges", "0:Goods | 1:2023 | 2:2024", "0:Wheat | 1:120 | 2:135", "0:Barley | 1:80 | 2:95", "0:Oats | 2:12")
}

func TestCellsByDrawnLines(t *testing.T) {
	s := newSheet()
	xs, ys := []float64{50, 130, 180, 230}, []float64{100, 120, 150, 170}
	for _, x := range xs {
		s.rule(x, ys[0], x, ys[3])
	}
	for _, y := range ys {
		s.rule(xs[0], y, xs[3], y)
	}
	at := []float64{52, 132, 182}
	s.row(114, at, "Goods", "In", "Out")
	s.row(132, at, "Wheat of", "120", "135")
	s.row(144, at, "the north")
	s.row(164, at, "Barley", "", "95")
	s.want(t, "ruled", "0:Goods | 1:In | 2:Out", "0:Wheat of/the north | 1:120 | 2:135", "0:Barley | 2:95")
}

func TestCaptionStaysOut(t *testing.T) {
	s := newSheet()
	s.middle((60+420)/2, 200-pitch, "Harvest by year")
	s.goods(200)
	s.want(t, "loose", "0:Harvest by year", "edges", "0:Goods | 1:2023 | 2:2024", "0:Wheat | 1:120 | 2:135", "0:Barley | 1:80 | 2:95", "0:Oats | 2:12")
}

// A line under a heading over two columns tells how far it reaches; the label of the first
// column, printed a line lower, heads its column beside it.
func TestHeadingOverColumns(t *testing.T) {
	s := newSheet()
	xs := []float64{60, 200, 300, 400}
	s.print(205, 200, "Harvest in tonnes", space)
	s.rule(190, 204, 330, 204)
	s.row(200+pitch, xs, "Goods", "North", "South", "Price")
	s.row(200+2*pitch, xs, "Wheat", "120", "135", "7.50")
	s.row(200+3*pitch, xs, "Barley", "80", "95", "6.25")
	s.row(200+4*pitch, xs, "Oats", "10", "12", "5.00")
	s.want(t, "edges", "0:Goods | 1:Harvest in tonnes | 3:Price", "1:North | 2:South", "0:Wheat | 1:120 | 2:135 | 3:7.50", "0:Barley | 1:80 | 2:95 | 3:6.25", "0:Oats | 1:10 | 2:12 | 3:5.00")
}

func TestWrappedCell(t *testing.T) {
	s := newSheet()
	s.row(200, three, "Wheat of the first quality,", "120", "135")
	s.row(212, three, "from the north")
	s.row(232, three, "Barley of the first quality", "80", "95")
	s.row(252, three, "Oats of the other sorts", "10", "12")
	s.row(272, three, "Rye of the other sorts", "30", "32")
	s.want(t, "edges", "0:Wheat of the first quality,/from the north | 1:120 | 2:135", "0:Barley of the first quality | 1:80 | 2:95", "0:Oats of the other sorts | 1:10 | 2:12", "0:Rye of the other sorts | 1:30 | 2:32")
}

func TestTablesSideBySide(t *testing.T) {
	s := newSheet()
	xs := []float64{60, 150, 330, 420}
	var left, right []string
	for i := range 7 {
		l, r := []string{"Item", "Value"}, []string{"Item", "Value"}
		if i > 0 {
			l = []string{"Left" + string(rune('A'+i)), fmt.Sprint(100 + i)}
			r = []string{"Other" + string(rune('A'+i)), fmt.Sprint(200 + i)}
		}
		s.row(200+pitch*float64(i), xs, slices.Concat(l, r)...)
		left = append(left, fmt.Sprintf("0:%s | 1:%s", l[0], l[1]))
		right = append(right, fmt.Sprintf("0:%s | 1:%s", r[0], r[1]))
	}
	s.want(t, slices.Concat([]string{"edges"}, left, []string{"edges"}, right)...)
}

func TestProseIsNoTable(t *testing.T) {
	lines := []string{
		"The harvest of the year was better than that of the year before, as the",
		"rain came early and the summer stayed warm until the last days of its",
		"third month. In the north the fields were sown twice and what was cut in",
		"autumn went to the mills at once.",
	}
	for _, apart := range []float64{space, 0.8 * (ascent + descent)} {
		s := newSheet()
		var want []string
		for i, l := range lines {
			s.print(60, 200+pitch*float64(i), l, apart)
			want = append(want, "loose", "0:"+l)
		}
		if apart > space { // the last line of a paragraph is not set wide
			s = newSheet()
			want = want[:6]
			for i, l := range lines[:3] {
				s.print(60, 200+pitch*float64(i), l, apart)
			}
		}
		s.want(t, want...)
	}
}

func TestMarginsStayWhole(t *testing.T) {
	s := newSheet()
	s.row(40, []float64{60, 520}, "Annual report of the company", "12")
	s.goods(200)
	s.row(770, []float64{60, 500}, "The company", "Page 12")
	s.want(t, "loose", "0:Annual report of the company 12", "edges", "0:Goods | 1:2023 | 2:2024", "0:Wheat | 1:120 | 2:135", "0:Barley | 1:80 | 2:95", "0:Oats | 2:12", "loose", "0:The company Page 12")
}

// Two figures of a line that fall into one column are no one figure: the second goes into the
// empty column beside it.
func TestFiguresAreParted(t *testing.T) {
	s := newSheet()
	xs := []float64{60, 250, 300}
	for i, r := range [][]string{{"Wheat", "120.5", "135.5"}, {"Barley", "180.5", "195.5"}, {"Oats", "110.5", "112.5"}} {
		s.row(200+pitch*float64(i), xs, r...)
	}
	y := 200 + 3*pitch
	s.row(y, []float64{60, 235, 271}, "Sum", "411.5", "1,243.5")
	s.want(t, "edges", "0:Wheat | 1:120.5 | 2:135.5", "0:Barley | 1:180.5 | 2:195.5", "0:Oats | 1:110.5 | 2:112.5", "0:Sum | 1:411.5 | 2:1,243.5")
}
