package report_test

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// pairedGuest is a guest of one CPU that is busy for all of the first 20 s, for half
// of the next 20 s, then not at all until 80 s, and from there to 100 s again.
const pairedGuest = `threadlens-trace 1
cpus 1
span 0s 100s
os linux
thread 11 pid=10
0s cpu0 switch idle 11 wait
30s cpu0 switch 11 idle wait linux=S
80s cpu0 switch idle 11 wait
`

// hostUsed is a series of a host: from, to and percent of one CPU.
func hostUsed(points ...[3]float64) model.CounterSeries {
	s := model.CounterSeries{Name: "g used", File: "host.csv", Subject: model.CounterGuest, Scale: model.ScaleCore, Guest: "g", Processors: 1}
	for _, p := range points {
		s.Points = append(s.Points, model.CounterPoint{Range: model.Range{From: model.Time(p[0] * 1e9), To: model.Time(p[1] * 1e9)}, Value: p[2]})
	}
	return s
}

// TestHostPaired: the correction compares host and guest over the same intervals only.
func TestHostPaired(t *testing.T) {
	lossy := strings.Replace(pairedGuest, "80s cpu0 switch", "65s cpu0 loss 66s n=3\n80s cpu0 switch", 1)
	for _, c := range []struct {
		name   string
		trace  string
		host   model.CounterSeries
		window model.Range
		// Of the pair; host 0 means that there is none.
		used, inside float64
		time         float64 // s
		unpaired     float64 // s
	}{
		{"all of it", pairedGuest, hostUsed([3]float64{0, 20, 90}, [3]float64{20, 40, 45}, [3]float64{40, 100, 30}), model.Range{}, 45, 50, 100, 0},
		{"the host starts later", pairedGuest, hostUsed([3]float64{20, 40, 45}, [3]float64{40, 100, 30}), model.Range{}, 33.75, 37.5, 80, 0},
		{"the host ends earlier", pairedGuest, hostUsed([3]float64{0, 20, 90}, [3]float64{20, 40, 45}), model.Range{}, 67.5, 75, 40, 0},
		{"the host has a hole", pairedGuest, hostUsed([3]float64{0, 20, 90}, [3]float64{80, 100, 80}), model.Range{}, 85, 100, 40, 0},
		{"the host began before the trace", pairedGuest, hostUsed([3]float64{-10, 20, 90}, [3]float64{20, 40, 45}), model.Range{}, 45, 50, 20, 20},
		{"the host ended after the trace", pairedGuest, hostUsed([3]float64{20, 40, 45}, [3]float64{40, 101, 30}), model.Range{}, 45, 50, 20, 60},
		{"the guest has a hole", lossy, hostUsed([3]float64{0, 20, 90}, [3]float64{20, 60, 20}, [3]float64{60, 80, 1}), model.Range{}, 130. / 3, 50, 60, 20},
		{"a window inside an interval", pairedGuest, hostUsed([3]float64{0, 20, 90}, [3]float64{20, 40, 45}), model.Range{From: 22e9, To: 23e9}, 45, 50, 20, 0},
		{"a window outside", pairedGuest, hostUsed([3]float64{0, 20, 90}), model.Range{From: 22e9, To: 23e9}, 0, 0, 0, 0},
		{"nothing of both", lossy, hostUsed([3]float64{60, 80, 1}), model.Range{}, 0, 0, 0, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := modeltest.Parse(t, "guest", c.trace)
			if c.window == (model.Range{}) {
				c.window = tr.Whole()
			}
			pair, err := measure.HostFigure(tr, []model.CounterSeries{c.host}, c.window)
			if (err == nil) != (c.used > 0) {
				t.Fatalf("%+v, %v", pair, err)
			}
			closeTo(t, "unpaired", float64(pair.Unpaired)/1e9, c.unpaired, 1e-9)
			table := run(t, "vm", tr, measure.Scope{Range: c.window, Counters: measure.CounterInput{Series: []model.CounterSeries{c.host}}})
			notes := strings.Join(table.Notes, "\n")
			if err != nil {
				if table.Total[4].Kind != report.KindNone || !strings.Contains(notes, err.Error()) {
					t.Errorf("corrected to %+v, or no %q in\n%s", table.Total[4], err, notes)
				}
				return
			}
			closeTo(t, "host", pair.Host, c.used, 1e-9)
			closeTo(t, "guest", pair.Guest, c.inside, 1e-9)
			closeTo(t, "time", float64(pair.Time)/1e9, c.time, 1e-9)
			closeTo(t, "corrected", table.Total[4].Float, table.Total[3].Float*c.used/c.inside, 1e-9)
			if said := strings.Contains(notes, "The host's and the guest's figures cover the same"); said != (c.unpaired > 0) {
				t.Errorf("%v that intervals are left out in\n%s", said, notes)
			}
		})
	}
}

