package report_test

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

func msText(ms model.Time) string { return strconv.FormatInt(int64(ms), 10) + "ms" }

func TestS48ReadyPercent(t *testing.T) {
	got, ok := measure.ReadyPercent(8000e6, 20*second, 2)
	if !ok {
		t.Fatal("no ready share")
	}
	closeTo(t, "8,000 ms in 20 s of two", got, 20, 1e-9)
	for _, c := range []struct {
		interval model.Time
		n        int
	}{{0, 2}, {20 * second, 0}} {
		if _, ok := measure.ReadyPercent(1, c.interval, c.n); ok {
			t.Errorf("a share of %+v", c)
		}
	}
	// 50 s in 20 s need three CPUs: with two they are a sum over guests.
	s := model.CounterSeries{Name: "ready", Subject: model.CounterGuest, Scale: model.ScaleReady, Guest: "g", Processors: 2}
	s.Points = []model.CounterPoint{{Range: model.Range{To: 20 * second}, Value: 50e9}, {Range: model.Range{From: 20 * second, To: 40 * second}, Value: 40e9}}
	wrong := measure.ImpossibleValues(&s, 16)
	if len(wrong) != 1 || wrong[0].Point.Value != 50e9 || wrong[0].Why != "impossible, above 100% of the interval (40.0 s on 2 CPUs)" {
		t.Errorf("%+v", wrong)
	}
	if s.Processors = 3; measure.ImpossibleValues(&s, 16) != nil {
		t.Error("50 s in 20 s are possible on three processors")
	}
}

// hostTrace is a host with two CPUs, with a guest of two virtual CPUs and another
// guest. The threads of the first run for 30 and 10 of 100 ms; from 60 to 80 ms
// both are ready, the first alone from 40 to 60 ms.
const hostTrace = `threadlens-trace 1
cpus 2
span 0ms 100ms
os linux
process 10 "qemu-system-x86"
process 20 "other"
thread 11 pid=10 name="CPU 0/KVM"
thread 12 pid=10 name="CPU 1/KVM"
thread 13 pid=10 name="qemu-system-x86"
thread 21 pid=20 name=x
thread 22 pid=20 name=y
0ms cpu0 switch idle 11 wait
0ms cpu1 switch idle 12 wait
10ms cpu0 switch 11 idle wait linux=S
10ms cpu1 switch 12 21 wait linux=S
20ms cpu0 switch idle 11 wait
40ms cpu0 switch 11 22 preempt linux=R
60ms cpu1 wake 12 to=1
80ms cpu0 switch 22 11 wait linux=S
80ms cpu1 switch 21 12 wait linux=S
80ms cpu0 switch 11 idle wait linux=S
80ms cpu1 switch 12 idle wait linux=S
`

func TestS48GuestThreads(t *testing.T) {
	table := run(t, "vcpus", modeltest.Parse(t, "host", hostTrace), measure.Scope{})
	if len(table.Rows) != 3 {
		t.Fatalf("%d rows, want the guest and its two processors", len(table.Rows))
	}
	const ms = 1_000_000
	equal(t, "run", column(t, table, "run_ns"), []int64{40 * ms, 30 * ms, 10 * ms})
	equal(t, "ready", column(t, table, "ready_ns"), []int64{60 * ms, 40 * ms, 20 * ms})
	closeTo(t, "ready of the guest", table.Rows[0][5].Float, 30, 1e-9)
	closeTo(t, "ready of the first", table.Rows[1][5].Float, 40, 1e-9)
	steal := run(t, "steal", modeltest.Parse(t, "host", hostTrace), measure.Scope{Bucket: 50 * ms})
	closeTo(t, "ready until 50 ms", steal.Rows[0][4].Float, 10, 1e-9)
	closeTo(t, "ready from 50 ms", steal.Rows[1][4].Float, 50, 1e-9)
}

