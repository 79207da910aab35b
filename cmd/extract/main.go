// Command extract turns the tables of a document into records and proves each value.
// `extract help` says how; package cli documents the exit statuses.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/rowproof/rowproof/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := cli.Run(ctx, cli.System{Args: os.Args[1:], Environ: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr})
	stop()
	os.Exit(status)
}
