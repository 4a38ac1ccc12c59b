package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"threadlens/ingest/record"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// recordFlags are the flags of record.
type recordFlags struct {
	length, ring, keep string
	groups, without    string
	process            int
	samples            int
	stacks, print      bool
	tree, plain        bool
}

func setupRecord(c *call) func() error {
	var f recordFlags
	c.flags.StringVar(&c.output.path, "o", "trace"+record.Ending, "record to `FILE`; default: trace"+record.Ending)
	c.flags.BoolVar(&c.output.force, "force", false, "overwrite the output file if it exists")
	c.flags.BoolVar(&c.quiet, "quiet", false, "on stderr, print only errors")
	c.flags.StringVar(&f.length, "for", "", "stop after a `TIME` such as 10s; default: when the command ends, or on Ctrl-C if no command is given")
	c.flags.IntVar(&f.process, "pid", 0, "`PID` of the target process; all processes are recorded unless --tree is given")
	c.flags.BoolVar(&f.tree, "tree", false, "record only the command, or the process given with --pid, and its children; this needs no special rights, but other processes, their wake-ups and, without rights, wait reasons are missing")
	c.flags.BoolVar(&f.stacks, "stacks", false, "also record the programs' own call stacks at context switches, wake-ups and samples; on Linux, kernel call stacks are recorded in any case if your rights allow it")
	c.flags.IntVar(&f.samples, "samples", record.DefaultSamples, "sample each CPU `N` times per second; 0: no samples")
	c.flags.StringVar(&f.groups, "with", "", "also record `GROUPS`: "+strings.Join(record.GroupNames(), ", "))
	c.flags.StringVar(&f.without, "without", "", "leave out `GROUPS` that are recorded by default: "+groupList(record.DefaultGroups()))
	c.flags.StringVar(&f.ring, "ring", "", "`SIZE` of the kernel's buffer per CPU; default "+timeline.FormatSize(record.DefaultRing))
	c.flags.StringVar(&f.keep, "keep", "", "keep only the newest events (on Linux, in memory until the end): a `SIZE` such as 256MiB, or a time such as 30s")
	c.flags.BoolVar(&f.plain, "plain", false, "do not compress the events, for tools that cannot read zstd (Linux)")
	c.flags.BoolVar(&f.print, "print", false, "record nothing; print equivalent commands of perf, trace-cmd, wpr and xperf")
	return func() error { return c.record(&f) }
}

func groupList(groups []record.Group) string {
	var names []string
	for _, g := range groups {
		names = append(names, g.String())
	}
	return strings.Join(names, ", ")
}

// options are what the flags request.
func (f *recordFlags) options(c *call) (o record.Options, err error) {
	o = record.Options{
		Ring: record.DefaultRing, Path: c.output.path, Force: c.output.force, Command: c.args, PID: f.process, Tree: f.tree, Stacks: f.stacks, Samples: f.samples, Plain: f.plain,
		Groups: record.DefaultGroups(), Program: filepath.Base(os.Args[0]),
	}
	if err := f.check(len(c.args) > 0); err != nil {
		return o, err
	}
	if f.length != "" {
		d, err := time.ParseDuration(f.length)
		if err != nil || d <= 0 {
			return o, usagef("--for %s: needs a time such as 10s", f.length)
		}
		o.For = d
	}
	for _, x := range []struct {
		name, text string
		set        func(n int64)
	}{{"ring", f.ring, func(n int64) { o.Ring = int(n) }}, {"keep", f.keep, func(n int64) { o.Keep = n }}} {
		if x.text == "" {
			continue
		}
		if d, err := time.ParseDuration(x.text); err == nil && d > 0 && x.name == "keep" {
			o.KeepFor = d
			continue
		}
		n, err := parseSize(x.text)
		if err != nil {
			return o, fmt.Errorf("--%s %s: %w", x.name, x.text, err)
		}
		x.set(n)
	}
	return o, f.choose(&o)
}

// check rejects flags that contradict each other, or a recording with or without a command.
func (f *recordFlags) check(command bool) error {
	switch {
	case f.samples < 0 || f.samples > maxSamples:
		return usagef("--samples %d: needs 0 to %d per second", f.samples, maxSamples)
	case f.tree && f.process == 0 && !command:
		return usagef("--tree needs a command to run, or a running process: --pid PID")
	}
	return nil
}

// maxSamples is more than kernels allow in their default settings.
const maxSamples = 100_000

