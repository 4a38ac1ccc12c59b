package timeline

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// paced is a machine of three CPUs: one with frequencies and idle states and a loss, one with idle
// states alone, one with neither.
const paced = `threadlens-trace 1
cpus 3
span 0ms 100ms
os linux
process 7 "app" target
thread 8 pid=7 name="first"
thread 9 pid=7 name="second"
thread 10 pid=7 name="third"
0ms cpu0 switch idle 8 preempt
0ms cpu1 switch idle 9 preempt
0ms cpu2 switch idle 10 preempt
10ms cpu0 frequency 0 1800000000
10ms cpu1 idle-state 1 0
20ms cpu0 switch 8 idle wait
20ms cpu0 idle-state 0 3
30ms cpu0 frequency 0 2400000000
30ms cpu1 idle-state 1 -
40ms cpu0 idle-state 0 -
40ms cpu0 switch idle 8 preempt
50ms cpu1 idle-state 1 12
60ms cpu0 frequency 0 600000000
80ms cpu0 loss 85ms n=3
90ms cpu0 frequency 0 1200000000
90ms cpu0 switch 8 idle wait
`

func pacedScene(t *testing.T, m Metrics) *Scene {
	return coresOf(t, modeltest.Parse(t, "paced", paced), ColourThread, 272+200+12, 300, m)
}

func TestStepLists(t *testing.T) {
	dark := pacedScene(t, NewMetrics(Compact, 1, 1))
	dark.Palette = paint.NewPalette(true, true)
	for name, s := range map[string]*Scene{"cores_steps": pacedScene(t, NewMetrics(Comfortable, 1, 1)), "cores_steps_dark": dark} {
		var b bytes.Buffer
		if _, err := Layout(s).WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".list", b.Bytes())
	}
}

// stepRows are the rows of frequencies and idle states of a scene.
func stepRows(s *Scene) (rows []int) {
	for i := range s.Rows.List {
		if s.Rows.List[i].Kind == RowSteps {
			rows = append(rows, i)
		}
	}
	return rows
}