func TestS53AllReady(t *testing.T) {
	table := run(t, "vcpus", modeltest.Parse(t, "host", hostTrace), measure.Scope{})
	const ms = 1_000_000
	if got := table.Rows[0][6].Int; got != 20*ms {
		t.Errorf("both ready for %d", got)
	}
	if got := table.Rows[0][7].Int; got != 20*ms {
		t.Errorf("a skew of %d", got)
	}
	if cell := table.Rows[1][6]; cell.Kind != report.KindNone {
		t.Errorf("a processor alone has %+v", cell)
	}
}

// ticking is a trace of 400 ms with ticks of 10 ms on a busy CPU, two or none of
// which are missing and delivered late, and on another CPU that is idle from time to
// time. Between ticks the busy one may serve a device.
func ticking(tick string, lost, device bool) string {
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 2\nspan 0ms 400ms\nos linux\nthread 11 pid=10\nthread 12 pid=10\n")
	b.WriteString("0ms cpu0 switch idle 11 wait\n0ms cpu1 switch idle 12 wait\n1ms cpu1 switch 12 idle wait linux=S\n")
	irq := func(at, cpu int, what string) {
		b.WriteString(msText(model.Time(at)) + " cpu" + strconv.Itoa(cpu) + " irq " + strconv.Itoa(at*1000+5) + "us isr " + what + "\n")
	}
	for at := 5; at < 400; at += 10 {
		switch {
		case lost && (at == 105 || at == 115):
		case lost && at == 125:
			irq(125, 0, tick)
			irq(126, 0, tick)
			irq(127, 0, tick)
		default:
			irq(at, 0, tick)
		}
		if at%100 == 5 {
			irq(at, 1, tick)
		}
		if device {
			irq(at+3, 0, "routine=nvme block=1")
		}
	}
	return b.String()
}

// TestS49LostTicksOfTrace: ticks that a host held back are counted, and reported only
// if there are any; device interrupts between them are not ticks.
func TestS49LostTicksOfTrace(t *testing.T) {
	const note = "2 clock ticks did not arrive on time: 2 of these arrived late, the others not at all. 39 clock interrupts arrived, normally one every 10.0 ms"
	for _, c := range []struct {
		name, tick       string
		lost, device     bool
		seen, gone, late int
	}{
		{"two lost", "timer=1", true, false, 39, 2, 2},
		{"two lost between interrupts of a device", "timer=1", true, true, 39, 2, 2},
		{"none lost", "timer=1", false, false, 39, 0, 0},
		{"none lost, with a device", "timer=1", false, true, 39, 0, 0},
		{"the clock of Windows", "routine=nt!HalpTimerClockInterrupt", true, true, 39, 2, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := modeltest.Parse(t, "ticks", ticking(c.tick, c.lost, c.device))
			k, ok := measure.LostTicks(tr, tr.Whole())
			if !ok || k.Period != 10_000_000 || k.Seen != c.seen || k.Lost != c.gone || k.CaughtUp != c.late {
				t.Errorf("%+v, %v", k, ok)
			}
			notes := strings.Join(run(t, "vm", tr, measure.Scope{}).Notes, "\n")
			if strings.Contains(notes, note) != c.lost || strings.Contains(notes, "clock tick") != c.lost {
				t.Errorf("ticks are lost: %v, but the notes are\n%s", c.lost, notes)
			}
		})
	}
	// 17 ticks have the least number of spacings, 16 have too few.
	tr := modeltest.Parse(t, "ticks", ticking("timer=1", false, false))
	for _, c := range []struct {
		to model.Time
		ok bool
	}{{165_000_000, false}, {175_000_000, true}} {
		if _, ok := measure.LostTicks(tr, model.Range{To: c.to}); ok != c.ok {
			t.Errorf("a period of the ticks until %d ns: %v", c.to, ok)
		}
	}
}

