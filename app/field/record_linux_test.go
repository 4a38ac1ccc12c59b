package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// played is a case whose script writes down which of its steps is run, together with a recorder
// that only writes down how it was called, after a time in seconds.
func played(t *testing.T, sleep string) (o *options, c *fieldCase, f *recordedFiles, steps func() string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"lens": "#!/bin/sh\nsleep " + sleep + "\nwhile [ \"$1\" != -o ]; do shift; done\nshift\nout=$1\nshift\necho \"$@\" >\"$out\"\n",
		"case": "echo $1 >>" + dir + "/steps\ncase $1 in prepare) echo 77 >pid;; truth) echo lions 3;; esac\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	o = &options{recorder: recorder{threadlens: filepath.Join(dir, "lens"), record: "--light", longest: usualTimes}}
	c = &fieldCase{name: "lions", script: filepath.Join(dir, "case")}
	f = &recordedFiles{filepath.Join(dir, "trace"), filepath.Join(dir, "truth"), filepath.Join(dir, "own")}
	return o, c, f, func() string {
		text, _ := os.ReadFile(filepath.Join(dir, "steps"))
		return strings.Join(strings.Fields(string(text)), " ")
	}
}

// TestRecord: a case is set up, recorded, asked for the truth, and cleaned up; what is
// recorded is its run, or the process whose id it wrote down.
func TestRecord(t *testing.T) {
	for flags, want := range map[string]string{"": "--light -- bash CASE run\n", "--pid PID --for 3s": "--light --pid 77 --for 3s\n"} {
		o, c, f, steps := played(t, "0")
		c.flags = strings.Fields(flags)
		if err := f.record(t.Context(), &o.recorder, c); err != nil {
			t.Fatal(err)
		}
		trace, _ := os.ReadFile(f.trace)
		truth, _ := os.ReadFile(f.truth)
		if got := strings.ReplaceAll(string(trace), c.script, "CASE"); got != want || string(truth) != "lions 3\n" || steps() != "prepare truth finish" {
			t.Errorf("recorded %q, want %q; the truth is %q, after %s", got, want, truth, steps())
		}
		if err := f.remove(); err != nil {
			t.Error(err)
		}
	}
}

// TestRecordEnds: a recording that does not end is ended, and cleaned up.
func TestRecordEnds(t *testing.T) {
	o, c, f, steps := played(t, "60")
	o.longest.record = 200 * time.Millisecond
	err := f.record(t.Context(), &o.recorder, c)
	if err == nil || !strings.Contains(err.Error(), "not done after 200ms") || steps() != "prepare finish" {
		t.Errorf("%v, after %s", err, steps())
	}
}
