// Command spreadsheets makes and reads the workbooks of bench/spreadsheets.sh.
//
//	spreadsheets generate ROWS FILE   a sheet of 11 columns: texts, dates, amounts, percentages
//	spreadsheets rowproof FILE        reads it with this program: what every cell prints
//	spreadsheets first FILE           the same as the rows are listed, and when the first came
//	spreadsheets excelize FILE        reads it with excelize: what every cell prints
//	spreadsheets excelize-raw FILE    the same, stored values
//
// Each reading prints the rows, the cells and the bytes of their texts.
package main

import (
	"archive/zip"
	"bufio"
	"context"
	"fmt"
	"os"
	"runtime/pprof"
	"strconv"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/xlsx"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "spreadsheets:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if path := os.Getenv("CPUPROFILE"); path != "" {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	switch {
	case len(args) == 3 && args[0] == "generate":
		rows, err := strconv.Atoi(args[1])
		if err != nil {
			return err
		}
		return generate(rows, args[2])
	case len(args) == 2 && args[0] == "rowproof":
		return readRowproof(args[1], false)
	case len(args) == 2 && args[0] == "first":
		return readRowproof(args[1], true)
	case len(args) == 2 && (args[0] == "excelize" || args[0] == "excelize-raw"):
		return readExcelize(args[1], args[0] == "excelize-raw")
	}
	return fmt.Errorf("usage: generate ROWS FILE | rowproof FILE | first FILE | excelize FILE | excelize-raw FILE")
}

// A counter counts what a reading hands on.
type counter struct {
	rows, cells, bytes int
	start              time.Time
	first              time.Duration // until the first row
}

func (c *counter) StartTable(*table.Table) error { return nil }
func (c *counter) EndTable(*table.Table) error   { return nil }
func (c *counter) Warn(table.Warning) error      { return nil }
func (c *counter) Row(r *table.Row) error {
	if c.rows == 0 {
		c.first = time.Since(c.start)
	}
	c.rows++
	for i := range r.Cells {
		c.cells++
		c.bytes += len(r.Cells[i].Text)
	}
	return nil
}

func readRowproof(path string, first bool) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return err
	}
	c := &counter{start: time.Now()}
	e := table.NewEmitter(c, table.DefaultLimits())
	src := table.Source{Name: path, Data: f, Size: st.Size()}
	if err := (xlsx.Reader{}).Read(context.Background(), src, table.Options{Limits: table.DefaultLimits(), Early: first}, e); err != nil {
		return err
	}
	if _, _, err := e.Close(); err != nil {
		return err
	}
	if first {
		fmt.Println(c.rows, "rows, the first after", c.first)
		return nil
	}
	fmt.Println(c.rows, c.cells, c.bytes)
	return nil
}

func readExcelize(path string, raw bool) error {
	f, err := excelize.OpenFile(path, excelize.Options{RawCellValue: raw})
	if err != nil {
		return err
	}
	defer f.Close()
	rows, err := f.Rows(f.GetSheetName(0))
	if err != nil {
		return err
	}
	c := counter{}
	for rows.Next() {
		cells, err := rows.Columns()
		if err != nil {
			return err
		}
		c.rows++
		for _, s := range cells {
			c.cells++
			c.bytes += len(s)
		}
	}
	fmt.Println(c.rows, c.cells, c.bytes)
	return rows.Close()
}

const (
	names   = 5000
	content = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`
	office  = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	main_   = `http://schemas.openxmlformats.org/spreadsheetml/2006/main`
	rels    = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	book    = `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="` + main_ + `" xmlns:r="` + office + `"><sheets><sheet name="Rent roll" sheetId="1" r:id="rId1"/></sheets></workbook>`
	bookRel = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + office + `/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="` + office + `/styles" Target="styles.xml"/><Relationship Id="rId3" Type="` + office + `/sharedStrings" Target="sharedStrings.xml"/></Relationships>`
	styles  = `<?xml version="1.0" encoding="UTF-8"?><styleSheet xmlns="` + main_ + `"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/><numFmt numFmtId="165" formatCode="_(&quot;$&quot;* #,##0.00_);_(&quot;$&quot;* \(#,##0.00\);_(&quot;$&quot;* &quot;-&quot;??_);_(@_)"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`
)

// generate writes a workbook without any library, so that no library reads its own habits.
func generate(rows int, path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	zw := zip.NewWriter(f)
	parts := []struct {
		name  string
		write func(w *bufio.Writer)
	}{
		{"[Content_Types].xml", func(w *bufio.Writer) { w.WriteString(content) }},
		{"_rels/.rels", func(w *bufio.Writer) { w.WriteString(rels) }},
		{"xl/workbook.xml", func(w *bufio.Writer) { w.WriteString(book) }},
		{"xl/_rels/workbook.xml.rels", func(w *bufio.Writer) { w.WriteString(bookRel) }},
		{"xl/styles.xml", func(w *bufio.Writer) { w.WriteString(styles) }},
		{"xl/sharedStrings.xml", writeStrings},
		{"xl/worksheets/sheet1.xml", func(w *bufio.Writer) { writeRows(w, rows) }},
	}
	for _, p := range parts {
		out, err := zw.Create(p.name)
		if err != nil {
			return err
		}
		w := bufio.NewWriterSize(out, 1<<20)
		p.write(w)
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if err := zw.Close(); err != nil {
		return err
	}
	return f.Close()
}

func writeStrings(w *bufio.Writer) {
	fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?><sst xmlns="%s">`, main_)
	for i := range names {
		fmt.Fprintf(w, "<si><t>Tenant %d &amp; Sons</t></si>", i)
	}
	w.WriteString("</sst>")
}

func writeRows(w *bufio.Writer, rows int) {
	fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="%s"><sheetData>`, main_)
	x := uint64(88172645463325252)
	for r := 1; r <= rows; r++ {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		v := x
		fmt.Fprintf(w, `<row r="%d"><c r="A%d"><v>%d</v></c><c r="B%d" t="s"><v>%d</v></c><c r="C%d" t="s"><v>%d</v></c>`, r, r, r, r, v%names, r, v/7%names)
		fmt.Fprintf(w, `<c r="D%d" s="1"><v>%d</v></c><c r="E%d" s="5"><v>%d.75</v></c>`, r, 40000+v%6000, r, 41000+v/3%6000)
		fmt.Fprintf(w, `<c r="F%d" s="2"><v>%d.%02d</v></c><c r="G%d" s="4"><v>%d.5</v></c><c r="H%d" s="4"><v>-%d.1234567890123</v></c>`, r, v%1000000, v/11%100, r, v/13%90000, r, v/17%9000)
		fmt.Fprintf(w, `<c r="I%d" s="3"><v>0.%04d</v></c><c r="J%d"><v>%d.%d</v></c><c r="K%d" t="inlineStr"><is><t>let, unit %d</t></is></c></row>`, r, v/19%10000, r, v/23%100000, v/29%1000000, r, v%400)
	}
	w.WriteString("</sheetData></worksheet>")
}
