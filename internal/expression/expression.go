// Package expression is the small language of equations and derived fields: names, exact
// decimals, + - * /, brackets, and the functions sum and count. It holds the parsed form;
// evaluation in exact decimals is arith's.
package expression

// A Node is one node of a parsed expression.
type Node interface{ node() }

// The nodes.
type (
	// Number is a decimal literal, kept as written.
	Number struct{ Text string }
	// Name is a field: of a record type ("unit.rent", Record "unit"), or of the record or
	// document that the expression belongs to (Record empty).
	Name struct{ Record, Field string }
	// Unary is a sign.
	Unary struct {
		Op byte // '-'
		X  Node
	}
	// Binary is one of + - * /.
	Binary struct {
		Op   byte
		X, Y Node
	}
	// Call is sum(record.field), sum(expression over one record type) or count(record).
	Call struct {
		Func string // "sum", "count", "min", "max", "abs", "round"
		Args []Node
	}
)

func (Number) node() {}
func (Name) node()   {}
func (Unary) node()  {}
func (Binary) node() {}
func (Call) node()   {}

// An Equation is two sides that must be equal, perhaps for each group of records.
type Equation struct {
	Text        string
	Left, Right Node
	By          string // a field of the record type, "sheet", "table", or empty
	Subtotal    bool   // the right side is the word subtotal: the rows of class total
}
