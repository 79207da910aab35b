// Package prompt turns a task and a window of rows into what a model is asked: instructions,
// numbered rows between marks that no cell can forge, and the schema of the answer.
//
// Building a prompt is pure: the same task, rows and options give the same bytes.
package prompt

import (
	"embed"
	"fmt"
	"strings"
	"text/template"

	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/windows"
)

// Version is the version of the instructions and of the form of the rows. It is part of every
// fingerprint.
const Version = "rowproof.prompt/1"

// Begin and End stand alone on their lines around rows. A row's line begins with its number
// and a table's with #, so that no line between the marks can be one of them.
const (
	Begin = "<<<rows"
	End   = "rows>>>"
)

//go:embed templates/*.tmpl
var files embed.FS

var templates = template.Must(template.ParseFS(files, "templates/*.tmpl"))

// A Prompt is what a model is asked for one window.
type Prompt struct {
	System string // the same for all windows of a task and document
	User   string
	Schema []byte // of the answer, JSON Schema; the same for all windows too
	Name   string // of the schema
}

// A Builder builds the prompts of one document.
type Builder struct {
	st     *structure.Structure
	t      *task.Task
	system string
	schema []byte
}

// New renders what all windows share.
func New(t *task.Task, st *structure.Structure) (*Builder, error) {
	b := &Builder{st: st, t: t}
	var s strings.Builder
	name := "records.tmpl"
	if len(t.Questions) > 0 {
		name = "questions.tmpl"
	}
	if err := templates.ExecuteTemplate(&s, name, instructions(t)); err != nil {
		return nil, fmt.Errorf("prompt: %w", err)
	}
	b.system = strings.TrimSpace(s.String()) + "\n"
	schema, err := Schema(t, len(st.Doc.Rows))
	if err != nil {
		return nil, err
	}
	b.schema = schema
	return b, nil
}

// Build returns the prompt for the window.
func (b *Builder) Build(w windows.Window) (*Prompt, error) {
	data := struct {
		Begin, End, Context, Rows, Yours string
		Again, Prose                     bool
	}{Begin: Begin, End: End, Again: w.Round > 0, Prose: len(b.t.Questions) > 0, Yours: yours(w)}
	r := newRenderer(b.st.Doc, w)
	data.Context = r.rows(w.Context)
	data.Rows = r.span(w.Shown)
	var s strings.Builder
	if err := templates.ExecuteTemplate(&s, "rows.tmpl", data); err != nil {
		return nil, fmt.Errorf("prompt: %w", err)
	}
	return &Prompt{System: b.system, User: s.String(), Schema: b.schema, Name: b.t.Name}, nil
}

// Build is [New] and [Builder.Build] for a single window.
func Build(t *task.Task, st *structure.Structure, w windows.Window) (*Prompt, error) {
	b, err := New(t, st)
	if err != nil {
		return nil, err
	}
	return b.Build(w)
}

// yours names the rows that the window owns. In a later round the neighbours have their answers
// already, which another reading would only put in doubt.
func yours(w windows.Window) string {
	s := fmt.Sprintf("Rows %d to %d. ", w.Shown.First, w.Shown.End-1)
	if w.Core == w.Shown {
		return s + "All of them are yours."
	}
	if w.Core.Len() == 1 {
		s += fmt.Sprintf("Yours is %d. ", w.Core.First)
	} else {
		s += fmt.Sprintf("Yours are %d to %d. ", w.Core.First, w.Core.End-1)
	}
	if w.Round > 0 {
		return s + "The others are their neighbours, for reading only."
	}
	return s + "The others are their neighbours, shown so that no entry is cut: answer for an entry there too if you see all of it."
}

// Tokens estimates how many tokens a text of n bytes has.
func Tokens(n int, bytesPerToken float64) int {
	if bytesPerToken <= 0 {
		bytesPerToken = 2.3
	}
	return int(float64(n)/bytesPerToken) + 1
}

// Tokens estimates the prompt's tokens, its schema included.
func (p *Prompt) Tokens(bytesPerToken float64) int {
	return Tokens(len(p.System)+len(p.User)+len(p.Schema), bytesPerToken)
}
