// Package expression is the small language of equations and derived fields: names, exact
// decimals, + - * /, brackets, and the functions sum, count, min, max, abs,
// round and optional. It
// holds the parsed form; what a name may refer to is task's to say, and evaluation in exact
// decimals is arith's.
package expression

import "strings"

// A Node is one node of a parsed expression. Its String is the canonical spelling, which
// parses to an equal node.
type Node interface {
	node()
	String() string
}

// The nodes.
type (
	// Number is a decimal literal, kept as written.
	Number struct{ Text string }
	// Name is a field: of a record type ("unit.rent", Record "unit"), or of the record or
	// document that the expression belongs to (Record empty). As the argument of count it
	// is a record type (Field empty).
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
	// Call is sum(record.field), sum(expression over one record type), count(record), or a
	// function of values: min, max, abs(x), round(x), round(x, places), optional(x), which
	// is nothing where x is not printed.
	Call struct {
		Func string // "sum", "count", "min", "max", "abs", "round", "optional"
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
	Subtotal    bool   // the right side is the word subtotal: the rows of class total; Right is nil
}

// String returns the canonical spelling of the equation, which parses to an equal one but
// for its Text.
func (e *Equation) String() string {
	s := e.Left.String()
	if e.By != "" {
		s += " by " + e.By
	}
	if e.Subtotal {
		return s + " = subtotal"
	}
	return s + " = " + e.Right.String()
}

// String returns the literal as written.
func (n Number) String() string { return n.Text }

// String returns "field", "record.field" or "record".
func (n Name) String() string {
	switch {
	case n.Record == "":
		return n.Field
	case n.Field == "":
		return n.Record
	}
	return n.Record + "." + n.Field
}

// String returns the sign and its operand, in brackets where they are needed.
func (u Unary) String() string { return string(u.Op) + bracketed(u.X, precedenceUnary, false) }

// String returns both operands with the operator, in brackets where they are needed.
func (b Binary) String() string {
	p := precedence(b)
	return bracketed(b.X, p, false) + " " + string(b.Op) + " " + bracketed(b.Y, p, true)
}

// String returns the call.
func (c Call) String() string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = a.String()
	}
	return c.Func + "(" + strings.Join(args, ", ") + ")"
}

const (
	precedenceSum = 1 + iota
	precedenceProduct
	precedenceUnary
	precedenceOperand
)

func precedence(n Node) int {
	switch n := n.(type) {
	case Binary:
		if n.Op == '+' || n.Op == '-' {
			return precedenceSum
		}
		return precedenceProduct
	case Unary:
		return precedenceUnary
	}
	return precedenceOperand
}

// bracketed writes an operand of an operator of precedence p. The right operand of an
// operator needs brackets at equal precedence too, since operators group from the left; a
// sign after a sign needs them because two signs do not parse.
func bracketed(n Node, p int, right bool) string {
	q := precedence(n)
	if q < p || q == p && (right || p == precedenceUnary) {
		return "(" + n.String() + ")"
	}
	return n.String()
}

// Walk calls f for n and the nodes below it, parents first, until f returns false for a
// node, whose own nodes are then left out.
func Walk(n Node, f func(Node) bool) {
	if n == nil || !f(n) {
		return
	}
	switch n := n.(type) {
	case Unary:
		Walk(n.X, f)
	case Binary:
		Walk(n.X, f)
		Walk(n.Y, f)
	case Call:
		for _, a := range n.Args {
			Walk(a, f)
		}
	}
}

// Names returns the names in the expression in the order in which they stand, repetitions
// included.
func Names(n Node) []Name {
	var out []Name
	Walk(n, func(n Node) bool {
		if name, ok := n.(Name); ok {
			out = append(out, name)
		}
		return true
	})
	return out
}
