package xlsx

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html/charset"

	"github.com/rowproof/rowproof/internal/table"
)

// The types below read a workbook a second time through the standard library alone, to count
// the cells that hold something: nothing that stands in a part may be missing from the rows.
type (
	rawRels struct {
		Items []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	rawBook struct {
		Sheets []struct {
			Name  string     `xml:"name,attr"`
			Attrs []xml.Attr `xml:",any,attr"`
		} `xml:"sheets>sheet"`
	}
	rawCell struct {
		Ref     string     `xml:"r,attr"`
		Type    string     `xml:"t,attr"`
		Value   *string    `xml:"v"`
		Inline  *rawInline `xml:"is"`
		Formula *string    `xml:"f"`
	}
	rawInline struct {
		Text string   `xml:"t"`
		Runs []string `xml:"r>t"`
	}
)

type rawFile struct{ zr *zip.Reader }

func (f rawFile) part(name string) *zip.File {
	for _, p := range f.zr.File {
		if strings.EqualFold(strings.TrimPrefix(strings.ReplaceAll(p.Name, `\`, "/"), "/"), strings.TrimPrefix(name, "/")) {
			return p
		}
	}
	return nil
}

func (f rawFile) decode(name string, v any) error {
	p := f.part(name)
	if p == nil {
		return fmt.Errorf("no part %s", name)
	}
	rc, err := p.Open()
	if err != nil {
		return err
	}
	defer rc.Close()
	d := xml.NewDecoder(rc)
	d.CharsetReader = charset.NewReaderLabel
	return d.Decode(v)
}

// filled returns the cells of a sheet that hold something, with their texts where the part itself has them.
func (f rawFile) filled(t *testing.T, name string) map[[2]int]rawCell {
	t.Helper()
	p := f.part(name)
	if p == nil {
		return nil
	}
	rc, err := p.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer rc.Close()
	d := xml.NewDecoder(rc)
	d.CharsetReader = charset.NewReaderLabel
	out := map[[2]int]rawCell{}
	line, col := 0, -1
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		start, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "row":
			line, col = line+1, -1
			for _, a := range start.Attr {
				if a.Name.Local == "r" {
					fmt.Sscan(a.Value, &line)
				}
			}
		case "c":
			var c rawCell
			if err := d.DecodeElement(&c, &start); err != nil {
				t.Fatal(err)
			}
			col++
			if n, _, ok := parseRef([]byte(c.Ref)); ok {
				col = n
			}
			if c.Value != nil && *c.Value != "" || c.Inline != nil && c.Inline.Text+strings.Join(c.Inline.Runs, "") != "" || c.Formula != nil && c.Value == nil {
				out[[2]int{line, col}] = c
			}
		}
	}
}

// shared returns the shared strings, phonetic runs left out.
func (f rawFile) shared(folder string, rels rawRels) []string {
	name := path.Join(folder, "sharedStrings.xml")
	for _, r := range rels.Items {
		if strings.HasSuffix(r.Type, "/sharedStrings") {
			name = path.Join("/"+folder, r.Target)
		}
	}
	var sst struct {
		Items []rawInline `xml:"si"`
	}
	if f.decode(name, &sst) != nil {
		return nil
	}
	out := make([]string, len(sst.Items))
	for i, s := range sst.Items {
		out[i] = s.Text + strings.Join(s.Runs, "")
	}
	return out
}

// TestNothingIsLost compares the cells of every workbook of the corpus that is read with those of a
// second, independent scan.
func TestNothingIsLost(t *testing.T) {
	dir := corpus(t)
	files, cells, silent := 0, 0, 0
	for _, folder := range []string{"spreadsheets", "property", "spreadsheets_faults", "hostile"} {
		found, err := filepath.Glob(filepath.Join(dir, folder, "*.xls[xm]"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			if st, err := os.Stat(file); err != nil {
				t.Fatal(err)
			} else if st.Size() > 500<<10 && os.Getenv("ROWPROOF_LONG") == "" {
				continue
			}
			doc, err := readFile(t, file, table.Options{Hidden: true})
			if err != nil {
				t.Logf("not read: %s: %v", filepath.Base(file), err)
				continue
			}
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			zr, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
			if err != nil {
				continue // encrypted with the default password
			}
			n, s := compareFilled(t, filepath.Base(file), rawFile{zr}, doc)
			files, cells, silent = files+1, cells+n, silent+s
		}
	}
	if files < 50 || cells < 50_000 {
		t.Fatalf("only %d files with %d cells", files, cells)
	}
	t.Logf("%d files, %d cells hold something; all are read but %d that print nothing in rows that print nothing", files, cells, silent)
}

// compareFilled returns how many cells the parts hold, and how many of them stand in no row because
// their row prints nothing.
func compareFilled(t *testing.T, file string, f rawFile, doc *table.Document) (cells, silent int) {
	t.Helper()
	var root, rels rawRels
	var book rawBook
	bookPart := "xl/workbook.xml"
	if f.decode("_rels/.rels", &root) == nil {
		for _, r := range root.Items {
			if strings.HasSuffix(r.Type, "/officeDocument") {
				bookPart = strings.TrimPrefix(path.Clean("/"+r.Target), "/")
			}
		}
	}
	if err := f.decode(bookPart, &book); err != nil {
		t.Logf("%s: not scanned a second time: %v", file, err)
		return 0, 0
	}
	_ = f.decode(path.Join(path.Dir(bookPart), "_rels", path.Base(bookPart)+".rels"), &rels)
	shared := f.shared(path.Dir(bookPart), rels)
	next := 0
	for i, s := range book.Sheets {
		part, chart := fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1), false
		for _, r := range rels.Items {
			for _, a := range s.Attrs {
				if a.Name.Local == "id" && a.Value == r.ID {
					part = path.Join(path.Dir("/"+bookPart), r.Target)
					if strings.HasPrefix(r.Target, "/") {
						part = r.Target
					}
					chart = !strings.HasSuffix(r.Type, "/worksheet")
				}
			}
		}
		if chart {
			continue
		}
		if next >= len(doc.Tables) {
			t.Errorf("%s: sheet %s is missing", file, s.Name)
			break
		}
		n, quiet := compareSheet(t, file+" "+s.Name, f.filled(t, part), shared, doc, next)
		cells, silent = cells+n, silent+quiet
		next++
	}
	return cells, silent
}

func compareSheet(t *testing.T, place string, filled map[[2]int]rawCell, shared []string, doc *table.Document, index int) (cells, silent int) {
	read := map[[2]int]bool{}
	lines := map[int]bool{}
	for n := doc.Tables[index].First; n < doc.Tables[index].End; n++ {
		r := &doc.Rows[n]
		lines[r.Line] = true
		for _, c := range r.Cells {
			at := [2]int{r.Line, int(c.Col)}
			read[at] = true
			if _, ok := filled[at]; !ok && c.Flags&table.Marked == 0 {
				t.Errorf("%s: %s%d is read and stands in no part", place, table.ColumnName(int(c.Col)), r.Line)
			}
		}
	}
	for at, c := range filled {
		cells++
		if read[at] {
			continue
		}
		text := ""
		switch {
		case c.Inline != nil:
			text = c.Inline.Text + strings.Join(c.Inline.Runs, "")
		case c.Type == "s":
			if n, err := strconv.Atoi(*c.Value); err == nil && n < len(shared) {
				text = shared[n]
			}
		case c.Type == "str":
			text = *c.Value
		case !lines[at[0]]:
			silent++ // a row that prints nothing: every number in it is hidden by its format
			continue
		default:
			text = *c.Value
		}
		if strings.TrimSpace(text) == "" {
			silent++
			continue
		}
		t.Errorf("%s: %s%d holds %q and is in no row", place, table.ColumnName(at[1]), at[0], text)
	}
	return cells, silent
}
