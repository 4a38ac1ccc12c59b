package timeline

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
	"threadlens/timeline/paint/painttest"
)

// stolenTrace has a thread from which a host took 4 of its 10 ms on CPU 0, and on
// CPU 1 a number of threads of the process, one after the other; CPU 2 goes
// offline.
func stolenTrace(t *testing.T, threads int) *model.Trace {
	t.Helper()
	var b strings.Builder
	b.WriteString(`threadlens-trace 1
cpus 3
span 0ms 100ms
os linux
process 20 app target
`)
	for i := range threads + 1 {
		fmt.Fprintf(&b, "thread %d pid=20\n", 21+i)
	}
	b.WriteString("0ms cpu0 switch idle 21 preempt\n0ms cpu2 offline\n")
	old := "idle"
	for i := range threads {
		next := fmt.Sprint(22 + i)
		fmt.Fprintf(&b, "%dms cpu1 switch %s %s wait\n", i, old, next)
		old = next
	}
	b.WriteString("10ms cpu0 ran 21 6000000\n20ms cpu0 switch 21 idle wait\n")
	fmt.Fprintf(&b, "%dms cpu1 switch %s idle wait\n", threads, old)
	tr := modeltest.Parse(t, "stolen", b.String())
	for _, err := range modeltest.Check(tr) {
		t.Error(err)
	}
	return tr
}

// TestStolenInTheChart: time taken by the host is a separate class in the chart and
// in its legend, and neither offline nor idle nor unknown. A trace without such time
// does not name it.
func TestStolenInTheChart(t *testing.T) {
	tr := stolenTrace(t, 2)
	times := NewUtilization(tr, tr.Targets()).In(tr.Whole())
	want := ClassTimes{
		paint.ClassTarget: 18 * millisecond, paint.ClassStolen: 4 * millisecond,
		paint.ClassIdle: 178 * millisecond, paint.ClassOffline: 100 * millisecond,
	}
	if times != want {
		t.Errorf("times are %v, want %v", times, want)
	}
	s := chartScene(t, tr, 900, 500, NewMetrics(Comfortable, 1, 1))
	if s.LegendRect(paint.ClassStolen).Empty() || !s.LegendRect(paint.ClassUnknown).Empty() {
		t.Error("the legend does not name what the host took, or names the unknown")
	}
	column := s.View.X(7*millisecond) + s.gutter()
	place := s.Hit(s.plot().Min)
	for y := s.plot().Max.Y - 1; y > s.plot().Min.Y && place.Class != paint.ClassStolen; y-- {
		at := s.plot().Min
		at.X, at.Y = column, y
		place = s.Hit(at)
	}
	if !place.Classed || place.Class != paint.ClassStolen {
		t.Error("it is nowhere in its column")
	}
	plain := chartScene(t, modeltest.Parse(t, "chart", chartTrace), 900, 500, NewMetrics(Comfortable, 1, 1))
	if !plain.LegendRect(paint.ClassStolen).Empty() {
		t.Error("the legend names it though no host took anything")
	}
}

// TestStolenOnCores: on the lane of its CPU, time taken by the host has its own
// colour in every choice of colours, which takes the tenth hue.
func TestStolenOnCores(t *testing.T) {
	const many = 14
	for _, by := range ColourBys() {
		tr := stolenTrace(t, many)
		s := coresOf(t, tr, by, 900, 320, NewMetrics(Comfortable, 1, 1))
		c := s.Rows.Cores
		checkStolenLegend(t, tr, s)
		for ix := range tr.Threads {
			if c.slots[ix] == lanes.CoreStolen {
				t.Errorf("by %v thread %d looks like it", by, tr.Threads[ix].TID)
			}
		}
		slice, _ := tr.SliceAt(0, 7*millisecond)
		if got := c.sliceSlot(0, &slice); got != lanes.CoreStolen {
			t.Errorf("by %v its slice has slot %d", by, got)
		}
		offline, _ := tr.SliceAt(2, 7*millisecond)
		if got := c.sliceSlot(2, &offline); got != lanes.CoreOffline {
			t.Errorf("by %v a processor that is switched off has slot %d", by, got)
		}
		var list bytes.Buffer
		if _, err := Layout(s).WriteTo(&list); err != nil {
			t.Fatal(err)
		}
		if want := "style cores CPU taken by the host #CBA6E8 diagonal"; !strings.Contains(list.String(), want) {
			t.Errorf("by %v there is no %q in\n%s", by, want, list.String())
		}
	}
}

