package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/pipeline"
	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/verdict"
)

// The exit statuses.
const (
	statusSound    = 0
	statusFailed   = 1
	statusUsage    = 2
	statusNotSound = 3
)

// worst returns the worse of two statuses, in the order 2, 1, 3, 0.
func worst(a, b int) int {
	rank := [...]int{statusSound: 0, statusFailed: 2, statusUsage: 3, statusNotSound: 1}
	if rank[b] > rank[a] {
		return b
	}
	return a
}

// A usageError is the caller's mistake.
type usageError struct {
	err  error
	hint string
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// A hinted error says what to do next.
type hinted struct {
	err  error
	hint string
}

func (e *hinted) Error() string { return e.err.Error() }
func (e *hinted) Unwrap() error { return e.err }

func statusOf(err error) int {
	var usage *usageError
	switch {
	case err == nil:
		return statusSound
	case errors.As(err, &usage), strings.HasPrefix(err.Error(), "unknown command"), strings.HasPrefix(err.Error(), "unknown flag"), strings.HasPrefix(err.Error(), "if any flags in the group"),
		strings.Contains(err.Error(), "arg(s), received"), strings.HasPrefix(err.Error(), "requires at least"):
		return statusUsage
	}
	return statusFailed
}

// statusFor returns the status of a document's verdict; failOn is the configuration's word.
func statusFor(v verdict.Document, failOn string) int {
	switch {
	case v == verdict.Unreadable:
		return statusFailed
	case v == verdict.Sound, failOn == "never", failOn == "incomplete" && v != verdict.Incomplete:
		return statusSound
	}
	return statusNotSound
}

// fail writes an error, its code where it has one, and its hint to standard error.
func (a *app) fail(err error) {
	for line := range strings.Lines(err.Error() + coded(err)) {
		fmt.Fprintf(a.Stderr, "extract: %s\n", strings.TrimSuffix(line, "\n"))
	}
	if h := hintOf(err); h != "" {
		fmt.Fprintf(a.Stderr, "hint: %s\n", h)
	}
}

// coded names the code of what made a file unreadable, so that it can be looked up.
func coded(err error) string {
	var unreadable *table.Unreadable
	var limit *table.LimitError
	switch {
	case errors.As(err, &unreadable) && unreadable.Code != "":
		return " (" + unreadable.Code + ")"
	case errors.As(err, &limit):
		return " (" + finding.OverLimit + ")"
	}
	return ""
}

func hintOf(err error) string {
	var usage *usageError
	var hint *hinted
	var unreadable *table.Unreadable
	var limit *table.LimitError
	var interrupted *pipeline.Interrupted
	var folder *pipeline.FolderError
	var asked *model.Error
	switch {
	case errors.As(err, &hint):
		return hint.hint
	case errors.As(err, &asked) && asked.Hint != "":
		return asked.Hint
	case errors.As(err, &interrupted) && interrupted.Hint() != "":
		return interrupted.Hint()
	case errors.As(err, &folder):
		return folder.Hint
	case errors.As(err, &unreadable):
		return unreadable.Hint
	case errors.As(err, &limit):
		return "raise limits." + limit.Limit + " in the configuration if the file is to be trusted"
	case errors.As(err, &usage):
		return usage.hint
	case errors.Is(err, context.DeadlineExceeded):
		return "raise the time limit in the configuration"
	}
	return ""
}

// say writes a line for people to standard error, unless --quiet.
func (a *app) say(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.Stderr, "extract: "+format+"\n", args...)
	}
}
