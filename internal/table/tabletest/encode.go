package tabletest

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"html"
	"strings"

	"github.com/rowproof/rowproof/internal/table"
)

// A Grid is the texts of a table by row and column; empty ones are cells that are not there.
type Grid [][]string

// XLSX returns a workbook of one sheet that holds the grid as inline strings.
func XLSX(g Grid) ([]byte, error) {
	var b strings.Builder
	b.WriteString(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
	for i, row := range g {
		fmt.Fprintf(&b, `<row r="%d">`, i+1)
		for k, text := range row {
			if text != "" {
				fmt.Fprintf(&b, `<c r="%s%d" t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>`, table.ColumnName(k), i+1, escape(text))
			}
		}
		b.WriteString(`</row>`)
	}
	b.WriteString(`</sheetData></worksheet>`)
	const rel = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%s" Target="%s"/></Relationships>`
	return archive(
		"_rels/.rels", fmt.Sprintf(rel, "officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Grid" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", fmt.Sprintf(rel, "worksheet", "worksheets/sheet1.xml"),
		"xl/worksheets/sheet1.xml", b.String(),
	)
}

// ODS returns an OpenDocument spreadsheet of one sheet.
func ODS(g Grid) ([]byte, error) {
	var b strings.Builder
	b.WriteString(`<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="Grid">`)
	for _, row := range g {
		b.WriteString(`<table:table-row>`)
		for _, text := range row {
			if text == "" {
				b.WriteString(`<table:table-cell/>`)
				continue
			}
			b.WriteString(`<table:table-cell office:value-type="string"><text:p>` + strings.ReplaceAll(escape(text), "&#xA;", `</text:p><text:p>`) + `</text:p></table:table-cell>`)
		}
		b.WriteString(`</table:table-row>`)
	}
	b.WriteString(`</table:table></office:spreadsheet></office:body></office:document-content>`)
	return archive("mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", b.String())
}

// CSV returns delimited text.
func CSV(g Grid) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	err := w.WriteAll(g)
	return b.Bytes(), err
}

// HTML returns a page with one table.
func HTML(g Grid) ([]byte, error) {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><html><head><meta charset=\"utf-8\"></head><body><table>\n")
	for _, row := range g {
		b.WriteString("<tr>")
		for _, text := range row {
			b.WriteString("<td>" + strings.ReplaceAll(html.EscapeString(text), "\n", "<br>") + "</td>")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table></body></html>\n")
	return []byte(b.String()), nil
}

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder takes everything
	return b.String()
}

func archive(files ...string) ([]byte, error) {
	var b bytes.Buffer
	zw := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := zw.Create(files[i])
		if err == nil {
			_, err = w.Write([]byte(files[i+1]))
		}
		if err != nil {
			return nil, err
		}
	}
	if err := zw.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
