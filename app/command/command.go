package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"threadlens/app/session/explain"
	"threadlens/model"
)

// verbs lists all verbs, in the order of the usage text.
func verbs() []verb {
	return []verb{
		{"open", "[FILE]", "open the graphical interface (the same as: threadlens [FILE])", nil},
		{"info", "FILE", "facts about the file, what it can show, and its health", setupInfo},
		{"report", "NAME FILE", "a table; list the report names with: threadlens report --list", setupReport},
		{"findings", "FILE", "typical performance problems that the trace shows; with --fail-on info|warning|problem, the exit code is 3 if any finding is at least that severe", setupFindings},
		{"export", "VIEW FILE -o OUT", "a picture of a view or a chart, a web page, call stacks for other tools, or the table of a report; the extension of OUT selects the format", setupExport},
		{"compare", "A B", "differences between two traces, or between two groups of traces: states, findings, lock waits, CPU use, time slices, queue delays, spans", setupCompare},
		{"record", "[-- COMMAND]", "record a trace of this system while a command runs, for a given time, or until Ctrl-C", setupRecord},
		{"monitor", "", "processes and threads running now, with exact CPU time", setupMonitor},
		{"symbols", "FILE", "missing symbol files, which contain function names; --download URL requests them from a symbol server", setupSymbols},
		{"dump", "FILE", "the events as text, in the same format for every kind of trace; --segments: the states of every thread and CPU", setupDump},
		{"cut", "FILE -o OUT", "a smaller trace file, for sharing, that contains only a time window of the trace", setupCut},
		{"demo", "-o DIR", "tables and pictures of the built-in demo trace", setupDemo},
		{"version", "", "the program's version", setupVersion},
		{"help", "[VERB]", "this help, or the flags of a verb", setupHelp},
	}
}

// Verb reports whether a word is one of the verbs, or a flag that stands for one, so that main can
// distinguish it from a file to open.
func Verb(word string) bool {
	_, ok := find(word)
	return ok
}

// Records reports whether a word names the recording verb, which must finish a file when a signal
// ends it.
func Records(word string) bool { return word == "record" }

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
		fmt.Fprintf(c.err, "threadlens %s: %s (see: threadlens help %s)\n", c.verb.name, u.text, c.verb.name)
		return ExitUsage
	}
	fmt.Fprintf(c.err, "threadlens: %s\n", err)
	return ExitBad
}

// unknown reports a first word that is not a verb. What looks like a file was probably meant as
// one.
func unknown(word string, errOut io.Writer) int {
	word = model.Clean(word)
	if strings.ContainsAny(word, "./\\") {
		fmt.Fprintf(errOut, "threadlens: %s: no such file\n", word)
		return ExitBad
	}
	fmt.Fprintf(errOut, "threadlens: %q is neither a verb nor a file; list the verbs with: threadlens help\n", word)
	return ExitUsage
}

func setupVersion(c *call) func() error {
	c.common()
	return func() error {
		_, err := fmt.Fprintf(c.out, "threadlens %s\n", explain.Version)
		return err
	}
}

func setupHelp(c *call) func() error {
	c.common()
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
		return usagef("unknown verb %q; list the verbs with: threadlens help", c.args[0])
	}
}

func usage(w io.Writer) {
	fmt.Fprintf(w, "Threadlens shows what every thread of a trace did, and why.\n\n")
	fmt.Fprintf(w, "  threadlens [FILE]                   open the graphical interface (no FILE: start page)\n")
	for _, v := range verbs() {
		fmt.Fprintf(w, "  threadlens %-24s %s\n", strings.TrimSpace(v.name+" "+v.usage), v.doc)
	}
	fmt.Fprintf(w, "\nFlags go before or after FILE. Flags of a verb: threadlens help VERB\n")
	fmt.Fprintf(w, "Exit codes: 0 success; 1 error, such as a damaged trace; 2 error in the command line, such as an unknown flag (impossible values: 1 or 2); 3 a finding or a change that matches --fail-on.\n")
}

func verbUsage(w io.Writer, v verb) {
	fmt.Fprintf(w, "threadlens %s\n    %s\n", strings.TrimSpace(v.name+" "+v.usage), v.doc)
	if v.setup == nil {
		return
	}
	c := &call{ctx: context.Background(), out: io.Discard, err: io.Discard, verb: v, flags: newFlags()}
	v.setup(c)
	if v.name == "export" {
		fmt.Fprintf(w, "    VIEW: %s, %s, or a report (list the report names with: threadlens report --list)\n", viewPage, pictured())
	}
	if v.name == "report" {
		c.flags.describeReport(w)
	} else {
		c.flags.describe(w)
	}
}
