// Package parts opens the archives that office files are. A part is found without regard to
// the case of its name and read to its end, so that its size and its checksum are checked;
// the limits of a document hold for what is unpacked.
package parts

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/xmlscan"
)

// An Archive is one opened file.
type Archive struct {
	parts   map[string]*zip.File
	twice   map[string]bool // names that two entries have
	lim     table.Limits
	total   int64
	counted map[string]bool // parts whose bytes are in total already
}

// Open opens a file. An entry count over the limit is an error; sizes are checked part by part.
func Open(src table.Source, lim table.Limits) (*Archive, error) {
	zr, err := zip.NewReader(src.Data, src.Size)
	if err != nil {
		return nil, &table.Unreadable{Code: finding.Damaged, Cause: "the file is cut off or no archive", Hint: "ask for the file again", Err: err}
	}
	if lim.Entries > 0 && len(zr.File) > lim.Entries {
		return nil, &table.LimitError{Limit: "entries", Value: int64(lim.Entries), Place: src.Name}
	}
	a := &Archive{parts: make(map[string]*zip.File, len(zr.File)), twice: map[string]bool{}, lim: lim, counted: map[string]bool{}}
	for _, f := range zr.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		name := Name(f.Name)
		if _, ok := a.parts[name]; ok {
			a.twice[name] = true
			continue
		}
		a.parts[name] = f
	}
	return a, nil
}

// Name returns the name under which a part is looked up: no leading slash, lower case.
func Name(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/"))
}

