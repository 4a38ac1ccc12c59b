package timeline

import (
	"bytes"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// chartScene is the chart of a trace in a picture of a size.
func chartScene(t testing.TB, tr *model.Trace, width, height int, m Metrics) *Scene {
	s := sceneOf(t, tr, width, height, m)
	s.Rows = ChartRows(m)
	s.Chart = Chart{Scope: tr.Whole(), Focus: paint.NoClass}
	return s
}

// chartTrace has every class: two processes, the kernel, an interrupt, a CPU that
// goes offline, and a time of lost events.
const chartTrace = `threadlens-trace 1
cpus 3
span 0us 1000us
os windows
process 4 "System" system
process 7 "app" target
process 9 "other"
thread 8 pid=7 name="first"
thread 11 pid=7 name="second"
thread 10 pid=9 name="else"
thread 12 pid=4 name="kernel"
0us cpu0 switch idle 8 preempt
0us cpu1 switch idle 10 preempt
0us cpu2 switch idle 12 preempt
100us cpu0 irq 160us isr
200us cpu1 switch 10 11 preempt
300us cpu2 switch 12 idle wait
400us cpu0 switch 8 idle wait
500us cpu1 loss 600us n=9
700us cpu1 switch 11 idle wait
`

// acrossTrace has an interrupt during which the CPU is switched.
const acrossTrace = `threadlens-trace 1
cpus 1
span 0us 100us
os windows
process 7 "app" target
thread 8 pid=7
thread 9 pid=7
0us cpu0 switch idle 8 preempt
40us cpu0 irq 60us isr
50us cpu0 switch 8 9 wait
`

// chartScenes are the goldens of the chart.
func chartScenes(t *testing.T) map[string]*Scene {
	tr := modeltest.Parse(t, "chart", chartTrace)
	all := map[string]*Scene{}
	add := func(name string, width, height int, m Metrics, change func(*Scene)) {
		s := chartScene(t, tr, width, height, m)
		change(s)
		all["chart-"+name] = s
	}
	comfortable := NewMetrics(Comfortable, 1, 1)
	add("whole", 700, 430, comfortable, func(*Scene) {})
	add("part", 700, 430, comfortable, func(s *Scene) {
		s.Palette = paint.NewPalette(true, false)
		s.Chart.Part, s.Chart.PartClass, s.Chart.PartName = NewThreadUse(tr, []model.ThreadIx{thread(t, tr, 10)}), paint.ClassOther, "else 10"
	})
	add("focus", 700, 430, comfortable, func(s *Scene) {
		s.Palette = paint.NewPalette(false, true)
		s.Chart.Focus, s.Chart.Of = paint.ClassSystem, OfCores
	})
	add("selection", 700, 430, comfortable, func(s *Scene) {
		show(s, 150*microsecond, 650*microsecond)
		s.Chart.Scope, s.Chart.Of = model.Range{From: 200 * microsecond, To: 400 * microsecond}, OfCore
	})
	add("low", 480, 160, comfortable, func(s *Scene) {
		s.Metrics.Gutter = GutterMin
		s.View.Width = LaneWidth(480, s.Parts, s.Metrics)
	})
	add("still", 1400, 900, NewMetrics(Comfortable, 2, 1), func(s *Scene) { s.Chart.Still, s.Grid = true, false })
	return all
}

func TestChartDisplayLists(t *testing.T) {
	for name, s := range chartScenes(t) {
		var b bytes.Buffer
		if _, err := Layout(s).WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".list", b.Bytes())
	}
}

// TestS07BrushAndWindow compares the brush of the overview with the window for
// every column: the window drawn on the overview is the one shown.
func TestS07BrushAndWindow(t *testing.T) {
	s := chartScene(t, modeltest.Parse(t, "chart", chartTrace), 900, 300, NewMetrics(Comfortable, 1, 1))
	for from := model.Time(0); from < 900*microsecond; from += 97_003 {
		show(s, from, from+100*microsecond)
		whole, brush := s.Whole(), s.Brush()
		left := s.OverviewArea().Min.X
		if !whole.Column(brush.Min.X-left).Contains(s.View.From) || !whole.Column(brush.Max.X-left).Contains(s.View.To) {
			t.Errorf("the brush is at columns %d..%d, the window at %v", brush.Min.X-left, brush.Max.X-left, s.View.Range)
		}
	}
}