// checkStolenLegend checks the line of the legend for time taken by the host.
func checkStolenLegend(t *testing.T, tr *model.Trace, s *Scene) {
	t.Helper()
	c := s.Rows.Cores
	i := slices.IndexFunc(c.Legend(), func(e CoreColour) bool { return e.Title == model.StolenTitle })
	if i < 0 {
		t.Fatalf("by %v the legend does not name it", c.By)
	}
	if got := c.Times(tr, tr.Whole())[i]; got != 4*millisecond {
		t.Errorf("by %v it has %d", c.By, got)
	}
	if class, ok := c.HatchClass(c.Legend()[i]); !ok || class != paint.ClassStolen || c.LegendFill(s.Palette, c.Legend()[i]) != s.Palette.Class(paint.ClassStolen) {
		t.Errorf("by %v its legend looks like class %d", c.By, class)
	}
}

// TestTenHuesWithoutStolenTime: without a host that takes time all ten hues are given
// to threads.
func TestTenHuesWithoutStolenTime(t *testing.T) {
	tr := modeltest.Parse(t, "many", manyThreads(14))
	c := NewCoreColours(tr, ColourThread, tr.Targets(), Hues{})
	used := map[paint.Slot]bool{}
	for ix := range tr.Threads {
		if c.slots[ix] < lanes.CoreOther {
			used[c.slots[ix]] = true
		}
	}
	if len(used) != numHues || slices.ContainsFunc(c.Legend(), func(e CoreColour) bool { return e.Title == model.StolenTitle }) {
		t.Errorf("without a host %d hues are in use, and the legend is %v", len(used), c.Legend())
	}
}

// manyThreads is a trace of the given number of threads that run one after the other.
func manyThreads(n int) string {
	src, old := "threadlens-trace 1\ncpus 1\nspan 0ms 100ms\nos linux\nprocess 20 app target\n", "idle"
	events := ""
	for i := range n {
		next := fmt.Sprint(22 + i)
		src += "thread " + next + " pid=20\n"
		events += fmt.Sprintf("%dms cpu0 switch %s %s wait\n", i, old, next)
		old = next
	}
	return src + events
}

// TestStolenCoresConserveTime draws the lanes of CPUs from which a host took time at
// many zooms: each column is full, its parts are those of the slices, and every pixel
// is found.
func TestStolenCoresConserveTime(t *testing.T) {
	tr := stolenTrace(t, 14)
	r := rand.New(rand.NewPCG(5, 6))
	s := coresOf(t, tr, ColourThread, 1272, 400, NewMetrics(Comfortable, 1, 1))
	for range 40 {
		v := randomWindow(r, tr.End)
		for cpu := range model.CPU(3) {
			const h = 200
			var c lanes.Columns
			c.Reset(v.Range, v.Width, v.TimeAt)
			w := lanes.Writer{}
			w.Reset(&c, h, nil, nil)
			w.Processor(tr, s.Summary.Core(s.Rows.Cores, cpu), s.Rows.Cores, s.Rows.Cores.stolen, cpu)
			checkCoreColumns(t, tr, s.Rows.Cores, cpu, v, &paint.Lane{Main: w.Main, Rest: w.Rest, Height: h})
		}
	}
	for _, zoom := range []float64{1, 3, 20, 500} {
		s.View = s.View.Zoom(s.View.X(8*millisecond), zoom, tr.Whole())
		checkSlices(t, s)
	}
}

