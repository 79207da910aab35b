package open

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/xlsx"
)

// The kinds that package xlsx does not tell apart.
const (
	delimited xlsx.Kind = "csv"
	prose     xlsx.Kind = "text"
)

// sniff says what the bytes are; the extension decides only between kinds of text, and which
// reader says what is wrong with a damaged archive.
func sniff(src table.Source) (xlsx.Kind, error) {
	head := make([]byte, min(1<<10, src.Size))
	if _, err := src.Data.ReadAt(head, 0); err != nil && err != io.EOF {
		return "", err
	}
	kind, err := xlsx.Sniff(src)
	if err != nil {
		return "", err
	}
	ext := extension(src.Name)
	switch kind {
	case xlsx.Broken, xlsx.Archive:
		switch {
		case ext == ".ods" || ext == ".ots":
			return xlsx.OpenSheet, nil
		case slices.Contains(extensions[xlsx.Workbook], ext):
			return xlsx.Workbook, nil
		}
	case xlsx.Text, xlsx.Unknown, xlsx.SpreadsheetXML:
		return sniffText(kind, head, ext, src.Size), nil
	}
	return kind, nil
}

// sniffText tells a text from what only looks like one in its first bytes.
func sniffText(kind xlsx.Kind, head []byte, ext string, size int64) xlsx.Kind {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	comment := bytes.HasPrefix(text, []byte("<!--"))
	switch {
	case len(text) == 0 && size <= int64(len(head)):
		return xlsx.Empty
	case bytes.Contains(head, []byte("%PDF-")):
		return xlsx.PDF
	case kind == xlsx.SpreadsheetXML && !comment:
		return kind
	case binary(head):
		return xlsx.Unknown
	case slices.Contains(extensions[prose], ext):
		return prose
	case comment:
		return kind
	}
	return delimited
}

func extension(name string) string { return strings.ToLower(filepath.Ext(name)) }

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
