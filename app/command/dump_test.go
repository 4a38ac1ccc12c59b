package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/ingest"
	"threadlens/ingest/container"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// dumpTraces are recorded traces of all kinds: with lost events, of some threads only,
// including interrupts, disks, faults, calls, counters, samples without switches, and from
// archives.
var dumpTraces = []string{
	"etl/etwanalyzer-TraceLoggingTester.7z", "etl/perfview-net.4.5.2.x64.etl.zip", "etl/win7-xperf-cswitch-slow-ppt.zip",
	"linux/cross/states_irq/states_irq.perf.data", "linux/perf/diskio_block_g.perf.data", "linux/perf/lost_events.perf.data",
	"linux/perf/mutex_busy_g_futex.perf.data", "linux/perf/percpu_task_only.perf.data", "linux/perf/states_full.perf.data",
	"linux/perf/subsampled_F997.perf.data", "linux/perf/switch_events_prof.perf.data", "linux/public/perf/hotspot_true.v2.perf.data",
}

// mostDump is the largest dump of a trace that the test accepts, bytes.
const mostDump = 60 << 20

// tracesFolder is the folder of the recorded traces; the test is skipped without it.
func tracesFolder(t *testing.T) string {
	t.Helper()
	dir, ok := findTraces()
	if !ok {
		t.Skip("nothing recorded: set THREADLENS_TRACES to the folder of the recorded traces")
	}
	return dir
}

// allTraces are the paths below dir of all files that open as traces.
func allTraces(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := ingest.Open(t.Context(), path, ingest.Options{})
		switch {
		case errors.Is(err, ingest.ErrFormat), errors.Is(err, container.ErrNoTrace):
			return nil
		case err != nil:
			t.Logf("not opened: %v", err)
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		list = append(list, rel)
		return errors.Join(err, f.Close())
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestDumpAnswers: a reopened dump gives the same answers as its trace, to the byte: all reports,
// of the target and of all threads, of the whole trace and of a part. THREADLENS_DUMPS=all in the
// environment tests all recorded traces.
func TestDumpAnswers(t *testing.T) {
	dir, list := tracesFolder(t), dumpTraces
	if os.Getenv("THREADLENS_DUMPS") == "all" {
		list = allTraces(t, dir)
	}
	taken := 0
	for _, name := range list {
		path := filepath.Join(dir, filepath.FromSlash(name))
		t.Run(name, func(t *testing.T) {
			dump := dumpOf(t, path)
			if st, err := os.Stat(dump); err != nil || st.Size() > mostDump {
				t.Skipf("a dump of %d bytes", st.Size())
			}
			taken++
			sameAnswers(t, answersOf(t, path), answersOf(t, dump))
		})
	}
	t.Logf("%d traces of %d", taken, len(list))
}

// TestDumpOfText: so do the dump of a dump, and of a ring buffer.
func TestDumpOfText(t *testing.T) {
	ring := filepath.Join(t.TempDir(), "ring.tltxt")
	source := `threadlens-trace 1
cpus 2
span 0us 100us
module app path=/app symbols=/app
records sched:sched_switch 4
stack 1 app!f at=0x10
0us cpu0 loss 40us ring=1
10us cpu1 switch 3 4 wait linux=S stack=1
40us cpu0 switch 1 2 preempt
50us cpu1 wake 3
60us cpu1 switch 4 3 preempt
80us cpu0 irq 81us isr routine=timer vector=236 timer=1
`
	if err := os.WriteFile(ring, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"../../ingest/text/testdata/7a.tltxt", ring} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			first := dumpOf(t, path)
			second := dumpOf(t, first)
			sameAnswers(t, answersOf(t, path), answersOf(t, second))
			a, errA := os.ReadFile(first)
			b, errB := os.ReadFile(second)
			if errA != nil || errB != nil || !bytes.Equal(a, b) {
				t.Errorf("%v %v: the dump is\n%s\nand of the dump\n%s", errA, errB, a, b)
			}
		})
	}
}

