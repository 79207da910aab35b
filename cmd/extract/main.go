// Command extract turns the tables of a document into records and proves each value.
// `extract help` says how; package cli documents the exit statuses.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/rowproof/rowproof/internal/cli"
	"github.com/rowproof/rowproof/internal/table/pdf"
)

// collectAt is the growth of memory, in per cent, after which the garbage is collected. A document stays in
// memory whole, so that the usual 100 would double what it needs; GOGC in the environment goes before it.
const collectAt = 25

func main() {
	if pdf.IsChild(os.Environ()) {
		os.Exit(pdf.Serve(os.Stdin, os.Stdout))
	}
	program, _ := os.Executable() // without it parsers run in this process
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := cli.Run(ctx, cli.System{Args: os.Args[1:], Environ: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Program: program})
	stop()
	os.Exit(status)
}
