package report_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/model/modeltest"
)

// TestS01WholeTicks: every sampled time is a whole number of ticks, and the
// expected shares are those of the times.
func TestS01WholeTicks(t *testing.T) {
	for _, c := range []struct {
		ticks          model.Time
		sampled, share float64 // ms, % of 16 CPUs
	}{{68, 1062.5, 6.640625}, {55, 859.375, 5.371094}, {52, 812.5, 5.078125}, {75, 1171.875, 7.324219}} {
		near(t, fmt.Sprint(c.ticks, " ticks"), float64(c.ticks*measure.Tick)/1e6, c.sampled, 0)
		near(t, fmt.Sprint(c.ticks, " ticks on 16 processors"), measure.PercentMachine.Of(c.ticks*measure.Tick, sec, 16), c.share, 5e-7)
	}
	tr, _ := seven(t)
	// There are 34 whole ticks in the window of 540 ms: a hit is a 34th of it.
	for _, d := range column(t, run(t, "sampling", tr, measure.Scope{}), "sampled_ns") {
		if hits := float64(d) * 34 / 540e6; math.Abs(hits-math.Round(hits)) > 1e-6 {
			t.Errorf("sampled %d ns, which are %v ticks", d, hits)
		}
	}
	// 0.1 s holds 6.4 ticks on average over the phases of the clock.
	var n int64
	const phases = 625
	for i := range model.Time(phases) {
		n += measure.Clock{Tick: measure.Tick}.Ticks(model.Range{From: i * measure.Tick / phases, To: i*measure.Tick/phases + sec/10})
	}
	near(t, "ticks in 0.1 s", float64(n)/phases, 6.4, 1e-9)
}

// TestS02Shown: the reports show the intervals of tick and stack-sample estimates,
// and that there are too few samples.
func TestS02Shown(t *testing.T) {
	s := newScript(1, sec)
	s.run(0, 100, 0, sec/2)
	tr := modeltest.Parse(t, "s02", strings.Replace(s.String(), "0ns cpu0 exists", "has switches wakes samples\n0ns cpu0 exists", 1)+
		"600ms cpu0 switch idle 100 preempt\n601ms cpu0 sample 100\n606ms cpu0 sample 100\n700ms cpu0 switch 100 idle wait\n")
	tr.Info.SampleEvery = 10 * ms
	table := run(t, "sampling", tr, measure.Scope{})
	// 0.6 exact of 64 ticks; 0.02 of 100 stack samples.
	for _, c := range []struct {
		columns string
		hits, n float64
	}{{"interval", 38, 64}, {"by_stack_samples", 2, 100}} {
		low, high := measure.Wilson(c.hits, c.n)
		near(t, c.columns+" from", floats(t, table, c.columns+"_low_percent")[1], 100*low, 1e-9)
		near(t, c.columns+" to", floats(t, table, c.columns+"_high_percent")[1], 100*high, 1e-9)
	}
	notes := strings.Join(table.Notes, "\n")
	for _, want := range []string{"Too few samples: 64 ticks per CPU", "too few samples to trust, 100 of 960 needed per CPU"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in\n%s", want, notes)
		}
	}
}

// TestS12Antiratio: the share of the time in which at least one thread runs, of the
// four applications and for every length of c[i].
func TestS12Antiratio(t *testing.T) {
	for _, c := range []struct {
		name string
		busy [slots][2]int
		want float64
	}{
		{"1", slotsOf(16), 6.25},
		{"2", everySlot(1, 0), 100},
		{"3", everySlot(1, 1), 100},
		{"4", slotsOf(9, 9, 9, 9, 9, 9, 9, 9), 50},
		{"4, uneven", slotsOf(1, 14, 10, 16, 3, 8, 12, 8), 50},
	} {
		tr := slotTrace(t, c.busy)
		whole := measure.ConcurrencyOf(tr, all(tr), tr.Whole())
		equal(t, c.name, 100*whole.Antiratio(), c.want)
		equal(t, c.name+": of the report", floats(t, run(t, "ratios", tr, measure.Scope{Bucket: sec}), "antiratio_percent"), []float64{c.want})
		var active model.Time
		for _, d := range whole.H[1:] {
			active += d
		}
		equal(t, c.name+": Σ c[i] / interval", 100*float64(active)/float64(sec), c.want)
	}
}