// TestDumpKeepsNames: symbol files are not needed when a dump is reopened, and what it lacks is in
// a comment.
func TestDumpKeepsNames(t *testing.T) {
	path := filepath.Join(tracesFolder(t), "linux", "perf", "states_full.perf.data")
	kallsyms := filepath.Join(tracesFolder(t), "linux", "workloads", "kallsyms.gz")
	dump := dumpOf(t, path, "--symbols", kallsyms)
	want := answersOf(t, path, kallsyms).report(t, "symbols")
	for _, paths := range []string{"", kallsyms, noSymbols} {
		if got := answersOf(t, dump, paths).report(t, "symbols"); got[0] != want[0] {
			t.Errorf("with symbols %q:\n%s\nwant\n%s", paths, got[0], want[0])
		}
	}
	if !strings.Contains(want[0], "traces/linux/workloads/") {
		t.Errorf("no names from %s:\n%s", kallsyms, want[0])
	}
	var without, all int64
	for _, m := range report.FramesByModule(answersOf(t, dump).trace) {
		without, all = without+m.Frames-m.Named, all+m.Frames
	}
	comment := fmt.Sprintf("\n# %s of %s stack frames are unresolved.\n", measure.Count(without), measure.Count(all))
	data, err := os.ReadFile(dump)
	if err != nil || without == 0 || !bytes.Contains(data, []byte(comment)) {
		t.Errorf("%v; want %q in\n%.2000s", err, comment, data)
	}
	if data, err = os.ReadFile(dumpOf(t, "../../ingest/text/testdata/7a.tltxt")); err != nil || bytes.Contains(data, []byte("\n#")) {
		t.Errorf("%v; a comment in\n%.2000s", err, data)
	}
}

// dumpOf writes the dump of a trace.
func dumpOf(t *testing.T, path string, args ...string) string {
	t.Helper()
	dump := filepath.Join(t.TempDir(), "dumped.tltxt")
	var errOut bytes.Buffer
	if code := Run(t.Context(), append([]string{"dump", path, "-o", dump, "--quiet"}, args...), io.Discard, &errOut); code != 0 {
		t.Fatalf("exit %d: %s", code, errOut.String())
	}
	return dump
}

// answers are those of one trace, from the command line.
type answers struct {
	call  *call
	path  string
	trace *model.Trace
}

// answersOf opens a trace, with paths of symbols if any.
func answersOf(t *testing.T, path string, paths ...string) *answers {
	t.Helper()
	c := &call{ctx: t.Context(), out: io.Discard, err: io.Discard, quiet: true}
	c.symbols.paths = strings.Join(paths, string(filepath.ListSeparator))
	tr, err := c.load(path)
	if err != nil {
		t.Fatal(err)
	}
	return &answers{c, path, tr}
}

// table is a report with the given arguments.
func (a *answers) table(t *testing.T, name string, args ...string) (*report.Table, error) {
	t.Helper()
	var flags scopeFlags
	set := newFlags()
	flags.declare(set)
	flags.declareSome(set)
	if _, err := set.parse(args); err != nil {
		t.Fatal(err)
	}
	scope, err := flags.parse()
	if err != nil {
		t.Fatal(err)
	}
	report, _ := a.call.findReport(name)
	return answer(a.trace, report, scope)
}

// report is a report in all formats, without the name of the file.
func (a *answers) report(t *testing.T, name string, args ...string) (out []string) {
	t.Helper()
	anonymous := strings.NewReplacer(a.path, "FILE", filepath.Base(a.path), "FILE")
	table, err := a.table(t, name, args...)
	if err != nil {
		return []string{anonymous.Replace(err.Error())}
	}
	for _, f := range []export.Format{export.Text, export.CSV, export.JSON} {
		var b bytes.Buffer
		if err := export.WriteTable(&b, table, export.MetaOf(a.trace), f); err != nil {
			t.Fatal(err)
		}
		out = append(out, anonymous.Replace(b.String()))
	}
	return out
}

// sameAnswers compares all reports of two traces.
func sameAnswers(t *testing.T, want, got *answers) {
	t.Helper()
	end := want.trace.End
	middle := fmt.Sprintf("--window=%dns-%dns", end/3, max(end/2, end/3+1))
	for _, r := range reports(t.Context(), want.call.userLimits()) {
		for _, args := range [][]string{nil, {"--all"}, {middle}, {"--all", middle}} {
			a, b := want.report(t, r.Name, args...), got.report(t, r.Name, args...)
			if len(a) != len(b) {
				t.Errorf("%s %v: %.300q, of the dump %.300q", r.Name, args, a, b)
				continue
			}
			for i := range a {
				if a[i] != b[i] {
					at := firstDifference(a[i], b[i])
					t.Errorf("%s %v: the trace says\n%.300s\nand the dump\n%.300s", r.Name, args, a[i][at:], b[i][at:])
				}
			}
		}
	}
}

// firstDifference is where the first line begins in which two texts differ.
func firstDifference(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return strings.LastIndexByte(a[:n], '\n') + 1
}
