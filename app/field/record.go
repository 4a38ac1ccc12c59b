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
)

// recordedFiles are those of one recording: the trace, the truth that the script printed,
// and the ids of the processes that it started.
type recordedFiles struct{ trace, truth, own string }

func (f *recordedFiles) remove() error {
	return errors.Join(os.Remove(f.trace), os.Remove(f.truth), os.Remove(f.own))
}

// stepTimes are the time limits of the steps of a case.
type stepTimes struct{ prepare, record, truth, finish time.Duration }

// recorder is how cases are recorded.
type recorder struct {
	threadlens string // the program
	record     string // its flags besides the default ones
	longest    stepTimes
}

// usualTimes leave room for creating databases and compiling programs.
var usualTimes = stepTimes{2 * time.Minute, time.Minute, 20 * time.Second, 20 * time.Second}

// record sets a case up, records it, obtains the truth, and cleans up.
func (f *recordedFiles) record(ctx context.Context, by *recorder, c *fieldCase) (err error) {
	work, err := os.MkdirTemp("", "field-"+c.name+".")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.Chmod(work, 0o777); err != nil { // some servers do not run as root
		return err
	}
	paths := [...]string{by.threadlens, c.script, f.trace}
	for i := range paths {
		if paths[i], err = filepath.Abs(paths[i]); err != nil {
			return err
		}
	}
	script := func(ctx context.Context, step string, longest time.Duration) ([]byte, error) {
		return runIn(ctx, work, longest, "bash", paths[1], step)
	}
	defer func() {
		_, bad := script(context.WithoutCancel(ctx), "finish", by.longest.finish)
		err = errors.Join(err, bad, endChildren())
	}()
	if _, err := script(ctx, "prepare", by.longest.prepare); err != nil {
		return err
	}
	before := children()
	words := slices.Concat([]string{paths[0], "record", "--quiet", "--force", "-o", paths[2]}, strings.Fields(by.record), c.flags)
	if len(c.flags) == 0 {
		words = append(words, "--", "bash", paths[1], "run")
	} else if i := slices.Index(words, "PID"); i >= 0 {
		pid, err := os.ReadFile(filepath.Join(work, "pid"))
		if err != nil {
			return err
		}
		words[i] = strings.TrimSpace(string(pid))
	}
	if _, err := runIn(ctx, work, by.longest.record, words...); err != nil {
		return err
	}
	if err := writeIDs(f.own, append(before, children()...)); err != nil {
		return err
	}
	text, err := script(ctx, "truth", by.longest.truth)
	if err != nil {
		return err
	}
	return os.WriteFile(f.truth, text, 0o600)
}

// runIn runs a command in a folder, in its own session, and returns its output. That goes to a
// file, since processes that it leaves running would keep a pipe open.
func runIn(ctx context.Context, dir string, longest time.Duration, words ...string) (text []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	var files [2]*os.File
	for i, name := range []string{".out", ".err"} {
		if files[i], err = os.Create(filepath.Join(dir, name)); err != nil {
			return nil, err
		}
		defer files[i].Close()
	}
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Dir, c.Stdout, c.Stderr = dir, files[0], files[1]
	c.Env = append(os.Environ(), "LC_ALL=C", "PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin:"+os.Getenv("PATH"))
	apart(c)
	err = c.Run()
	text, bad := os.ReadFile(files[0].Name())
	if err == nil {
		return text, bad
	}
	said, _ := os.ReadFile(files[1].Name()) // why the command failed matters more
	if ctx.Err() != nil {
		err = fmt.Errorf("not done after %s: %w", longest, err)
	}
	return nil, fmt.Errorf("%s: %w\n%s%s", strings.Join(words, " "), err, tail(text), tail(said))
}

// tail is the end of a command's output.
func tail(text []byte) []byte {
	const most = 1000
	return text[max(0, len(text)-most):]
}

// writeIDs writes process ids, one per line.
func writeIDs(path string, ids []int) error {
	var b strings.Builder
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		fmt.Fprintln(&b, id)
	}
	return os.WriteFile(path, []byte(b.String()), 0o600)
}

func readIDs(path string) (ids []int, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for word := range strings.FieldsSeq(string(text)) {
		id, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		ids = append(ids, id)
	}
	return ids, nil
}