// TestS19Interrupted: a thread on its CPU for 1.000 ms with a DPC of 0.200 ms in it
// runs for 0.800 ms.
func TestS19Interrupted(t *testing.T) {
	tr := modeltest.Parse(t, "dpc", `threadlens-trace 1
cpus 1
span 0us 2000us
os windows
process 9 app.exe
thread 1 pid=9
0us cpu0 exists idle state=running
500us cpu0 switch idle 1 preempt
800us cpu0 irq 1000us dpc routine=ndis.sys
1500us cpu0 switch 1 idle wait win=6
`)
	sums := tr.Sums(threadOf(t, tr, 1), tr.Whole())
	equal(t, "running", sums[model.Execution], model.Time(800_000))
	equal(t, "interrupted", sums[model.Interrupt], model.Time(200_000))
	equal(t, "DPC of the processor", column(t, run(t, "cores", tr, measure.Scope{}), "dpc_ns"), []int64{200_000})
}

// TestS27Profile: the expected shares of three threads in a window of 100 ms, in
// the order of the categories.
func TestS27Profile(t *testing.T) {
	for _, c := range []struct {
		name                        string
		run, lock, preempted, sleep model.Time // ms, of three threads
		want                        []string   // execution, synchronization, preemption
	}{
		{"figure 10", 54, 27, 117, 102, []string{"18", "9", "39"}},
		{"figure 8", 33, 75, 0, 192, []string{"11", "25", "0"}},
	} {
		var b strings.Builder
		b.WriteString("threadlens-trace 1\ncpus 4\nspan 0ms 100ms\nos windows\nprocess 9 app.exe\nprocess 10 other.exe\nthread 50 pid=10\n")
		var body strings.Builder
		for i := range 3 {
			at := model.Time(0)
			line := func(d model.Time, format string, args ...any) {
				fmt.Fprintf(&body, "%dns cpu%d "+format+"\n", append([]any{at, i}, args...)...)
				at += d * ms / 3
			}
			fmt.Fprintf(&b, "thread %d pid=9\n", i+1)
			line(c.run, "switch idle %d preempt", i+1)
			if c.preempted > 0 {
				fmt.Fprintf(&b, "thread %d pid=10\n", 60+i)
				line(c.preempted, "switch %d %d preempt prio=8,9", i+1, 60+i)
				line(0, "switch %d %d wait win=6", 60+i, i+1)
			}
			line(c.lock, "switch %d idle wait win=37", i+1)
			line(0, "wake %d ctx=dpc", i+1)
			line(0, "switch idle %d preempt", i+1)
			line(0, "switch %d idle wait win=4", i+1)
		}
		tr := modeltest.Parse(t, c.name, b.String()+body.String())
		threads := []model.ThreadIx{threadOf(t, tr, 1), threadOf(t, tr, 2), threadOf(t, tr, 3)}
		profile := tr.Profile(threads, tr.Whole())
		var got []string
		for _, cat := range []model.Category{model.Execution, model.Synchronization, model.Preemption} {
			got = append(got, fmt.Sprintf("%.0f", 100*float64(profile[cat])/float64(profile.Total())))
		}
		equal(t, c.name, got, c.want)
		equal(t, c.name+": of all lives", profile.Total(), 300*ms)
	}
}

