//go:build linux && amd64

package harm

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// verbRuns are runs of all verbs that read or write files.
var verbRuns = []verbRun{
	{name: "info", args: "info a.data"},
	{name: "report", args: "report threads a.data"},
	{name: "report to a file", args: "report waits a.data -o out.csv --force", over: "out.csv"},
	{name: "counters", args: "report counters a.data --counters c.csv"},
	{name: "findings", args: "findings a.data --limits limits.json"},
	{name: "compare", args: "compare a.data b.data"},
	{name: "table", args: "export threads a.data -o out.md --force", over: "out.md"},
	{name: "picture", args: "export threads a.data -o out.svg --force", over: "out.svg"},
	{name: "pages", args: "export utilization a.data -o out.pdf --force", over: "out.pdf"},
	{name: "page", args: "export html a.data -o out.html --force", over: "out.html"},
	{name: "dump", args: "dump a.data -o out.tltxt --force", over: "out.tltxt"},
	{name: "cut", args: "cut a.data -o out.tltxt.zst --force", over: "out.tltxt.zst"},
	{name: "symbols", args: "symbols a.data --symbols home"},
	{name: "symbols to a file", args: "symbols a.data --save out.names --force", over: "out.names"},
	{name: "download", args: "symbols w.tltxt --download SERVER --folder got", over: "got/", fresh: true},
	{name: "archive", args: "info a.zip"},
	{name: "demo", args: "demo -o out --force", over: "out/", less: 2},
	{name: "record", args: "record -o out.perf.data --force --for 50ms --quiet", over: "out.perf.data", free: true, less: 3},
	{name: "record keeping", args: "record -o out.perf.data --force --for 50ms --quiet --keep 64MiB", over: "out.perf.data", free: true, less: 4},
	{name: "record of the system", args: "record -o out.perf.data --force --for 50ms --quiet", over: "out.perf.data", free: true, system: true, less: 10},
	{name: "monitor", args: "monitor --for 1s --quiet --save out.perf.data", over: "out.perf.data", fresh: true, free: true, less: 5},
}

// TestFaults: each call of a verb on one of the user's files fails, one at a time. The verb reports
// that in one line and fails, or completes its work; the old file stays or the new one is complete;
// nothing is left over but an unfinished recording, which opens and which the line names.
func TestFaults(t *testing.T) {
	most := setting(t, "THREADLENS_FAULTS", 30)
	for i := range verbRuns {
		v := &verbRuns[i]
		t.Run(v.name, func(t *testing.T) {
			p := newPlace(t)
			p.demo("a.data")
			p.demo("b.data")
			p.windows("w.tltxt")
			p.write("a.zip", zipped(p.files()["a.data"]))
			p.write("c.csv", "time,Load\n0,1\n1,2\n")
			p.write("limits.json", "{}")
			f := newFaults(p, v)
			outcomes := map[string]int{}
			list := chosen(len(f.whole.calls), most/max(v.less, 1))
			for _, i := range list {
				kind := f.fail(i)
				outcomes[kind]++
			}
			t.Logf("%d of %d calls: %v", len(list), len(f.whole.calls), outcomes)
		})
	}
}

// chosen is at most n indices below all, spread evenly.
func chosen(all, n int) (list []int) {
	n = min(n, all)
	random := rand.New(rand.NewPCG(1, uint64(all)))
	for i := range n {
		from, to := i*all/n, (i+1)*all/n
		list = append(list, from+random.IntN(to-from))
	}
	return list
}

// faults makes calls of a verb fail.
type faults struct {
	p             *place
	v             *verbRun
	args          []string
	dirs          []string          // calls on files in these fail
	others        map[string]bool   // what existed before the verb first ran
	before, after map[string]string // the files
	whole         injected          // the run without any fault
}

func newFaults(p *place, v *verbRun) *faults {
	p.t.Helper()
	f := &faults{p: p, v: v, args: strings.Fields(v.args), dirs: []string{p.dir + "/"}, others: map[string]bool{}}
	if i := slices.Index(f.args, "SERVER"); i >= 0 {
		f.args[i] = p.server()
	}
	if v.system {
		f.dirs = []string{"/proc", "/sys"}
	}
	for name := range p.files() {
		f.others[name] = true
	}
	skipWithoutRights(p.t, run(p.t, p.command(f.args...)))
	f.after = p.files()
	f.reset()
	f.before = p.files()
	f.whole = p.inject(-1, f.dirs, f.args...)
	if f.whole.code != 0 || len(f.whole.calls) == 0 {
		p.t.Fatalf("without any fault: exit %d, %s", f.whole.code, f.whole.errOut)
	}
	f.after = p.files()
	return f
}