// TestS10Denominators has the figures of a second on 16 CPUs.
func TestS10Denominators(t *testing.T) {
	const used = 1_512_498_900
	for of, want := range []string{"9.5%", "151.2%", "1.51"} {
		if got := FormatUse(used, second, 16, PercentOf(of)); got != want {
			t.Errorf("of %d: %s, want %s", of, got, want)
		}
	}
}

func TestFormatCores(t *testing.T) {
	for _, c := range []struct {
		used, length model.Time
		want         string
	}{
		{0, second, "0"},
		{1, second, "<0.01"},
		{5 * millisecond, second, "0.01"},
		{4 * second, second, "4.00"},
		{1, 0, "–"},
	} {
		if got := FormatCores(c.used, c.length); got != c.want {
			t.Errorf("%d of %d: %s, want %s", c.used, c.length, got, c.want)
		}
	}
}

// TestS16Busy: a CPU that is idle for 250 ms of a second is busy for 75 %.
func TestS16Busy(t *testing.T) {
	u := useOf(t, `threadlens-trace 1
cpus 1
span 0ms 1000ms
os linux
process 7 "app" target
thread 8 pid=7
0ms cpu0 switch idle 8 preempt
300ms cpu0 switch 8 idle wait
550ms cpu0 switch idle 8 preempt
`)
	times := u.In(u.trace.Whole())
	if busy := FormatUse(times.Total()-times[paint.ClassIdle], second, 1, OfMachine); busy != "75.0%" {
		t.Errorf("busy for %s: %v", busy, times)
	}
}

// TestS25Utilization: two CPUs, each half busy with the target, are one in use; 24
// % of two CPUs are 0.48 in use and 48 % of one.
func TestS25Utilization(t *testing.T) {
	u := useOf(t, `threadlens-trace 1
cpus 2
span 0ms 1000ms
os linux
process 7 "app" target
thread 8 pid=7
thread 9 pid=7
0ms cpu0 switch idle 8 preempt
0ms cpu1 switch idle idle wait
500ms cpu0 switch 8 idle wait
500ms cpu1 switch idle 9 preempt
`)
	times := u.In(u.trace.Whole())
	if got := FormatCores(times[paint.ClassTarget], second); got != "1.00" {
		t.Errorf("%s in use", got)
	}
	for of, want := range []string{"24.0%", "48.0%", "0.48"} {
		if got := FormatUse(480*millisecond, second, 2, PercentOf(of)); got != want {
			t.Errorf("of %d: %s, want %s", of, got, want)
		}
	}
}

func useOf(t *testing.T, src string) *Utilization {
	tr := modeltest.Parse(t, "use", src)
	return NewUtilization(tr, tr.Targets())
}

// TestUseIsExact compares stretches of any length with the model's own sums.
func TestUseIsExact(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	across := modeltest.Parse(t, "across", acrossTrace)
	for _, tr := range []*model.Trace{story(t), modeltest.Parse(t, "chart", chartTrace), across, modeltest.Synthetic(24, 400, second, 1)} {
		u := NewUtilization(tr, tr.Targets())
		for range 200 {
			from := model.Time(random.Int64N(int64(tr.End)))
			r := model.Range{From: from, To: from + 1 + model.Time(random.Int64N(int64(tr.End-from)))}
			if random.IntN(2) == 0 {
				r.To = min(r.To, r.From+1+model.Time(random.Int64N(2000)))
			}
			if got, want := u.In(r), slowUse(tr, r); got != want {
				t.Fatalf("%v: %v, want %v", r, got, want)
			}
		}
	}
}

// slowUse is the use in r from the sums of threads and CPUs.
func slowUse(tr *model.Trace, r model.Range) (c ClassTimes) {
	for ix := range tr.Threads {
		proc, class := tr.Threads[ix].Proc, paint.ClassOther
		if tr.Processes[proc].Class == model.ClassSystem {
			class = paint.ClassSystem
		}
		for _, p := range tr.Targets() {
			if p == proc {
				class = paint.ClassTarget
			}
		}
		sums := tr.Sums(model.ThreadIx(ix), r)
		c[class] += sums[model.Execution]
	}
	for cpu := range tr.Cores {
		if tr.Cores[cpu].Known {
			t := tr.CoreTime(model.CPU(cpu), r)
			c[paint.ClassInterrupt] += t.ISR + t.DPC
			c[paint.ClassIdle] += t.Idle
			c[paint.ClassUnknown] += t.Unknown
			c[paint.ClassOffline] += t.Offline
			c[paint.ClassStolen] += t.Stolen
		}
	}
	return c
}