// TestS49Period: more than half of the spacings must be longer than three quarters of
// the median, and shorter than five.
func TestS49Period(t *testing.T) {
	for _, c := range []struct {
		gaps map[int]int // how many of each length, in µs
		ok   bool
	}{
		{map[int]int{7500: 8, 10000: 8}, false},
		{map[int]int{7501: 8, 10000: 8}, true},
		{map[int]int{5000: 1, 10000: 8, 12500: 7}, false},
		{map[int]int{5000: 1, 10000: 8, 12499: 7}, true},
	} {
		text, at := "threadlens-trace 1\ncpus 1\nspan 0ms 400ms\nos linux\nthread 11 pid=10\n0ms cpu0 switch idle 11 wait\n", 5000
		tick := func() { text += fmt.Sprintf("%dus cpu0 irq %dus isr timer=1\n", at, at+5) }
		tick()
		for gap, n := range c.gaps {
			for range n {
				at += gap
				tick()
			}
		}
		tr := modeltest.Parse(t, "ticks", text)
		if k, ok := measure.LostTicks(tr, tr.Whole()); ok != c.ok || k.Period != 10_000_000 {
			t.Errorf("%v: %+v, %v", c.gaps, k, ok)
		}
	}
}

// guest uses 73 % of its CPU over ten minutes: A 40, B 20, C 13.
const guest = `threadlens-trace 1
cpus 1
span 0s 600s
os linux
process 10 "A"
process 20 "B"
process 30 "C"
thread 11 pid=10
thread 21 pid=20
thread 31 pid=30
0s cpu0 switch idle 11 wait
240s cpu0 switch 11 21 wait linux=S
360s cpu0 switch 21 31 wait linux=S
438s cpu0 switch 31 idle wait linux=S
`

func TestS50CorrectionFactor(t *testing.T) {
	c, ok := measure.CorrectionOf(88, 73, 600*second)
	if !ok || c.Short() {
		t.Errorf("%+v, %v", c, ok)
	}
	closeTo(t, "w", c.W, 1.205479, 5e-7)
	closeTo(t, "A", c.Of(40), 48.2, 0.05)
	closeTo(t, "B", c.Of(20), 24.1, 0.05)
	closeTo(t, "overall", c.Of(73), 88, 1e-9)
	if c, _ := measure.CorrectionOf(88, 73, 240*second); !c.Short() {
		t.Error("no warning for a window of 4 min")
	}
	if _, ok := measure.CorrectionOf(88, 0, 600*second); ok {
		t.Error("a correction of a guest that counted nothing")
	}

	tr := modeltest.Parse(t, "guest", guest)
	for name, figures := range map[string]measure.GuestFigures{
		"typed":       {Host: 88, HasHost: true, Guest: 73, HasGuest: true},
		"from traced": {Host: 88, HasHost: true},
	} {
		table := run(t, "vm", tr, measure.Scope{Guest: figures})
		closeTo(t, name+": A", table.Rows[0][4].Float, 48.2, 0.05)
		closeTo(t, name+": B", table.Rows[1][4].Float, 24.1, 0.05)
		closeTo(t, name+": overall", table.Total[4].Float, 88, 1e-9)
		if got := table.Columns[4].Title; got != "Corrected × 1.205" {
			t.Errorf("%s: the header is %q", name, got)
		}
		notes := strings.Join(table.Notes, "\n")
		if !strings.Contains(notes, "w = 1.205479") || strings.Contains(notes, "is short") {
			t.Errorf("%s:\n%s", name, notes)
		}
	}
	table := run(t, "vm", tr, measure.Scope{Guest: measure.GuestFigures{Host: 88, HasHost: true}, Range: model.Range{To: 240 * second}})
	if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, "The window of 4 min 0 s is short") {
		t.Errorf("no warning:\n%s", notes)
	}
	table = run(t, "vm", tr, measure.Scope{Guest: measure.GuestFigures{Host: 88, HasHost: true, HasGuest: true}})
	if table.Rows[0][4].Kind != report.KindNone || !strings.Contains(strings.Join(table.Notes, "\n"), "nothing to correct") {
		t.Errorf("a guest of nothing is corrected: %+v\n%s", table.Rows[0], table.Notes)
	}
}

