package engine

import (
	"math"

	"github.com/klippa-app/go-pdfium/structs"

	"github.com/rowproof/rowproof/internal/table/pdf/content"
)

// A matrix maps a point as PDF does: x' = a·x + c·y + e, y' = b·x + d·y + f.
type matrix struct{ a, b, c, d, e, f float64 }

func matrixOf(m structs.FPDF_FS_MATRIX) matrix {
	return matrix{float64(m.A), float64(m.B), float64(m.C), float64(m.D), float64(m.E), float64(m.F)}
}

// display maps user space to the page as displayed, from its top left corner, for a page box
// and a number of quarter turns clockwise.
func display(box structs.FPDF_FS_RECTF, turns int) matrix {
	l, b, r, t := float64(box.Left), float64(box.Bottom), float64(box.Right), float64(box.Top)
	switch turns {
	case 1:
		return matrix{0, 1, 1, 0, -b, -l}
	case 2:
		return matrix{-1, 0, 0, 1, r, -b}
	case 3:
		return matrix{0, -1, -1, 0, t, r}
	}
	return matrix{1, 0, 0, -1, -l, t}
}

func (m matrix) point(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// then returns the matrix that maps by m first and by n after it.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d, m.c*n.a + m.d*n.c, m.c*n.b + m.d*n.d,
		m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

// box returns the upright rectangle around two mapped corners.
func (m matrix) box(x0, y0, x1, y1 float64) content.Box {
	ax, ay := m.point(x0, y0)
	bx, by := m.point(x1, y1)
	return content.Box{X0: math.Min(ax, bx), Y0: math.Min(ay, by), X1: math.Max(ax, bx), Y1: math.Max(ay, by)}
}