// TestChartColumnsFollow: the heights of the overview are those of what is shown, not
// of what was shown before.
func TestChartColumnsFollow(t *testing.T) {
	tr := story(t)
	s := chartScene(t, tr, 800, 500, NewMetrics(Comfortable, 1, 1))
	half := s.View
	half.To = tr.End / 2
	var c chartColumns
	for _, want := range []struct {
		view   Viewport
		height int
	}{{s.View, 50}, {half, 50}, {half, 60}, {half, 60}, {s.View, 50}} {
		var fresh chartColumns
		main, rest := fresh.heights(s, want.view, want.height)
		if m, r := c.heights(s, want.view, want.height); !slices.Equal(m, main) || !slices.Equal(r, rest) {
			t.Errorf("%v, %d pixels high: not the columns of a fresh chart", want.view, want.height)
		}
	}
}

// TestChartColumnsAddUp: in every column, at every width, the classes add up to all
// CPUs, and the layers to the height of the chart.
func TestChartColumnsAddUp(t *testing.T) {
	for _, tr := range []*model.Trace{story(t), modeltest.Parse(t, "chart", chartTrace), modeltest.Synthetic(24, 400, second, 1)} {
		part := NewThreadUse(tr, tr.Processes[tr.Targets()[0]].Threads[:1])
		for _, width := range []int{800, 1600, 3840} {
			s := chartScene(t, tr, width, 500, NewMetrics(Comfortable, 1, 1))
			s.Chart.Part, s.Chart.PartClass = part, paint.ClassTarget
			for _, r := range []model.Range{tr.Whole(), {From: tr.End / 3, To: tr.End / 2}, {From: -tr.End / 50, To: tr.End}} {
				s.View.Range = r
				var use useColumns
				use.fill(s)
				for x, times := range use.times {
					inside := s.View.Column(x).Clip(tr.Whole())
					if want := inside.Len() * model.Time(s.Utilization.Processors); times.Total() != want {
						t.Fatalf("column %d of %d: %d ns, want %d", x, width, times.Total(), want)
					}
					if want := s.Utilization.In(s.View.Column(x)); times != want {
						t.Fatalf("column %d of %d: %v, want %v", x, width, times, want)
					}
					at, low := model.Time(0), int32(0)
					of := use.useOf(s, x)
					for l := range s.layers(&of) {
						high := l.height(333, times.Total(), l.to)
						if l.from != at || l.to < at || high < low {
							t.Fatalf("column %d of %d: layer %v above %d, %d to %d px", x, width, l, at, low, high)
						}
						at, low = l.to, high
					}
					if at != times.Total() || at > 0 && low != 333 {
						t.Fatalf("column %d of %d: the layers reach %d of %d, %d px", x, width, at, times.Total(), low)
					}
				}
			}
		}
	}
}

func TestAxisStep(t *testing.T) {
	for n, want := range map[int]int{1: 1, 8: 1, 16: 1, 17: 2, 32: 2, 33: 4, 64: 4, 128: 8, 1000: 64} {
		if got := axisStep(n); got != want {
			t.Errorf("%d processors: a line every %d, want %d", n, got, want)
		}
	}
}

// TestChartHits points at layers, lines of the legend and elsewhere.
func TestChartHits(t *testing.T) {
	s := chartScene(t, modeltest.Parse(t, "chart", chartTrace), 900, 500, NewMetrics(Comfortable, 1, 1))
	plot := s.plot()
	x := func(at model.Time) int { return plot.Min.X + s.View.X(at) }
	height := func(cores float64) int { return plot.Max.Y - int(math.Round(cores*float64(plot.Dy())/3)) }
	for _, c := range []struct {
		at   image.Point
		want paint.Class
	}{
		{image.Pt(x(50*microsecond), height(0.5)), paint.ClassTarget},
		{image.Pt(x(50*microsecond), height(1)), paint.ClassTarget}, // its last pixel
		{image.Pt(x(50*microsecond), height(1)-1), paint.ClassOther},
		{image.Pt(x(50*microsecond), height(1.5)), paint.ClassOther},
		{image.Pt(x(50*microsecond), height(2.5)), paint.ClassSystem},
		{image.Pt(x(130*microsecond), height(2.5)), paint.ClassInterrupt},
		{image.Pt(x(550*microsecond), height(0.5)), paint.ClassUnknown},
		{image.Pt(x(550*microsecond), height(2.9)), paint.ClassIdle},
		{image.Pt(x(550*microsecond), plot.Max.Y+5), paint.NoClass},
		{image.Pt(30, plot.Min.Y), paint.NoClass},
	} {
		place := s.Hit(c.at)
		if place.Classed != (c.want != paint.NoClass) || place.Classed && place.Class != c.want || place.Row != -1 || place.Segment != NoSegment {
			t.Errorf("%v: %v, want class %d", c.at, place, c.want)
		}
	}
}

