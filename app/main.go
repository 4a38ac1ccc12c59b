// Threadlens shows what every thread of a recorded trace did, and why.
//
// This package is only the process: with a verb it runs package app/command, without one it opens
// the window of package app/view. Read command/doc.go and view/doc.go next, or imports_test.go,
// which defines which packages may use which.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"threadlens/app/command"
	"threadlens/ingest/memory"
)

func main() { os.Exit(run(os.Args[1:])) }

// run chooses between the window and the verbs: no argument, the verb open, an existing file or a
// flag that is not a verb opens the window.
func run(args []string) int {
	switch {
	case len(args) == 0:
		return window(nil)
	case args[0] == "open":
		return window(args[1:])
	case !command.Verb(args[0]) && (isThere(args[0]) || strings.HasPrefix(args[0], "-")):
		return window(args)
	}
	return verb(args)
}

// window opens the window, which exits in an orderly way when memory runs out.
func window(args []string) int {
	defer memory.Keep(memory.Allowed(), func(full *memory.FullError) {
		command.Abandon()
		fmt.Fprintf(os.Stderr, "threadlens: out of memory: Threadlens %v\n", full)
		os.Exit(command.ExitBad)
	})()
	return openWindow(args)
}

// verb runs a verb of the command line and returns the exit code. It does so on a separate
// goroutine: the first one is locked to its thread where the toolkit is linked in, and switching
// between it and others costs a thread switch.
//
// A signal ends it: the file that a verb writes is left as it was. A verb that does not end, since
// it reads from something that does not answer, is abandoned; but not a recording, which finishes
// its file, unless a second signal comes.
func verb(args []string) int {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	code := make(chan int, 1)
	go func() { code <- command.Run(ctx, args, os.Stdout, os.Stderr) }()
	var late <-chan time.Time
	for {
		select {
		case c := <-code:
			return c
		case <-late:
			return abandoned()
		case <-signals:
			if ctx.Err() != nil {
				return abandoned()
			}
			stop()
			if !command.Records(args[0]) {
				late = time.After(endTime)
			}
		}
	}
}

// abandoned abandons a verb that does not end.
func abandoned() int {
	command.Abandon()
	fmt.Fprintln(os.Stderr, "threadlens: interrupted")
	return command.ExitBad
}

// endTime is how long a verb may take to end after a signal.
const endTime = 900 * time.Millisecond

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
