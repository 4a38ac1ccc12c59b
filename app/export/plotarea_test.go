package export

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"threadlens/model"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// TestRoundStep: an axis is divided by the smallest round step that makes at most n parts.
func TestRoundStep(t *testing.T) {
	for _, c := range []struct {
		most float64
		n    int
		want float64
	}{
		{0, 5, 1},
		{5, 5, 1},
		{5.01, 5, 2},
		{10, 5, 2},
		{10.01, 5, 5},
		{25, 5, 5},
		{25.01, 5, 10},
		{50, 5, 10},
		{0.5, 5, 0.1},
		{0.51, 5, 0.2},
	} {
		if got := roundStep(c.most, c.n); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v in %d parts: steps of %v, want %v", c.most, c.n, got, c.want)
		}
	}
	for _, c := range [][3]float64{{0, 5, 5}, {5, 5, 5}, {5.01, 5, 10}, {9.99, 5, 10}, {10, 5, 10}} {
		if got := ceilTo(c[0], c[1]); got != c[2] {
			t.Errorf("%v up to a multiple of %v is %v, want %v", c[0], c[1], got, c[2])
		}
	}
}

// TestGridLines: the base line, and a line at each tick inside: none at the edges of the time, but
// one at the top.
func TestGridLines(t *testing.T) {
	for _, x := range []struct {
		value       float64
		time, level int // lines at a tick of time, and at one of the values
	}{{-1, 0, 0}, {0, 0, 0}, {0.01, 1, 1}, {9.99, 1, 1}, {10, 0, 1}, {10.01, 0, 0}} {
		p := plot.New()
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 10, 0, 10
		p.X.Tick.Marker = plot.ConstantTicks{{Value: x.value}}
		p.Y.Tick.Marker = p.X.Tick.Marker
		for upright, want := range map[bool]int{true: 1 + x.time, false: 1 + x.time + x.level} {
			var c recorder.Canvas
			gridLines{ink: color.Black, floor: color.Black, width: 1, upright: upright}.Plot(draw.NewCanvas(&c, 100, 100), p)
			got := 0
			for _, a := range c.Actions {
				if _, ok := a.(*recorder.Fill); ok {
					got++
				}
			}
			if got != want {
				t.Errorf("ticks at %v, upright %v: %d lines, want %d", x.value, upright, got, want)
			}
		}
	}
}

// testChart is a chart under construction with nothing in it.
func testChart() *chart {
	palette, m := paint.NewPalette(false, false), timeline.NewMetrics(timeline.Comfortable, 1, 1)
	return &chart{Chart: Chart{Palette: palette}, sheet: newSheet(palette, m, 900)}
}

// TestLabelsDoNotTouch: on an axis without room for all its labels every second or fourth stays, as
// many as have room, always including the first.
func TestLabelsDoNotTouch(t *testing.T) {
	line := testChart().newPlot(10).Y.Tick.Label.Height("0")
	for _, c := range []struct {
		height vg.Length
		want   int
	}{{12 * line, 13}, {12*line - 0.1, 7}, {6 * line, 7}, {6*line - 0.1, 4}, {3 * line, 4}, {3*line - 0.1, 2}} {
		p := testChart().newPlot(10)
		p.upTo(12, 1, "", plain)
		p.thinOut(c.height)
		ticks := p.Y.Tick.Marker.Ticks(0, 12)
		if len(ticks) != c.want || ticks[0].Value != 0 || ticks[1].Value != float64(12/(c.want-1)) && c.want > 2 {
			t.Errorf("%v high: %v, want %d labels", c.height, ticks, c.want)
		}
	}
}

// TestFewSamplesInWords: the note counts the intervals with a warning, in good English.
func TestFewSamplesInWords(t *testing.T) {
	ok, few := []report.Value{{}}, []report.Value{{Text: "too few"}}
	for _, c := range []struct {
		rows [][]report.Value
		want []string
	}{
		{[][]report.Value{ok, ok}, nil},
		{[][]report.Value{ok, few}, []string{"Intervals with too few samples to be reliable: 1 of 2."}},
		{[][]report.Value{few, few, ok}, []string{"Intervals with too few samples to be reliable: 2 of 3."}},
		{[][]report.Value{few}, []string{"Intervals with too few samples to be reliable: 1 of 1."}},
	} {
		if got := fewSamples(&report.Table{Columns: []report.Column{{Name: "reading"}}, Rows: c.rows}); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestTint: a marked range is tinted as far as it is inside the window of a plot that has room; one
// that only touches it is not.
func TestTint(t *testing.T) {
	for _, x := range []struct {
		name     string
		size     image.Point
		marked   model.Range
		from, to model.Time // 0, 0: not at all
	}{
		{"inside", image.Pt(900, 300), model.Range{From: 1200, To: 1400}, 1200, 1400},
		{"from before to behind", image.Pt(900, 300), model.Range{From: 500, To: 2500}, 1000, 2000},
		{"a moment at the begin", image.Pt(900, 300), model.Range{From: 500, To: 1001}, 1000, 1001},
		{"up to the begin", image.Pt(900, 300), model.Range{From: 500, To: 1000}, 0, 0},
		{"from the end on", image.Pt(900, 300), model.Range{From: 2000, To: 2500}, 0, 0},
		{"nothing", image.Pt(900, 300), model.Range{}, 0, 0},
		{"no room", image.Pt(900, 1), model.Range{From: 1200, To: 1400}, 0, 0},
	} {
		c := testChart()
		c.y = 17
		plot := timeline.Plot{Size: x.size, Window: model.Range{From: 1000, To: 2000}, Metrics: c.metrics}
		c.tint(&plot, x.marked)
		if x.to == 0 {
			if len(c.list.Items) != 0 {
				t.Errorf("%s: %+v", x.name, c.list.Items)
			}
			continue
		}
		want := plot.Area().Add(image.Pt(0, 17))
		want.Min.X, want.Max.X = plot.X(x.from), plot.X(x.to)
		left, right := want, want
		left.Max.X, right.Min.X = want.Min.X+c.metrics.Line(), want.Max.X-c.metrics.Line()
		var got []image.Rectangle
		for _, it := range c.list.Items {
			got = append(got, it.Rect)
		}
		if !slices.Equal(got, []image.Rectangle{left, right, want}) {
			t.Errorf("%s: %v, want %v with its edges", x.name, got, want)
		}
	}
}
