package xlsx

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"

	"github.com/rowproof/rowproof/internal/table"
)

// A Kind is what the bytes of a file are, whatever its name says.
type Kind string

// The kinds that Sniff tells apart.
const (
	Workbook       Kind = "xlsx"      // a workbook of this package
	Binary         Kind = "xlsb"      // a binary workbook in an archive
	Legacy         Kind = "xls"       // a workbook of the years before 2007
	Encrypted      Kind = "encrypted" // an encrypted workbook or document
	OpenSheet      Kind = "ods"
	Numbers        Kind = "numbers"
	Compound       Kind = "ole"     // another compound file: a text, a message, an installer
	Document       Kind = "docx"    // a text or a presentation of an office program
	Archive        Kind = "zip"     // an archive of something else
	Broken         Kind = "zip cut" // starts like an archive and is none
	PDF            Kind = "pdf"
	HTML           Kind = "html"
	SpreadsheetXML Kind = "xml" // a single XML file, as Excel 2003 wrote it
	Empty          Kind = "empty"
	Text           Kind = "text" // anything else without a zero byte
	Unknown        Kind = "unknown"
)

var oleMagic = []byte{0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1}

// Sniff tells from its bytes what a file is.
func Sniff(src table.Source) (Kind, error) {
	head := make([]byte, 4096)
	n, err := src.Data.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return Unknown, err
	}
	head = head[:n]
	switch {
	case n == 0:
		return Empty, nil
	case bytes.HasPrefix(head, oleMagic):
		return sniffCompound(src), nil
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return sniffArchive(src), nil
	case bytes.HasPrefix(head, []byte("%PDF-")):
		return PDF, nil
	}
	return sniffText(head), nil
}

func sniffText(head []byte) Kind {
	b := bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	utf16 := bytes.HasPrefix(b, []byte("\xff\xfe")) || bytes.HasPrefix(b, []byte("\xfe\xff"))
	if utf16 {
		b = bytes.ReplaceAll(b[2:], []byte{0}, nil)
	}
	start := bytes.ToLower(bytes.TrimSpace(b))
	for _, tag := range [...]string{"<!doctype html", "<html", "<head", "<body", "<table", "<meta", "<style", "<div"} {
		if bytes.HasPrefix(start, []byte(tag)) {
			return HTML
		}
	}
	switch {
	case bytes.HasPrefix(start, []byte("<?xml")), bytes.HasPrefix(start, []byte("<!--")):
		if bytes.Contains(start, []byte("<html")) {
			return HTML
		}
		return SpreadsheetXML
	case bytes.IndexByte(b, 0) >= 0 && !utf16:
		if evenZeros(b) {
			return Text
		}
		return Unknown
	}
	return Text
}

// evenZeros reports whether the zero bytes are those of UTF-16 without a mark.
func evenZeros(b []byte) bool {
	var zeros [2]int
	for i, c := range b {
		if c == 0 {
			zeros[i%2]++
		}
	}
	most, least := max(zeros[0], zeros[1]), min(zeros[0], zeros[1])
	return most > len(b)/4 && least*20 < most
}

func sniffArchive(src table.Source) Kind {
	zr, err := zip.NewReader(src.Data, src.Size)
	if err != nil {
		return Broken
	}
	return kindOfArchive(zr)
}

func kindOfArchive(zr *zip.Reader) Kind {
	kind := Archive
	for _, f := range zr.File {
		name := strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/"))
		switch {
		case strings.HasSuffix(name, "workbook.bin"):
			return Binary
		case strings.HasSuffix(name, "workbook.xml"):
			return Workbook
		case name == "mimetype":
			if k := kindOfMime(f); k != Archive {
				return k
			}
		case name == "index/document.iwa", name == "index.zip", strings.HasPrefix(name, "index/tables/"):
			return Numbers
		case strings.HasPrefix(name, "word/"), strings.HasPrefix(name, "ppt/"):
			kind = Document
		case name == "[content_types].xml" && kind == Archive:
			kind = Workbook
		}
	}
	return kind
}

func kindOfMime(f *zip.File) Kind {
	rc, err := f.Open()
	if err != nil {
		return Archive
	}
	defer rc.Close()
	b, err := io.ReadAll(io.LimitReader(rc, 128))
	if err != nil {
		return Archive
	}
	switch s := string(b); {
	case strings.HasPrefix(s, "application/vnd.oasis.opendocument.spreadsheet"):
		return OpenSheet
	case strings.HasPrefix(s, "application/vnd.oasis.opendocument"):
		return Document
	}
	return Archive
}