// TestHostIntervalsOfTrace: the intervals of the host shown are those inside the trace
// to the nanosecond: for others the guest's share is unknown.
func TestHostIntervalsOfTrace(t *testing.T) {
	tr := modeltest.Parse(t, "guest", pairedGuest)
	const ns = 1e-9
	for _, c := range []struct {
		name   string
		points [][3]float64
		want   []int64 // s
	}{
		{"from the begin to the end", [][3]float64{{0, 20, 90}, {20, 40, 45}, {80, 100, 80}}, []int64{0, 20, 80}},
		{"before the begin", [][3]float64{{-20, -1, 90}, {-ns, 20, 90}, {20, 40, 45}}, []int64{20}},
		{"past the end", [][3]float64{{20, 40, 45}, {80, 100 + ns, 80}, {101, 120, 80}}, []int64{20}},
	} {
		series := hostUsed(c.points...)
		var got []int64
		for _, h := range report.InsideOutside(tr, &series, model.Range{From: -30e9, To: 130e9}) {
			got = append(got, int64(h.From)/1e9)
		}
		equal(t, c.name, got, c.want)
		table := run(t, "host", tr, measure.Scope{Counters: measure.CounterInput{Series: []model.CounterSeries{series}}})
		equal(t, c.name+", in the report", len(table.Rows), len(c.want))
	}
}

// TestHostUnknownInside: an interval of the host in which the guest's trace does not show
// everything has a lower bound and no quotient, and figures that do not cover a row are
// not shown in it.
func TestHostUnknownInside(t *testing.T) {
	tr := modeltest.Parse(t, "guest", strings.Replace(pairedGuest, "80s cpu0 switch", "65s cpu0 loss 66s n=3\n80s cpu0 switch", 1))
	ready := hostUsed([3]float64{0, 30, 3e9}, [3]float64{40, 60, 4e9})
	ready.Scale, ready.Name = model.ScaleReady, "g ready"
	used := hostUsed([3]float64{0, 20, 90}, [3]float64{20, 40, 45}, [3]float64{40, 60, 6}, [3]float64{60, 80, 8})
	in := measure.Scope{Counters: measure.CounterInput{Series: []model.CounterSeries{used, ready}}}
	table := run(t, "host", tr, in)
	for i, want := range []struct {
		inside, w, ready float64
		atLeast, hasW    bool
	}{{100, 0.9, 10, false, true}, {50, 0.9, -1, false, true}, {0, 0, 20, false, false}, {0, 0, -1, true, false}} {
		row := table.Rows[i]
		closeTo(t, "inside", row[2].Float, want.inside, 1e-9)
		if row[2].AtLeast != want.atLeast || (row[4].Kind != report.KindNone) != want.hasW || (row[5].Kind != report.KindNone) != (want.ready >= 0) {
			t.Errorf("row %d: %+v", i, row)
			continue
		}
		if want.hasW {
			closeTo(t, "w", row[4].Float, want.w, 1e-9)
		}
		if want.ready >= 0 {
			closeTo(t, "ready", row[5].Float, want.ready, 1e-9)
		}
	}
	in.Bucket = 20e9
	steal := run(t, "steal", tr, in)
	for i, want := range []float64{10, -1, 20, -1, -1} {
		cell := steal.Rows[i][3]
		if (cell.Kind != report.KindNone) != (want >= 0) || want >= 0 && cell.Float != want {
			t.Errorf("ready from %d s on: %+v, want %g", 20*i, cell, want)
		}
	}
}

