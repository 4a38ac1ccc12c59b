package report_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

const (
	ms  = model.Time(1e6)
	sec = model.Time(1e9)
)

// script writes a trace in the text format.
type script struct{ strings.Builder }

// newScript starts a trace whose CPUs are idle at first.
func newScript(cpus int, end model.Time) *script {
	var s script
	fmt.Fprintf(&s, "threadlens-trace 1\ncpus %d\nspan 0ns %dns\nos linux\nhas switches wakes\nprocess 10 app target\n", cpus, end)
	for tid := range 20 {
		fmt.Fprintf(&s, "thread %d pid=10\n", 95+tid)
	}
	for c := range cpus {
		fmt.Fprintf(&s, "0ns cpu%d exists idle state=running\n", c)
	}
	return &s
}

// event adds an event; they must be in order of time.
func (s *script) event(at model.Time, cpu int, format string, args ...any) {
	fmt.Fprintf(&s.Builder, "%dns cpu%d ", at, cpu)
	fmt.Fprintf(&s.Builder, format+"\n", args...)
}

// run lets a thread run on an idle CPU for a while.
func (s *script) run(cpu, tid int, from, to model.Time) {
	s.event(from, cpu, "switch idle %d preempt", tid)
	s.event(to, cpu, "switch %d idle wait", tid)
}

func (s *script) trace(t *testing.T) *model.Trace {
	t.Helper()
	return modeltest.Parse(t, "script.tltxt", s.String())
}

// sampled is the row of a process or thread in the sampling report: its exact and
// its sampled share, and the reading. A zero tid means the process.
func sampled(t *testing.T, tr *model.Trace, s measure.Scope, tid int) (exact, sampled float64, reading string) {
	t.Helper()
	table := run(t, "sampling", tr, s)
	for _, row := range table.Rows {
		if tid == 0 && row[2].Kind == report.KindNone || tid != 0 && row[2].Text == fmt.Sprint(tid)+".0" {
			return row[5].Float, row[6].Float, row[len(row)-1].Text
		}
	}
	t.Fatalf("no row of %d", tid)
	return 0, 0, ""
}

// TestS01ClockTicks: the five expected shares are whole numbers of ticks, and the
// ticks of some durations.
func TestS01ClockTicks(t *testing.T) {
	for _, c := range []struct {
		ticks int
		want  float64
	}{{68, 6.640625}, {55, 5.371094}, {52, 5.078125}, {75, 7.324219}} {
		s := newScript(16, sec)
		first := min(64, c.ticks)
		s.event(0, 0, "switch idle 100 preempt")
		s.event(0, 1, "switch idle 101 preempt")
		for _, end := range []struct {
			cpu int
			at  model.Time
		}{{1, model.Time(c.ticks-first) * measure.Tick}, {0, model.Time(first) * measure.Tick}} {
			if end.at < sec {
				s.event(end.at, end.cpu, "switch %d idle wait", 100+end.cpu)
			}
		}
		_, got, _ := sampled(t, s.trace(t), measure.Scope{}, 0)
		near(t, fmt.Sprint(c.ticks, " ticks on 16 CPUs"), got, c.want, 5e-7)
	}
	clock := measure.Clock{Tick: measure.Tick}
	for _, c := range []struct {
		length      model.Time
		least, most int64
	}{{sec, 64, 64}, {sec / 10, 6, 7}, {sec / 2, 32, 32}, {60 * sec, 3840, 3840}} {
		for from := range 20 {
			n := clock.Ticks(model.Range{From: model.Time(from) * ms, To: model.Time(from)*ms + c.length})
			if n < c.least || n > c.most {
				t.Errorf("%d ticks in %v, want %d to %d", n, c.length, c.least, c.most)
			}
		}
	}
}

