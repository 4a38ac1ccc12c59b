//go:build unix

package command

import (
	"cmp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// BenchmarkBigReports measures every report on large real traces, which the environment lists,
// beyond opening them: over the whole of it and over windows of all lengths. Each window is
// computed once an iteration and the shortest of its times counts, so that other programs disturb
// little; of the windows the slowest one is reported, in milliseconds of elapsed and of CPU time;
// first-ms is the very first result, for the whole trace. What the window prepares in the
// background after opening is done before, and measured separately.
//
//	THREADLENS_BIG=big.perf.data go test -run '^$' -bench BigReports -benchtime 3x ./app/command
func BenchmarkBigReports(b *testing.B) {
	modeltest.EachBig(b, func(b *testing.B, name string) {
		t, err := ingest.Load(b.Context(), name, ingest.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.Run("prepare", func(b *testing.B) { prepare(b, t) })
		if err := runqueue.Prepare(b.Context(), t); err != nil { // prepare may have been skipped
			b.Fatal(err)
		}
		for _, r := range bigReports() {
			b.Run(r.name, func(b *testing.B) { r.measure(b, t) })
		}
	})
}

// prepare measures what the window prepares in the background, and how much of it is kept.
func prepare(b *testing.B, t *model.Trace) {
	var mem runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&mem)
	before, used := mem.HeapAlloc, modeltest.ProcessorTime(b)
	for b.Loop() {
		if err := runqueue.Prepare(b.Context(), t); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(ms(modeltest.ProcessorTime(b)-used)/float64(b.N), "cpu-ms/op")
	runtime.GC()
	runtime.ReadMemStats(&mem)
	b.ReportMetric(float64(mem.HeapAlloc-before)/1e6, "MB")
}

// bigReport is a report with its scope.
type bigReport struct {
	name string
	report.Report
	scope measure.Scope
}

// bigReports are all reports; those with a choice of metrics and groups, several
// times.
func bigReports() (list []bigReport) {
	for _, a := range report.List() {
		if a.Name != "boxplot" && a.Name != "histogram" {
			list = append(list, bigReport{a.Name, a, measure.Scope{}})
			continue
		}
		for _, metric := range []string{"cpu", "slice", "ready", "preempted", "wait", "sync"} {
			for _, group := range []string{"time", "process", "thread", "name"} {
				var s measure.Scope
				s.Metric, _ = measure.ParseMetric(metric)
				s.GroupBy, _ = measure.ParseGrouping(group)
				list = append(list, bigReport{strings.Join([]string{a.Name, metric, group}, "-"), a, s})
			}
		}
	}
	return list
}

// bigWindows are the windows: the whole trace, and others of all lengths at regular and irregular
// places.
func bigWindows(t *model.Trace) []model.Range {
	end := t.End
	windows := []model.Range{t.Whole(), {From: 1, To: end - 1}, {From: end / 3, To: end / 3 * 2}, {From: end/2 + 12_345, To: end - 1}}
	for _, length := range []model.Time{1e6, 1e7, 1e8, 1e9} {
		for _, from := range []model.Time{end / 7, end/2 + 777, end - length} {
			windows = append(windows, model.Range{From: from, To: from + length}.Clip(t.Whole()))
		}
	}
	return windows
}

// cost is how long something took.
type cost struct{ wall, cpu time.Duration }

func (r *bigReport) measure(b *testing.B, t *model.Trace) {
	windows := bigWindows(t)
	least := make([]cost, len(windows))
	var first time.Duration
	for b.Loop() {
		for i, w := range windows {
			c := r.once(b, t, w)
			if least[i] == (cost{}) {
				least[i] = c
			}
			least[i] = cost{min(least[i].wall, c.wall), min(least[i].cpu, c.cpu)}
			first = cmp.Or(first, c.wall)
		}
	}
	wall := slices.MaxFunc(least, func(a, b cost) int { return cmp.Compare(a.wall, b.wall) }).wall
	cpu := slices.MaxFunc(least, func(a, b cost) int { return cmp.Compare(a.cpu, b.cpu) }).cpu
	b.ReportMetric(0, "ns/op") // the sum over all windows is meaningless
	b.ReportMetric(ms(wall), "worst-ms")
	b.ReportMetric(ms(cpu), "worst-cpu-ms")
	b.ReportMetric(ms(first), "first-ms")
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }

// once computes the report for a window.
func (r *bigReport) once(b *testing.B, t *model.Trace, w model.Range) cost {
	s := r.scope
	s.Range = w
	start, before := time.Now(), modeltest.ProcessorTime(b)
	table, err := r.Run(t, s)
	if err != nil {
		b.Fatal(err)
	}
	if len(table.Columns) == 0 {
		b.Fatal("a table without columns")
	}
	return cost{time.Since(start), modeltest.ProcessorTime(b) - before}
}