// TestStepRows: only CPUs with such events have a row of them, with a strip for each kind that was
// recorded; charts leave them out.
func TestStepRows(t *testing.T) {
	s := pacedScene(t, NewMetrics(Comfortable, 1, 1))
	var got []string
	for _, i := range stepRows(s) {
		row := &s.Rows.List[i]
		got = append(got, fmt.Sprint(row.CPUs, row.strips, row.Name, " below ", s.Rows.List[i-1].Name))
	}
	want := []string{
		fmt.Sprint([]model.CPU{0}, []ObjectKind{ObjectFrequency, ObjectIdle}, "up to 2.4 GHz below CPU 0"),
		fmt.Sprint([]model.CPU{1}, []ObjectKind{ObjectIdle}, "idle states below CPU 1"),
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	plain := BuildCoreRows(s.Trace, CoreOptions{Colours: s.Rows.Cores, Plain: true}, s.Metrics)
	if slices.ContainsFunc(plain.List, func(r Row) bool { return r.Kind == RowSteps }) {
		t.Error("plain rows have frequencies")
	}
}

// TestFoundSteps: at each strip the value there is found, and where it is drawn is its rectangle. A
// column is half a millisecond.
func TestFoundSteps(t *testing.T) {
	s := pacedScene(t, NewMetrics(Comfortable, 1, 1))
	rows := stepRows(s)
	for _, c := range []struct {
		row, line int
		ms        model.Time
		value     int64
		from, to  model.Time
	}{
		{0, 0, 5, model.StepUnknown, 0, 10},
		{0, 0, 29, 1_800_000_000, 10, 30},
		{0, 0, 30, 2_400_000_000, 30, 60},
		{0, 0, 82, model.StepUnknown, 80, 90},
		{0, 1, 5, model.StepUnknown, 0, 20},
		{0, 1, 25, 3, 20, 40},
		{0, 1, 79, model.NotIdle, 40, 80},
		{1, 0, 60, 12, 50, 100},
	} {
		row, kind := rows[c.row], s.Rows.List[rows[c.row]].strips[c.line]
		y, h := s.stepsPlace(row, c.line)
		for _, at := range []int{y, y + h - 1} {
			hit := s.Hit(image.Pt(272+int(2*c.ms), at))
			o := Object{Kind: kind, Index: int(s.Rows.List[row].CPUs[0]), At: c.ms * millisecond}
			if hit.Row != row || hit.Object != o {
				t.Errorf("%+v at %d: %+v, want %+v", c, at, hit, o)
				continue
			}
			want := model.Range{From: c.from * millisecond, To: c.to * millisecond}
			step := stepsOf(s.Trace, kind, model.CPU(o.Index)).At(o.At)
			if step.Value != c.value || step.Range != want || ObjectRange(s.Trace, o) != want {
				t.Errorf("%+v: %+v", c, step)
			}
			r, ok := s.ObjectRect(row, o)
			if !ok || r != image.Rect(272+int(2*c.from), y, 272+int(2*c.to), y+h) {
				t.Errorf("%+v is at %v", c, r)
			}
		}
		if hit := s.Hit(image.Pt(272+int(2*c.ms), y+h)); hit.Object.Kind != NoObject {
			t.Errorf("%+v: found between strips: %+v", c, hit)
		}
	}
}

// TestNoFoundSteps: nothing is found beside the strips, nor outside of the trace.
func TestNoFoundSteps(t *testing.T) {
	s := pacedScene(t, NewMetrics(Comfortable, 1, 1))
	rows := stepRows(s)
	if hit := s.Hit(image.Pt(100, s.rowMiddle(rows[0]))); hit.Object.Kind != NoObject {
		t.Errorf("in the gutter: %+v", hit)
	}
	if _, ok := s.ObjectRect(rows[1], Object{Kind: ObjectFrequency, Index: 1, At: 5 * millisecond}); ok {
		t.Error("a CPU without frequencies shows one")
	}
	s.View.Range = model.Range{To: 20_000 * millisecond} // a column is 100 ms
	y, _ := s.stepsPlace(rows[0], 0)
	if hit := s.Hit(image.Pt(272, y)); hit.Object.Others != 5 {
		t.Errorf("6 steps in a column: %+v", hit.Object)
	}
	s.View.Range = model.Range{From: -100 * millisecond, To: 200 * millisecond}
	for _, x := range []int{272, 272 + 199} {
		if hit := s.Hit(image.Pt(x, y)); hit.Object.Kind != NoObject {
			t.Errorf("outside of the trace: %+v", hit)
		}
	}
}

// TestStepColumns compares the columns of strips at many zooms with sums over the steps, one by one.
func TestStepColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 43))
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 1\nspan 0us 100us\nos linux\nthread 8 pid=7\n0us cpu0 switch idle 8 preempt\n")
	at := 0
	for at < 99_000 {
		at += 1 + rng.IntN(500)
		switch n := rng.IntN(40); {
		case n == 0:
			fmt.Fprintf(&b, "%dns cpu0 loss %dns\n", at, at)
		case n < 20:
			fmt.Fprintf(&b, "%dns cpu0 frequency 0 %d\n", at, 1+rng.IntN(3000))
		case n < 25:
			fmt.Fprintf(&b, "%dns cpu0 idle-state 0 -\n", at)
		default:
			fmt.Fprintf(&b, "%dns cpu0 idle-state 0 %d\n", at, rng.IntN(12))
		}
	}
	s := coresOf(t, modeltest.Parse(t, "steps", b.String()), ColourThread, 3*272+300+36, 900, NewMetrics(Comfortable, 3, 1))
	row := stepRows(s)[0]
	whole := s.View
	for _, zoom := range []float64{1, 1.7, 9, 130, 333} {
		for _, x := range []int{0, whole.Width / 2, whole.Width - 1} {
			s.View = whole.Zoom(x, zoom, s.Trace.Whole())
			list := Layout(s)
			n := 0
			for _, it := range list.Items {
				if it.Kind == paint.ItemLane && it.Row == row {
					checkStepColumns(t, s, &list.Lanes[it.Lane], s.Rows.List[row].strips[n])
					n++
				}
			}
			if n != 2 {
				t.Fatalf("%d strips", n)
			}
		}
	}
}