// TestWilson: the ends of 95 % intervals, in points: for none and for all of the
// samples they have a width, too.
func TestWilson(t *testing.T) {
	for _, c := range []struct{ hits, n, low, high, tolerance float64 }{
		{0, 34, 0, 10.2, 0.05},
		{21, 34, 45.0, 76.1, 0.05},
		{34, 34, 89.8, 100, 0.05},
		{13, 34, 23.9, 55.0, 0.05},
		{3, 5001, 100 * 1.02 / 5001, 100 * 8.81 / 5001, 1e-4},
		{1, 5001, 100 * 0.18 / 5001, 100 * 5.66 / 5001, 1e-4},
		{0, 0, 0, 100, 0},
		{5, 0, 0, 100, 0},
		{9, 4, 51.01, 100, 0.01},
	} {
		low, high := measure.Wilson(c.hits, c.n)
		near(t, fmt.Sprint(c.hits, " of ", c.n, " from"), 100*low, c.low, c.tolerance)
		near(t, fmt.Sprint(c.hits, " of ", c.n, " to"), 100*high, c.high, c.tolerance)
	}
}

// TestS02SampleSize: half the 95 % interval at p = 0.5, in points: z / (2·√(n + z²)).
func TestS02SampleSize(t *testing.T) {
	for _, c := range []struct{ seconds, want, tolerance float64 }{
		{0.1, 30.62, 0.005}, {0.5, 16.37, 0.005}, {1, 11.90, 0.005}, {15, 3.157, 0.0005}, {60, 1.581, 0.0005}, {300, 0.7072, 0.00005},
	} {
		low, high := measure.Wilson(32*c.seconds, 64*c.seconds)
		near(t, fmt.Sprint(c.seconds, " s"), 50*(high-low), c.want, c.tolerance)
		near(t, fmt.Sprint(c.seconds, " s, middle"), 50*(high+low), 50, 1e-9)
	}
	for _, c := range []struct {
		p    float64
		n    int64
		want bool
	}{{0.5, 959, true}, {0.5, 960, false}, {0.01, 959, true}, {0.5, 0, true}, {1, 3840, false}} {
		if got := measure.TooFew(c.p, c.n); got != c.want {
			t.Errorf("%d samples of %v: too few %v", c.n, c.p, got)
		}
	}
}

// TestS03Bias: a thread that runs for 1 ms after each tick is never sampled, one
// that straddles it always is.
func TestS03Bias(t *testing.T) {
	for _, c := range []struct {
		shift   model.Time
		sampled float64
		reading string
	}{
		{0, 0, "undercounted, because it wakes up on the clock tick"},
		{7 * ms, 0, "undercounted, because its runs are in step with the clock tick"},
		{measure.Tick - ms/2, 100, "overcounted, because its runs are in step with the clock tick"},
	} {
		s := newScript(1, 64*measure.Tick)
		for k := range model.Time(64) {
			from := k*measure.Tick + c.shift
			s.event(from, 0, "switch idle 100 preempt")
			if to := from + ms; to < 64*measure.Tick {
				s.event(to, 0, "switch 100 idle wait")
			}
		}
		exact, got, reading := sampled(t, s.trace(t), measure.Scope{}, 100)
		near(t, "exact", exact, 6.4, 0.06) // the last run of the straddling one is cut
		near(t, "sampled", got, c.sampled, 1e-9)
		equal(t, "reading", reading, c.reading)
	}
}