// TestS50InReports: the corrected shares are next to the raw ones in the reports cpu
// and monitor, in each denominator, and only if there is a figure of the host.
func TestS50InReports(t *testing.T) {
	tr := modeltest.Parse(t, "guest", guest)
	figures := measure.GuestFigures{Host: 88, HasHost: true, Guest: 73, HasGuest: true}
	for _, c := range []struct {
		name, column string
		window       model.Range
		shares       map[string]float64
	}{
		{"cpu", "cpu_percent_corrected", tr.Whole(), map[string]float64{"A": 48.2, "B": 24.1, "C": 15.7}},
		{"monitor", "average_percent_corrected", model.Range{To: 380 * second}, map[string]float64{"B": 80.4, "C": 40.2}},
	} {
		raw := run(t, c.name, tr, measure.Scope{Range: c.window})
		if columnAt(raw, c.column) >= 0 {
			t.Errorf("%s is corrected by nothing", c.name)
		}
		table := run(t, c.name, tr, measure.Scope{Range: c.window, Guest: figures})
		at := columnAt(table, c.column)
		if at < 0 || table.Columns[at].Title != "Corrected × 1.205" {
			t.Fatalf("%s has no column %s: %+v", c.name, c.column, table.Columns)
		}
		found := 0
		for i, cells := range table.Rows {
			if want, ok := c.shares[cells[0].Text]; ok && cells[at].Kind != report.KindNone {
				closeTo(t, c.name+": "+cells[0].Text, cells[at].Float, want, 0.05)
				found++
			}
			if rest := slices.Delete(slices.Clone(cells), at, at+1); !reflect.DeepEqual(rest, raw.Rows[i]) {
				t.Errorf("%s: the correction changes row %d: %+v, raw %+v", c.name, i, rest, raw.Rows[i])
			}
			if name := cells[0].Text; name == "Idle" && cells[at].Kind != report.KindNone {
				t.Errorf("%s: idle time is corrected", c.name)
			}
		}
		if found < len(c.shares) {
			t.Errorf("%s: %d of %d processes", c.name, found, len(c.shares))
		}
	}
	table := run(t, "cpu", tr, measure.Scope{Guest: figures, Percent: measure.PercentCores})
	closeTo(t, "cores of A", table.Rows[0][columnAt(table, "cores_corrected")].Float, 0.482, 0.0005)
}

// TestS50Imported takes the host's figure from its monitor: of one CPU of the host,
// averaged over the guest's two.
func TestS50Imported(t *testing.T) {
	tr := modeltest.Parse(t, "guest", strings.Replace(guest, "cpus 1", "cpus 2", 1)+"0s cpu1 switch idle idle wait\n")
	used := model.CounterSeries{Name: "g used", File: "host.csv", Subject: model.CounterGuest, Scale: model.ScaleCore, Guest: "g", Processors: 2}
	used.Points = []model.CounterPoint{{Range: model.Range{To: 600 * second}, Value: 88}}
	input := func(s ...model.CounterSeries) measure.Scope {
		return measure.Scope{Counters: measure.CounterInput{Series: s}}
	}
	table := run(t, "vm", tr, input(used))
	closeTo(t, "overall", table.Total[4].Float, 44, 1e-9)
	if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, "w = 1.205479: by the host's figure, the guest used 44.00% of its CPUs (from host.csv); by the guest's own figure, 36.50%") {
		t.Errorf("\n%s", notes)
	}
	other, unknown := used, used
	other.Guest, unknown.Processors = "h", 0
	for want, s := range map[string]measure.Scope{
		"are for 2 guests":   input(used, other),
		"add a vcpus column": input(unknown),
	} {
		table := run(t, "vm", tr, s)
		if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, want) || table.Total[4].Kind != report.KindNone {
			t.Errorf("no %q in\n%s", want, notes)
		}
	}
}

