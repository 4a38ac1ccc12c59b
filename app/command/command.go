package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/ingest"
	"threadlens/ingest/memory"
	"threadlens/ingest/record"
	"threadlens/ingest/save"
	"threadlens/model"
	"threadlens/model/analysis"
)

// Version is the program's version.
const Version = "0.1.0"

// Exit codes.
const (
	ExitOK    = 0 // done; also for traces of which parts are missing
	ExitBad   = 1 // the trace or an argument was bad
	ExitUsage = 2 // the command line makes no sense
	ExitFound = 3 // --fail-on matched a finding
)

// verb is one word of the command line and what it does.
type verb struct {
	name  string
	usage string // the arguments
	doc   string
	// setup declares the verb's flags and returns what runs after they are
	// read. Nil for the verbs that belong to the window.
	setup func(*call) func() error
}

// verbs lists all verbs, in the order of the usage text.
func verbs() []verb {
	return []verb{
		{"open", "FILE...", "open the window (the same as: threadlens FILE...)", nil},
		{"info", "FILE", "what the file is, what it can show, and its health", setupInfo},
		{"report", "NAME FILE", "a table; the names: threadlens report --list", setupReport},
		{"findings", "FILE", "patterns that cost time; --fail-on info|warning|problem makes it exit 3", setupFindings},
		{"export", "VIEW FILE -o OUT", "a picture of a view, a chart, or the table of a report; OUT's ending tells which", setupExport},
		{"compare", "A B", "two traces side by side: CPU, slices, queue delays, spans", setupCompare},
		{"record", "-- COMMAND", "make a trace of this system, while a command runs or for a while", setupRecord},
		{"monitor", "", "what runs on this system now: processes and threads with their exact processor time", setupMonitor},
		{"symbols", "FILE", "the files with names of functions that are missing; --download URL asks a symbol server for them", setupSymbols},
		{"dump", "FILE", "the normalised events as text; --segments: what every thread did", setupDump},
		{"demo", "-o DIR", "tables and pictures of the built-in demo trace", setupDemo},
		{"version", "", "the program's version", setupVersion},
		{"help", "[VERB]", "this text, or the flags of a verb", setupHelp},
	}
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
	stop     func() // of the watch over memory
	likely   bool   // likely reasons are counted
	symbols  symbolFlags
	output   output
}

// usageError is an error in the way the program was called: exit code 2.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// Verb reports whether a word is one of the verbs, or a flag that stands for
// one, so that main can tell it from a file to open.
func Verb(word string) bool {
	_, ok := find(word)
	return ok
}

// Records reports whether a word names the verb that records, which has a file to finish
// when a signal ends it.
func Records(word string) bool { return word == "record" }

// Abandon releases what a verb holds of the system's beyond the end of this process,
// which must follow at once, and removes the files that it has not finished.
func Abandon() {
	record.Abandon()
	save.Abandon()
}

// full ends the process, which has no more memory to work in.
func (c *call) full(err *memory.FullError) {
	Abandon()
	fmt.Fprintf(c.err, "threadlens: %s %v\n", c.verb.name, err)
	os.Exit(ExitBad)
}

func find(word string) (verb, bool) {
	switch word {
	case "-h", "--help", "-help":
		word = "help"
	case "--version", "-version":
		word = "version"
	}
	for _, v := range verbs() {
		if v.name == word && v.setup != nil {
			return v, true
		}
	}
	return verb{}, false
}

// Run carries out a command line without the program's name and returns the
// exit code. Results go to out, everything else to errOut: one line for an
// error. When ctx ends, Run stops and leaves no partial output file.
func Run(ctx context.Context, args []string, out, errOut io.Writer) int {
	if len(args) == 0 {
		usage(errOut)
		return ExitUsage
	}
	v, ok := find(args[0])
	if !ok {
		return unknown(args[0], errOut)
	}
	stdout := &printed{Writer: out}
	c := &call{ctx: ctx, out: stdout, err: errLines{errOut}, verb: v, stop: func() {}}
	err := first(c.run(args[1:]), stdout.failure())
	c.stop()
	if err == nil {
		return ExitOK
	}
	return c.fail(err)
}