// TestS04SliceEnd: how a thread left its CPU, by the priorities at the switch and
// the length of the slice.
func TestS04SliceEnd(t *testing.T) {
	for _, c := range []struct {
		name, how string
		length    model.Time
		want      report.SliceEnd
	}{
		{"higher priority", "linux=R prio=120,100", 2 * ms, report.EndDisplaced},
		{"equal priority after a tick", "linux=R prio=120,120", 15_625_000, report.EndQuantum},
		{"lower priority after ten ticks", "linux=R prio=100,120", 10 * measure.Tick, report.EndQuantum},
		{"equal priority before a tick", "linux=R prio=120,120", 15_624_999, report.EndOther},
		{"priorities not known", "linux=R", 10 * measure.Tick, report.EndOther},
		{"yield", "sub=Yield", 10 * measure.Tick, report.EndOther},
		{"Windows, quantum end", "win=30", ms, report.EndQuantum},
		{"Windows, preempted", "win=32", 10 * measure.Tick, report.EndDisplaced},
		{"wait", "linux=S", ms, report.EndWait},
	} {
		s := newScript(1, sec)
		s.event(ms, 0, "switch idle 100 preempt")
		disposition := "preempt"
		if c.want == report.EndWait {
			disposition = "wait"
		}
		s.event(ms+c.length, 0, "switch 100 101 %s %s", disposition, c.how)
		tr := s.trace(t)
		bins := report.SlicesOf(tr, []model.ThreadIx{threadOf(t, tr, 100)}, 0, tr.Whole(), measure.Tick)
		var total int64
		for _, b := range bins {
			total += b.N
			if b.N > 0 && (!b.Contains(c.length) || b.Ends[c.want] != 1 || b.Time != c.length) {
				t.Errorf("%s: %+v", c.name, b)
			}
		}
		equal(t, c.name+": slices", total, int64(1))
	}
	edges := map[model.Time]bool{}
	for _, b := range report.SlicesOf(newScript(1, sec).trace(t), nil, 0, model.Range{}, measure.Tick) {
		edges[b.From] = true
	}
	for _, k := range report.QuantumTicks {
		if !edges[k*measure.Tick] {
			t.Errorf("no line at %d ticks", k)
		}
	}
}

// TestS05QueueLength: three threads ready for 10, 10 and 20 ms of a second.
func TestS05QueueLength(t *testing.T) {
	s := newScript(1, sec)
	s.event(ms, 0, "switch idle 99 preempt")
	s.event(100*ms, 0, "wake 100 ctx=timer to=0")
	s.event(100*ms, 0, "wake 101 ctx=timer to=0")
	s.event(100*ms, 0, "wake 102 ctx=timer to=0")
	s.event(110*ms, 0, "switch 99 100 wait")
	s.event(110*ms, 0, "switch 100 101 wait")
	s.event(120*ms, 0, "switch 101 102 wait")
	s.event(130*ms, 0, "switch 102 idle wait")
	tr := s.trace(t)
	q := runqueue.QueueOf(tr, measure.Visible(tr), tr.Whole(), measure.Clock{Tick: 5 * ms})
	near(t, "mean", q.Mean(), 0.04, 1e-12)
	equal(t, "max", q.Max(), 3)
	equal(t, "min", q.Min(), 0)
	equal(t, "three at once", q.H[3], 10*ms)
	equal(t, "of the processor", q.Own[0], q.H)
	// Just before the ticks of 105 and 110 ms three queue, before 115 and 120 one;
	// at 100 and 105 ms three, at 110 and 115 one.
	equal(t, "before the ticks", q.Ticks, []int64{196, 2, 0, 2})
	equal(t, "at the ticks", q.Reads, []int64{196, 2, 0, 2})
	c, err := runqueue.QueueChartOf(tr, measure.Visible(tr), tr.Whole(), 100, measure.Clock{Tick: 100 * ms})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "columns", c.Columns[9:13], []runqueue.QueueColumn{{}, {Min: 3, Max: 3, Mean: 3}, {Min: 1, Max: 1, Mean: 1}, {}})
	equal(t, "reads", c.Reads[:3], []runqueue.QueueRead{{}, {At: 100 * ms, Length: 3}, {At: 200 * ms}})
}

