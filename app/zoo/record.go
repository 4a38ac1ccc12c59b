package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"threadlens/app/session"
	"threadlens/ingest"
	"threadlens/model"
)

// program is one of the zoo's programs.
type program struct{ name, source, binary string }

// build compiles the programs whose names contain one of the words of only, all where that is
// empty.
func build(ctx context.Context, dir, out string, only []string) (list []program, err error) {
	sources, err := filepath.Glob(filepath.Join(dir, "*.c"))
	if err != nil {
		return nil, err
	}
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".c")
		if len(only) > 0 && !slices.ContainsFunc(only, func(word string) bool { return strings.Contains(name, word) }) {
			continue
		}
		p := program{name, source, filepath.Join(out, name)}
		cc := os.Getenv("CC")
		if cc == "" {
			cc = "cc"
		}
		// Frame pointers: the recordings with stacks follow them.
		c := exec.CommandContext(ctx, cc, "-std=gnu17", "-O2", "-g", "-Wall", "-Wextra", "-fno-omit-frame-pointer", "-pthread", "-o", p.binary, source, "-lutil", "-lrt")
		if text, err := c.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", source, err, text)
		}
		list = append(list, p)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no such program", dir)
	}
	return list, nil
}

// recording is a way of recording a program.
type recording struct {
	name, title string
	// command is the words before those of the program, with FILE for the trace.
	command []string
}

// traceFile is the placeholder for the trace's file in a recording's command.
const traceFile = "FILE"

// recordings are the ways of recording, by name.
func recordings(threadlens, readme string, names []string) ([]recording, error) {
	own := func(more ...string) []string {
		return slices.Concat([]string{threadlens, "record", "--quiet", "--force", "-o", traceFile}, more, []string{"--"})
	}
	fromReadme, err := readmeCommand(readme)
	if err != nil {
		return nil, err
	}
	all := []recording{
		{"default", "threadlens record", own()},
		{"plain", "perf sched record", []string{"perf", "sched", "record", "-k", monotonic, "-o", traceFile, "--"}},
		{"readme", "the README's perf command", fromReadme},
		{"stacks", "threadlens record --stacks", own("--stacks")},
		{"full", "threadlens record --stacks --samples 997 --with syscalls,faults", own("--stacks", "--samples", "997", "--with", "syscalls,faults")},
	}
	var list []recording
	for _, name := range names {
		i := slices.IndexFunc(all, func(r recording) bool { return r.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no way of recording is called %q: there are default, plain, readme, stacks, full", name)
		}
		list = append(list, all[i])
	}
	return list, nil
}

// readmeCommand is the README's command for perf, up to the program.
func readmeCommand(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	_, rest, ok := strings.Cut(string(text), "    perf sched record -g")
	if !ok {
		return nil, fmt.Errorf("%s has no command that begins with: perf sched record -g", path)
	}
	before, _, ok := strings.Cut(rest, "-- ./your-program")
	if !ok {
		return nil, fmt.Errorf("%s: the command of perf has no end", path)
	}
	words := append([]string{"perf", "sched", "record", "-g"}, strings.Fields(strings.ReplaceAll(before, "\\\n", " "))...)
	i := slices.Index(words, "-o")
	if i < 0 || i+1 >= len(words) || !slices.Contains(words, monotonic) {
		return nil, fmt.Errorf("%s: the command of perf has no -o FILE, or not -k %s", path, monotonic)
	}
	words[i+1] = traceFile
	return append(words, "--"), nil
}

// longest is how long a recording may take. The programs run for a second or two.
const longest = time.Minute

// run records a program, which writes its log meanwhile.
func (r *recording) run(ctx context.Context, p program, trace, log string, nice int) error {
	var nicely []string
	if nice != 0 {
		nicely = []string{"sh", "-c", niceGroup, "sh", strconv.Itoa(nice)}
	}
	// Twice, since a recorder may begin a session for the program.
	words := slices.Concat(nicely, r.command, nicely, []string{p.binary, log})
	words[slices.Index(words, traceFile)] = trace
	if err := os.Remove(log); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	apart(c)
	c.WaitDelay = time.Second
	text, err := c.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(words, " "), err, text)
	}
	return nil
}

// niceGroup runs a command in a group of the scheduler with its own niceness, so that the threads
// of the program keep the priorities that they choose; where sessions have no groups, with that
// niceness.
const niceGroup = `n=$1; shift
if [ "$(cat /proc/sys/kernel/sched_autogroup_enabled 2>/dev/null)" = 1 ] && echo "$n" >/proc/self/autogroup; then exec "$@"; fi
exec nice -n "$n" "$@"`

// load loads a trace with names of functions and what follows from them, together with the log of
// the program.
func load(ctx context.Context, trace, log string) (*recorded, error) {
	f, err := os.Open(log)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l, err := readLog(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", log, err)
	}
	t, err := ingest.Load(ctx, trace, ingest.Options{})
	if err != nil {
		return nil, err
	}
	if t, err = session.FindNames(ctx, t, nil); err != nil {
		return nil, err
	}
	var known *model.Trace
	known, _ = session.Classify(t, "") // errors are impossible without the user's rules
	return align(known, l)
}
