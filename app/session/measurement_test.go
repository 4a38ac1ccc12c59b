package session

import (
	"context"
	"math"
	"strings"
	"testing"

	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// measured is what the Measurement view shows of a window of the story.
func measured(t *testing.T, s *Session) *query.Measurement {
	t.Helper()
	m, err := s.MeasureQuery(100).Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestMeasurementIsTheReport: the numbers of the table are those of `report
// sampling` for the same window, clock and denominator.
func TestMeasurementIsTheReport(t *testing.T) {
	s := opened(t)
	for _, r := range []model.Range{{To: s.trace.End}, {From: 3 * ms, To: 260 * ms}} {
		for _, c := range []measure.Clock{{Tick: measure.Tick}, {Tick: ms, Phase: ms / 4}} {
			s.Show(r, MoveJump)
			if err := s.SetTickClock(c); err != nil {
				t.Fatal(err)
			}
			m := measured(t, s)
			find, _ := report.Find("sampling")
			table, err := find.Run(s.trace, measure.Scope{Range: s.Scope(), Tick: c.Tick, Phase: c.Phase, Percent: m.Percent})
			if err != nil {
				t.Fatal(err)
			}
			compareSampling(t, m, table)
		}
	}
}

func compareSampling(t *testing.T, m *query.Measurement, table *report.Table) {
	t.Helper()
	want := map[string][]report.Value{}
	for _, cells := range table.Rows {
		want[cells[2].Text+"/"+cells[0].Text] = cells
	}
	if len(m.Table.Rows) == 0 {
		t.Fatal("no rows")
	}
	for _, row := range m.Table.Rows {
		cells := want[row.Data[2].Text+"/"+row.Data[0].Text]
		for i, col := range m.Table.Columns[1:] {
			if col.Gauge {
				continue
			}
			for k, from := range table.Columns {
				name := strings.TrimSuffix(strings.TrimSuffix(from.Name, "_percent"), "_cores")
				if name == col.Name && row.Cells[i+1] != cells[k] {
					t.Errorf("%s %s: %+v, the report says %+v", row.Cells[0].Text, col.Name, row.Cells[i+1], cells[k])
				}
			}
		}
	}
}

// TestMeasurementAddsUp: intervals, table and simultaneity measure the same time.
func TestMeasurementAddsUp(t *testing.T) {
	s := opened(t)
	for _, r := range []model.Range{{To: s.trace.End}, {From: 3 * ms, To: 260 * ms}} {
		s.Show(r, MoveJump)
		m := measured(t, s)
		var exact model.Time
		for _, v := range m.Intervals {
			exact += v.Exact
		}
		if exact != m.Exact || m.Concurrency.Running() != m.Exact || m.Exact == 0 {
			t.Errorf("intervals %d, table %d, simultaneity %d", exact, m.Exact, m.Concurrency.Running())
		}
		if got := m.Queue.Columns; len(got) != 100 {
			t.Errorf("%d columns", len(got))
		}
	}
}

// TestMeasurementPlots: no value leaves the chart, and the value under the pointer is described.
func TestMeasurementPlots(t *testing.T) {
	s := opened(t)
	m := measured(t, s)
	p := paint.NewPalette(false, false)
	use, queue := m.UsePlot(p), m.QueuePlot(p)
	if len(use.Steps) != len(m.Intervals) || len(queue.Columns) != 100 {
		t.Errorf("%d steps, %d columns", len(use.Steps), len(queue.Columns))
	}
	for _, plot := range []timeline.Plot{use, queue} {
		for _, d := range plot.Dots {
			if d.Low > d.Value || d.High < d.Value || d.Low < 0 || d.High > plot.Top {
				t.Errorf("dot %+v below %v", d, plot.Top)
			}
		}
		if last := plot.Ticks[len(plot.Ticks)-1]; last.Value != plot.Top {
			t.Errorf("the axis ends at %v, the chart at %v", last.Value, plot.Top)
		}
	}
}

// TestMeasurementTells: what is under the pointer is described, and nothing outside of
// the window.
func TestMeasurementTells(t *testing.T) {
	m := measured(t, opened(t))
	if got := m.UseAt(m.Window.From); len(got) != 3 || !strings.HasPrefix(got[1], "Exact ") {
		t.Errorf("use: %q", got)
	}
	if got := m.QueueAt(m.Window.To - 1); len(got) != 3 || !strings.HasPrefix(got[2], "Sampled ") {
		t.Errorf("queue: %q", got)
	}
	if m.UseAt(m.Window.From-1) != nil || m.QueueAt(m.Window.To) != nil {
		t.Error("values are shown outside of the window")
	}
}

// TestS50Correction: 88 % outside and 73 % inside give a factor of 1.205479; without use there is
// none; windows under 5 min are short.
func TestS50Correction(t *testing.T) {
	m := measured(t, opened(t))
	c, ok := m.Correction(query.Figure{Percent: 88, Known: true}, query.Figure{Percent: 73, Known: true})
	if !ok || math.Abs(c.W-1.205479) > 5e-7 {
		t.Errorf("w = %v, %v", c.W, ok)
	}
	for inside, want := range map[float64]float64{40: 48.2, 20: 24.1, 73: 88} {
		if got := c.Of(inside); math.Abs(got-want) > 0.05 {
			t.Errorf("%v inside is %v, want %v", inside, got, want)
		}
	}
	if !c.Short() {
		t.Error("a window of less than 5 min is not short")
	}
	if _, ok := m.Correction(query.Figure{Percent: 88, Known: true}, query.Figure{Percent: 0, Known: true}); ok {
		t.Error("a guest that used nothing is corrected")
	}
	if _, ok := m.Correction(query.Figure{}, query.Figure{Percent: 73, Known: true}); ok {
		t.Error("corrected without a figure of the host")
	}
	if got := m.Inside(query.Figure{}); got <= 0 || got > 100 {
		t.Errorf("the trace says %v%%", got)
	}
}

// TestNoSuchClock: a clock without a period, with one too short or too long, or with a phase
// outside of it is refused.
func TestNoSuchClock(t *testing.T) {
	s := opened(t)
	for _, c := range []measure.Clock{{}, {Tick: 1}, {Tick: ms, Phase: ms}, {Tick: ms, Phase: -1}, {Tick: 1e12}} {
		if s.SetTickClock(c) == nil {
			t.Errorf("%v is emulated", c)
		}
	}
}

// TestMeasureIsRemembered: clock and figures are stored with the view of a trace, and invalid
// stored values do no harm.
func TestMeasureIsRemembered(t *testing.T) {
	s := opened(t)
	if s.Remember().Measure != nil {
		t.Error("something is kept of nothing")
	}
	clock := measure.Clock{Tick: 4 * ms, Phase: ms}
	if err := s.SetTickClock(clock); err != nil {
		t.Fatal(err)
	}
	s.SetFigures(query.Figure{Percent: 88, Known: true}, query.Figure{})
	v := s.Remember()
	data, err := v.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if v, err = keep.DecodeView(data); err != nil {
		t.Fatal(err)
	}
	other := opened(t)
	other.Restore(v)
	if other.TickClock() != clock || other.HostFigure() != (query.Figure{Percent: 88, Known: true}) || other.GuestFigure().Known {
		t.Errorf("restored %v, %v, %v", other.TickClock(), other.HostFigure(), other.GuestFigure())
	}
	wrong := 400.0
	other = opened(t)
	other.Restore(keep.ViewFile{Measure: &keep.ViewMeasure{Tick: -5, Host: &wrong}})
	if other.TickClock().Tick != measure.Tick || other.HostFigure().Known {
		t.Errorf("restored %v, %v", other.TickClock(), other.HostFigure())
	}
}

// TestMeasurementStops: a query for which nobody waits any more gives up.
func TestMeasurementStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := opened(t).MeasureQuery(10).Run(ctx); err == nil {
		t.Error("it ran to its end")
	}
}

// TestMeasurementWithoutWakes: where wakes were not recorded, the queue is at least that of the
// preempted threads, or unknown; it is never shown as empty.
func TestMeasurementWithoutWakes(t *testing.T) {
	const head = `threadlens-trace 1
cpus 1
span 0us 40000us
os linux
process 7 "app" target
thread 8 pid=7 name="one"
thread 9 pid=7 name="two"
10us cpu0 switch idle 8 preempt
`
	for _, tt := range []struct{ name, events, mean, read, at, empty string }{
		{
			"waits alone", "20000us cpu0 switch 8 9 wait\n", "–", "–", "Number of ready threads unknown; preempted threads: 0",
			"No wake-ups were recorded: the number of ready threads is unknown",
		},
		{
			"one preempted at the end", "39990us cpu0 switch 8 9 preempt\n", "> 0", "–", "Number of ready threads unknown; preempted threads: 0 to 1, mean 0.03", "",
		},
		{"one preempted", "20000us cpu0 switch 8 9 preempt\n", "≥ 0.50", "≥ 0.33", "Number of ready threads unknown; preempted threads: 1", ""},
	} {
		m := measured(t, openedWith(t, head+tt.events))
		words, plot := m.QueueWords(), m.QueuePlot(paint.NewPalette(false, false))
		if words.Exact.Value != tt.mean || words.Sampled.Value != tt.read || !strings.Contains(words.About, "wake-ups not recorded") {
			t.Errorf("%s: %+v", tt.name, words)
		}
		if plot.Empty != tt.empty || (plot.Mean < 0) != (tt.empty != "") || (len(plot.Dots) == 0) != (tt.empty != "") {
			t.Errorf("%s: the chart says %q, mean %v, %d dots", tt.name, plot.Empty, plot.Mean, len(plot.Dots))
		}
		if got := m.QueueAt(m.Window.To - 1); len(got) < 2 || got[1] != tt.at {
			t.Errorf("%s: under the pointer is %q", tt.name, got)
		}
	}
}

// TestUsePlotIsEmpty: the chart states that the process did not run only where it did not run at
// all.
func TestUsePlotIsEmpty(t *testing.T) {
	s := openedWith(t, "threadlens-trace 1\ncpus 1\nspan 0us 40000us\nos linux\nprocess 7 \"app\" target\nthread 8 pid=7\n"+
		"10000us cpu0 switch idle 8 preempt\n20000us cpu0 switch 8 idle wait\n")
	for r, want := range map[model.Range]string{
		{To: s.trace.End}:                  "",
		{To: 10*ms + 1}:                    "",
		{To: 10 * ms}:                      "This process did not run in this time window",
		{From: 20 * ms, To: s.trace.End}:   "This process did not run in this time window",
		{From: 20*ms - 1, To: s.trace.End}: "",
	} {
		s.Show(r, MoveJump)
		if plot := measured(t, s).UsePlot(paint.NewPalette(false, false)); plot.Empty != want {
			t.Errorf("%v: the chart says %q, want %q", r, plot.Empty, want)
		}
	}
}

// TestInterruptsAreCountedAsSaid: the same CPU time is measured including interrupts and summed up
// without them, and both state that.
func TestInterruptsAreCountedAsSaid(t *testing.T) {
	s := openedWith(t, `threadlens-trace 1
cpus 1
span 0us 2000us
os windows
process 7 "app" target
thread 8 pid=7 name="one"
500us cpu0 switch idle 8 preempt
600us cpu0 irq 800us dpc
1500us cpu0 switch 8 idle wait
`)
	m := measured(t, s)
	if ms := model.Time(1_000_000); m.Exact != ms || m.Concurrency.Running() != ms {
		t.Errorf("measured %d, at once %d", m.Exact, m.Concurrency.Running())
	}
	if about := m.UseWords().About; !strings.HasPrefix(about, "this process including interrupts, ") {
		t.Errorf("about %q", about)
	}
	c, err := s.CPUQuery(query.GroupProcess).Run()
	if err != nil {
		t.Fatal(err)
	}
	for i, col := range c.Columns {
		if got := c.Rows[0].Cells[i]; col.Name == "cpu_ns" && (got.Int != 800_000 || !strings.Contains(col.Help, "without interrupts")) {
			t.Errorf("summed up %d: %q", got.Int, col.Help)
		}
		if col.Name == "cpu_percent" && !strings.Contains(col.Help, "not counting interrupts") {
			t.Errorf("the share says %q", col.Help)
		}
	}
}

// TestQueueUnderThePointer: the chart of the queue shows the nearest read, on either side, and the
// queue before it where that differed.
func TestQueueUnderThePointer(t *testing.T) {
	m := measured(t, opened(t))
	m.Queue.Reads = []runqueue.QueueRead{{At: 100 * ms, Length: 1, Before: 1}, {At: 200 * ms, Length: 2, Before: 5}, {At: 300 * ms, Length: 3, Before: 3}}
	for at, want := range map[model.Time]string{
		0: "Sampled 1 at 100.000 ms", 149 * ms: "Sampled 1 at 100.000 ms", 151 * ms: "Sampled 2 at 200.000 ms, 5 just before the tick",
		249 * ms: "Sampled 2 at 200.000 ms, 5 just before the tick", 251 * ms: "Sampled 3 at 300.000 ms", 400 * ms: "Sampled 3 at 300.000 ms",
	} {
		if got := m.QueueAt(at); got[len(got)-1] != want {
			t.Errorf("at %d: %q, want %q", at, got, want)
		}
	}
}

// TestWhoRanAlone: the share of the time in which one thread ran alone is shown where
// there is such a time, and is that of the window.
func TestWhoRanAlone(t *testing.T) {
	const head = "threadlens-trace 1\ncpus 2\nspan 0us 1000us\nos linux\nprocess 7 \"app\" target\nthread 8 pid=7\nthread 9 pid=7\n"
	for events, want := range map[string]string{
		"0us cpu0 switch idle 8 preempt\n0us cpu1 switch idle 9 preempt\n250us cpu1 switch 9 idle wait\n1000us cpu0 switch 8 idle wait\n": "While the target runs, 1.25 of its threads run on average; exactly one of them runs for 75.0% of the time window. ",
		"0us cpu0 switch idle 8 preempt\n0us cpu1 switch idle 9 preempt\n250us cpu1 switch 9 idle wait\n250us cpu0 switch 8 idle wait\n":  "While the target runs, 2.00 of its threads run on average. ",
	} {
		if got := measured(t, openedWith(t, head+events)).Sentences(); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