// TestReadAfterOwnWakes: the queue is read after the wakes of the tick's own
// interrupt: those that follow it, or each other, within 50 µs, up to 500 µs.
func TestReadAfterOwnWakes(t *testing.T) {
	const us = ms / 1000
	for _, c := range []struct {
		name          string
		wakes         []model.Time // after the tick at 100 ms, for different threads
		ctx           string
		before, after int
	}{
		{"at the tick", []model.Time{0}, "timer", 0, 1},
		{"in time", []model.Time{50 * us, 100 * us}, "timer", 0, 2},
		{"too late", []model.Time{50*us + 1}, "timer", 0, 0},
		{"a gap", []model.Time{50 * us, 100*us + 1}, "timer", 0, 1},
		{"by threads", []model.Time{50 * us}, "thread", 0, 0},
		{"by the network", []model.Time{50 * us}, "netrx", 0, 0},
		{"by a DPC", []model.Time{50 * us}, "dpc", 0, 1},
		{"up to the clump's end", []model.Time{49 * us, 98 * us, 147 * us, 196 * us, 245 * us, 294 * us, 343 * us, 392 * us, 441 * us, 490 * us, 500*us - 1}, "timer", 0, 11},
		{"not at its end", []model.Time{49 * us, 98 * us, 147 * us, 196 * us, 245 * us, 294 * us, 343 * us, 392 * us, 441 * us, 490 * us, 500 * us}, "timer", 0, 10},
		{"one before", []model.Time{-us, 10 * us}, "timer", 1, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScript(1, sec)
			s.event(ms, 0, "switch idle 99 preempt")
			for i, at := range c.wakes {
				s.event(100*ms+at, 0, "wake %d ctx=%s to=0", 100+i, c.ctx)
			}
			tr := s.trace(t)
			clock, r := measure.Clock{Tick: 100 * ms}, model.Range{To: 150 * ms}
			chart, err := runqueue.QueueChartOf(tr, measure.Visible(tr), r, 10, clock)
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "chart", chart.Reads, []runqueue.QueueRead{{}, {At: 100 * ms, Length: c.after, Before: c.before}})
			q := runqueue.QueueOf(tr, measure.Visible(tr), r, clock)
			reads, ticks := make([]int64, len(q.Reads)), make([]int64, len(q.Ticks))
			reads[0]++
			reads[c.after]++
			ticks[c.before]++
			equal(t, "reads", q.Reads, reads)
			equal(t, "before", q.Ticks, ticks)
			if err := runqueue.Prepare(t.Context(), tr); err != nil {
				t.Fatal(err)
			}
			equal(t, "with an index", runqueue.QueueOf(tr, measure.Visible(tr), r, clock), q)
		})
	}
}

// TestQueuePhase: the queue is read at the phase at which wakes clump unless another
// one is given, and at 0 if they do not.
func TestQueuePhase(t *testing.T) {
	clumped := sleepers(t, 10, func(int) model.Time { return 3 * ms })
	spread := sleepers(t, 10, func(i int) model.Time { return model.Time(i) * 1_560_000 })
	clock := measure.Clock{Tick: measure.Tick}
	equal(t, "clumped", runqueue.QueueClock(clumped, clock, false), measure.Clock{Tick: measure.Tick, Phase: 3 * ms})
	equal(t, "as clumps finds it", runqueue.QueueClock(clumped, clock, false).Phase, runqueue.ClumpsOf(clumped, measure.Visible(clumped), clumped.Whole(), 0).Phase)
	equal(t, "given", runqueue.QueueClock(clumped, clock, true), clock)
	equal(t, "spread", runqueue.QueueClock(spread, clock, false), clock)
	for _, c := range []struct {
		given bool
		want  string
	}{{false, "phase 3 ms"}, {true, "phase 0"}} {
		notes := strings.Join(run(t, "queue", clumped, measure.Scope{PhaseGiven: c.given}).Notes, "\n")
		if !strings.Contains(notes, c.want) {
			t.Errorf("given %v: no %q in\n%s", c.given, c.want, notes)
		}
	}
	// With the phase found, all ten of a clump except the first one that runs are
	// read.
	for _, prepared := range []bool{false, true} {
		if prepared {
			if err := runqueue.Prepare(t.Context(), clumped); err != nil {
				t.Fatal(err)
			}
		}
		q := runqueue.QueueOf(clumped, measure.Visible(clumped), clumped.Whole(), runqueue.QueueClock(clumped, clock, false))
		equal(t, fmt.Sprint("reads of 9, prepared ", prepared), q.Reads[9], int64(10))
	}
}

