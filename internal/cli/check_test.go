package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/cli"
)

const scheduleTask = `version: 1
name: schedule
notation: {decimal: ".", dates: dmy, language: en}
document:
  total: {type: money, labels: [Total]}
records:
  lot:
    key: [ref]
    fields:
      ref:      {type: identifier, required: true, aliases: [Ref]}
      address:  {type: text, required: true, aliases: [Address]}
      town:     {type: text, aliases: [Town]}
      area:     {type: number, aliases: [Area]}
      rent:     {type: money, required: true, aliases: [Rent]}
      acquired: {type: date, aliases: [Acquired]}
equations:
  - {equation: sum(lot.rent) = total, tolerance: 0}
`

// A line is one true line of the schedule, as printed and as stored.
type line struct {
	ref, address, town, area, rent, acquired string
	squares, cents                           int
	day                                      time.Time
}

// schedule makes lines in the same way every time.
func schedule(n int) []line {
	rng := rand.New(rand.NewPCG(1200, 30))
	pick := func(list string) string { ws := strings.Fields(list); return ws[rng.IntN(len(ws))] }
	out := make([]line, n)
	for i := range out {
		l := &out[i]
		l.ref = fmt.Sprintf("L-%04d", 1001+i)
		l.address = fmt.Sprintf("%d %s %s", 1+rng.IntN(240), pick("Mill Harbour Castle Orchard Station Priory"), pick("Road Lane Street Terrace Gardens"))
		l.town = pick("Ashford Bexhill Canterbury Dover Eastbourne Folkestone Gravesend Hythe Lewes Margate")
		l.squares, l.cents = 400+rng.IntN(9000), 120000+rng.IntN(9000000)
		l.day = time.Date(1990+rng.IntN(35), time.Month(1+rng.IntN(12)), 13+rng.IntN(15), 0, 0, 0, 0, time.UTC)
		l.area, l.rent, l.acquired = grouped(l.squares), fmt.Sprintf("%s.%02d", grouped(l.cents/100), l.cents%100), l.day.Format("02/01/2006")
	}
	return out
}

func grouped(n int) string {
	s := fmt.Sprint(n)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// writeSchedule writes the lines as a workbook below one heading row, with their total.
func writeSchedule(t *testing.T, path string, lines []line) {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	style := func(format string) int {
		s, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	whole, money, date := style("#,##0"), style("#,##0.00"), style("dd/mm/yyyy")
	w, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	row := func(n int, cells ...any) {
		if err := w.SetRow(fmt.Sprintf("A%d", n), cells); err != nil {
			t.Fatal(err)
		}
	}
	row(1, "Ref", "Address", "Town", "Area", "Rent", "Acquired")
	total := 0
	for i := range lines {
		l := &lines[i]
		total += l.cents
		row(i+2, l.ref, l.address, l.town, excelize.Cell{StyleID: whole, Value: l.squares},
			excelize.Cell{StyleID: money, Value: float64(l.cents) / 100}, excelize.Cell{StyleID: date, Value: l.day})
	}
	row(len(lines)+2, "Total", nil, nil, nil, excelize.Cell{StyleID: money, Value: float64(total) / 100})
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.SaveAs(path); err != nil {
		t.Fatal(err)
	}
}

// check runs extract check over records and returns the report's lines and the exit status.
func check(t *testing.T, dir string, records []map[string]any) (entries []map[string]any, notes map[string]int, status int) {
	t.Helper()
	data, err := json.Marshal(records)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "records.json")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	status = cli.Run(context.Background(), cli.System{
		Args: []string{"check", file, "--source", filepath.Join(dir, "schedule.xlsx"), "--task", filepath.Join(dir, "schedule.yaml"),
			"--out", filepath.Join(dir, "out"), "--format", "jsonl"},
		Environ: []string{"HOME=" + dir}, Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr,
	})
	notes = map[string]int{}
	lines := bufio.NewScanner(&stdout)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var m map[string]any
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatalf("%v: %s", err, stderr.String())
		}
		switch m["type"] {
		case "entry":
			entries = append(entries, m)
		case "finding":
			notes[m["code"].(string)]++
		}
	}
	if err := lines.Err(); err != nil || len(entries) == 0 {
		t.Fatalf("%d entries, exit %d, %v: %s", len(entries), status, err, stderr.String())
	}
	return entries, notes, status
}

