// Command checks measures the checks alone on a made schedule: CPU seconds, and the memory that they take
// beside the document and the answers. Memory is measured in a second run, on fewer records since the
// garbage is collected all the time: only what is in use counts. GODEBUG=gcstoptheworld=1 keeps what is
// allocated meanwhile from counting too.
//
//	go run ./bench/checks [-records N] [-memory N] [-cpuprofile FILE] [-memprofile FILE]
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"runtime/metrics"
	"runtime/pprof"
	"time"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
	"github.com/rowproof/rowproof/internal/verify/verifytest"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("checks: ")
	records := flag.Int("records", 1_000_000, "records of eight fields, for the time")
	few := flag.Int("memory", 100_000, "records of eight fields, for the memory; no more than for the time")
	cpu := flag.String("cpuprofile", "", "file for a profile of the time")
	memory := flag.String("memprofile", "", "file for a profile of what was allocated")
	flag.Parse()
	m := made(*records)
	fields := len(m.c.Task.Records[0].Fields)
	spent := m.time(*cpu)
	fmt.Printf("%d records of %d fields: %.1f s of user CPU, %.2f µs a value\n", *records, fields, spent, spent*1e6/float64(*records*fields))
	m = made(min(*records, *few))
	before := live()
	result, highest := m.memory(before, *memory)
	n := float64(m.records)
	fmt.Printf("%d records of %d fields: bytes a record: %.0f in the result, %.0f at the highest, %.0f in the document and the answers\n",
		m.records, fields, float64(result)/n, float64(highest)/n, float64(before)/n)
}

// made makes a schedule with its answers.
func made(records int) *measured {
	c := verifytest.Schedule(records)
	answers := c.Stored(200, 2)
	c.Answer.Records = nil
	return &measured{c: c, st: structure.WithHeadings(c.Doc, c.Headings), answers: answers, records: records}
}

type measured struct {
	c       *verifytest.Case
	st      *structure.Structure
	answers []claim.Stored
	records int
}

// check runs the checks.
func (m *measured) check() *verdict.Result {
	res, err := verify.Verify(m.c.Doc, m.st, m.c.Task, m.answers)
	if err != nil {
		log.Fatal(err)
	}
	if res.Verdict != verdict.Sound || res.Counts.Records.Accepted != m.records {
		log.Fatalf("%s, %d records accepted", res.Verdict, res.Counts.Records.Accepted)
	}
	return res
}

// time returns the CPU seconds of the checks.
func (m *measured) time(profile string) float64 {
	if profile != "" {
		f := create(profile)
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			log.Fatal(err)
		}
		defer pprof.StopCPUProfile()
	}
	start := cpuSeconds()
	m.check()
	return cpuSeconds() - start
}

// memory returns the bytes in use after the checks and the most in use meanwhile, both without those before.
func (m *measured) memory(before uint64, profile string) (result, highest uint64) {
	runtime.GOMAXPROCS(2) // one looks at the memory of the other
	peak, done, stopped := uint64(0), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-done:
				return
			case <-time.After(10 * time.Millisecond):
				peak = max(peak, live())
			}
		}
	}()
	res := m.check()
	close(done)
	<-stopped
	after := live()
	if profile != "" {
		f := create(profile)
		defer f.Close()
		if err := pprof.Lookup("allocs").WriteTo(f, 0); err != nil {
			log.Fatal(err)
		}
	}
	runtime.KeepAlive(res)
	runtime.KeepAlive(m)
	return after - before, max(peak, after) - before
}

func create(name string) *os.File {
	f, err := os.Create(name)
	if err != nil {
		log.Fatal(err)
	}
	return f
}

// live returns the bytes that are in use.
func live() uint64 {
	runtime.GC()
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
