package ingest_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest"
	"threadlens/ingest/record"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

const recordedScenario = "testdata/scenario.perf.data.gz"

// figures are the times of a span, by the trace.
type figures struct {
	report.SpanFigures
	name      string
	kind      string
	exclusive model.Time
}

// scenarioSpans are the spans of the recorded program, and its steps.
func scenarioSpans(t *testing.T, tr *model.Trace) (list []figures, steps []string) {
	t.Helper()
	spans, _ := report.Find("spans")
	table, err := spans.Run(tr, measure.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	column := func(name string) int {
		return slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Name == name })
	}
	name, kind, exclusive := column("span"), column("kind"), column("exclusive_ns")
	var rows [][]report.Value
	for row := range table.All() {
		if row[kind].Text == "step" {
			steps = append(steps, row[name].Text)
			continue
		}
		rows = append(rows, row)
	}
	if len(rows) != len(tr.Spans.List) {
		t.Fatalf("%d rows of %d spans", len(rows), len(tr.Spans.List))
	}
	for i, row := range rows {
		list = append(list, figures{report.SpanOf(tr, i), row[name].Text, row[kind].Text, model.Time(row[exclusive].Int)})
	}
	return list, steps
}

// named is the only span with a name.
func named(t *testing.T, list []figures, name string) figures {
	t.Helper()
	i := slices.IndexFunc(list, func(f figures) bool { return f.name == name })
	if i < 0 {
		t.Fatalf("no span %q", name)
	}
	return list[i]
}

// checkScenario compares what the program did with what the trace shows.
func checkScenario(t *testing.T, tr *model.Trace) {
	t.Helper()
	const ms = 1_000_000
	list, steps := scenarioSpans(t, tr)
	request, wait, parse, pause := named(t, list, "request"), named(t, list, "wait"), named(t, list, "parse"), named(t, list, "pause")
	one, two, helper := named(t, list, "one"), named(t, list, "two"), named(t, list, "helper")
	for _, f := range list {
		if f.Sums.Total() != f.Len() {
			t.Errorf("%s: its categories are %d ns, it %d", f.name, f.Sums.Total(), f.Len())
		}
	}
	for _, c := range []struct {
		what      string
		got, want model.Time // at least
	}{
		{"the lock of wait", wait.Sums[model.Synchronization], 9 * ms},
		{"the sleep of pause", pause.Sums[model.Sleep], 5 * ms},
		{"the processor time of parse", parse.Sums[model.Execution] + parse.Sums[model.Interrupt], 10 * ms},
		{"the sleep of helper", helper.Sums[model.Sleep], 10 * ms},
	} {
		if c.got < c.want || c.got > c.want+3*ms {
			t.Errorf("%s: %d ns, want a little more than %d", c.what, c.got, c.want)
		}
	}
	// Time that several children cover is subtracted from their parent once: one and two overlap,
	// and helper runs on another thread.
	covered := max(wait.To, helper.To) - min(wait.From, helper.From) + parse.Len() + pause.Len() + two.To - one.From
	if request.exclusive != request.Len()-covered || one.To <= two.From {
		t.Errorf("exclusive %d of %d with %d covered", request.exclusive, request.Len(), covered)
	}
	checkMeasured(t, []figures{request, wait, parse, pause, one, two, helper})
	checkOdd(t, tr, list, steps)
}

// checkOdd checks spans without an end or a start, steps, and the group.
func checkOdd(t *testing.T, tr *model.Trace, list []figures, steps []string) {
	t.Helper()
	if kind := named(t, list, "unfinished").kind; kind != "open" {
		t.Errorf("unfinished is %q", kind)
	}
	if i := slices.IndexFunc(list, func(f figures) bool { return f.name == "twice" && f.kind == "no begin" }); i < 0 {
		t.Error("the end without a begin is missing")
	}
	if !slices.Contains(steps, "got the lock") || !slices.Contains(steps, "nothing more to do") {
		t.Errorf("steps %q", steps)
	}
	correlated := 0
	for _, f := range list {
		if tr.Markers[f.Marker()].Correlation == 42 {
			correlated++
		}
	}
	if correlated != 7 {
		t.Errorf("%d spans of correlation 42", correlated)
	}
}

// checkMeasured: the precise clock agrees with the switches, except for the cost of the markers
// themselves.
func checkMeasured(t *testing.T, list []figures) {
	t.Helper()
	const most = 100_000
	for _, f := range list {
		if d := f.Measured - f.Sums[model.Execution] - f.Sums[model.Interrupt]; !f.Told || d > most || d < -most-f.Len()/100 {
			t.Errorf("%s: measured %v %d ns, %d more than executed", f.name, f.Told, f.Measured, d)
		}
	}
}