// TestCounterPaired: a counter's shares are for the samples that the trace fully
// covers, like its exact and sampled ones.
func TestCounterPaired(t *testing.T) {
	tr := modeltest.Parse(t, "guest", pairedGuest)
	s := model.CounterSeries{Name: "cpu", Subject: model.CounterMachine, Scale: model.ScaleMachine}
	for _, p := range [][3]float64{{-20, 20, 10}, {20, 40, 46}, {60, 80, 2}, {80, 120, 77}} {
		s.Points = append(s.Points, model.CounterPoint{Range: model.Range{From: model.Time(p[0] * 1e9), To: model.Time(p[1] * 1e9)}, Value: p[2]})
	}
	f := report.FitCounter(tr, &s, tr.Whole())
	if f.Samples != 4 || !f.HasExact || !f.HasSampled {
		t.Fatalf("%+v", f)
	}
	closeTo(t, "share", f.Share, 24, 1e-9)
	closeTo(t, "exact", f.Exact, 25, 1e-9)
	closeTo(t, "difference", f.Difference, -1, 1e-9)
	closeTo(t, "sampled", f.Sampled, 25, 1e-9) // with the hole from 40 to 60 s it would be 17
	closeTo(t, "mean of all", f.Mean, 33.75, 1e-9)
}

// TestVirtualProcessorsPaired: for a virtual CPU that was plugged in later, ready time
// is a share of its own life, and skew covers the time in which all existed.
func TestVirtualProcessorsPaired(t *testing.T) {
	const late = `threadlens-trace 1
cpus 2
span 0ms 100ms
os linux
process 10 "qemu-system-x86"
thread 11 pid=10 name="CPU 0/KVM"
0ms cpu0 switch idle 11 wait
40ms cpu0 start 12 by=11 name="CPU 1/KVM" pid=10
40ms cpu0 wake 12 kind=new to=1
50ms cpu1 switch idle 12 wait
60ms cpu0 switch 11 idle wait linux=S
100ms cpu1 switch 12 idle wait linux=S
`
	const ms = 1_000_000
	table := run(t, "vcpus", modeltest.Parse(t, "late", late), measure.Scope{})
	equal(t, "run", column(t, table, "run_ns"), []int64{110 * ms, 60 * ms, 50 * ms})
	equal(t, "ready", column(t, table, "ready_ns"), []int64{10 * ms, 0, 10 * ms})
	closeTo(t, "of both lives, 160 ms", table.Rows[0][5].Float, 6.25, 1e-9)
	closeTo(t, "of the second, 60 ms", table.Rows[2][5].Float, 100./6, 1e-9)
	if skew := table.Rows[0][7]; skew.Int != 30*ms { // from 40 ms on 20 and 50, not 60 and 50
		t.Errorf("skew %+v", skew)
	}
	lossy := strings.Replace(late, "60ms cpu0", "55ms cpu0 loss 56ms n=1\n60ms cpu0", 1)
	table = run(t, "vcpus", modeltest.Parse(t, "lossy", lossy), measure.Scope{})
	if skew := table.Rows[0][7]; skew.Kind != report.KindNone || !table.Rows[0][3].AtLeast || !table.Rows[0][6].AtLeast {
		t.Errorf("with lost events the row is %+v", table.Rows[0])
	}
}

// TestSiblingUnknown: how long a sibling was busy is a lower bound for threads that
// ran while it is unknown what the sibling did, and for no others.
func TestSiblingUnknown(t *testing.T) {
	tr := modeltest.Parse(t, "smt", `threadlens-trace 1
cpus 2
place 0 socket=0 core=0
place 1 socket=0 core=0
span 0ms 100ms
os linux
thread 11 pid=10
thread 12 pid=10
thread 13 pid=10
0ms cpu0 switch idle 11 wait
0ms cpu1 switch idle 13 wait
20ms cpu1 switch 13 idle wait linux=S
40ms cpu0 switch 11 12 wait linux=S
60ms cpu1 loss 61ms n=2
80ms cpu0 switch 12 idle wait linux=S
`)
	table := run(t, "smt", tr, measure.Scope{})
	const ms = 1_000_000
	want := map[string][2]int64{"11.0": {40 * ms, 20 * ms}, "13.0": {20 * ms, 20 * ms}, "12.0": {40 * ms, 0}}
	for _, row := range table.Rows {
		name := row[0].Text
		if w := want[name]; row[1].Int != w[0] || row[2].Int != w[1] || row[2].AtLeast != (name == "12.0") || row[3].AtLeast != row[2].AtLeast {
			t.Errorf("%s: %+v, want %v", name, row, w)
		}
	}
	if len(table.Rows) != 3 || !table.Total[2].AtLeast {
		t.Errorf("%d rows, total %+v", len(table.Rows), table.Total)
	}
}
