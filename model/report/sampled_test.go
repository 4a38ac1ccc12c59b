package report_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// c8 is a trace with samples only.
const c8 = `threadlens-trace 1
cpus 1
span 0ms 5001ms
sampleperiod 1ms
0ms cpu0 sample 1
10ms cpu0 sample 1
20ms cpu0 sample 1
5000ms cpu0 sample 2
`

func ms2(d model.Time) string { return fmt.Sprintf("%.2f", float64(d)/1e6) }

// estimates writes the sampled time of each thread of a window, ms, or its share, %.
func estimates(tr *model.Trace, r model.Range) (s string) {
	sampled := measure.SampledOf(tr, r)
	for ix := range tr.Threads {
		e := sampled.OfThread(tr, model.ThreadIx(ix))
		s += fmt.Sprintf("%s: %d", tr.Threads[ix].Key(), e.Samples)
		if sampled.Period > 0 {
			s += " " + ms2(e.Time) + " [" + ms2(e.Low) + ", " + ms2(e.High) + "]\n"
		} else {
			s += fmt.Sprintf(" %.1f [%.1f, %.1f] %%\n", 100*e.Share, 100*e.ShareLow, 100*e.ShareHigh)
		}
	}
	return s
}

func TestSampledC8(t *testing.T) {
	tr := modeltest.Parse(t, "c8", c8)
	equal(t, "the whole trace", estimates(tr, tr.Whole()), "1.0: 3 3.00 [1.02, 8.81]\n2.0: 1 1.00 [0.18, 5.66]\n")
	for ix := range tr.Threads {
		sums := tr.Sums(model.ThreadIx(ix), tr.Whole())
		equal(t, "unknown", sums[model.UnknownCategory], 5001*ms)
		equal(t, "all", sums.Total(), 5001*ms)
	}
	notes := run(t, "profile", tr, measure.Scope{Threads: []model.ThreadIx{0}}).Notes
	equal(t, "beside the profile", notes[1], "Unknown: the trace has no context switches; 3.00 ms sampled (95% interval: 1.02 ms to 8.81 ms).")
	table := run(t, "threads", tr, measure.Scope{})
	equal(t, "sampled_ns", column(t, table, "sampled_ns"), []int64{3_000_000, 1_000_000})
	for name, want := range map[string][]string{"sampled_low_ns": {"1.02", "0.18"}, "sampled_high_ns": {"8.81", "5.66"}} {
		for i, d := range column(t, table, name) {
			equal(t, name, ms2(model.Time(d)), want[i])
		}
	}
	equal(t, "the trees", outlines(tr), "Sampled execution 4000000/4\n")
}

// outlines are the roots of the trees of execution: time in ns and samples.
func outlines(tr *model.Trace) (s string) {
	for _, tree := range calltree.CallTrees(tr, calltree.TreeQuery{Range: tr.Whole(), Threads: measure.Visible(tr)}) {
		n := tree.Nodes[0]
		s += fmt.Sprintf("%s %d/%d\n", n.Name, n.All.Time, n.All.Count)
	}
	return s
}

