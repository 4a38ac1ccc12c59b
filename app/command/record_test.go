//go:build linux

package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"threadlens/ingest"
	"threadlens/ingest/record"
	"threadlens/ingest/save"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// recorded runs the verb record on a shell command, and returns the file; the test is
// skipped where this user may not record.
func recorded(t *testing.T, script string, flags ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.perf.data")
	var out, errOut bytes.Buffer
	args := append([]string{"record", "-o", path}, flags...)
	code := Run(context.Background(), append(args, "--", "sh", "-c", script), &out, &errOut)
	if strings.Contains(errOut.String(), "To allow recording: ") {
		t.Skip(errOut.String())
	}
	if code != ExitOK || !strings.Contains(errOut.String(), "; the recorder itself took ") {
		t.Fatalf("exit %d: %s", code, &errOut)
	}
	return path
}

// TestRecord: a recording opens, is about the command, and shows what its threads did; every
// invariant of traces holds.
func TestRecord(t *testing.T) {
	path := recorded(t, "sleep 0.1; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; sleep 0.1", "--stacks", "--samples", "200")
	tr, err := ingest.Load(t.Context(), path, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := modeltest.Check(tr); err != nil {
		t.Error(err)
	}
	i := slices.IndexFunc(tr.Processes, func(p model.Process) bool { return p.PID == tr.Info.TargetPID })
	if i < 0 || tr.Processes[i].Name != "sh" {
		t.Fatalf("the recording is about process %d", tr.Info.TargetPID)
	}
	if n := asleep(tr); n != 2 {
		t.Errorf("%d sleeps of two are there", n)
	}
	recorders := slices.DeleteFunc(slices.Clone(tr.Processes), func(p model.Process) bool { return !p.Recorder })
	if len(recorders) != 1 || recorders[0].PID != uint32(os.Getpid()) || report.RecorderTime(tr, &recorders[0]) == 0 {
		t.Errorf("process %d recorded, the trace says %v", os.Getpid(), recorders)
	}
	if n, all := countedByProcess(tr); tr.Info.EventCost > 0 && n != all {
		t.Errorf("%d events in processes of %d", n, all)
	}
	if len(tr.Samples) == 0 || tr.Tables.Stacks.Len() == 0 || len(tr.Info.Modules) < 2 {
		t.Errorf("%d samples, %d stacks, %d modules", len(tr.Samples), tr.Tables.Stacks.Len(), len(tr.Info.Modules))
	}
}

// TestRecordPlain: records are compressed unless plain is requested, and a plain file is larger.
func TestRecordPlain(t *testing.T) {
	script := "i=0; while [ $i -lt 300 ]; do i=$((i+1)); /bin/true; done"
	var sizes []int64
	for _, flags := range [][]string{nil, {"--plain"}, {"--keep", "64MiB"}, {"--keep", "64MiB", "--plain"}} {
		tr, err := ingest.Load(t.Context(), recorded(t, script, flags...), ingest.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := modeltest.Check(tr); err != nil {
			t.Error(err)
		}
		folded := slices.ContainsFunc(tr.Info.SourceEvents, func(e model.SourceEvent) bool { return e.Name == "PERF_RECORD_COMPRESSED" })
		if plain := slices.Contains(flags, "--plain"); folded == plain {
			t.Errorf("%v: compressed %v", flags, folded)
		}
		sizes = append(sizes, tr.Info.Size)
	}
	for i := 0; i < len(sizes); i += 2 {
		if 2*sizes[i] > sizes[i+1] {
			t.Errorf("compressed %d bytes, plain %d", sizes[i], sizes[i+1])
		}
	}
}

// countedByProcess is the number of events of all processes, and of all recorded ones.
func countedByProcess(tr *model.Trace) (n, all int64) {
	for _, p := range tr.Info.ByProcess {
		n += p.Events
	}
	for _, e := range tr.Info.SourceEvents {
		if !strings.HasPrefix(e.Name, "PERF_RECORD_") {
			all += e.Count
		}
	}
	return n, all
}

// asleep is how many programs named sleep the command started that ended, and slept for most of 90
// ms at least.
func asleep(tr *model.Trace) (n int) {
	for i := range tr.Threads {
		th := &tr.Threads[i]
		s := tr.Sums(model.ThreadIx(i), tr.Whole())
		if th.Name() == "sleep" && ofTarget(tr, model.ThreadIx(i)) && th.Started && th.Ended && s.Total() > 90e6 && s[model.Execution] < s.Total()/2 {
			n++
		}
	}
	return n
}

// ofTarget reports whether a thread belongs to the target of the recording, or was started by it.
func ofTarget(tr *model.Trace, ix model.ThreadIx) bool {
	for range len(tr.Threads) {
		if ix == model.NoThread {
			return false
		}
		if tr.Process(ix).PID == tr.Info.TargetPID {
			return true
		}
		ix = tr.Threads[ix].Creator
	}
	return false
}

// TestRecordSummary: the last line contains the cost of recording, where that was measured, and the
// recorder's own use, where the system counts it.
func TestRecordSummary(t *testing.T) {
	const file = "x: 2 KiB of events recorded in 2.00 s"
	for want, r := range map[string]record.Result{
		file + ", 10\u2009000 events (5\u2009000 a second); recording the events took 0.5% of the CPUs' time, at a measured cost of 2.00 µs per event; the recorder itself took 1.5% of one CPU": {
			State: record.State{Events: 10_000, CPU: 30e6}, EventCost: 2000, CPUs: 2,
		},
		file + ", 10 events (5 a second); the recorder itself took <0.1% of one CPU": {State: record.State{Events: 10, CPU: 1}, CPUs: 2},
		file: {State: record.State{Events: -1, CPU: -1}, EventCost: 2000, CPUs: 2},
	} {
		r.Bytes, r.Elapsed = 2048, 2e9
		if got := summary(&record.Options{Path: "x"}, &r); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestRecordForPerf: perf opens a recording, and sees as many switches. Where the idle task is
// silent, only the arrival of the next thread is recorded: perf then sees as many records.
func TestRecordForPerf(t *testing.T) {
	perf, err := exec.LookPath("perf")
	if err != nil {
		t.Skip("perf is not installed")
	}
	path := recorded(t, "sleep 0.2")
	tr, err := ingest.Load(t.Context(), path, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	records := map[string]int64{}
	for _, e := range tr.Info.SourceEvents {
		records[e.Name] = e.Count
	}
	switches := tr.SwitchCount()
	if records["PERF_RECORD_SWITCH_CPU_WIDE"] > 0 {
		switches = records["sched:sched_switch"]
	}
	if err := seenByPerf(perf, path, switches); err != nil {
		t.Fatal(err)
	}
}

// seenByPerf is what is wrong with a recording according to perf.
func seenByPerf(perf, path string, switches int64) error {
	for _, args := range [][]string{{"script", "-i", path, "-F", "event"}, {"sched", "timehist", "-i", path}} {
		cmd := exec.Command(perf, args...)
		var out, errOut bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errOut
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("perf %v: %w: %s", args, err, &errOut)
		}
		if seen := int64(strings.Count(out.String(), "sched:sched_switch:")); args[0] == "script" && seen != switches {
			return fmt.Errorf("perf sees %d switches, the trace has %d", seen, switches)
		}
	}
	return nil
}

// TestRecordKeep: of a longer recording the newest events are kept.
func TestRecordKeep(t *testing.T) {
	path := recorded(t, "for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; done", "--keep", "20KiB")
	tr, err := ingest.Load(t.Context(), path, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := modeltest.Check(tr); err != nil {
		t.Error(err)
	}
	st, err := os.Stat(path)
	if err != nil || tr.End > 900e6 || tr.SwitchCount() == 0 || tr.Info.TargetPID == model.NoPID {
		t.Errorf("%v: %d bytes, %v, %d switches, target %d", err, st.Size(), tr.End, tr.SwitchCount(), tr.Info.TargetPID)
	}
}

// TestRecordKilled: the file of a running recording, which is what a kill leaves, opens with what
// was written, all of it described.
func TestRecordKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.perf.data")
	var halfway []byte
	o := record.Options{Path: path, Command: []string{"sleep", "1.2"}, Groups: append(record.DefaultGroups(), record.Irqs)}
	_, err := record.Record(t.Context(), o, func(record.State) {
		var err error
		if halfway, err = os.ReadFile(path + save.PartialEnding); err != nil {
			t.Error(err)
		}
	})
	if rights := (*record.RightsError)(nil); errors.As(err, &rights) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	tr, err := ingest.LoadBytes(t.Context(), "halfway.perf.data", halfway, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := modeltest.Check(tr); err != nil {
		t.Error(err)
	}
	killed := slices.ContainsFunc(tr.Info.Diagnostics, func(d model.Diagnostic) bool { return d.Code == "killed" })
	irqs := slices.ContainsFunc(tr.Info.SourceEvents, func(e model.SourceEvent) bool { return e.Name == "irq:softirq_entry" })
	if tr.Info.Recorded.Blocking { // otherwise the kernel hides its functions
		sleep := tr.Processes[tr.Targets()[0]].Threads[0]
		var last model.Segment
		for s := range tr.Segments(sleep, tr.Whole()) {
			last = s
		}
		if last.Sub != model.SubSleep {
			t.Errorf("the program sleeps: %+v", last)
		}
	}
	if !killed || !irqs || tr.SwitchCount() == 0 || tr.Info.TargetPID == model.NoPID || tr.Info.OS.Version == "" {
		t.Errorf("killed: %v, softirqs: %v, %d switches, target %d, %+v", killed, irqs, tr.SwitchCount(), tr.Info.TargetPID, tr.Info.OS)
	}
}

// TestRecordPrint: nothing is recorded, and no file is made.
func TestRecordPrint(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.perf.data")
	var out, errOut bytes.Buffer
	if code := Run(context.Background(), []string{"record", "--print", "--without", "disk", "-o", path, "--", "make"}, &out, &errOut); code != ExitOK {
		t.Fatalf("%d: %s", code, &errOut)
	}
	for _, want := range []string{"perf:\n  perf record -a ", "\ntrace-cmd:\n", "\nwpr:\n", "\nxperf:\n", " -- make\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in %s", want, &out)
		}
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) || strings.Contains(out.String(), "block_rq") {
		t.Errorf("%v: %s", err, &out)
	}
}

// TestRecordUsage: invalid combinations of flags are reported before anything is recorded.
// TestRecordSaysWhen: a recording says when it ends, above all one without a command.
func TestRecordSaysWhen(t *testing.T) {
	for want, o := range map[string]record.Options{
		"no command was given, so the recording continues until ": {},
		"sleep runs\n":       {Command: []string{"sleep", "1"}},
		"for 10s, or until ": {For: 10 * time.Second},
	} {
		var said bytes.Buffer
		o.Path = "x.data"
		c := &call{err: &said}
		show := c.recording(&o)
		show(record.State{})
		show(record.State{})
		if got := said.String(); !strings.HasPrefix(got, "threadlens: recording to x.data; "+want) || strings.Count(got, "\n") != 1 {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestRecordUsage(t *testing.T) {
	for _, args := range [][]string{
		{"--for", "soon"}, {"--for", "0s"}, {"--for", "-1s"}, {"--samples", "-1"}, {"--with", "everything"}, {"--ring", "x"}, {"--keep", "-1"}, {"--tree"},
	} {
		var out, errOut bytes.Buffer
		path := filepath.Join(t.TempDir(), "x")
		code := Run(context.Background(), append([]string{"record", "-o", path}, args...), &out, &errOut)
		if _, err := os.Stat(path); code == ExitOK || err == nil || !strings.Contains(errOut.String(), args[0]) {
			t.Errorf("%v: exit %d, %s", args, code, &errOut)
		}
	}
}