// run reads the flags and does the verb's work.
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

// fail prints an error in one line and returns its exit code.
func (c *call) fail(err error) int {
	var u usageError
	var f foundError
	switch {
	case errors.Is(err, context.Canceled) || c.ctx.Err() != nil:
		fmt.Fprintln(c.err, "threadlens: interrupted")
		return ExitBad
	case errors.Is(err, errHelp):
		verbUsage(c.out, c.verb)
		return ExitOK
	case errors.As(err, &f):
		if !c.quiet {
			fmt.Fprintf(c.err, "threadlens: %s\n", f.Error())
		}
		return ExitFound
	case errors.As(err, &u):
		fmt.Fprintf(c.err, "threadlens %s: %s (threadlens help %s)\n", c.verb.name, u.text, c.verb.name)
		return ExitUsage
	}
	fmt.Fprintf(c.err, "threadlens: %s\n", err)
	return ExitBad
}

// unknown complains about a first word that is no verb. What looks like a file
// was meant as one.
func unknown(word string, errOut io.Writer) int {
	word = model.Clean(word)
	if strings.ContainsAny(word, "./\\") {
		fmt.Fprintf(errOut, "threadlens: %s: no such file\n", word)
		return ExitBad
	}
	fmt.Fprintf(errOut, "threadlens: %q is neither a verb nor a file (threadlens help)\n", word)
	return ExitUsage
}

// load opens the trace and says on stderr what is missing of it.
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
		for _, s := range analysis.Partial(t, t.Whole()) {
			fmt.Fprintf(c.err, "threadlens: %s: %s\n", path, s)
		}
	}
	return t, nil
}

// known is the trace with the names of functions and, by them, why its threads
// waited, as the window shows it. It says on stderr what it cannot read of the
// user's rules.
func (c *call) known(t *model.Trace) (*model.Trace, error) {
	t, err := c.named(t)
	if err != nil {
		return nil, err
	}
	dir, err := keep.SettingsDir()
	if err != nil {
		dir = "" // a system without one has no rules of the user either
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
		return "", usagef("the trace file is missing")
	case 1:
		return args[0], nil
	}
	return "", usagef("one trace file at a time, not also %q", args[1])
}

func setupVersion(c *call) func() error {
	return func() error {
		_, err := fmt.Fprintf(c.out, "threadlens %s\n", Version)
		return err
	}
}

func setupHelp(c *call) func() error {
	return func() error {
		if len(c.args) == 0 {
			usage(c.out)
			return nil
		}
		for _, v := range verbs() {
			if v.name == c.args[0] {
				verbUsage(c.out, v)
				return nil
			}
		}
		return usagef("no verb %q", c.args[0])
	}
}

func usage(w io.Writer) {
	fmt.Fprintf(w, "Threadlens shows what every thread of a trace did, and why.\n\n")
	fmt.Fprintf(w, "  threadlens [FILE...]                open the window (no FILE: start page)\n")
	for _, v := range verbs() {
		fmt.Fprintf(w, "  threadlens %-24s %s\n", strings.TrimSpace(v.name+" "+v.usage), v.doc)
	}
	fmt.Fprintf(w, "\nFlags may stand before or after FILE. The flags of a verb: threadlens help VERB\n")
	fmt.Fprintf(w, "Exit codes: 0 done, 1 the trace or an argument was bad, 2 usage, 3 --fail-on matched.\n")
}

func verbUsage(w io.Writer, v verb) {
	fmt.Fprintf(w, "threadlens %s\n    %s\n", strings.TrimSpace(v.name+" "+v.usage), v.doc)
	if v.setup == nil {
		return
	}
	c := &call{ctx: context.Background(), out: io.Discard, err: io.Discard, verb: v, flags: newFlags()}
	v.setup(c)
	c.flags.describe(w)
}

// exists reports whether there is anything at path.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