// TestSampled: which samples stand for time, and their intervals.
func TestSampled(t *testing.T) {
	const head = "threadlens-trace 1\ncpus 2\nspan 0ms 100ms\n"
	const period = head + "sampleperiod 1ms\n"
	const half = model.Time(50 * ms)
	for _, x := range []struct {
		name, events string
		r            model.Range
		want         string
	}{
		{"two CPUs", period + "1ms cpu0 sample 1\n1ms cpu1 sample 1\n", model.Range{}, "1.0: 2 2.00 [0.55, 7.14]\n"}, // of 200
		{"a window: its ends", period + "49ms cpu0 sample 1\n50ms cpu0 sample 1\n99ms cpu1 sample 1\n", model.Range{From: half, To: 99 * ms}, "1.0: 1 1.00 [0.18, 5.44]\n"},
		{"the last nanosecond", period + "100ms cpu0 sample 1\n", model.Range{From: half, To: 100 * ms}, "1.0: 1 1.00 [0.18, 5.45]\n"},
		{"no sample of a thread", period + "1ms cpu0 sample 1\n1ms cpu0 exists 2\n", model.Range{}, "1.0: 1 1.00 [0.18, 5.55]\n2.0: 0 0.00 [0.00, 3.77]\n"},
		{"lost events are not known time", period + "1ms cpu0 sample 1\n20ms cpu0 loss 40ms\n30ms cpu0 loss 70ms\n", model.Range{}, "1.0: 1 1.00 [0.18, 5.52]\n"}, // of 150
		{"nor is time offline", period + "1ms cpu0 sample 1\n50ms cpu1 offline\n", model.Range{}, "1.0: 1 1.00 [0.18, 5.52]\n"},
		{"no longer than a life", period + "1ms cpu0 start 1\n2ms cpu0 sample 1\n4ms cpu0 exit 1\n", model.Range{}, "1.0: 1 1.00 [0.18, 3.00]\n"},
		{"but as long as the samples say", period + "1ms cpu0 start 1\n1ms cpu0 sample 1\n2ms cpu0 sample 1\n2ms cpu0 exit 1\n", model.Range{}, "1.0: 2 2.00 [0.55, 2.00]\n"},
		{
			"a CPU with switches is known: its samples stand for nothing", period + "1ms cpu0 sample 1\n2ms cpu1 sample 1\n50ms cpu0 switch 1 2 preempt\n",
			model.Range{},
			"1.0: 1 1.00 [0.18, 5.45]\n2.0: 0 0.00 [0.00, 3.70]\n", // of 100
		},
		{
			"nor where something else tells who runs", period + "0ms cpu1 exists 1 state=running\n2ms cpu1 sample 1\n50ms cpu0 switch 3 2 preempt\n",
			model.Range{},
			"3.0: 0 0.00 [0.00, 0.00]\n1.0: 0 0.00 [0.00, 0.00]\n2.0: 0 0.00 [0.00, 0.00]\n",
		},
		{"counted in events: shares", head + "1ms cpu0 sample 1\n2ms cpu0 sample 1\n3ms cpu1 sample 2\n", model.Range{}, "1.0: 2 66.7 [20.8, 93.9] %\n2.0: 1 33.3 [6.1, 79.2] %\n"},
		{"the idle thread has none", head + "1ms cpu0 sample 1\n2ms cpu0 sample idle\n", model.Range{}, "1.0: 1 100.0 [20.7, 100.0] %\n"},
	} {
		t.Run(x.name, func(t *testing.T) {
			tr := modeltest.Parse(t, "x", x.events)
			r := x.r
			if r.Len() == 0 {
				r = tr.Whole()
			}
			equal(t, "estimates", estimates(tr, r), x.want)
		})
	}
}

