package open

import (
	"archive/zip"
	"bytes"
	"io"
	"path/filepath"
	"strings"

	"github.com/rowproof/rowproof/internal/table"
)

// A kind is what the bytes of a file are.
type kind string

const (
	kindXLSX    kind = "xlsx"
	kindXLSB    kind = "xlsb"
	kindODS     kind = "ods"
	kindNumbers kind = "numbers"
	kindOLE     kind = "ole" // an old .xls, or an encrypted workbook
	kindPDF     kind = "pdf"
	kindHTML    kind = "html"
	kindText    kind = "text"
	kindCSV     kind = "csv"
	kindEmpty   kind = "empty"
	kindOther   kind = "other"
)

var oleMagic = []byte{0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1}

// sniff says what the bytes are; the extension decides only between kinds of text.
func sniff(src table.Source) (kind, error) {
	head := make([]byte, min(1<<10, src.Size))
	if _, err := src.Data.ReadAt(head, 0); err != nil && err != io.EOF {
		return "", err
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	switch {
	case len(head) == 0 || len(text) == 0 && src.Size <= int64(len(head)):
		return kindEmpty, nil
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return sniffZip(src), nil
	case bytes.HasPrefix(head, oleMagic):
		return kindOLE, nil
	case bytes.Contains(head, []byte("%PDF-")):
		return kindPDF, nil
	case isHTML(string(text)):
		return kindHTML, nil
	case binary(head):
		return kindOther, nil
	}
	switch extension(src.Name) {
	case ".txt", ".md", ".markdown", ".text":
		return kindText, nil
	}
	return kindCSV, nil
}

func extension(name string) string { return strings.ToLower(filepath.Ext(name)) }

func isHTML(s string) bool {
	s = strings.ToLower(s)
	for _, p := range []string{"<!doctype html", "<html", "<head", "<body", "<table", "<meta", "<style"} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return strings.HasPrefix(s, "<?xml") && strings.Contains(s, "<html") || strings.HasPrefix(s, "<!--") && strings.Contains(s, "<html")
}

// binary reports bytes that no text has: many controls, but not the zeros of UTF-16.
func binary(b []byte) bool {
	if bytes.HasPrefix(b, []byte{0xFF, 0xFE}) || bytes.HasPrefix(b, []byte{0xFE, 0xFF}) {
		return false
	}
	controls := 0
	for _, c := range b {
		if c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1b && c != 0 {
			controls++
		}
	}
	return controls*20 > len(b)
}

func sniffZip(src table.Source) kind {
	z, err := zip.NewReader(src.Data, src.Size)
	if err != nil {
		return byExtension(src.Name)
	}
	for i, f := range z.File {
		if i > 2000 {
			break
		}
		switch name := strings.ToLower(strings.TrimPrefix(f.Name, "/")); {
		case name == "mimetype":
			if r, err := f.Open(); err == nil {
				b, _ := io.ReadAll(io.LimitReader(r, 200))
				_ = r.Close()
				if strings.Contains(string(b), "opendocument.spreadsheet") {
					return kindODS
				}
			}
		case strings.HasPrefix(name, "index/") && strings.HasSuffix(name, ".iwa"):
			return kindNumbers
		case strings.HasSuffix(name, "workbook.bin"):
			return kindXLSB
		case strings.HasSuffix(name, "workbook.xml"):
			return kindXLSX
		}
	}
	return byExtension(src.Name)
}

// byExtension names a damaged archive by its name, so that the reader of that format says
// what is wrong with it.
func byExtension(name string) kind {
	switch extension(name) {
	case ".xlsx", ".xlsm", ".xltx", ".xltm":
		return kindXLSX
	case ".ods":
		return kindODS
	}
	return kindOther
}