// TestLegendHits points at the lines of the legend and next to them.
func TestLegendHits(t *testing.T) {
	s := chartScene(t, modeltest.Parse(t, "chart", chartTrace), 900, 500, NewMetrics(Comfortable, 1, 1))
	for c := range paint.NoClass {
		r := s.LegendRect(c)
		if (c == paint.ClassStolen || c == paint.ClassOffline) != r.Empty() {
			t.Errorf("the line of %s is at %v", c.Title(), r)
		}
		mid := r.Min.Add(r.Size().Div(2))
		if place := s.Hit(mid); !r.Empty() && (!place.Classed || place.Class != c || place.Region != RegionGutter) {
			t.Errorf("at the line of %s is %v", c.Title(), place)
		}
	}
	if s.PercentRect().Empty() || !s.FilterRect().Empty() {
		t.Error("the header is that of threads, or the switch is missing")
	}
	if s.Hit(s.PercentRect().Min).Classed {
		t.Error("the switch is a class")
	}
}

// TestTargetIsSeveral: the chart says of how many processes its figures are.
func TestTargetIsSeveral(t *testing.T) {
	s := chartScene(t, modeltest.Parse(t, "two", "threadlens-trace 1\ncpus 1\nspan 0us 100us\nos linux\nprocess 1 a target\nprocess 2 b\nprocess 3 c\n"+
		"thread 10 pid=1\nthread 20 pid=2\nthread 30 pid=3\n0us cpu0 switch idle 10 preempt\n40us cpu0 switch 10 20 wait\n60us cpu0 switch 20 30 wait\n"), 900, 500, NewMetrics(Comfortable, 1, 1))
	for _, c := range []struct {
		targets []model.ProcIx
		want    string
	}{{nil, "This process"}, {[]model.ProcIx{1}, "This process"}, {[]model.ProcIx{1, 2}, "These 2 processes"}} {
		s.Utilization = NewUtilization(s.Trace, c.targets)
		got := map[string]bool{}
		for _, it := range Layout(s).Items {
			got[it.Text] = true
		}
		if !got[c.want] || !got[c.want+", average"] {
			t.Errorf("%d processes: no %q", len(c.targets), c.want)
		}
	}
}

// TestAverageOfThisProcess: the first thread runs for 400 µs less an interrupt of 60 µs,
// the second for 400 µs around the lost events: 740 µs of 3 × 1000. A host gave it 0.8
// of that.
func TestAverageOfThisProcess(t *testing.T) {
	three, one := modeltest.Parse(t, "chart", chartTrace), modeltest.Parse(t, "across", acrossTrace)
	for _, c := range []struct {
		tr     *model.Trace
		factor float64
		known  bool
		want   string
	}{
		{three, 0, true, "≥ 24.7%|0.74 of 3 CPUs"},
		{three, 0.8, true, "≥ 24.7%|corrected 19.7%|0.74 of 3 CPUs, w = 0.800"},
		{three, 0.8, false, "–"},
		{one, 0, true, "80.0%|0.80 of 1 CPU"}, // less the interrupt
		{one, 1, true, "80.0%|corrected 80.0%|0.80 of 1 CPU, w = 1.000"},
	} {
		s := chartScene(t, c.tr, 900, 500, NewMetrics(Comfortable, 1, 1))
		s.Chart.Factor = c.factor
		if !c.known {
			s.Utilization = nil
		}
		var got []string
		begun := false
		for _, it := range Layout(s).Items {
			if it.Kind != paint.ItemText {
				continue
			}
			if begun && it.X != 20 && !strings.HasPrefix(it.Text, "corrected") {
				break
			}
			if begun {
				got = append(got, it.Text)
			}
			begun = begun || it.Text == "This process, average"
		}
		if got := strings.Join(got, "|"); got != c.want {
			t.Errorf("factor %v, known %v: %s, want %s", c.factor, c.known, got, c.want)
		}
	}
}