// checkInline compares the readings of a clock that stops between switches with the values that
// follow from the switches. A clock tick in between also updates it, so that not all agree.
func checkInline(t *testing.T, tr *model.Trace) {
	t.Helper()
	const us = 1000
	list, _ := scenarioSpans(t, tr)
	for name, worst := range map[string]model.Time{"one slice": -300 * us, "a switch inside": 200 * us} {
		agree, n := 0, 0
		for _, f := range list {
			if f.name != name {
				continue
			}
			n++
			off := f.Measured - f.Sums[model.Execution]
			expected := f.Inline - f.Sums[model.Execution]
			wrong := off < worst
			if worst > 0 {
				wrong = off > worst
			}
			if d := off - expected; wrong && d > -100*us && d < 100*us {
				agree++
			}
		}
		if n != 12 || agree < n/4 {
			t.Errorf("%s: of %d readings %d are off as the switches say", name, n, agree)
		}
	}
}

// TestScenarioTrace: what the recorder made of the program's markers, in a stored file.
// THREADLENS_UPDATE=1 records it again, where that is allowed.
func TestScenarioTrace(t *testing.T) {
	if os.Getenv("THREADLENS_UPDATE") != "" {
		file := bare(t, recordScenario(t))
		if err := os.WriteFile(recordedScenario, file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tr := loadFile(t, recordedScenario)
	checkScenario(t, tr)
	checkInline(t, tr)
}

// TestScenarioRecording records the program on this machine. On a busy machine other programs may
// disturb a run: one of several runs must be right.
func TestScenarioRecording(t *testing.T) {
	tr := loadFile(t, recordScenario(t))
	list, _ := scenarioSpans(t, tr)
	for _, f := range list {
		if f.Sums.Total() != f.Len() {
			t.Errorf("%s: its categories are %d ns, it %d", f.name, f.Sums.Total(), f.Len())
		}
	}
	parse, request := named(t, list, "parse"), named(t, list, "request")
	if executed := parse.Sums[model.Execution] + parse.Sums[model.Interrupt]; executed < 9_500_000 || parse.Len() < executed {
		t.Errorf("parse executed %d ns of %d", executed, parse.Len())
	}
	if request.kind != "span" || request.exclusive >= request.Len() || tr.Markers[request.Begin].Correlation != 42 {
		t.Errorf("%+v", request)
	}
}

func loadFile(t *testing.T, path string) *model.Trace {
	t.Helper()
	tr, err := ingest.Load(context.Background(), path, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// recordScenario records the program, under the name "scenario".
func recordScenario(t *testing.T) (path string) {
	t.Helper()
	if err := record.Check("threadlens"); err != nil {
		t.Skip("no right to record here: ", err)
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "scenario")
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(own, program); err != nil {
		t.Fatal(err)
	}
	t.Setenv(workloadName, "1")
	o := record.Options{
		Path: filepath.Join(dir, "scenario.perf.data"), Groups: []record.Group{record.Waits, record.Markers},
		Command: []string{program, "-test.run", "^TestScenarioWorkload$"},
	}
	result, err := record.Record(context.Background(), o, nil)
	for tries := 0; err == nil && result.Lost > 0 && tries < 3; tries++ { // the machine is busy
		o.Force = true
		result, err = record.Record(context.Background(), o, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, why := range result.LeftOut {
		if _, err := os.Stat("/sys/kernel/tracing/options/copy_trace_marker"); err != nil && strings.HasPrefix(why, "Marks") {
			t.Skip("marks are not recorded here: ", why)
		}
	}
	if result.Exit != 0 || result.Lost > 0 || len(result.LeftOut) > 0 {
		t.Fatalf("%+v", result)
	}
	return o.Path
}

// bare is a packed copy of a recording without the names of what else ran, of the
// machine and of folders.
func bare(t *testing.T, path string) []byte {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	hide := func(name string) {
		if len(name) > 0 {
			file = bytes.ReplaceAll(file, []byte(name+"\x00"), []byte(strings.Repeat("x", len(name))+"\x00"))
		}
	}
	tr := loadFile(t, path)
	for i := range tr.Threads {
		for _, n := range tr.Threads[i].Names {
			if name := n.Name; name != "scenario" && !strings.HasPrefix(name, "swapper") {
				hide(name)
			}
		}
	}
	if host, err := os.Hostname(); err == nil {
		hide(host)
	}
	dir := filepath.Dir(path)
	file = bytes.ReplaceAll(file, []byte(dir), []byte(strings.Repeat("x", len(dir))))
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(file)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	fmt.Println("recorded again:", recordedScenario, b.Len(), "bytes")
	return b.Bytes()
}
