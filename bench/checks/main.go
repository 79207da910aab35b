// Command checks measures the checks alone on a made schedule: CPU seconds, and the memory that they take
// beside the document and the answer.
//
//	go run ./bench/checks [-records N] [-cpuprofile FILE]
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"runtime/metrics"
	"runtime/pprof"
	"sync/atomic"
	"time"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/verify"
	"github.com/rowproof/rowproof/internal/verify/verifytest"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("checks: ")
	records := flag.Int("records", 1_000_000, "records of eight fields")
	profile := flag.String("cpuprofile", "", "file for a profile of the checks")
	flag.Parse()
	c := verifytest.Schedule(*records)
	answers := c.Stored(200, 2)
	c.Answer.Records = nil
	st := structure.WithHeadings(c.Doc, c.Headings)
	before, cpu := live(), cpuSeconds()
	if *profile != "" {
		f, err := os.Create(*profile)
		if err != nil {
			log.Fatal(err)
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			log.Fatal(err)
		}
	}
	peak, stop := watch()
	res, err := verify.Verify(c.Doc, st, c.Task, answers)
	stop()
	pprof.StopCPUProfile()
	if err != nil {
		log.Fatal(err)
	}
	after, spent := live(), cpuSeconds()-cpu
	if res.Verdict != verdict.Sound || res.Counts.Records.Accepted != *records {
		log.Fatalf("%s, %d records accepted", res.Verdict, res.Counts.Records.Accepted)
	}
	n := uint64(*records)
	fmt.Printf("%d records of %d fields: %.1f s of user CPU, %.2f µs a value; bytes a record: %d in the result, %d at the highest, %d in the document and the answers\n",
		n, len(c.Task.Records[0].Fields), spent, spent*1e6/float64(n)/float64(len(c.Task.Records[0].Fields)), (after-before)/n, (max(peak.Load(), before)-before)/n, before/n)
	runtime.KeepAlive(res)
	runtime.KeepAlive(answers)
	runtime.KeepAlive(c)
}

// live returns the bytes that are in use.
func live() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// watch notes the highest number of bytes in use until it is stopped.
func watch() (*atomic.Uint64, func()) {
	var peak atomic.Uint64
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(200 * time.Millisecond):
				s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
				metrics.Read(s)
				peak.Store(max(peak.Load(), s[0].Value.Uint64()))
			}
		}
	}()
	return &peak, func() { close(done) }
}