// TestCheckFindsTheAltered checks a schedule of 1,200 lines of which 30 were altered: exactly
// those are not accepted.
func TestCheckFindsTheAltered(t *testing.T) {
	const n, altered = 1200, 30
	dir := t.TempDir()
	lines := schedule(n)
	writeSchedule(t, filepath.Join(dir, "schedule.xlsx"), lines)
	if err := os.WriteFile(filepath.Join(dir, "schedule.yaml"), []byte(scheduleTask), 0o644); err != nil {
		t.Fatal(err)
	}
	printed := make([]map[string]any, n)
	for i := range lines {
		l := &lines[i]
		printed[i] = map[string]any{"rows": []int{i + 1}, "ref": l.ref, "address": l.address, "town": l.town, "area": l.area, "rent": l.rent, "acquired": l.acquired}
	}
	var want []int
	for k := range altered {
		at := 17 + k*39
		want = append(want, at+1)
		alter(printed[at], &lines[at], &lines[at+1], k)
	}
	entries, _, status := check(t, dir, printed)
	var got []int
	for _, e := range entries {
		if e["record"] == "lot" && e["verdict"] != "accepted" {
			got = append(got, int(e["rows"].([]any)[0].(float64)))
		}
	}
	slices.Sort(got)
	if status != 3 || !slices.Equal(got, want) {
		t.Errorf("exit %d, not accepted %v, want %v", status, got, want)
	}
}

// alter makes a record wrong in one of ten ways.
func alter(r map[string]any, l, next *line, k int) {
	last := len(l.rent) - 1
	switch k % 10 {
	case 0:
		r["rent"] = l.rent[:last] + string('0'+(l.rent[last]-'0'+1)%10)
	case 1:
		r["rent"] = next.rent
	case 2:
		r["rent"] = "-" + l.rent
	case 3:
		r["acquired"] = l.day.AddDate(0, 0, 1).Format("02/01/2006")
	case 4:
		ws := strings.Fields(l.address)
		r["address"] = ws[0] + " " + ws[2] + " " + ws[1]
	case 5:
		r["town"] = nil
	case 6:
		r["area"], r["rent"] = l.rent, l.area
	case 7:
		r["address"] = strings.Join(strings.Fields(l.address)[1:], " ")
	case 8:
		r["ref"] = "L-9" + l.ref[3:]
	case 9:
		r["rent"] = strings.Replace(l.rent, ".", "", 1)
	}
}

// TestCheckTakesStoredValues gives the same records as other tools do: JSON numbers and ISO dates.
func TestCheckTakesStoredValues(t *testing.T) {
	const n = 1200
	dir := t.TempDir()
	lines := schedule(n)
	writeSchedule(t, filepath.Join(dir, "schedule.xlsx"), lines)
	if err := os.WriteFile(filepath.Join(dir, "schedule.yaml"), []byte(scheduleTask), 0o644); err != nil {
		t.Fatal(err)
	}
	stored := make([]map[string]any, n)
	for i := range lines {
		l := &lines[i]
		stored[i] = map[string]any{"rows": []int{i + 1}, "ref": l.ref, "address": l.address, "town": l.town,
			"area": l.squares, "rent": json.Number(fmt.Sprintf("%d.%02d", l.cents/100, l.cents%100)), "acquired": l.day.Format("2006-01-02")}
	}
	entries, notes, status := check(t, dir, stored)
	accepted := 0
	for _, e := range entries {
		if e["record"] == "lot" && e["verdict"] == "accepted" {
			accepted++
		}
	}
	if status != 0 || accepted != n || notes["CITE073"]+notes["CITE074"] == 0 {
		t.Errorf("exit %d, %d of %d accepted, findings %v", status, accepted, n, notes)
	}
}
