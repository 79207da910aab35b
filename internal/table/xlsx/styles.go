package xlsx

import (
	"strconv"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/numfmt"
	"github.com/rowproof/rowproof/internal/table/parts"
	"github.com/rowproof/rowproof/internal/table/xmlscan"
)

// styles are the number formats of a workbook by style index. A format is compiled when a cell
// first uses it.
type styles struct {
	codes   map[int]string // declared codes by format id
	xfs     []int          // format id of each style
	formats []*numfmt.Format
	byID    map[int]*numfmt.Format
	opt     numfmt.Options
}

const maxStyles = 1 << 20

func readStyles(a *parts.Archive, part string, opt numfmt.Options) (*styles, error) {
	s := &styles{codes: map[int]string{}, byID: map[int]*numfmt.Format{}, opt: opt}
	if part == "" {
		s.seal()
		return s, nil
	}
	inXfs := false
	err := a.ScanSmall(part, func(sc *xmlscan.Scanner, kind xmlscan.Kind) error {
		if sc.Depth() == 2 && string(sc.Local()) == "cellXfs" && kind != xmlscan.Text {
			inXfs = kind == xmlscan.Start
		}
		if kind != xmlscan.Start || sc.Depth() != 3 {
			return nil
		}
		switch string(sc.Local()) {
		case "numFmt":
			id, err := strconv.Atoi(parts.Attr(sc, "numFmtId"))
			if err == nil && len(s.codes) < maxStyles {
				s.codes[id] = parts.Attr(sc, "formatCode")
			}
		case "xf":
			if !inXfs {
				return nil
			}
			if len(s.xfs) >= maxStyles {
				return &table.LimitError{Limit: "styles", Value: maxStyles, Place: part}
			}
			id, err := strconv.Atoi(parts.Attr(sc, "numFmtId"))
			if err != nil {
				id = 0
			}
			s.xfs = append(s.xfs, id)
		}
		return nil
	})
	s.seal()
	return s, err
}

func (s *styles) seal() {
	if len(s.xfs) == 0 {
		s.xfs = []int{0}
	}
	s.formats = make([]*numfmt.Format, len(s.xfs))
}

// format returns the format of a style. known is false for a style that the file does not
// have; its cells print as General.
func (s *styles) format(style int) (f *numfmt.Format, known bool) {
	if style < 0 || style >= len(s.formats) {
		return s.byFormatID(0), false
	}
	if s.formats[style] == nil {
		s.formats[style] = s.byFormatID(s.xfs[style])
	}
	return s.formats[style], true
}

func (s *styles) byFormatID(id int) *numfmt.Format {
	if f := s.byID[id]; f != nil {
		return f
	}
	code, declared := s.codes[id]
	if !declared || code == "" {
		code, _ = numfmt.Builtin(id, s.opt.Locale)
	}
	f := numfmt.Compile(code, s.opt)
	s.byID[id] = f
	return f
}
