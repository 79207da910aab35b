// Package pipeline takes one document through the rounds: windows are cut and answered, every
// answer is stored before anything reads it, the verdicts are made of the stored answers, and
// what is uncovered or refused is asked for again while something is gained.
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/rowproof/rowproof/internal/claim"
	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/report"
	"github.com/rowproof/rowproof/internal/report/jsonl"
	"github.com/rowproof/rowproof/internal/structure"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/task"
	"github.com/rowproof/rowproof/internal/verdict"
	"github.com/rowproof/rowproof/internal/windows"
)

// An Input is one document with what to do with it.
type Input struct {
	Doc       *table.Document
	Structure *structure.Structure
	Task      *task.Task
	Answerer  Answerer

	Windows     windows.Options // the overlap is widened to the longest record of the task
	Concurrency int             // windows under way at once; 0 counts as 1
	Rounds      int             // of asking again, at most; 0 for none
	Held        bool            // ask again for held records too
	Timeout     time.Duration   // of one window, all its attempts; 0 for none
	Failures    int             // windows failed one after the other that end the run; 0: 8
	Splits      int             // how often a window may be cut in half; 0: 5, negative: never

	Folder  string // of the run
	How     How    // to open the folder
	Program string // name and version, for the report
	Prices  Prices
	Also    report.Handler // gets the report's stream too, beside the file; nil for none

	Log      zerolog.Logger   // coordinates and codes only
	Now      func() time.Time // nil: time.Now
	Progress func(Progress)   // called from many goroutines; nil for none
}

// Progress says how far a run is.
type Progress struct {
	Round    int
	Windows  int // answered in this round
	Rows     int // owned by them
	OutOf    int // rows that the round asks for
	Attempts int
}

// An Interrupted error says that a run ended before its end. Every answer that came is stored.
type Interrupted struct {
	Folder   string
	Answered int   // answers stored in this run
	Err      error // why
}

func (e *Interrupted) Error() string {
	return fmt.Sprintf("stopped with %d answers stored: %v", e.Answered, e.Err)
}

// Unwrap returns the reason.
func (e *Interrupted) Unwrap() error { return e.Err }

// Hint says how to go on: what to do about the reason first, then to resume.
func (e *Interrupted) Hint() string {
	var hints []string
	var m *model.Error
	if errors.As(e.Err, &m) && m.Hint != "" {
		hints = append(hints, m.Hint)
	}
	if e.Answered > 0 {
		hints = append(hints, "run again with --resume: nothing in "+e.Folder+" is asked for twice")
	}
	return strings.Join(hints, "; then ")
}

// Run takes the document through the rounds and writes the run folder. What a model gets wrong,
// or does not answer, is in the result; an error means that there is none: the folder cannot
// be written, the model cannot be reached, or the run was interrupted.
func Run(ctx context.Context, in Input) (*verdict.Result, error) {
	if in.Folder != "" {
		unlock, err := lockFolder(in.Folder)
		if err != nil {
			return nil, err
		}
		defer unlock()
	}
	r, err := newRunner(&in)
	if err != nil {
		return nil, err
	}
	res, err := r.run(ctx)
	if closed := r.journal.close(); err == nil && closed != nil {
		err = unwritable(in.Folder, closed)
	}
	if err != nil {
		return nil, err
	}
	return res, nil
}

// run asks in rounds and writes the report.
func (r *runner) run(ctx context.Context) (*verdict.Result, error) {
	answers, res, err := r.round(ctx, 0, nil, r.cut.split(), len(r.in.Doc.Rows))
	if err != nil {
		return nil, err
	}
	for n := 1; n <= r.in.Rounds && !r.in.Answerer.Fixed(); n++ {
		rows := again(res, r.in.Held)
		if len(rows) == 0 {
			break
		}
		var next *verdict.Result
		answers, next, err = r.round(ctx, n, answers, r.cut.again(rows, n), len(rows))
		if err != nil {
			return nil, err
		}
		gained := better(next, res)
		res = next
		if !gained {
			break
		}
	}
	if err := r.write(res); err != nil {
		return nil, err
	}
	return res, nil
}

// round asks for the windows and verifies all answers so far with the new ones.
func (r *runner) round(ctx context.Context, n int, answers []claim.Stored, ws iter.Seq[windows.Window], rows int) ([]claim.Stored, *verdict.Result, error) {
	start := r.in.Now()
	more, err := r.ask(ctx, n, ws, rows)
	if err != nil {
		return nil, nil, err
	}
	answers = append(answers, more...)
	res, err := r.verify(r.in.Doc, r.in.Structure, r.in.Task, answers)
	if err != nil {
		return nil, nil, fmt.Errorf("verify: %w", err)
	}
	open := 0
	for _, u := range res.Uncovered {
		open += u.Last - u.First + 1
	}
	r.measure.round(Round{Round: n, Windows: len(more), Rows: rows, Uncovered: open, Refused: res.Counts.Values.Refused, Seconds: r.in.Now().Sub(start).Seconds()})
	r.in.Log.Info().Int("round", n).Int("windows", len(more)).Int("uncovered", open).Int("refused", res.Counts.Values.Refused).Msg("round verified")
	return answers, res, nil
}

// write writes the report and the measurements.
func (r *runner) write(res *verdict.Result) error {
	run := ReportRun(r.in.Task, r.in.Program, r.in.Answerer.Name(), r.settings)
	err := writeFile(r.in.Folder, ReportFile, func(w io.Writer) error {
		h := jsonl.New(w)
		if r.in.Also != nil {
			h = report.Both(h, r.in.Also)
		}
		return report.Emit(run, r.in.Doc, res, h)
	})
	if err != nil {
		return err
	}
	return writeFile(r.in.Folder, MeasurementsFile, r.measure.finish(r.in.Now(), r.in.Prices).write)
}

// ReportRun returns what the report says of the program, the task and the answers.
func ReportRun(t *task.Task, program, answerer, fingerprint string) report.Run {
	out := report.Run{Program: program, Model: answerer, Fingerprint: fingerprint}
	out.Task = report.Task{Name: t.Name, Made: t.Made, SHA256: sum(t.Source), Identity: t.Identity, Dates: t.Export.Dates, Decimal: t.Export.Decimal}
	if len(t.Document) > 0 {
		out.Task.Records = append(out.Task.Records, report.TaskRecord{Name: verdict.DocumentRecord, Fields: reportFields(t.Document)})
	}
	for i := range t.Records {
		rec := &t.Records[i]
		out.Task.Records = append(out.Task.Records, report.TaskRecord{Name: rec.Name, Key: rec.Key, Fields: reportFields(rec.Fields)})
	}
	for _, c := range t.Export.Columns {
		out.Task.Export = append(out.Task.Export, report.Column{Title: c.Title, Field: c.Field})
	}
	return out
}

func reportFields(fs []task.Field) []report.TaskField {
	out := make([]report.TaskField, len(fs))
	for i := range fs {
		out[i] = report.TaskField{Name: fs[i].Name, Type: fs[i].Type.String()}
	}
	return out
}
