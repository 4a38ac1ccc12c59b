package timeline

import (
	"bytes"
	"fmt"
	"image"
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// bareTrace has samples of two processes and no context switches.
const bareTrace = `threadlens-trace 1
cpus 2
span 0ms 1000ms
os windows
sampleperiod 1ms
process 7 "app" target
process 9 "other"
thread 8 pid=7 name="first"
thread 11 pid=7 name="second"
thread 10 pid=9 name="else"
stack 1 a!f
100ms cpu0 sample 8 stack=1
101ms cpu0 sample 8
300ms cpu0 sample 8
300ms cpu1 sample 10
500ms cpu0 sample idle
501ms cpu1 sample idle in=isr
700ms cpu0 sample 8
1000ms cpu0 sample 11
`

// ticksOf are the columns of the lane of a thread with a tick.
func ticksOf(s *Scene, name string) (columns []int) {
	dl := Layout(s)
	for _, it := range dl.Items {
		if it.Kind != paint.ItemArea || it.Row < 0 || s.Rows.List[it.Row].Name != name {
			continue
		}
		for x, h := range dl.Areas[it.Area].High {
			if h > 0 {
				columns = append(columns, x)
			}
		}
	}
	return columns
}

// TestSampleTicks: a tick for each sample of a thread, one per column, including one
// at the last nanosecond; none if the CPU has switches.
func TestSampleTicks(t *testing.T) {
	m := NewMetrics(Comfortable, 1, 1)
	tr := modeltest.Parse(t, "bare", bareTrace)
	s := sceneOf(t, tr, 0, 400, m)
	width := func(n int) {
		s.Size.X += n - s.View.Width
		s.View.Width = n
	}
	width(100)
	for _, c := range []struct {
		name     string
		from, to model.Time
		want     string
	}{
		{"first", 0, 1000, "[10 30 70]"},
		{"first", 100, 101, "[0]"},
		{"first", 100, 110, "[0 10]"},
		{"first", 99, 100, "[]"},
		{"first", 301, 700, "[]"},
		{"second", 0, 1000, "[99]"},
		{"other", 0, 1000, "[30]"}, // collapsed
	} {
		s.View.Range = model.Range{From: c.from * millisecond, To: c.to * millisecond}
		if got := fmt.Sprint(ticksOf(s, c.name)); got != c.want {
			t.Errorf("%s from %d to %d ms: ticks in %s, want %s", c.name, c.from, c.to, got, c.want)
		}
	}
	switched := sceneOf(t, modeltest.Parse(t, "x", bareTrace+"1000ms cpu0 switch 11 8 preempt\n"), 400, 400, m)
	if got := ticksOf(switched, "first"); len(got) > 0 {
		t.Errorf("ticks in %v although the switches are known", got)
	}
}

// TestSampleAt: which sample is hit at a point of a lane.
func TestSampleAt(t *testing.T) {
	tr := modeltest.Parse(t, "bare", bareTrace)
	s := sceneOf(t, tr, 800, 400, NewMetrics(Comfortable, 1, 1))
	s.View = Viewport{Range: tr.Whole(), Width: 1000} // 1 ms per column
	ms := func(v float64) model.Time { return model.Time(v * 1e6) }
	first, second := thread(t, tr, 8), thread(t, tr, 11)
	for _, c := range []struct {
		ix   model.ThreadIx
		at   model.Time
		want model.Time // -1 for none
	}{
		{first, ms(100), ms(100)},
		{first, ms(100.4), ms(100)},
		{first, ms(100.6), ms(101)},
		{first, ms(96), ms(100)},
		{first, ms(95.9), -1},
		{first, ms(105), ms(101)},
		{first, ms(105.1), -1},
		{first, ms(500), -1},
		{second, ms(999.9), ms(1000)},
		{second, ms(0), -1},
	} {
		got, ok := s.SampleAt(c.ix, c.at)
		if ok != (c.want >= 0) || ok && (got.Time != c.want || got.Thread != c.ix) {
			t.Errorf("thread %d at %d: %+v, %v; want %d", c.ix, c.at, got, ok, c.want)
		}
	}
}

// TestSeek compares the search from an index on with a naive one.
func TestSeek(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		times := make([]model.Time, r.IntN(40))
		at := model.Time(0)
		for i := range times {
			at += model.Time(r.IntN(4))
			times[i] = at
		}
		from, want := r.IntN(len(times)+1), model.Time(r.IntN(100))
		k := from
		for k < len(times) && times[k] < want {
			k++
		}
		if got := seek(times, from, want); got != k {
			t.Fatalf("%v from %d, %d: %d, want %d", times, from, want, got, k)
		}
	}
}

// sampledScene is the chart of bareTrace with its sampled use, at 1 ms per sample.
func sampledScene(t testing.TB) *Scene {
	tr := modeltest.Parse(t, "bare", bareTrace)
	s := chartScene(t, tr, 700, 430, NewMetrics(Comfortable, 1, 1))
	s.Utilization.Sampled = &SampledUse{CPUs: 2, Least: 10 * millisecond, In: func(r model.Range) (u SampledTimes) {
		for i := range tr.Samples {
			if x := &tr.Samples[i]; x.Time >= r.From && x.Time < r.To {
				c := paint.ClassTarget
				if tr.Threads[x.Thread].TID == 10 {
					c = paint.ClassOther
				}
				u.Times[c] += millisecond
			}
		}
		u.Low, u.High = u.Used()/2, u.Used()*2+millisecond
		return u
	}}
	return s
}