// TestLeastPixelOfStolen: on the lane of a CPU the smallest share that a host took gets
// a pixel in addition to the thread's, and without a host slot 9 is an ordinary thread.
func TestLeastPixelOfStolen(t *testing.T) {
	m := paint.Mix{}
	m.Add(0, 200)
	m.Add(lanes.CoreStolen, 1)
	m.Add(lanes.CoreIdle, 54)
	w := lanes.Writer{Core: true, Stolen: true, Height: 10}
	if got := w.Heights(m); got.At(lanes.CoreStolen) != 1 || got.At(0) < 1 || got.Total() != 10 {
		t.Errorf("heights are %v", got)
	}
	w.Stolen = false
	if got := w.Heights(m); got.At(lanes.CoreStolen) != 0 || got.Total() != 10 {
		t.Errorf("without a host heights are %v", got)
	}
}

// TestStolenLook: in every palette the hatch of time taken by the host is
// distinguishable from its background, and from the hatch of Unknown.
func TestStolenLook(t *testing.T) {
	for name, p := range painttest.Palettes() {
		ink, ok := p.HatchInk(paint.ClassStolen)
		if c := painttest.Contrast(ink, p.Class(paint.ClassStolen)); !ok || c < 3 {
			t.Errorf("%s: the hatch has %.2f on its ground", name, c)
		}
		if c := painttest.Contrast(ink, p.Class(paint.ClassIdle)); c < 3 {
			t.Errorf("%s: the hatch has %.2f on idle time", name, c)
		}
		if other, _ := p.HatchInk(paint.ClassUnknown); other == ink {
			t.Errorf("%s: it is hatched like Unknown", name)
		}
		for _, c := range []paint.Class{paint.ClassTarget, paint.ClassOther, paint.ClassSystem, paint.ClassInterrupt, paint.ClassIdle} {
			if _, ok := p.HatchInk(c); ok {
				t.Errorf("%s: %s is hatched", name, c.Title())
			}
		}
	}
}

// TestStolenBand: the lane of a CPU in the Threads view distinguishes it from
// unknown time.
func TestStolenBand(t *testing.T) {
	tr := stolenTrace(t, 2)
	got := map[paint.Slot]model.Time{}
	lanes.Band{Kind: lanes.BandProcessor}.Walk(tr, tr.Whole(), func(from, to model.Time, s paint.Slot) { got[s] += to - from })
	for s, want := range map[paint.Slot]model.Time{lanes.BandRun: 16 * millisecond, lanes.BandStolen: 4 * millisecond, lanes.BandEmpty: 80 * millisecond, paint.SlotUnknown: 0} {
		if got[s] != want {
			t.Errorf("slot %d has %d, want %d", s, got[s], want)
		}
	}
}

// TestLabelsOfPreemptions: a label names the thread that took the CPU, or the reason
// why none is named.
func TestLabelsOfPreemptions(t *testing.T) {
	for _, c := range []struct{ events, want string }{
		{"10ms cpu0 switch 21 22 preempt linux=R\n12ms cpu0 switch 22 21 wait linux=S\n", "22 dispatched"},
		{"10ms cpu0 switch 21 idle preempt\n12ms cpu0 switch idle 21 preempt\n", "CPU went idle"},
		{"10ms cpu0 switch 21 idle preempt linux=R\n12ms cpu0 switch idle 21 preempt\n", "CPU went idle"},
		{"10ms cpu0 switch 21 - preempt\n12ms cpu0 switch - 21 preempt\n", "context switch lost"},
		{"12ms cpu0 ran 21 9000000\n", "taken by the host"},
	} {
		tr := modeltest.Parse(t, "preempted", "threadlens-trace 1\ncpus 1\nspan 0ms 20ms\nos linux\nprocess 20 app target\nthread 21 pid=20\nthread 22 pid=20\n"+
			"0ms cpu0 switch idle 21 preempt\n"+c.events)
		seg, ok := tr.SegmentAt(thread(t, tr, 21), 11*millisecond)
		if got := Reason(tr, &seg); !ok || seg.State != model.Preempted || !strings.HasSuffix(got, c.want) {
			t.Errorf("%s is %v: %q, want %q", c.events, seg.State, got, c.want)
		}
	}
}