func checkStepColumns(t *testing.T, s *Scene, l *paint.Lane, kind ObjectKind) {
	t.Helper()
	series := stepsOf(s.Trace, kind, 0)
	for x := range s.View.Width {
		column := s.View.Column(x)
		var want [paint.NumSlots]float64
		for step := range series.In(column) {
			part := float64(step.Overlap(column)) / float64(column.Len()) * float64(l.Height)
			switch {
			case step.Value == model.StepUnknown:
				want[paint.SlotUnknown] += part
			case kind == ObjectFrequency:
				want[slotFrequency] += part * float64(step.Value) / float64(series.Most())
			default:
				want[min(step.Value+1, model.StepStates-1)] += part
			}
		}
		for sl, h := range want {
			// Unknown time and a frequency have a pixel, however small they are, and idle states
			// share what is left.
			if got := l.Heights(x).At(paint.Slot(sl)); math.Abs(float64(got)-h) > 1.6 || h == 0 && got != 0 {
				t.Fatalf("strip %d, %v: column %d has %d of slot %d, want %.2f", kind, s.View, x, got, sl, h)
			}
		}
	}
}

// TestFrequencyColumn: neither a frequency nor unknown time is left out for being small.
func TestFrequencyColumn(t *testing.T) {
	series := func(hertz int64, known model.Time) *model.StepSums {
		tr := modeltest.Parse(t, "one", fmt.Sprintf("threadlens-trace 1\ncpus 1\nspan 0ns 1000ns\n%dns cpu0 frequency 0 %d\n", 1000-known, hertz))
		sums := tr.Frequency(0).Sums(tr.Whole())
		return &sums
	}
	for _, c := range []struct {
		hertz, most    int64
		known          model.Time
		height         int
		shown, unknown int
	}{
		{100, 100, 1000, 10, 10, 0},
		{1, 100, 1000, 10, 1, 0},
		{54, 100, 1000, 10, 5, 0},
		{55, 100, 1000, 10, 6, 0},
		{100, 100, 999, 10, 10, 0},
		{100, 100, 500, 10, 5, 5},
		{50, 100, 500, 10, 3, 5},
		{50, 100, 999, 10, 5, 1},
		{100, 100, 1, 10, 1, 9},
		{100, 100, 1, 1, 1, 0},
	} {
		h := frequencyColumn(series(c.hertz, c.known), c.most, 1000, c.height)
		if h.At(slotFrequency) != c.shown || h.At(paint.SlotUnknown) != c.unknown || h.Total() > c.height {
			t.Errorf("%+v: %d and %d", c, h.At(slotFrequency), h.At(paint.SlotUnknown))
		}
	}
	if h := frequencyColumn(&model.StepSums{}, 100, 1000, 10); h != paint.Only(paint.SlotUnknown, 10) {
		t.Errorf("unknown: %v", h)
	}
	for missing, want := range map[model.Time]int{0: 0, 1: 1, 500: 3} {
		h := idleColumn(&model.StepSums{Known: 1000 - missing, States: [model.StepStates]model.Time{2: 1000 - missing}}, 1000, 5)
		if h.At(2) != 5-want || h.At(paint.SlotUnknown) != want {
			t.Errorf("%d ns unknown: %d pixels and %d", missing, h.At(2), h.At(paint.SlotUnknown))
		}
	}
}

// TestStepsAgain: a frame does not depend on those drawn before.
func TestStepsAgain(t *testing.T) {
	s := pacedScene(t, NewMetrics(Comfortable, 1, 1))
	draw := func(p *Painter) *image.RGBA {
		img := image.NewRGBA(image.Rectangle{Max: s.Size})
		p.Frame(s, img)
		return img
	}
	var p Painter
	draw(&p)
	show(s, 15*millisecond, 65*millisecond)
	if n := differing(draw(&p), draw(new(Painter))); n > 0 {
		t.Errorf("%d pixels differ", n)
	}
}

