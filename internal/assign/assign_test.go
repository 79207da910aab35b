package assign_test

import (
	"reflect"
	"testing"

	"github.com/rowproof/rowproof/internal/assign"
	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
)

func block(headings ...string) *structure.Block {
	b := &structure.Block{EndCol: len(headings)}
	seen := map[string]int{}
	for i, h := range headings {
		b.Columns = append(b.Columns, structure.Column{Col: i, Heading: h, Repeat: seen[h]})
		if h != "" {
			seen[h]++
		}
	}
	return b
}

func field(name string, aliases ...string) task.Field {
	return task.Field{Name: name, Aliases: aliases}
}

// TestPackedHeadings proves that a heading over two columns that the reader could not part gives neither of them a
// text that holds a figure too, and that a number beside a text is part of the text.
func TestPackedHeadings(t *testing.T) {
	price := task.Field{Name: "price", Type: task.Money, Aliases: []string{"Unit price"}}
	text := task.Field{Name: "description", Type: task.Text, Aliases: []string{"Goods"}}
	number := task.Field{Name: "position", Type: task.Identifier, Aliases: []string{"Pos."}}
	fields := []task.Field{number, text, price}
	column := func(heading string, filled, figures int) *structure.Block {
		b := block(heading)
		b.Columns[0].Filled, b.Columns[0].Figures = filled, figures
		return b
	}
	tests := []struct {
		name  string
		block *structure.Block
		given int
		ties  []int
	}{
		{"text and figure over texts", column("Goods Unit price", 4, 0), assign.None, []int{1, 2}},
		{"text and figure over figures", column("Goods Unit price", 4, 4), 2, nil},
		{"number and text", column("Pos. Goods", 4, 0), 1, nil},
		{"number alone", column("Pos. of line", 4, 0), 0, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := assign.Assign(tt.block, fields).Columns[0]
			if c.Field != tt.given || !reflect.DeepEqual(c.Ties, tt.ties) {
				t.Errorf("given to %d, ties %v; want %d, %v", c.Field, c.Ties, tt.given, tt.ties)
			}
		})
	}
}

func TestAssign(t *testing.T) {
	rent := field("rent", "Rent", "Monthly rent")
	tests := []struct {
		name     string
		headings []string
		fields   []task.Field
		given    []int // field of each column, -1 for none
		equal    []bool
	}{
		{"by name and alias", []string{"Unit", "Tenant", "Monthly rent"}, []task.Field{field("unit"), field("lessee", "Tenant"), rent}, []int{0, 1, 2}, []bool{true, true, true}},
		{"brackets, currencies, units dropped", []string{"Rent (£ pcm)", "Surface m²"}, []task.Field{rent, field("area", "Surface")}, []int{0, 1}, []bool{true, true}},
		{"underscores are blanks", []string{"Lease end"}, []task.Field{field("lease_end")}, []int{0}, []bool{true}},
		{"contains as whole words", []string{"Passing rent 2025", "Parent"}, []task.Field{rent}, []int{0, -1}, []bool{false, false}},
		{"equality bars containing", []string{"Rent", "Rent review"}, []task.Field{rent}, []int{0, -1}, []bool{true, false}},
		{"most characters first", []string{"Unit price net"}, []task.Field{field("x", "Price"), field("y", "Unit price")}, []int{1}, []bool{false}},
		{"a tie gives nothing", []string{"Rent start"}, []task.Field{field("x", "Start"), field("y", "Rent"), field("z", "rents")}, []int{0}, []bool{false}},
		{"a tie of one length", []string{"Paid open"}, []task.Field{field("x", "Paid"), field("y", "Open")}, []int{-1}, []bool{false}},
		{"the signs part equal words", []string{"Variance £", "Variance  %"}, []task.Field{field("x", "Variance %"), field("y", "variance £")}, []int{1, 0}, []bool{true, true}},
		{"signs that no alias has", []string{"Variance €"}, []task.Field{field("x", "Variance %"), field("y", "Variance £")}, []int{-1}, []bool{false}},
		{"equal to two fields", []string{"Date"}, []task.Field{field("x", "Date"), field("y", "Date")}, []int{-1}, []bool{false}},
		{"two columns contain one alias", []string{"Rent 2024", "Rent 2025"}, []task.Field{rent}, []int{-1, -1}, []bool{false, false}},
		{"repeats side by side", []string{"Artikel", "Preis", "Artikel", "Preis"}, []task.Field{field("item", "Artikel"), field("price", "Preis")}, []int{0, 1, 0, 1}, []bool{true, true, true, true}},
		{"repeats that contain", []string{"Preis netto", "Preis netto"}, []task.Field{field("price", "Preis")}, []int{0, 0}, []bool{false, false}},
		{"derived fields get nothing", []string{"Yearly"}, []task.Field{{Name: "yearly", Derive: expression.Number{Text: "12"}}}, []int{-1}, []bool{false}},
		{"no headings", []string{"", ""}, []task.Field{rent}, []int{-1, -1}, []bool{false, false}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := assign.Assign(block(tt.headings...), tt.fields)
			var given []int
			var equal []bool
			for _, c := range a.Columns {
				given, equal = append(given, c.Field), append(equal, c.Equal)
			}
			if !reflect.DeepEqual(given, tt.given) || !reflect.DeepEqual(equal, tt.equal) {
				t.Errorf("given %v %v, want %v %v", given, equal, tt.given, tt.equal)
			}
			for f, cols := range a.Fields {
				for _, col := range cols {
					if c, ok := a.Column(col); !ok || c.Field != f {
						t.Errorf("field %d lists column %d, which is given to another", f, col)
					}
				}
			}
		})
	}
}