// sleepers is a trace with one CPU on which ten threads sleep for a second, then
// work 100 µs each, n times. phase shifts each of them.
func sleepers(t *testing.T, n int, phase func(i int) model.Time) *model.Trace {
	type sleep struct {
		at  model.Time
		tid int
	}
	s := newScript(1, model.Time(n+1)*sec)
	for k := 1; k <= n; k++ {
		var list []sleep
		for i := range 10 {
			list = append(list, sleep{model.Time(k)*sec + phase(i), 100 + i})
		}
		free, running := model.Time(0), "idle"
		for i := 0; i < len(list); {
			at := list[i].at
			for ; i < len(list) && list[i].at == at; i++ {
				s.event(at, 0, "wake %d ctx=timer to=0", list[i].tid)
			}
			for j := range list[:i] {
				if list[j].at == at {
					from := max(at, free)
					how := "wait"
					if running == "idle" {
						how = "preempt"
					}
					s.event(from, 0, "switch %s %d %s", running, list[j].tid, how)
					running, free = fmt.Sprint(list[j].tid), from+100_000
				}
			}
			s.event(free, 0, "switch %s idle wait", running)
			running = "idle"
		}
	}
	return s.trace(t)
}

// TestS06Clumping: ten threads that sleep in phase queue for a mean of 0.0045, and
// a reader of the queue at the tick, after the first dispatch, reads 9.
func TestS06Clumping(t *testing.T) {
	tr := sleepers(t, 10, func(int) model.Time { return 0 })
	threads := measure.Visible(tr)
	second := model.Range{From: sec, To: 2 * sec}
	q := runqueue.QueueOf(tr, threads, second, measure.Clock{Tick: sec})
	near(t, "mean", q.Mean(), 0.0045, 1e-12)
	mean, n := q.Read()
	near(t, "read at the tick", mean, 9, 0)
	equal(t, "reads", n, int64(1))
	notes := strings.Join(run(t, "queue", tr, measure.Scope{Range: second, Tick: sec}).Notes, "\n")
	for _, want := range []string{"Run-queue length: mean 0.00450, min 0, max 9", "At the ticks, it would have read 9.000"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in\n%s", want, notes)
		}
	}

	c := runqueue.ClumpsOf(tr, threads, tr.Whole(), 0)
	if !c.Found() || c.Wakes != 100 || c.Peak != 9 || c.Phase != 0 || c.Resultant < 0.999 {
		t.Errorf("clumps not found: %+v", c)
	}
	equal(t, "dots", len(c.Dots), 10)
	equal(t, "first dot", c.Dots[0], runqueue.Clump{At: sec, Ready: 10, Queue: 9})

	rng := rand.New(rand.NewPCG(6, 9))
	at := make([]model.Time, 10)
	for i := range at {
		at[i] = model.Time(i)*70*ms + model.Time(rng.Int64N(60e6))
	}
	miss := sleepers(t, 10, func(i int) model.Time { return at[i] })
	if c := runqueue.ClumpsOf(miss, measure.Visible(miss), miss.Whole(), 0); c.Found() || c.Wakes != 100 || c.Mean != 0 {
		t.Errorf("clumps of sleepers at random phases: %+v", c)
	}
}

// TestS18QueueDelay: both forms of run-queue delay, and their sum.
func TestS18QueueDelay(t *testing.T) {
	s := newScript(1, sec)
	s.event(10*ms, 0, "wake 100 ctx=timer to=0")
	s.event(10*ms+250_000, 0, "switch idle 100 preempt")
	s.event(20*ms, 0, "switch 100 101 preempt")
	s.event(20*ms+771_800, 0, "switch 101 100 wait")
	tr := s.trace(t)
	q := queueDelays(tr, []model.ThreadIx{threadOf(t, tr, 100)}, tr.Whole())
	for _, c := range []struct {
		name         string
		got          measure.Delay
		n            int
		total, worst model.Time
		at           model.Time
	}{
		{"ready wait", q.Ready, 1, 250_000, 250_000, 10 * ms},
		{"preempted", q.Preempted, 1, 771_800, 771_800, 20 * ms},
		{"both", q.Both, 2, 1_021_800, 771_800, 20 * ms},
	} {
		if c.got.N != c.n || c.got.Total != c.total || c.got.Max != c.worst || c.got.Longest != (model.Range{From: c.at, To: c.at + c.worst}) {
			t.Errorf("%s: %+v", c.name, c.got)
		}
	}
	table := run(t, "delays", tr, measure.Scope{})
	equal(t, "forms", cells(t, table, "form")[:3], []string{"Ready time", "Preempted", "Queue delay"})
	equal(t, "totals", column(t, table, "total_ns")[:3], []int64{250_000, 771_800, 1_021_800})
	for i, row := range table.Rows {
		if all := strings.HasPrefix(row[0].Display, "All, "); all != (i < 3) || row[0].Display == "" {
			t.Errorf("row %d is of %q", i, row[0].Display)
		}
	}
	for i, part := range table.Data().Rows[0][:5] {
		if part.Kind != report.KindNone {
			t.Errorf("part %d of the thread is %v in the row of all threads", i, part)
		}
	}
}