// choose picks the groups of events.
func (f *recordFlags) choose(o *record.Options) error {
	pick := func(flag, text string, do func(g record.Group)) error {
		for name := range strings.SplitSeq(text, ",") {
			if name = strings.TrimSpace(name); name == "" {
				continue
			}
			g, ok := record.ParseGroup(name)
			if !ok {
				return usagef("--%s %s: needs one of: %s", flag, name, strings.Join(record.GroupNames(), ", "))
			}
			do(g)
		}
		return nil
	}
	err := pick("with", f.groups, func(g record.Group) { o.Groups = append(o.Groups, g) })
	if err != nil {
		return err
	}
	return pick("without", f.without, func(g record.Group) {
		o.Groups = slices.DeleteFunc(o.Groups, func(have record.Group) bool { return have == g })
	})
}

// record makes a recording.
func (c *call) record(f *recordFlags) error {
	o, err := f.options(c)
	if err != nil {
		return err
	}
	if f.print {
		return c.printEquivalents(&o)
	}
	ctx, end := context.WithCancel(c.ctx)
	defer end()
	if len(o.Command) == 0 && isTerminal(os.Stdin) {
		go func() { // for good: nothing can make it stop waiting
			if n, _ := os.Stdin.Read(make([]byte, 1)); n > 0 {
				end()
			}
		}()
	}
	// While a goroutine waits in a system call, the runtime's monitor thread polls for 10 ms, in
	// steps of 20 µs at first, unless all the runtime's processors (P) are in use: hundreds of
	// short runs a second that disturb what is recorded. One is enough here.
	runtime.GOMAXPROCS(1)
	result, err := record.Record(ctx, o, c.recording(&o))
	runtime.SetDefaultGOMAXPROCS()
	if err != nil {
		return err
	}
	return c.recorded(&o, result)
}

// isTerminal reports whether a file is an interactive terminal.
func isTerminal(f *os.File) bool {
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// printEquivalents prints the commands of other tools that record the same.
func (c *call) printEquivalents(o *record.Options) error {
	for i, e := range o.Equivalents() {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		fmt.Fprintf(c.out, "%s:\n", e.Tool)
		for _, line := range e.Lines {
			fmt.Fprintf(c.out, "  %s\n", line)
		}
	}
	return nil
}

// recording reports on stderr that a recording runs, once it does, and how it ends.
func (c *call) recording(o *record.Options) func(record.State) {
	told := c.quiet
	return func(record.State) {
		if !told {
			told = true
			end := "Ctrl-C"
			if isTerminal(os.Stdin) {
				end = "Enter or Ctrl-C"
			}
			how := "no command was given, so the recording continues until " + end
			switch {
			case len(o.Command) > 0:
				how = o.Command[0] + " runs"
			case o.For > 0:
				how = "for " + o.For.String() + ", or until " + end
			}
			fmt.Fprintf(c.err, "threadlens: recording to %s; %s\n", o.Path, how)
		}
	}
}

// recorded reports the result.
func (c *call) recorded(o *record.Options, r *record.Result) error {
	for _, why := range r.LeftOut {
		fmt.Fprintln(c.err, "threadlens: "+why)
	}
	if r.Lost > 0 {
		fmt.Fprintf(c.err, "threadlens: %s events were lost: record fewer kinds of events, or use a larger buffer (--ring)\n", measure.Count(r.Lost))
	}
	if r.Dropped > 0 && !c.quiet {
		fmt.Fprintf(c.err, "threadlens: only the newest events were kept; %s of older events were dropped\n", timeline.FormatSize(r.Dropped))
	}
	if !c.quiet {
		fmt.Fprintln(c.err, "threadlens: "+summary(o, r))
	}
	if r.Exit > 0 {
		return fmt.Errorf("%s exited with code %d; the trace up to its exit was saved", o.Command[0], r.Exit)
	}
	return nil
}

// summary is what was recorded, and its cost, as far as known.
func summary(o *record.Options, s *record.Result) string {
	seconds := max(s.Elapsed.Seconds(), 1e-9)
	text := fmt.Sprintf("%s: %s of events recorded in %s", o.Path, timeline.FormatSize(s.Bytes), timeline.FormatDuration(model.Time(s.Elapsed)))
	if s.Events >= 0 {
		text += fmt.Sprintf(", %s events (%s a second)", measure.Count(s.Events), measure.Count(int64(float64(s.Events)/seconds)))
	}
	if cost := model.Time(s.EventCost); cost > 0 && s.Events > 0 {
		text += fmt.Sprintf("; recording the events took %s of the CPUs' time, at a measured cost of %s per event",
			measure.Percent(measure.Overhead(s.Events, s.CPUs, model.Time(s.Elapsed), cost), 1), timeline.FormatDuration(cost))
	}
	if s.CPU >= 0 {
		text += fmt.Sprintf("; the recorder itself took %s of one CPU", measure.Percent(100*s.CPU.Seconds()/seconds, 1))
	}
	return text
}