func TestTiesAreListed(t *testing.T) {
	a := assign.Assign(block("Paid open", "Date"), []task.Field{field("x", "Paid", "Date"), field("y", "Open", "Date")})
	if want := []int{0, 1}; !reflect.DeepEqual(a.Columns[1].Ties, want) || !reflect.DeepEqual(a.Columns[1].Names, want) {
		t.Errorf("heading equal to two fields: ties %v names %v, want both", a.Columns[1].Ties, a.Columns[1].Names)
	}
	if len(a.Columns[0].Ties) != 0 {
		t.Errorf("a column took part in a tie over fields that a heading equals: %v", a.Columns[0].Ties)
	}
	a = assign.Assign(block("Paid open"), []task.Field{field("x", "Paid"), field("y", "Open")})
	if want := []int{0, 1}; !reflect.DeepEqual(a.Columns[0].Ties, want) {
		t.Errorf("ties %v, want %v", a.Columns[0].Ties, want)
	}
}

func TestDenies(t *testing.T) {
	a := assign.Assign(block("Deposit", "Rent review"), []task.Field{field("rent", "Rent"), field("deposit")})
	if c := a.Columns[0]; !c.Denies(0) || c.Denies(1) {
		t.Error("a heading that equals another field's name must deny this one, and only it")
	}
	if c := a.Columns[1]; c.Denies(0) || c.Denies(1) {
		t.Error("a heading that only contains an alias must deny nothing")
	}
}

func TestRepeats(t *testing.T) {
	fields := []task.Field{field("item", "Artikel"), field("price", "Preis")}
	a := assign.Assign(block("Artikel", "Preis", "", "Artikel", "Preis"), fields)
	if n := a.Repeats(); n != 2 {
		t.Fatalf("%d repetitions, want 2", n)
	}
	if col, ok := a.Of(1, 1); !ok || col != 4 {
		t.Errorf("price of the second repetition in column %d %v, want 4", col, ok)
	}
	if f, eq := a.Given(); f != 2 || eq != 2 {
		t.Errorf("given %d, equal %d, want 2 and 2", f, eq)
	}
}
