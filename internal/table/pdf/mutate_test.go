package pdf

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/pdf/pdftest"
)

var mutate = flag.Duration("mutate", 0, "how long files are damaged at random and read; 0 damages a few")

// TestMutations damages files at random, byte by byte, object by object and at their ends, and
// reads them as the program does. Each ends in rows or in an error that says why, in time and
// within the memory that a child has; this process lives on. With ROWPROOF_CORPUS real files
// are damaged too.
func TestMutations(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Skip("the test does not know its own program:", err)
	}
	seeds := mutationSeeds(t)
	const few = 40
	until := time.Now().Add(*mutate)
	read, refused := 0, 0
	for n := 0; n < few || time.Now().Before(until); n++ {
		data := damaged(rand.New(rand.NewPCG(uint64(n), 7)), seeds) //nolint:gosec // made to be repeated
		rows, err := readDamaged(t, program, data)
		if err != nil {
			path := filepath.Join(os.TempDir(), fmt.Sprintf("rowproof-mutant-%d.pdf", n))
			t.Errorf("mutant %d, kept as %s: %v", n, path, errors.Join(err, os.WriteFile(path, data, 0o600)))
		}
		if rows > 0 {
			read++
		} else {
			refused++
		}
	}
	if read == 0 || refused == 0 {
		t.Errorf("%d files were read, %d refused: the damage is of one kind", read, refused)
	}
	t.Logf("%d files were read, %d refused; the largest child took %d MB", read, refused, childPeak()>>20)
	if most := int64(1 << 30); childPeak() > most {
		t.Errorf("a child took %d bytes of memory", childPeak())
	}
}

// mutationSeeds are the files that are damaged.
func mutationSeeds(t *testing.T) [][]byte {
	t.Helper()
	var seeds [][]byte
	for _, k := range kinds {
		seeds = append(seeds, pdftest.File(k.sheets...))
	}
	seeds = append(seeds, pdftest.Locked("", sheet{Content: text(60, 700, "locked")}))
	if root := os.Getenv("ROWPROOF_CORPUS"); root != "" && *mutate > 0 {
		paths, _ := filepath.Glob(filepath.Join(root, "*", "*.pdf"))
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if len(data) < 1<<20 {
				seeds = append(seeds, data)
			}
		}
	}
	return seeds
}

// readDamaged reads a file within five seconds a page and twenty in all.
func readDamaged(t *testing.T, program string, data []byte) (rows int, err error) {
	t.Helper()
	opt := table.Options{Limits: table.DefaultLimits(), Sandbox: program, Partial: true}
	opt.Limits.Pages, opt.Limits.PageTime, opt.Limits.Time, opt.Limits.Memory = 20, 5*time.Second, 20*time.Second, 256<<20
	ctx, cancel := context.WithTimeout(t.Context(), opt.Limits.Time)
	defer cancel()
	start := time.Now()
	doc, err := table.Collect(ctx, Reader{}, Format, table.Source{Name: "damaged.pdf", Data: bytes.NewReader(data), Size: int64(len(data))}, opt)
	if d := time.Since(start); d > opt.Limits.Time+5*time.Second {
		return 0, fmt.Errorf("read for %s", d)
	}
	var u *table.Unreadable
	var l *table.LimitError
	switch {
	case err == nil:
		return len(doc.Rows), nil
	case errors.As(err, &u):
		if strings.Contains(err.Error(), "runtime error") {
			return 0, err
		}
		return 0, nil
	case errors.As(err, &l), errors.Is(err, context.DeadlineExceeded):
		return 0, nil
	}
	return 0, err
}

var (
	anObject = regexp.MustCompile(`(?s)\d+ \d+ obj\b.*?endobj`)
	aNumber  = regexp.MustCompile(`\b\d+\b`)
	aName    = regexp.MustCompile(`/[A-Za-z]+`)
)

// damaged returns one of the files with one to four wounds.
func damaged(r *rand.Rand, seeds [][]byte) []byte {
	data := bytes.Clone(seeds[r.IntN(len(seeds))])
	for range 1 + r.IntN(4) {
		if len(data) < 10 {
			return data
		}
		at := r.IntN(len(data))
		switch r.IntN(8) {
		case 0:
			for range 1 + r.IntN(20) {
				data[r.IntN(len(data))] ^= byte(1 << r.IntN(8))
			}
		case 1:
			data = data[:at]
		case 2:
			data = append(data[:at:at], data[min(len(data), at+1+r.IntN(200)):]...)
		case 3:
			end := min(len(data), at+1+r.IntN(2000))
			data = append(data[:end:end], data[at:]...)
		case 4: // a number becomes another, most often a hostile one
			data = replaceOne(r, data, aNumber, []string{"0", "-1", "1", "2147483647", "4294967296", "99999999999999999999", "1e308", "0.0000001", fmt.Sprint(r.IntN(40))}[r.IntN(9)])
		case 5: // a name becomes another one of the file
			if all := aName.FindAll(data, 2000); len(all) > 0 {
				data = replaceOne(r, data, aName, string(all[r.IntN(len(all))]))
			}
		case 6: // an object becomes another one of the file, or nothing
			if all := anObject.FindAll(data, 500); len(all) > 0 {
				body := string(all[r.IntN(len(all))])
				data = replaceOne(r, data, anObject, []string{body, ""}[r.IntN(2)])
			}
		case 7: // the end comes first
			data = append(bytes.Clone(data[at:]), data[:at]...)
		}
	}
	return data
}

// replaceOne replaces one of the first finds of a pattern.
func replaceOne(r *rand.Rand, data []byte, pattern *regexp.Regexp, by string) []byte {
	all := pattern.FindAllIndex(data, 2000)
	if len(all) == 0 {
		return data
	}
	at := all[r.IntN(len(all))]
	return append(append(append([]byte{}, data[:at[0]]...), by...), data[at[1]:]...)
}