// TestSampledIdle: samples of no thread are reported next to those of threads, if
// nothing else shows what the CPU did.
func TestSampledIdle(t *testing.T) {
	const events = `threadlens-trace 1
cpus 2
span 0ms 100ms
sampleperiod 1ms
1ms cpu0 sample 1
2ms cpu0 sample idle
3ms cpu0 sample idle in=dpc
4ms cpu0 sample idle in=isr
5ms cpu0 sample idle
100ms cpu0 sample idle
`
	const besides = " In addition, 3 samples were taken on an idle CPU and 2 in an interrupt with no thread running, of 6 samples in total."
	for _, x := range []struct {
		name, events     string
		r                model.Range
		idle, interrupts int64
		sentence         string
	}{
		{"all", events, model.Range{To: 100 * ms}, 3, 2, besides},
		{"a window, with its begin and without its end", events, model.Range{From: 2 * ms, To: 4 * ms}, 1, 1, ""},
		{"offline", strings.Replace(events, "5ms", "4ms cpu0 offline\n5ms", 1), model.Range{To: 100 * ms}, 1, 1, ""},
		{"with a switch the samples say nothing", events + "1ms cpu1 sample 1\n50ms cpu0 switch 1 2 preempt\n", model.Range{To: 100 * ms}, 0, 0, ""},
	} {
		tr := modeltest.Parse(t, "x", x.events)
		s := measure.SampledOf(tr, x.r)
		equal(t, x.name+": idle", s.Idle, x.idle)
		equal(t, x.name+": interrupts", s.Interrupts, x.interrupts)
		if !strings.Contains(s.Sentence(), x.sentence) {
			t.Errorf("%s: %q does not say %q", x.name, s.Sentence(), x.sentence)
		}
	}
	tr := modeltest.Parse(t, "x", events)
	table := run(t, "utilization", tr, measure.Scope{Bucket: 10 * ms})
	var got []float64
	for i, c := range table.Columns {
		if c.Name == "sampled_interrupts_cores" || c.Name == "sampled_idle_cores" {
			got = append(got, table.Rows[0][i].Float, table.Rows[9][i].Float)
		}
	}
	equal(t, "interrupts and idle, first and last bucket", got, []float64{0.2, 0, 0.2, 0.1})
	for bucket, want := range map[model.Time]string{10 * ms: "The columns titled Sampled estimate how threads used the CPUs without recorded context switches", 10*ms - 1: "The columns titled Sampled are empty: they need buckets of at least ten sampling periods, 10.0 ms."} {
		notes := run(t, "utilization", tr, measure.Scope{Bucket: bucket}).Notes
		if !strings.Contains(strings.Join(notes, "\n"), want) {
			t.Errorf("buckets of %d: %q, want %q", bucket, notes, want)
		}
	}
}

// TestSampledBeside: known and sampled execution are two trees, and two figures.
func TestSampledBeside(t *testing.T) {
	const events = `threadlens-trace 1
cpus 2
span 0ms 100ms
os linux
stack 1 a!f
sampleperiod 1ms
10ms cpu0 sample 1 stack=1
20ms cpu1 sample 3 stack=1
21ms cpu1 sample 1
50ms cpu0 switch 1 2 preempt
`
	tr := modeltest.Parse(t, "x", events)
	equal(t, "the trees", outlines(tr), "Execution 100000000/1\nSampled execution 2000000/2\n")
	table := run(t, "threads", tr, measure.Scope{})
	equal(t, "execution_ns", column(t, table, "execution_ns"), []int64{50_000_000, 50_000_000, 0})
	equal(t, "sampled_ns", column(t, table, "sampled_ns"), []int64{1_000_000, 0, 1_000_000})
	tree := run(t, "execution", tr, measure.Scope{})
	var got []string
	for _, row := range tree.Rows {
		got = append(got, fmt.Sprintf("%s %s %d %d", row[8].Text, row[11].Text, row[0].Int, row[3].Int))
	}
	equal(t, "the report", strings.Join(got, "\n"), `Execution Execution 100000000 1
Execution a!f 50000000 1
Execution [no sample] 50000000 0
Sampled Sampled execution 2000000 2
Sampled [no stack] 1000000 1
Sampled a!f 1000000 1`)

	// The instances of a function are those of that tree.
	q := calltree.TreeQuery{Range: tr.Whole(), Threads: measure.Visible(tr)}
	for i, want := range []model.Range{{To: 50 * ms}, {From: 20 * ms, To: 21 * ms}} {
		trees := calltree.CallTrees(tr, q)
		node, ok := trees[i].Find([]string{"a!f"})
		step, found := calltree.CallInstance(tr, q, trees[i].Path(node), calltree.Instance{Range: model.Range{From: -1}}, 1)
		if !ok || !found || step.Range != want || step.Count != 1 {
			t.Errorf("tree %d: instance %+v, want %v alone", i, step, want)
		}
	}
}

