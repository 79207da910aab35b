package expression

import (
	"go/ast"
	"strconv"
	"strings"
)

// functions lists the functions with how many arguments they take, -1 for no limit.
var functions = []struct {
	name     string
	min, max int
	example  string
}{
	{"sum", 1, 1, "sum(unit.rent)"},
	{"count", 1, 1, "count(unit)"},
	{"min", 2, -1, "min(a, b)"},
	{"max", 2, -1, "max(a, b)"},
	{"abs", 1, 1, "abs(a)"},
	{"round", 1, 2, "round(a, 2)"},
	{"optional", 1, 1, "optional(a)"},
}

// IsFunction reports whether the language has a function of that name.
func IsFunction(name string) bool {
	for _, f := range functions {
		if f.name == name {
			return true
		}
	}
	return false
}

// maxPlaces is the most places that round takes.
const maxPlaces = 12

func (c *converter) call(e *ast.CallExpr) (Node, error) {
	id, ok := e.Fun.(*ast.Ident)
	if !ok {
		return nil, c.fail(c.at(e.Lparen), "unexpected \"(\"", "a multiplication is written with *")
	}
	name := c.name(id)
	if !IsFunction(name) {
		return nil, c.unknownFunction(id, name)
	}
	if e.Ellipsis.IsValid() {
		return nil, c.fail(c.at(e.Ellipsis), "unexpected \"...\"", allowed)
	}
	for _, f := range functions {
		if f.name == name && (len(e.Args) < f.min || f.max >= 0 && len(e.Args) > f.max) {
			return nil, c.fail(c.at(e.Lparen), name+" has "+strconv.Itoa(len(e.Args))+" arguments", "write "+f.example)
		}
	}
	if name == "count" {
		record, ok := e.Args[0].(*ast.Ident)
		if !ok {
			return nil, c.fail(c.at(e.Args[0].Pos()), "count takes the name of a record type", "write count(unit)")
		}
		return Call{Func: name, Args: []Node{Name{Record: c.name(record)}}}, nil
	}
	args := make([]Node, len(e.Args))
	for i, a := range e.Args {
		n, err := c.node(a)
		if err != nil {
			return nil, err
		}
		args[i] = n
	}
	if name == "round" && len(args) == 2 {
		if places, ok := args[1].(Number); !ok || !isPlaces(places.Text) {
			return nil, c.fail(c.at(e.Args[1].Pos()), "round takes a whole number of places, 0 to "+strconv.Itoa(maxPlaces), "write round(a, 2)")
		}
	}
	return Call{Func: name, Args: args}, nil
}

func isPlaces(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n >= 0 && n <= maxPlaces
}

func (c *converter) unknownFunction(id *ast.Ident, name string) *Error {
	hint := "a multiplication is written with *; functions are sum, count, min, max, abs, round, optional"
	for _, f := range functions {
		if strings.EqualFold(f.name, name) {
			hint = "write " + f.example
		}
	}
	return c.fail(c.at(id.Pos()), "there is no function "+name, hint)
}
