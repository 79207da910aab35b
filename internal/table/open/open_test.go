package open

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/office"
)

func archive(t testing.TB, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	zw := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := zw.Create(files[i])
		if err == nil {
			_, err = w.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func read(name, content string, opt table.Options) (*table.Document, error) {
	if opt.Limits == (table.Limits{}) {
		opt.Limits = table.DefaultLimits()
	}
	return Document(context.Background(), table.Source{Name: name, Data: strings.NewReader(content), Size: int64(len(content))}, opt)
}

const grid = "<table><tr><td>Unit</td><td>Rent</td></tr><tr><td>A1</td><td>1200</td></tr></table>"

// The bytes say what a file is. What is read under another name is said to be so.
func TestContentDecides(t *testing.T) {
	for _, c := range []struct {
		name, content, format string
		rows                  int
		renamed               bool
	}{
		{"roll.xls", "<html><body>" + grid + "</body></html>", "html", 2, true},
		{"roll.xlsx", "<!-- exported -->\n<html><body>" + grid + "</body></html>", "html", 2, true},
		{"roll.html", grid, "html", 2, false},
		{"roll.xlsx", "Unit;Rent\nA1;1200\n", "csv", 2, true},
		{"roll.csv", "Unit;Rent\nA1;1200\n", "csv", 2, false},
		{"roll", "Unit;Rent\nA1;1200\n", "csv", 2, false},
		{"lease.md", "<!-- draft -->\n# Lease\n\nText.\n", "text", 2, false},
		{"roll.csv", "Unit;Rent\nA\x001;1200\n", "csv", 2, false},
	} {
		doc, err := read(c.name, c.content, table.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		renamed := false
		for _, w := range doc.Warnings {
			renamed = renamed || w.Code == finding.WrongExtension
		}
		if doc.Format != c.format || len(doc.Rows) != c.rows || renamed != c.renamed {
			t.Errorf("%s: %s, %d rows, renamed %v; want %s, %d, %v", c.name, doc.Format, len(doc.Rows), renamed, c.format, c.rows, c.renamed)
		}
	}
}

// What is not read says what it is and what to do.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ what, name, content, code, cause, hint string }{
		{"nothing", "a.xlsx", "", finding.EmptyDocument, "empty", ""},
		{"blanks", "a.csv", " \n\n", finding.EmptyDocument, "empty", ""},
		{"binary workbook", "a.xlsb", archive(t, "xl/workbook.bin", "x"), finding.UnknownFormat, ".xlsb", "--convert"},
		{"numbers", "a.numbers", archive(t, "Index/Document.iwa", "x"), finding.UnknownFormat, "Numbers", ".xlsx"},
		{"text document", "a.docx", archive(t, "word/document.xml", "x"), finding.UnknownFormat, "text document", "PDF"},
		{"archive", "a.zip", archive(t, "notes.txt", "x"), finding.UnknownFormat, "archive", "unpack"},
		{"cut archive", "a.xlsx", archive(t, "xl/workbook.xml", "x")[:40], finding.Damaged, "cut off", "again"},
		{"cut spreadsheet", "a.ods", archive(t, "content.xml", "x")[:40], finding.Damaged, "cut off", "again"},
		{"compound file", "a.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 600), finding.UnknownFormat, "compound", "workbook"},
		{"XML", "a.xls", "<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\"/>", finding.UnknownFormat, "XML", "--convert"},
		{"binary", "a.dat", "\x01\x02\x03\x04abc\x05\x06\x07", finding.UnknownFormat, "none of the formats", ".xlsx"},
		{"encrypted spreadsheet", "a.ods", archive(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "META-INF/manifest.xml",
			`<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry m:full-path="content.xml"><m:encryption-data/></m:file-entry></m:manifest>`,
			"content.xml", "\x8f\x01"), finding.Encrypted, "encrypted", "without a password"},
	} {
		_, err := read(c.name, c.content, table.Options{})
		var u *table.Unreadable
		if !errors.As(err, &u) {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if u.Code != c.code || !strings.Contains(u.Cause, c.cause) || !strings.Contains(u.Hint, c.hint) {
			t.Errorf("%s: %s, %q, hint %q; want %s, %q, %q", c.what, u.Code, u.Cause, u.Hint, c.code, c.cause, c.hint)
		}
	}
}

// TestConverted has LibreOffice make an old workbook and reads it through it again.
func TestConverted(t *testing.T) {
	program := office.Find()
	if program == "" {
		t.Skip("no LibreOffice is installed")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "roll.csv"), []byte("Unit,Rent\nA1,1200.50\nA2,980\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-env:UserInstallation=file://"+filepath.ToSlash(dir)+"/profile", "--headless", "--convert-to", "xls", "--outdir", dir, filepath.Join(dir, "roll.csv"))
	cmd.Env = append(os.Environ(), "HOME="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "roll.xls"))
	if err != nil {
		t.Fatal(err)
	}
	var u *table.Unreadable
	if _, err := read("roll.xls", string(raw), table.Options{}); !errors.As(err, &u) || !strings.Contains(u.Hint, "--convert") {
		t.Fatalf("without --convert: %v", err)
	}
	doc, err := read("roll.xls", string(raw), table.Options{Convert: true})
	if err != nil {
		t.Fatal(err)
	}
	if doc.Format != "xls" || len(doc.Rows) != 3 || doc.Rows[1].Cells[1].Stored != "1200.5" || len(doc.Warnings) == 0 || doc.Warnings[0].Code != finding.Converted {
		t.Errorf("%s, %d rows, warnings %v", doc.Format, len(doc.Rows), doc.Warnings)
	}
}
