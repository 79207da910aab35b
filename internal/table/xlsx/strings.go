package xlsx

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"unicode/utf8"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/parts"
	"github.com/rowproof/rowproof/internal/table/xmlscan"
)

// spillAt is the size at which shared strings move from memory to a private file.
const spillAt = 64 << 20

// maxStrings bounds the offsets, which stay in memory.
const maxStrings = 16 << 20

// A pool holds the shared strings in one blob, told apart by offsets.
type pool struct {
	blob  []byte
	ends  []uint64 // end of each string
	spill int      // size at which the blob moves to a file
	dir   string
	file  *os.File
	read  []byte // the string read last from the file
}

func readStrings(a *parts.Archive, part string, maxText int) (*pool, error) {
	p := &pool{spill: spillAt}
	if part == "" {
		return p, nil
	}
	var item itemText
	err := a.Scan(part, func(sc *xmlscan.Scanner, kind xmlscan.Kind) error {
		if sc.Depth() == 2 && kind != xmlscan.Text && isItem(sc.Local()) {
			if kind == xmlscan.Start {
				item.reset()
				return nil
			}
			return p.add(item.text())
		}
		item.take(sc, kind, 2)
		if maxText > 0 && len(item.raw) > maxText {
			return &table.LimitError{Limit: "cell_bytes", Value: int64(maxText), Place: "shared string " + strconv.Itoa(len(p.ends)+1)}
		}
		return nil
	})
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// isItem reports the name of a shared string's element; the beta of Excel 2007 had another.
func isItem(name []byte) bool { return string(name) == "si" || string(name) == "sstItem" }

func (p *pool) add(s []byte) error {
	if len(p.ends) >= maxStrings {
		return &table.LimitError{Limit: "shared_strings", Value: maxStrings}
	}
	if p.file == nil && len(p.blob)+len(s) > p.spill && len(p.blob) > 0 {
		if err := p.toFile(); err != nil {
			return err
		}
	}
	end := uint64(len(s))
	if n := len(p.ends); n > 0 {
		end += p.ends[n-1]
	}
	p.ends = append(p.ends, end)
	p.blob = append(p.blob, s...)
	if p.file != nil && len(p.blob) > 1<<20 {
		return p.flush()
	}
	return nil
}

// toFile moves the blob to a file that only this user can read.
func (p *pool) toFile() error {
	dir, err := os.MkdirTemp("", "rowproof-strings-")
	if err != nil {
		return fmt.Errorf("spill shared strings: %w", err)
	}
	p.dir = dir
	if p.file, err = os.OpenFile(dir+"/strings", os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return fmt.Errorf("spill shared strings: %w", err)
	}
	return p.flush()
}

func (p *pool) flush() error {
	if _, err := p.file.Write(p.blob); err != nil {
		return fmt.Errorf("spill shared strings: %w", err)
	}
	p.blob = p.blob[:0]
	return nil
}

// get returns the i-th string; ok is false where there is none. The bytes are valid until
// the next call.
func (p *pool) get(i int) (s []byte, ok bool, err error) {
	if i < 0 || i >= len(p.ends) {
		return nil, false, nil
	}
	from, to := uint64(0), p.ends[i]
	if i > 0 {
		from = p.ends[i-1]
	}
	if p.file == nil {
		return p.blob[from:to], true, nil
	}
	if len(p.blob) > 0 {
		if err := p.flush(); err != nil {
			return nil, false, err
		}
	}
	p.read = append(p.read[:0], make([]byte, to-from)...)
	if _, err := p.file.ReadAt(p.read, int64(from)); err != nil {
		return nil, false, fmt.Errorf("read spilled shared strings: %w", err)
	}
	return p.read, true, nil
}

func (p *pool) close() {
	if p.file != nil {
		_ = p.file.Close()
	}
	if p.dir != "" {
		_ = os.RemoveAll(p.dir)
	}
}

// itemText gathers the text of an <si> or <is> element: its own <t> and those of its runs;
// phonetic runs are left out.
type itemText struct {
	raw     []byte
	collect bool
	run     bool
	out     []byte
}

func (t *itemText) reset() { t.raw, t.collect, t.run = t.raw[:0], false, false }

// take handles what stands below an item whose own depth is base.
func (t *itemText) take(sc *xmlscan.Scanner, kind xmlscan.Kind, base int) {
	switch kind {
	case xmlscan.Text:
		if t.collect {
			t.raw = append(t.raw, sc.Text()...)
		}
	case xmlscan.Start:
		switch sc.Depth() - base {
		case 1:
			t.run = string(sc.Local()) == "r"
			t.collect = string(sc.Local()) == "t"
		case 2:
			t.collect = t.run && string(sc.Local()) == "t"
		}
	case xmlscan.End:
		t.collect = false
	}
}

// text returns the gathered text with _xHHHH_ resolved, valid until the next call.
func (t *itemText) text() []byte {
	t.out = appendUnescaped(t.out[:0], t.raw)
	return t.out
}

// appendUnescaped resolves the escapes by which workbooks write characters that XML cannot:
// _x000D_ is a carriage return, _x005F_ the underscore that hides an escape.
func appendUnescaped(dst, s []byte) []byte {
	for {
		i := bytes.Index(s, []byte("_x"))
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		s = s[i:]
		r, ok := escape(s)
		if !ok {
			dst = append(dst, s[:2]...)
			s = s[2:]
			continue
		}
		s = s[7:]
		if r >= 0xd800 && r < 0xdc00 {
			if low, ok := escape(s); ok && low >= 0xdc00 && low < 0xe000 {
				r = (r-0xd800)<<10 + (low - 0xdc00) + 0x10000
				s = s[7:]
			}
		}
		dst = utf8.AppendRune(dst, r)
	}
}

// escape reads _xHHHH_ at the start of s.
func escape(s []byte) (rune, bool) {
	if len(s) < 7 || s[0] != '_' || s[1] != 'x' || s[6] != '_' {
		return 0, false
	}
	v, err := strconv.ParseUint(string(s[2:6]), 16, 32)
	return rune(v), err == nil
}
