package command

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"threadlens/ingest/memory"
)

// errHelp requests the flags of a verb.
var errHelp = flag.ErrHelp

// flagSet parses flags anywhere among the arguments.
type flagSet struct{ *flag.FlagSet }

func newFlags() *flagSet {
	f := flag.NewFlagSet("", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	return &flagSet{f}
}

// parse parses the flags in args and returns the rest. After "--" nothing is a flag.
func (f *flagSet) parse(args []string) (rest []string, err error) {
	for {
		if err := f.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, errHelp
			}
			return nil, usageError{strings.ReplaceAll(err.Error(), "flag provided but not defined: -", "unknown flag --")}
		}
		left := f.Args()
		if n := len(args) - len(left); n > 0 && args[n-1] == "--" {
			return append(rest, left...), nil
		}
		if len(left) == 0 {
			return rest, nil
		}
		rest, args = append(rest, left[0]), left[1:]
	}
}

// describe lists the flags with their descriptions.
func (f *flagSet) describe(w io.Writer) {
	f.VisitAll(func(g *flag.Flag) { describe(w, g) })
}

func describe(w io.Writer, g *flag.Flag) {
	name, usage := flag.UnquoteUsage(g)
	dash := "--"
	if len(g.Name) == 1 {
		dash = "-"
	}
	fmt.Fprintf(w, "  %-18s %s\n", strings.TrimSpace(dash+g.Name+" "+name), usage)
}

// countLikely declares the flag that counts likely reasons.
func (c *call) countLikely() {
	c.flags.BoolVar(&c.likely, "count-likely", false, "count unclassified waits under their likely reasons; a note says so (in CSV, TSV and files for profilers, only on stderr)")
}

// common declares the flags of every verb that reads a trace.
func (c *call) common() {
	c.flags.BoolVar(&c.quiet, "quiet", false, "on stderr, print only errors")
	c.flags.BoolVar(&c.progress, "progress", false, "show the progress of loading on stderr")
	c.flags.StringVar(&c.memory, "memory", "", "use at most `SIZE` of memory, such as 2GiB; default: what the machine, the control group and ulimit -v allow")
}

// outputs declares the flags of verbs that can write to a file.
func (c *call) outputs() {
	c.flags.StringVar(&c.output.path, "o", "", "write to `FILE` instead of stdout")
	c.flags.BoolVar(&c.output.force, "force", false, "overwrite the output file if it exists")
}

// prepare acts on the common flags.
func (c *call) prepare() error {
	limits := memory.Allowed()
	if c.memory != "" {
		n, err := parseSize(c.memory)
		if err != nil {
			return fmt.Errorf("--memory %s: %w", c.memory, err)
		}
		limits = append(limits, memory.Limit{Bytes: max(n, minMemory), Of: "--memory allows", Remedy: "raise --memory"})
	}
	c.stop = memory.Keep(limits, c.full)
	return c.output.check()
}