// reset restores the files to their state before the verb ran: its output is old, or missing.
func (f *faults) reset() {
	f.p.t.Helper()
	for name := range f.p.files() {
		if !f.others[name] {
			f.p.remove(name)
		}
	}
	if f.v.fresh {
		if err := os.RemoveAll(f.p.path(f.v.over)); err != nil {
			f.p.t.Fatal(err)
		}
		return
	}
	for name := range f.after {
		if f.v.writes(name) {
			f.p.write(name, "old")
		}
	}
}

// fail runs the verb with a failing call, and returns the kind of the outcome.
func (f *faults) fail(call int) string {
	f.p.t.Helper()
	f.reset()
	got := f.p.inject(call, f.dirs, f.args...)
	kind, problem := f.judge(&got, f.p.files())
	if problem != "" {
		failed := "none"
		if call < len(got.calls) {
			failed = got.calls[call]
		}
		f.p.t.Errorf("call %d, %s, fails: %s; exit %d: %s", call, failed, problem, got.code, shorten(got.errOut))
	}
	return kind
}

// judge is the kind of an outcome, and what is wrong with it.
func (f *faults) judge(got *injected, left map[string]string) (kind, problem string) {
	if kind, problem = f.judgeFiles(got, left); problem != "" {
		return kind, problem
	}
	same, written := got.out == f.whole.out, f.written(left)
	if f.v.free {
		same = got.errOut == f.whole.errOut
	}
	switch {
	case got.hangs:
		return "hangs", "it hangs"
	case got.code == -1, strings.Contains(got.errOut, "goroutine "):
		return "crash", "it crashes"
	case got.code == 0 && !written:
		return "silent", "it says nothing, and has written nothing"
	case got.code == 0 && same:
		return "done all the same", ""
	case got.code == 0 && got.errOut != f.whole.errOut:
		return "done with a warning", ""
	case got.code == 0:
		return "silent", "it says nothing, and the answer is another one"
	case !oneLine(without(got.errOut, f.whole.errOut)):
		return "lines", "the error is not one line"
	case written && f.v.over != "":
		return "one line, the file is whole", ""
	}
	return "one line", ""
}

// written reports whether all output of the verb is there and new.
func (f *faults) written(left map[string]string) bool {
	for name := range f.after {
		if now, ok := left[name]; f.v.writes(name) && (!ok || now == "old") {
			return false
		}
	}
	return true
}

// judgeFiles is what is wrong with the remaining files.
func (f *faults) judgeFiles(got *injected, left map[string]string) (kind, problem string) {
	for _, name := range slices.Sorted(maps.Keys(left)) {
		old, was := f.before[name]
		switch now := left[name]; {
		case was && now == old, f.v.writes(name) && f.isNew(name, now):
		case f.v.writes(name) && f.after[name] != "":
			return "half", name + " is neither the old file nor the new one"
		case was:
			return "changed", name + " was changed"
		case f.v.free && f.unfinished(got, name):
		case !failedToRemove(got):
			return "leftover", name + " is left over"
		}
	}
	for name := range f.before {
		if _, ok := left[name]; !ok {
			return "lost", name + " is gone"
		}
	}
	return f.judgeSystem(got)
}

// judgeSystem is what is wrong with what a recording leaves in the kernel.
func (f *faults) judgeSystem(got *injected) (kind, problem string) {
	if own := fmt.Sprintf("/sys/kernel/tracing/instances/threadlens-%d", got.pid); f.v.free && !failedToRemove(got) {
		if there, _ := filepath.Glob(own + "*"); len(there) > 0 {
			return "leftover", there[0] + " is left over"
		}
	}
	return "", ""
}

// isNew reports whether a file is the verb's new output, complete.
func (f *faults) isNew(name, now string) bool {
	whole, ok := f.after[name]
	return ok && (now == whole || f.v.free && f.p.opens(name))
}

// unfinished reports whether a file is an unfinished recording that opens and is named.
func (f *faults) unfinished(got *injected, name string) bool {
	return strings.HasSuffix(name, ".partial") && strings.Contains(got.errOut, name) && f.p.opens(name)
}

// without is an output without the lines that are also in another one.
func without(s, other string) string {
	var lines []string
	for line := range strings.Lines(s) {
		if !strings.Contains(other, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

func failedToRemove(got *injected) bool {
	return slices.ContainsFunc(got.calls, func(c string) bool { return strings.HasPrefix(c, "unlinkat ") })
}

func shorten(s string) string {
	if len(s) > 400 {
		return s[:400] + "…"
	}
	return s
}

// zipped is an archive with one file in it.
func zipped(data string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("a.data")
	if err == nil {
		_, err = f.Write([]byte(data))
	}
	if err := errors.Join(err, w.Close()); err != nil {
		panic(err)
	}
	return b.String()
}