// TestS56ClumpSeverity: the clumps of TestS06Clumping on a machine that is hardly
// used are worth a note, and a warning if a hypervisor is known.
func TestS56ClumpSeverity(t *testing.T) {
	for _, c := range []struct {
		name      string
		processor string
		stolen    int64
		want      model.Severity
		note      string
	}{
		{"no hypervisor", "Intel(R) Xeon(R) CPU E5-2670", 0, model.SeverityInfo, "but the machine has enough CPU capacity for the woken threads"},
		{"a hypervisor is named", "Common KVM processor", 0, model.SeverityWarning, "a hypervisor delivers ticks late"},
		{"time was stolen", "", 1, model.SeverityWarning, "a hypervisor delivers ticks late"},
	} {
		tr := sleepers(t, 10, func(int) model.Time { return 0 })
		tr.Info.OS.Processor, tr.Counters[model.CountStolen] = c.processor, c.stolen
		clumps := runqueue.ClumpsOf(tr, measure.Visible(tr), tr.Whole(), 0)
		equal(t, c.name, clumps.Severity(), c.want)
		notes := strings.Join(run(t, "clumps", tr, measure.Scope{}).Notes, "\n")
		for _, want := range []string{c.note, "Severity: " + c.want.String() + ".", "CPU utilization: 0.1%."} {
			if !strings.Contains(notes, want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, notes)
			}
		}
	}
	busy := runqueue.Clumps{Wakes: 100, Resultant: 1, Peak: 2, AtTicks: 1.5, Utilization: 0.3}
	equal(t, "a busy machine", busy.Severity(), model.SeverityWarning)
	none := runqueue.Clumps{Wakes: 99, Resultant: 1, Peak: 2, AtTicks: 1.5, Utilization: 1, Virtual: true}
	equal(t, "no clumps", none.Severity(), model.SeverityInfo)
}

// TestClumpTest: both sides of each threshold, and lost wakes count against clumps.
func TestClumpTest(t *testing.T) {
	for _, c := range []struct {
		name  string
		c     runqueue.Clumps
		found bool
	}{
		{"one phase", runqueue.Clumps{Wakes: 100, Resultant: 0.8, Peak: 2, AtTicks: 1.5}, true},
		{"too few", runqueue.Clumps{Wakes: 99, Resultant: 0.8, Peak: 2, AtTicks: 1.5}, false},
		{"any phase", runqueue.Clumps{Wakes: 100, Resultant: 0.79, Peak: 2, AtTicks: 1.5}, false},
		{"nobody queues behind another", runqueue.Clumps{Wakes: 100, Resultant: 1, Peak: 1}, false},
		{"most ticks wake one alone", runqueue.Clumps{Wakes: 100, Resultant: 1, Peak: 9, AtTicks: 1.49}, false},
		{"follow closely", runqueue.Clumps{Wakes: 100, Closely: 0.5, Chance: 0.16, Peak: 2, AtTicks: 1.5}, true},
		{"just as often as that", runqueue.Clumps{Wakes: 100, Closely: 0.75, Chance: 0.25, Peak: 2, AtTicks: 1.5}, true},
		{"by chance", runqueue.Clumps{Wakes: 100, Closely: 0.5, Chance: 0.17, Peak: 2, AtTicks: 1.5}, false},
		{"less than half", runqueue.Clumps{Wakes: 100, Closely: 0.49, Chance: 0.01, Peak: 2, AtTicks: 1.5}, false},
		{"five lost", runqueue.Clumps{Wakes: 100, Lost: 5, Resultant: 0.9, Peak: 2, AtTicks: 1.5}, true},  // 85 of 105
		{"ten lost", runqueue.Clumps{Wakes: 100, Lost: 10, Resultant: 0.9, Peak: 2, AtTicks: 1.5}, false}, // 80 of 110
	} {
		equal(t, c.name, c.c.Found(), c.found)
	}
}

// TestEnoughSamples: the sampling report notes that there are too few samples below
// 960 ticks.
func TestEnoughSamples(t *testing.T) {
	s := newScript(1, 20*sec)
	s.run(0, 100, 0, 10*sec)
	tr := s.trace(t)
	for ticks, few := range map[model.Time]bool{959: true, 960: false} {
		notes := strings.Join(run(t, "sampling", tr, measure.Scope{Range: model.Range{To: ticks * measure.Tick}}).Notes, "\n")
		if strings.Contains(notes, "Too few samples") != few {
			t.Errorf("%d ticks: %s", ticks, notes)
		}
	}
}