// TestS44StackSamples: 3888 samples at 220 a second in 15 s are 117.8 % of a CPU.
func TestS44StackSamples(t *testing.T) {
	near(t, "share", 100*measure.SampleShare(3888, 2.2e9/10e6, 15*sec), 117.8, 0.05)
	near(t, "expected", measure.SampleShare(3300, 220, 15*sec), 1, 1e-12)
	equal(t, "no rate", measure.SampleShare(3300, 0, sec), 0.0)

	s := newScript(1, sec)
	s.run(0, 100, 0, sec/2)
	tr := modeltest.Parse(t, "s44.tltxt", strings.Replace(s.String(), "0ns cpu0 exists", "has switches wakes samples\n0ns cpu0 exists", 1)+
		"600ms cpu0 switch idle 100 preempt\n601ms cpu0 sample 100\n606ms cpu0 sample 100\n700ms cpu0 switch 100 idle wait\n")
	tr.Info.SampleEvery = 5 * ms
	st := measure.StackSamplesOf(tr, model.Range{From: 600 * ms, To: 610 * ms})
	equal(t, "samples", st.Sum(measure.Visible(tr)), int64(2))
	near(t, "their share", st.Share(st.N), 1, 1e-12)
	equal(t, "in the report", column(t, run(t, "sampling", tr, measure.Scope{}), "stack_samples")[1], int64(2))
}

// TestS45Extremes: average 43.5 and maximum 250, which two CPUs cannot give.
func TestS45Extremes(t *testing.T) {
	values := make([]float64, 20)
	for i := range values {
		values[i] = 620.0 / 19
	}
	values[7] = 250
	x := report.ExtremesOf(values, 2)
	near(t, "average", x.Mean, 43.5, 1e-9)
	equal(t, "maximum", x.Max, 250.0)
	equal(t, "impossible", x.Impossible, 1)
	equal(t, "in words", x.String(), "average 43.5%, maximum 250.0% of one CPU; 1 value above 200%, which is impossible")
	equal(t, "three processors", report.ExtremesOf(values, 3).Impossible, 0)

	s := newScript(1, sec)
	s.run(0, 100, ms, 2*ms)
	notes := strings.Join(run(t, "sampling", s.trace(t), measure.Scope{}).Notes, "\n")
	if !strings.Contains(notes, "Too few samples: 64 ticks") {
		t.Errorf("too few samples are not told: %s", notes)
	}
}

// TestS54Rates: a rate includes its count and its window.
func TestS54Rates(t *testing.T) {
	r := measure.Rate{Count: 64, Window: sec / 2}
	near(t, "a second", r.PerSecond(), 128, 0)
	equal(t, "in words", r.String(), "64 in 500 ms, 128 per second")
	equal(t, "no window", measure.Rate{Count: 5}.PerSecond(), 0.0)
}

// TestSampling7A: the emulation for the worked example.
func TestSampling7A(t *testing.T) {
	tr, _ := seven(t)
	e, err := measure.Emulate(t.Context(), tr, tr.Whole(), measure.Clock{Tick: measure.Tick}, nil)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "ticks", e.Ticks[0], int64(34))
	equal(t, "hits of CPU 0", e.Cores[0].Hits[0], int64(34))
	equal(t, "hits of CPU 1", e.Cores[1].Hits[0], int64(21))
	c := e.Thread(threadOf(t, tr, 6420))
	equal(t, "hits of 6420", c.Hits[0], int64(0))
	equal(t, "exact time of 6420", c.Exact, us(11900))
}