// TestSampledChart: sampled use is subtracted from unknown time, bucket by bucket,
// and the layers of a column add up to the sampled CPUs.
func TestSampledChart(t *testing.T) {
	s := sampledScene(t)
	if n := s.Utilization.All(); n != 2 || s.Utilization.Processors != 0 {
		t.Fatalf("the chart is of %d processors, %d of them known; want 2 sampled ones", n, s.Utilization.Processors)
	}
	for _, c := range []struct {
		from, to       model.Time // ms
		target, unkown model.Time
	}{
		{0, 1000, 4, 1995}, // 100, 101, 300, 700; other at 300
		{100, 110, 2, 18},
		{100, 109, 0, 18}, // less than ten periods
		{110, 120, 0, 20},
	} {
		exact, sampled := s.Utilization.Split(model.Range{From: c.from * millisecond, To: c.to * millisecond})
		if got := sampled.Times[paint.ClassTarget]; got != c.target*millisecond || exact[paint.ClassUnknown] != c.unkown*millisecond {
			t.Errorf("%d to %d ms: %d ns sampled, %d unknown; want %d and %d ms", c.from, c.to, got, exact[paint.ClassUnknown], c.target, c.unkown)
		}
	}
	if r := s.UseBucket(105 * millisecond); r != (model.Range{From: 100 * millisecond, To: 120 * millisecond}) {
		t.Errorf("the bucket at 105 ms is %v", r)
	}
	var use useColumns
	use.fill(s)
	for x := range s.View.Width {
		of := use.useOf(s, x)
		want := 2 * s.View.Column(x).Clip(s.Trace.Whole()).Len()
		at := model.Time(0)
		for l := range s.layers(&of) {
			if l.from != at || l.to < at {
				t.Fatalf("column %d: layer %+v above %d", x, l, at)
			}
			at = l.to
		}
		if d := at - want; d < -5 || d > 5 { // rounded per class
			t.Fatalf("column %d: the layers reach %d of %d", x, at, want)
		}
	}
	if !s.LegendRect(paint.ClassUnknown).In(s.LaneArea().Union(image.Rect(0, 0, 1000, 1000))) || s.LegendRect(paint.ClassUnknown).Empty() {
		t.Error("unknown time is not in the legend")
	}
}

// TestSampledBucketsAreLongEnough: a bucket is at least as long as samples need.
func TestSampledBucketsAreLongEnough(t *testing.T) {
	s := sampledScene(t)
	s.View.Range = model.Range{From: 100 * millisecond, To: 200 * millisecond}
	for least, want := range map[model.Time]model.Time{10*millisecond - 1: 10, 10 * millisecond: 10, 10*millisecond + 1: 20} {
		s.Utilization.Sampled.Least = least
		if r := s.UseBucket(100 * millisecond); r.Len() != want*millisecond {
			t.Errorf("the bucket is %v long where it has to be %v", r.Len(), least)
		}
	}
}

// TestSampledLists compares frames with sampled use and ticks with goldens.
func TestSampledLists(t *testing.T) {
	tr := modeltest.Parse(t, "bare", bareTrace)
	chart := sampledScene(t)
	dark := sampledScene(t)
	dark.Palette = paint.NewPalette(true, false)
	dark.Chart.Part, dark.Chart.PartClass, dark.Chart.PartName = NewThreadUse(tr, []model.ThreadIx{thread(t, tr, 8)}), paint.ClassTarget, "first 8"
	dark.Chart.Part.Sampled = dark.Utilization.Sampled
	lanes := sceneOf(t, tr, 700, 260, NewMetrics(Comfortable, 1, 1))
	lanes.Utilization.Sampled = chart.Utilization.Sampled
	for name, s := range map[string]*Scene{"sampled-chart": chart, "sampled-part": dark, "sampled-lanes": lanes} {
		var b bytes.Buffer
		if _, err := Layout(s).WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".list", b.Bytes())
	}
}

// BenchmarkFrameSampled draws a window of a million samples of sixteen threads.
func BenchmarkFrameSampled(b *testing.B) {
	var text bytes.Buffer
	text.WriteString("threadlens-trace 1\ncpus 4\nspan 0ms 250000ms\nos linux\nsampleperiod 1ms\nprocess 7 \"app\" target\n")
	for i := range 1_000_000 {
		fmt.Fprintf(&text, "%dus cpu%d sample %d\n", i/4*1000, i%4, 8+(i*7+i/977)%16)
	}
	tr := modeltest.Parse(b, "samples", text.String())
	s := sceneOf(b, tr, 1920, 900, NewMetrics(Comfortable, 1, 1))
	img := image.NewRGBA(image.Rectangle{Max: s.Size})
	p := new(Painter)
	p.Frame(s, img)
	for i := 0; b.Loop(); i++ {
		s.View.Range = model.Range{From: model.Time(i%1000) * millisecond, To: 240_000*millisecond + model.Time(i%1000)*millisecond}
		p.Frame(s, img)
	}
}