// TestS51InsideOutside is a guest of two CPUs: 97 % busy in the first minute, 5 %
// in the last, while its host says 44 % and 4 % of one CPU.
func TestS51InsideOutside(t *testing.T) {
	tr := modeltest.Parse(t, "guest", `threadlens-trace 1
cpus 2
span 0s 720s
os linux
thread 11 pid=10
thread 12 pid=10
0s cpu0 switch idle 11 wait
0s cpu1 switch idle 12 wait
58200ms cpu0 switch 11 idle wait linux=S
58200ms cpu1 switch 12 idle wait linux=S
660s cpu0 switch idle 11 wait
660s cpu1 switch idle 12 wait
663s cpu0 switch 11 idle wait linux=S
663s cpu1 switch 12 idle wait linux=S
`)
	host := model.CounterSeries{Name: "g used", Subject: model.CounterGuest, Scale: model.ScaleCore, Guest: "g", Processors: 2}
	host.Points = []model.CounterPoint{
		{Range: model.Range{To: 60 * second}, Value: 44},
		{Range: model.Range{From: 300 * second, To: 360 * second}, Value: 0},
		{Range: model.Range{From: 660 * second, To: 720 * second}, Value: 4},
	}
	list := report.InsideOutside(tr, &host, tr.Whole())
	if len(list) != 3 || list[1].HasW {
		t.Fatalf("%+v", list)
	}
	closeTo(t, "inside", list[0].Inside, 97, 1e-9)
	closeTo(t, "outside", list[0].Outside, 22, 1e-9)
	closeTo(t, "w", list[0].W, 0.227, 5e-4)
	closeTo(t, "w later", list[2].W, 0.40, 5e-3)
	table := run(t, "host", tr, measure.Scope{Counters: measure.CounterInput{Series: []model.CounterSeries{host}}})
	closeTo(t, "w of the table", table.Rows[0][4].Float, 22.0/97, 1e-9)
	if len(table.Rows) != 3 || table.Rows[1][4].Kind != report.KindNone {
		t.Errorf("%+v", table.Rows)
	}
}

// TestS56Virtualized checks what identifies a hypervisor, on which the severity of
// findings depends.
func TestS56Virtualized(t *testing.T) {
	for _, c := range []struct {
		info model.Info
		want string
	}{
		{model.Info{OS: model.OS{Processor: "Intel(R) Xeon(R) CPU E5-2670"}}, ""},
		{model.Info{OS: model.OS{Processor: "QEMU Virtual CPU version 2.5+"}}, "QEMU"},
		{model.Info{OS: model.OS{Processor: "Common KVM processor"}}, "KVM"},
		{model.Info{SourceEvents: []model.SourceEvent{{Name: "hyperv:hyperv_mmu_flush"}}}, "Hyper-V"},
		{model.Info{SourceEvents: []model.SourceEvent{{Name: "kvm:kvm_entry"}}}, ""}, // those of a host
	} {
		if got := measure.VirtualOf(&c.info).Hypervisor; got != c.want {
			t.Errorf("%+v: %q, want %q", c.info, got, c.want)
		}
	}
	flag := func(header string, s measure.Scope) bool {
		tr := modeltest.Parse(t, "guest", strings.Replace(guest, "os linux", header, 1))
		notes := strings.Join(run(t, "vm", tr, s).Notes, "\n")
		return strings.Contains(notes, "may include time that the host took")
	}
	steal := series(model.CounterSeries{Name: "CPU all %steal", Scale: model.ScaleMachine}, 0, 3)
	named := `os linux processor="Common KVM processor"`
	if flag("os linux", measure.Scope{}) || !flag(named, measure.Scope{}) ||
		!flag("os linux", measure.Scope{Counters: measure.CounterInput{Series: []model.CounterSeries{steal}}}) ||
		flag(named, measure.Scope{Guest: measure.GuestFigures{Host: 88, HasHost: true}}) {
		t.Error("the flag of uncorrected figures is wrong")
	}
}

// columnAt is the index of a column, -1 if there is none.
func columnAt(t *report.Table, name string) int {
	return slices.IndexFunc(t.Columns, func(c report.Column) bool { return c.Name == name })
}