// TestStepPixels: strips have the colours of their values, without edges.
func TestStepPixels(t *testing.T) {
	s := pacedScene(t, NewMetrics(Comfortable, 1, 1))
	s.Grid = false
	img := image.NewRGBA(image.Rectangle{Max: s.Size})
	new(Painter).Frame(s, img)
	row, p := stepRows(s)[0], s.Palette
	hue := p.OtherHue(paint.ClassSystem)
	frequency, _ := s.stepsPlace(row, 0)
	idle, _ := s.stepsPlace(row, 1)
	for _, c := range []struct {
		ms, y int
		want  color.RGBA
	}{
		{25, frequency + 1, p.Lane},
		{25, frequency + 2, hue},
		{25, frequency + 9, hue},
		{45, frequency, hue},
		{45, frequency + 9, hue},
		{95, frequency + 4, p.Lane},
		{95, frequency + 5, hue},
		{25, idle, stateFill(p, 4)},
		{25, idle + 4, stateFill(p, 4)},
		{45, idle, hue},
		{45, idle + 4, hue},
	} {
		if got := img.RGBAAt(272+2*c.ms, c.y); got != c.want {
			t.Errorf("at %d ms, %d below the row: %v, want %v", c.ms, c.y-s.rowY(row), got, c.want)
		}
	}
}

// TestStepSizes: a strip has at least a pixel and at most those of a lane, and a low row no text.
func TestStepSizes(t *testing.T) {
	m := NewMetrics(Comfortable, 1, 1)
	for _, c := range []struct {
		pitch, scale    float32
		frequency, idle int
	}{{1, 1, 1, 1}, {threadsPitch, 1, 10, 5}, {threadsPitch, 25.5, 255, 128}, {threadsPitch, 60, 255, 255}} {
		m.Pitch, m.Scale = c.pitch, c.scale
		s := pacedScene(t, m)
		row := stepRows(s)[0]
		_, frequency := s.stepsPlace(row, 0)
		if _, idle := s.stepsPlace(row, 1); frequency != c.frequency || idle != c.idle {
			t.Errorf("%+v: %d and %d pixels", c, frequency, idle)
		}
	}
	m.Scale = 1
	for rowHeight, want := range map[float32]bool{13: false, 14: true} {
		m.Pitch = threadsPitch * rowHeight / stepsRow
		list := Layout(pacedScene(t, m))
		if got := slices.ContainsFunc(list.Items, func(it paint.Item) bool { return it.Text == "up to 2.4 GHz" }); got != want {
			t.Errorf("a row of %v pixels has text: %v", rowHeight, got)
		}
	}
}

// TestStepLegend: the legend has the colours that occur, deeper states fainter.
func TestStepLegend(t *testing.T) {
	p := paint.NewPalette(false, false)
	var titles []string
	list := StepLegend(pacedScene(t, NewMetrics(Comfortable, 1, 1)).Trace, p)
	for _, e := range list {
		titles = append(titles, e.Title)
	}
	if hue := p.OtherHue(paint.ClassSystem); list[0].Fill != hue || list[1].Fill != hue || list[3].Fill != stateFill(p, 4) {
		t.Errorf("colours %v", list)
	}
	want := []string{"Frequency; full height: the highest recorded", "Not idle", "Idle state 0", "Idle state 3", "Idle state 8 and deeper"}
	if !slices.Equal(titles, want) {
		t.Errorf("%q, want %q", titles, want)
	}
	if list := StepLegend(storyTrace(t, "bands.tltxt"), p); len(list) != 0 {
		t.Errorf("a trace without events: %v", list)
	}
	for i := 1; i < model.StepStates; i++ {
		if luminance(stateFill(p, i)) <= luminance(stateFill(p, i-1)) {
			t.Errorf("%s is not fainter than %s", model.StateTitle(i), model.StateTitle(i-1))
		}
	}
}

func TestFormatFrequency(t *testing.T) {
	for hertz, want := range map[int64]string{
		0: "0 Hz", 999: "999 Hz", 1000: "1 kHz", 1_800_000_000: "1.8 GHz", 2_401_000_000: "2.4 GHz", 2_496_000_000: "2.5 GHz",
		800_000_000: "800 MHz", 1_036_800_000: "1.04 GHz", 999_499_999: "999 MHz", 999_500_000: "1 GHz", 100_000_000_000: "100 GHz",
	} {
		if got := FormatFrequency(hertz); got != want {
			t.Errorf("%d: %q, want %q", hertz, got, want)
		}
	}
}
