package export_test

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/heat"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// steady is a trace of a thread that waits for 1 ms, 2 ms … 12 ms, and in between runs for
// 0.5 ms; n waits of each length in turn.
func steady(t *testing.T) *model.Trace {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 1\nspan 0us 300000us\nos linux\nprocess 9 app target\nthread 1 pid=9 name=worker\n0us cpu0 switch idle 1 preempt\n")
	at := 0
	for round := range 2 {
		for k := 1; k <= 12; k++ {
			at += 500
			fmt.Fprintf(&b, "%dus cpu0 switch 1 idle wait linux=S\n%dus cpu0 wake 1 ctx=timer\n%dus cpu0 switch idle 1 preempt\n", at, at+1000*k, at+1000*k+20+round)
			at += 1000*k + 20 + round
		}
	}
	fmt.Fprintf(&b, "299000us cpu0 switch 1 idle wait linux=S\n")
	return modeltest.Parse(t, "steady.tltxt", b.String())
}

func heatChart(t *testing.T, name string, dark bool) export.Chart {
	return export.Chart{Name: name, Title: "steady", Trace: steady(t), Palette: paint.NewPalette(dark, false), Scale: 1, Width: 900, Height: 400}
}

// spotsOf are the spots of a chart, by place.
func spotsOf(t *testing.T, d *export.Drawing) map[image.Rectangle]export.Spot {
	t.Helper()
	spots := map[image.Rectangle]export.Spot{}
	for y := range d.Size().Y {
		for x := range d.Size().X {
			if s, ok := d.Spot(image.Pt(x, y)); ok {
				if !image.Pt(x, y).In(s.Rect) {
					t.Fatalf("%d,%d is not in %v", x, y, s.Rect)
				}
				spots[s.Rect] = s
			}
		}
	}
	return spots
}

// pixelsOf counts the pixels of a colour in a part of a picture.
func pixelsOf(img *image.RGBA, r image.Rectangle, c color.RGBA) (n int) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if img.RGBAAt(x, y) == c {
				n++
			}
		}
	}
	return n
}

// TestHeatMapPixels: in both themes a cell has the colour of the count in its spot, and all
// non-empty cells have spots.
func TestHeatMapPixels(t *testing.T) {
	for _, dark := range []bool{false, true} {
		c := heatChart(t, "waits", dark)
		d, err := c.Draw()
		if err != nil {
			t.Fatal(err)
		}
		m := heat.Of(c.Trace, heat.Waits, measure.Visible(c.Trace), c.Trace.Whole(), measure.WaitKind{})
		img, sum := d.Pixels(), 0
		for r, s := range spotsOf(t, d) {
			var n int
			if _, err := fmt.Sscanf(s.Lines[1], "%d ", &n); err != nil {
				t.Fatal(err)
			}
			sum += n
			want := c.Palette.Heat(n, m.Most)
			if found := pixelsOf(img, r, want); found < r.Dx()*r.Dy()/2 { // the grid covers some
				t.Errorf("dark %v: %v has the colour %v in %d pixels", dark, s.Lines, want, found)
			}
			if s.Thread != 0 || m.Longest.Len() < s.Range.Len() {
				t.Errorf("%v leads to %d, %v", s.Lines, s.Thread, s.Range)
			}
		}
		if sum != m.N || sum != 24 {
			t.Errorf("dark %v: cells of %d waits, want %d", dark, sum, m.N)
		}
	}
}

// TestHeatMapTells: legend, notes and the words at the pointer of a heat map.
func TestHeatMapTells(t *testing.T) {
	c := heatChart(t, "waits", false)
	text := chartText(t, c)
	for _, want := range []string{
		"Waits\n", "Total count\n24\n", "Longest\n12.0 ms\n", "Wait time", "1 ms\n", "10 ms\n", "1 wait left out: began before the trace or continued after it.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	d, err := c.Draw()
	if err != nil {
		t.Fatal(err)
	}
	var longest export.Spot
	for _, s := range spotsOf(t, d) {
		if s.Range.Len() > longest.Range.Len() {
			longest = s
		}
	}
	want := []string{"1 wait of 11.6 ms – 16.4 ms", "Longest 12.0 ms, worker 1"}
	if got := longest.Lines[1:]; !slices.Equal(got, want) {
		t.Errorf("told: %q, want %q", got, want)
	}
	none := heatChart(t, "spans", false)
	if text := chartText(t, none); !strings.Contains(text, "No span of a known length ends in this time window.") || !strings.Contains(text, "Total count\n0\n") {
		t.Errorf("without spans:\n%s", text)
	}
	c.Name, c.Trace.NoWakeEvents = "ready", true
	if text := chartText(t, c); !strings.Contains(text, "24 ready times left out: no wake-up was recorded.") {
		t.Errorf("without wakes:\n%s", text)
	}
}

// TestHeatMapBelowAMicrosecond: short lengths have a separate row, which is labelled.
func TestHeatMapBelowAMicrosecond(t *testing.T) {
	const note = "The lowest row contains all durations below 1 µs."
	for _, c := range []struct {
		ns  int
		has bool
	}{{999, true}, {1000, false}} {
		tr := modeltest.Parse(t, "short.tltxt", fmt.Sprintf("threadlens-trace 1\ncpus 1\nspan 0us 100us\nos linux\nprocess 9 app target\nthread 1 pid=9\n"+
			"0us cpu0 switch idle 1 preempt\n10000ns cpu0 mark 1 begin a\n%dns cpu0 mark 1 end a\n", 10_000+c.ns))
		chart := export.Chart{Name: "spans", Trace: tr, Palette: paint.NewPalette(false, false), Scale: 1, Width: 900}
		if got := strings.Contains(chartText(t, chart), note); got != c.has {
			t.Errorf("a span of %d ns: told %v", c.ns, got)
		}
	}
}

// TestHeatLegend: the legend has the colours of one and of the maximum in a cell.
func TestHeatLegend(t *testing.T) {
	c := heatChart(t, "ready", false)
	m := heat.Of(c.Trace, heat.Ready, measure.Visible(c.Trace), c.Trace.Whole(), measure.WaitKind{})
	d, err := c.Draw()
	if err != nil {
		t.Fatal(err)
	}
	head := image.Rect(0, 0, 900, 100)
	for _, n := range []int{1, m.Most} {
		if pixelsOf(d.Pixels(), head, c.Palette.Heat(n, m.Most)) == 0 {
			t.Errorf("%d of %d is not in the legend", n, m.Most)
		}
	}
}
