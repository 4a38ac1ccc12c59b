// Threadlens shows what every thread of a recorded trace did, and why.
//
// This package is the process and nothing else: with a verb it runs package
// app/command, without one it opens the window of package app/view. Read
// command/doc.go and view/doc.go next, or imports_test.go, which is the map of
// who may use whom.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"threadlens/app/command"
)

func main() { os.Exit(run(os.Args[1:])) }

// run picks between the window and the verbs: no argument, the verb open, or a
// file that exists open the window.
func run(args []string) int {
	switch {
	case len(args) == 0:
		return openWindow(nil)
	case args[0] == "open":
		return openWindow(args[1:])
	case !command.Verb(args[0]) && isThere(args[0]):
		return openWindow(args)
	}
	return verb(args)
}

// verb runs a verb of the command line and returns the exit code. It does so on a
// goroutine of its own: the first one is bound to its thread where the toolkit is
// linked in, and hands work over to others at the price of a thread switch.
func verb(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	code := make(chan int)
	go func() { code <- command.Run(ctx, args, os.Stdout, os.Stderr) }()
	return <-code
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
