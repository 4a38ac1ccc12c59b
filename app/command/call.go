package command

import (
	"context"
	"fmt"
	"io"
	"os"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/ingest"
	"threadlens/ingest/memory"
	"threadlens/ingest/record"
	"threadlens/ingest/save"
	"threadlens/model"
	"threadlens/model/measure"
)

// Exit codes.
const (
	ExitOK    = 0 // done; also for traces with missing parts
	ExitBad   = 1 // the trace or an argument was invalid
	ExitUsage = 2 // the command line is invalid
	ExitFound = 3 // --fail-on matched
)

// verb is one word of the command line and what it does.
type verb struct {
	name  string
	usage string // the arguments
	doc   string
	// setup declares the verb's flags and returns the function to run after they are parsed. Nil
	// for the verbs of the window.
	setup func(*call) func() error
}

// call is one run of a verb.
type call struct {
	ctx      context.Context
	out, err io.Writer
	verb     verb
	flags    *flagSet
	args     []string // the arguments that are not flags

	quiet    bool
	progress bool
	memory   string
	stop     func() // stops watching the memory
	likely   bool   // likely reasons are counted
	symbols  symbolFlags
	output   output
	layout   tableFlags
}

// Abandon releases system resources of a running verb that would outlast this process, which must
// end immediately afterwards, and removes its unfinished files.
func Abandon() {
	record.Abandon()
	save.Abandon()
}

// full ends the process when it has run out of memory.
func (c *call) full(err *memory.FullError) {
	Abandon()
	fmt.Fprintf(c.err, "threadlens: %s %v\n", c.verb.name, err)
	os.Exit(ExitBad)
}

// run parses the flags and does the verb's work.
func (c *call) run(args []string) error {
	c.flags = newFlags()
	work := c.verb.setup(c)
	var err error
	if c.args, err = c.flags.parse(args); err != nil {
		return err
	}
	if err := c.prepare(); err != nil {
		return err
	}
	return work()
}

// load opens the trace and reports on stderr what is missing from it.
func (c *call) load(path string) (*model.Trace, error) {
	bar := newProgress(c.err, c.progress)
	t, err := ingest.Load(c.ctx, path, ingest.Options{Progress: bar.report})
	bar.done()
	if err != nil {
		return nil, err
	}
	if t, err = c.known(t); err != nil {
		return nil, err
	}
	t = session.CountLikely(t, c.likely)
	if !c.quiet {
		for _, s := range measure.Partial(t, t.Held()) {
			fmt.Fprintf(c.err, "threadlens: %s: %s\n", path, s)
		}
	}
	return t, nil
}

// known is the trace with the names of functions and, using them, the reasons of waits, as in the
// window. It reports on stderr what it cannot read of the user's rules.
func (c *call) known(t *model.Trace) (*model.Trace, error) {
	t, err := c.named(t)
	if err != nil {
		return nil, err
	}
	dir, err := keep.SettingsDir()
	if err != nil {
		dir = "" // without such a folder the user has no rules either
	}
	t, problems := session.Classify(t, dir)
	if !c.quiet {
		for _, err := range problems {
			fmt.Fprintf(c.err, "threadlens: %s\n", err)
		}
	}
	return t, nil
}

// oneFile is the FILE of verbs that take one.
func (c *call) oneFile(args []string) (string, error) {
	switch len(args) {
	case 0:
		return "", usagef("the name of the trace file is missing")
	case 1:
		return args[0], nil
	}
	return "", usagef("needs exactly one trace file: unexpected %q", args[1])
}