// Resolve returns the part that a relationship of another part points to.
func Resolve(from, target string) string {
	if t, err := url.PathUnescape(target); err == nil {
		target = t
	}
	target = strings.ReplaceAll(target, `\`, "/")
	if i := strings.IndexByte(target, '#'); i >= 0 {
		target = target[:i]
	}
	if !strings.HasPrefix(target, "/") {
		target = path.Join(path.Dir(from), target)
	}
	return Name(target)
}

// Has reports whether a part is there.
func (a *Archive) Has(name string) bool { return a.parts[name] != nil }

// Size returns the size that the archive declares for a part.
func (a *Archive) Size(name string) uint64 { return a.parts[name].UncompressedSize64 }

// Open returns a reader of a part that checks the part's size and checksum at its end and
// holds the limits.
func (a *Archive) Open(name string) (io.ReadCloser, error) {
	f := a.parts[name]
	part := name
	if f != nil {
		part = f.Name
	}
	switch {
	case f == nil:
		return nil, &table.Unreadable{Code: finding.Damaged, Place: part, Cause: "a part is missing", Hint: "ask for the file again"}
	case a.twice[name]:
		return nil, &table.Unreadable{Code: finding.Damaged, Place: part, Cause: "the archive holds two parts of one name", Hint: "ask for the file again"}
	case a.lim.Decompressed > 0 && f.UncompressedSize64 > uint64(a.lim.Decompressed):
		return nil, &table.LimitError{Limit: "decompressed", Value: a.lim.Decompressed, Place: part}
	case a.lim.Ratio > 0 && f.UncompressedSize64 > 16<<20 && f.UncompressedSize64/uint64(a.lim.Ratio) > f.CompressedSize64:
		return nil, &table.LimitError{Limit: "ratio", Value: a.lim.Ratio, Place: part}
	}
	if f.Flags&1 != 0 {
		return nil, &table.Unreadable{Code: finding.Encrypted, Place: part, Cause: "the archive is encrypted", Hint: "save the file without a password"}
	}
	rc, err := f.Open()
	if err != nil {
		return nil, partError(part, err)
	}
	r := &partReader{rc: rc, a: a, name: part, left: f.UncompressedSize64, count: !a.counted[name]}
	a.counted[name] = true
	return r, nil
}

// A partReader turns what is wrong with a part into the errors of package table.
type partReader struct {
	rc    io.ReadCloser
	a     *Archive
	name  string
	left  uint64
	count bool
}

func (r *partReader) Read(p []byte) (int, error) {
	n, err := r.rc.Read(p)
	if uint64(n) > r.left {
		return 0, &table.Unreadable{Code: finding.Damaged, Place: r.name, Cause: "a part is larger than the archive says", Hint: "ask for the file again"}
	}
	r.left -= uint64(n)
	if r.count {
		r.a.total += int64(n)
		if l := r.a.lim.Decompressed; l > 0 && r.a.total > l {
			return 0, &table.LimitError{Limit: "decompressed", Value: l, Place: r.name}
		}
	}
	if err != nil && err != io.EOF {
		return n, partError(r.name, err)
	}
	return n, err
}

func (r *partReader) Close() error { return r.rc.Close() }

func partError(name string, err error) error {
	u := &table.Unreadable{Code: finding.Damaged, Place: name, Cause: "a part cannot be read", Hint: "ask for the file again", Err: err}
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, zip.ErrChecksum):
		u.Code, u.Cause, u.Err = finding.BadChecksum, "a part is not what its checksum says", nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		u.Cause, u.Err = "a part ends too early", nil
	case errors.As(err, &corrupt):
		u.Cause, u.Err = "the compressed bytes of a part are damaged", nil
	case errors.Is(err, zip.ErrFormat):
		u.Cause, u.Err = "a part is not as large as the archive says", nil
	case errors.Is(err, zip.ErrAlgorithm):
		u.Cause, u.Err = "a part is compressed in a way that no workbook is", nil
	}
	return u
}

// Title returns a part's name as the archive spells it.
func (a *Archive) Title(name string) string {
	if f := a.parts[name]; f != nil {
		return f.Name
	}
	return name
}

// Damaged says that a part cannot be read as what it is, at a place.
func Damaged(place string, err error) error {
	var u *table.Unreadable
	if errors.As(err, &u) {
		if place != "" && place != u.Place {
			copy := *u
			copy.Place = place + joinPlace(u.Place)
			return &copy
		}
		return err
	}
	var l *table.LimitError
	if errors.As(err, &l) {
		return err
	}
	return &table.Unreadable{Code: finding.Damaged, Place: place, Cause: "the file is damaged", Hint: "ask for the file again", Err: err}
}

func joinPlace(part string) string {
	if part == "" {
		return ""
	}
	return fmt.Sprintf(" (%s)", part)
}

// Twice returns how many names stand for more than one part; none of those parts is read.
func (a *Archive) Twice() int { return len(a.twice) }

// Scan reads an XML part to its end and hands each tag and text to fn.
func (a *Archive) Scan(name string, fn func(*xmlscan.Scanner, xmlscan.Kind) error) error {
	r, done, err := a.OpenXML(name)
	if err != nil {
		return err
	}
	defer done()
	sc := xmlscan.New(r)
	for {
		kind, err := sc.Next()
		if err != nil {
			return Damaged(a.Title(name), err)
		}
		if kind == xmlscan.EOF {
			return nil
		}
		if err := fn(sc, kind); err != nil {
			return err
		}
	}
}

// maxSmall bounds the parts that are kept in memory as they are read.
const maxSmall = 64 << 20

// ScanSmall is Scan for a part that describes others, such as styles or relationships: one
// of more than 64 MB is over a limit.
func (a *Archive) ScanSmall(name string, fn func(*xmlscan.Scanner, xmlscan.Kind) error) error {
	if a.Has(name) && a.Size(name) > maxSmall {
		return &table.LimitError{Limit: "part_bytes", Value: maxSmall, Place: a.Title(name)}
	}
	return a.Scan(name, fn)
}

// OpenXML opens an XML part as UTF-8.
func (a *Archive) OpenXML(name string) (r io.Reader, done func() error, err error) {
	rc, err := a.Open(name)
	if err != nil {
		return nil, nil, err
	}
	if r, err = xmlscan.Decode(rc); err != nil {
		_ = rc.Close()
		return nil, nil, Damaged(a.Title(name), err)
	}
	return r, rc.Close, nil
}

// Attr returns an attribute as a string, empty where it is absent.
func Attr(sc *xmlscan.Scanner, name string) string {
	v, _ := sc.Attr(name)
	return string(v)
}