// TestSampledShares: if samples stand for no time, trees count their number.
func TestSampledShares(t *testing.T) {
	tr := modeltest.Parse(t, "x", `threadlens-trace 1
cpus 1
span 0ms 100ms
stack 1 a!f
stack 2 a!g
1ms cpu0 sample 1 stack=1
2ms cpu0 sample 1 stack=1
3ms cpu0 sample 1 stack=1
4ms cpu0 sample 2 stack=2
`)
	for _, x := range []struct {
		noise float64
		want  string
	}{
		{25, "100 4 Sampled execution\n75 3 a!f\n25 1 a!g\n"},
		{26, "100 4 Sampled execution\n75 3 a!f\n"},
	} {
		got := ""
		for _, row := range run(t, "execution", tr, measure.Scope{Tree: measure.TreeChoice{Noise: x.noise}}).Rows {
			if row[0].Kind != report.KindNone || row[1].Kind != report.KindNone {
				t.Errorf("%s has a time", row[11].Text)
			}
			got += fmt.Sprintf("%g %d %s\n", row[2].Float, row[3].Int, row[11].Text)
		}
		equal(t, fmt.Sprint("noise ", x.noise), got, x.want)
	}
	table := run(t, "threads", tr, measure.Scope{})
	equal(t, "sampled_percent", floats(t, table, "sampled_percent"), []float64{75, 25})
	for _, cell := range []string{"sampled_ns", "sampled_low_ns", "sampled_high_ns"} {
		for i := range table.Columns {
			if table.Columns[i].Name == cell && table.Rows[0][i].Kind != report.KindNone {
				t.Errorf("%s is %+v, want nothing", cell, table.Rows[0][i])
			}
		}
	}
	if notes := strings.Join(run(t, "utilization", tr, measure.Scope{}).Notes, "\n"); !strings.Contains(notes, "do not show utilization") {
		t.Errorf("utilization says\n%s", notes)
	}
}

// TestSampledUtilization: buckets have at least ten periods.
func TestSampledUtilization(t *testing.T) {
	tr := modeltest.Parse(t, "x", `threadlens-trace 1
cpus 2
span 0ms 45ms
sampleperiod 1ms
process 5 kernel system
0ms cpu0 sample 1
1ms cpu0 sample 7 pid=5
1ms cpu1 sample 1
12ms cpu0 sample 1
44ms cpu0 sample 1
`)
	sampled := func(s measure.Scope) (got string) {
		table := run(t, "utilization", tr, s)
		at := map[string]int{}
		for i, c := range table.Columns {
			at[c.Name] = i
		}
		for _, row := range table.Rows {
			got += fmt.Sprintf("%d:", row[0].Int/1e6)
			for _, name := range []string{"sampled_other_cores", "sampled_system_cores", "sampled_low_cores", "sampled_high_cores"} {
				if v := row[at[name]]; v.Kind == report.KindNone {
					got += " -"
				} else {
					got += fmt.Sprintf(" %.3f", v.Float)
				}
			}
			if v := row[at["unknown_cores"]]; v.Kind != report.KindNone {
				got += " unknown"
			}
			got += "\n"
		}
		return got
	}
	const ten = "0: 0.200 0.100 0.105 0.721\n10: 0.100 0.000 0.018 0.472\n20: 0.000 0.000 0.000 0.322\n30: 0.000 0.000 0.000 0.322\n40: - - - -\n"
	equal(t, "ten periods", sampled(measure.Scope{Bucket: 10 * ms}), ten)
	equal(t, "chosen", sampled(measure.Scope{}), ten)
	equal(t, "less", sampled(measure.Scope{Bucket: 10*ms - 1, Range: model.Range{To: 20 * ms}}), "0: - - - -\n9: - - - -\n19: - - - -\n")
	equal(t, "eleven", sampled(measure.Scope{Bucket: 11 * ms, Range: model.Range{To: 11 * ms}}), "0: 0.182 0.091 0.095 0.667\n")
}
