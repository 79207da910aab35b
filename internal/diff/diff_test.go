package diff

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/table/open"
)

const first = `Unit,Tenant,Start,Rent
U1,Miller & Sons,01/02/2020,1200.00
U2,Osei Dental,01/03/2021,950.00
U3,Larkin,15/06/2019,875.50
U4,Petrov Foods,01/01/2022,2100.00
U5,Vacant,,0.00
`

func read(t *testing.T, text string) *structure.Structure {
	t.Helper()
	src := table.Source{Name: "s.csv", Data: strings.NewReader(text), Size: int64(len(text))}
	doc, err := open.Document(context.Background(), src, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return structure.Analyse(doc)
}

// brief writes changes as people would: "changed 2>2 Rent 950.00>990.00".
func brief(r *Result) []string {
	var out []string
	for _, c := range r.Changes {
		s := fmt.Sprintf("%s %d>%d", c.Kind, c.Old, c.New)
		for _, e := range c.Cells {
			s += fmt.Sprintf(" [%s %s>%s]", e.Heading, e.Old, e.New)
		}
		out = append(out, s)
	}
	return append(out, r.Columns...)
}

func TestCompare(t *testing.T) {
	line := strings.SplitAfter(first, "\n")
	for name, c := range map[string]struct {
		after string
		want  []string
	}{
		"the same":         {first, nil},
		"added":            {line[0] + line[1] + "U9,New Co,01/05/2026,10.00\n" + strings.Join(line[2:], ""), []string{"added -1>2"}},
		"gone":             {line[0] + line[1] + strings.Join(line[3:], ""), []string{"gone 2>-1"}},
		"moved":            {line[0] + line[4] + line[1] + line[2] + line[3] + line[5], []string{"moved 4>1"}},
		"changed":          {strings.Replace(first, "950.00", "990.00", 1), []string{"changed 2>2 [Rent 950.00>990.00]"}},
		"moved, changed":   {line[0] + "U4,Petrov Foods,01/01/2022,2200.00\n" + line[1] + line[2] + line[3] + line[5], []string{"changed 4>1 [Rent 2100.00>2200.00]"}},
		"a key changed":    {strings.Replace(first, "U3,Larkin", "U7,Larkin", 1), []string{"changed 3>3 [Unit U3>U7]"}},
		"filled":           {strings.Replace(first, "Vacant,,", "Vacant,01/09/2026,", 1), []string{"changed 5>5 [Start >01/09/2026]"}},
		"one for another":  {strings.Replace(first, line[3], "U8,Quill Books,03/03/2023,640.00\n", 1), []string{"added -1>3", "gone 3>-1"}},
		"columns reorder":  {reorder(first, []int{1, 0, 3, 2}), nil},
		"a column added":   {extend(first, "Deposit", "77.00"), addedColumn()},
		"a column is gone": {reorder(first, []int{0, 1, 3}), goneColumn()},
	} {
		t.Run(name, func(t *testing.T) {
			r := Compare(read(t, first), read(t, c.after))
			got := brief(r)
			if !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
			if n := r.Same + r.Moved + r.Changed + r.Added; n != len(strings.Split(strings.TrimSpace(c.after), "\n")) {
				t.Errorf("%d rows of the new edition are accounted for", n)
			}
		})
	}
}

func reorder(text string, cols []int) string {
	var b strings.Builder
	for _, l := range strings.Split(strings.TrimSpace(text), "\n") {
		cells := strings.Split(l, ",")
		for k, c := range cols {
			if k > 0 {
				b.WriteByte(',')
			}
			b.WriteString(cells[c])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func extend(text, heading, value string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		if i == 0 {
			lines[i] += "," + heading
		} else {
			lines[i] += "," + value
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

func addedColumn() []string {
	out := []string{"changed 0>0 [Deposit >Deposit]"}
	for n := 1; n <= 5; n++ {
		out = append(out, fmt.Sprintf("changed %d>%d [Deposit >77.00]", n, n))
	}
	return append(out, "column added: Deposit")
}

func goneColumn() []string {
	out := []string{"changed 0>0 [Start Start>]"}
	for n, d := range []string{"01/02/2020", "01/03/2021", "15/06/2019", "01/01/2022"} {
		out = append(out, fmt.Sprintf("changed %d>%d [Start %s>]", n+1, n+1, d))
	}
	return append(out, "column gone: Start")
}

func TestTextInAnotherColumnIsAChange(t *testing.T) {
	before := "Line,Debit,Credit\nA,100.00,\nB,,20.00\nC,5.00,\nD,,7.00\n"
	after := strings.Replace(before, "A,100.00,", "A,,100.00", 1)
	r := Compare(read(t, before), read(t, after))
	want := []string{"changed 1>1 [Debit 100.00>] [Credit >100.00]"}
	if got := brief(r); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRepeatedRows(t *testing.T) {
	head, x, y := "Item,Price\n", "Chair,10.00\n", "Desk,20.00\n"
	for _, c := range []struct {
		before, after             string
		same, moved, added, gones int
	}{
		{head + x + x + x + y, head + x + x + x + y, 5, 0, 0, 0},
		{head + x + x + y, head + x + x + x + y, 4, 0, 1, 0},
		{head + x + x + x + y, head + x + x + y, 4, 0, 0, 1},
		{head + y + x + x + x, head + x + x + x + y, 4, 1, 0, 0},
	} {
		r := Compare(read(t, c.before), read(t, c.after))
		if r.Changed != 0 || r.Added != c.added || r.Gone != c.gones || r.Same+r.Moved != c.same+c.moved {
			t.Errorf("%q to %q: %v", c.before, c.after, brief(r))
		}
	}
}

func TestWhere(t *testing.T) {
	line := strings.SplitAfter(first, "\n")
	r := Compare(read(t, first), read(t, line[0]+line[3]+line[1]+line[2]+line[4]))
	if got, want := []int{r.Where(0), r.Where(1), r.Where(2), r.Where(3), r.Where(4), r.Where(5), r.Where(6), r.Where(-1)}, []int{0, 2, 3, 1, 4, -1, -1, -1}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestLongEditions compares editions that are alike, unlike, and alike below many new rows.
func TestLongEditions(t *testing.T) {
	make := func(n, from, step int) string {
		var b strings.Builder
		b.WriteString("Town,Street,Area,Rent\n")
		for i := range n {
			k := i + from
			fmt.Fprintf(&b, "%s,%d Mill Lane,%d,%d.%02d\n", [...]string{"Leeds", "York", "Hull"}[k%3], k%97, 20+k*31%500, 100+k*step%900, k%100)
		}
		return b.String()
	}
	rows := 10_000
	if os.Getenv("ROWPROOF_LONG") != "" {
		rows = 50_000
	}
	before := read(t, make(rows, 0, 17))
	for name, after := range map[string]string{
		"alike":       strings.Replace(make(rows, 0, 17), "20,100.00", "20,101.00", 1),
		"unlike":      make(rows, 40, 23),
		"shifted":     make(rows, 1000, 17),
		"nothing new": make(rows, 0, 17),
	} {
		r := Compare(before, read(t, after))
		if got := r.Same + r.Moved + r.Changed + r.Added; got != rows+1 {
			t.Errorf("%s: %d of %d rows accounted for", name, got, rows+1)
		}
		if got := r.Same + r.Moved + r.Changed + r.Gone; got != rows+1 {
			t.Errorf("%s: %d of %d old rows accounted for", name, got, rows+1)
		}
		if name == "nothing new" && (r.Same != rows+1 || len(r.Changes) != 0) {
			t.Errorf("%d same rows, %d changes", r.Same, len(r.Changes))
		}
	}
}
