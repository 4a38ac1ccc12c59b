package export_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"strconv"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
	"threadlens/timeline"
)

// TestChartsAreNotBlank: each chart contains marks besides paper and text.
func TestChartsAreNotBlank(t *testing.T) {
	for name, c := range charts(t) {
		img, err := png.Decode(bytes.NewReader(chartFile(t, c, export.PNG)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		seen := count(img)
		var strong int
		for colour, n := range seen {
			if n > 60 && colour != c.Palette.Lane {
				strong++
			}
		}
		if paper := seen[c.Palette.Lane]; strong < 4 || paper == 0 {
			t.Errorf("%s: %d colours beside %d pixels of paper", name, strong, paper)
		}
	}
}

// TestCoreChartHasTheLanesOfTheView compares the lanes of the chart with those of the picture of
// the view, pixel by pixel. The lines of the chart's grid are over them, nearly transparent.
func TestCoreChartHasTheLanesOfTheView(t *testing.T) {
	const left, width, top, gutter = 116, 900 - 116 - 28, 10, timeline.GutterDefault
	const faint = 24 // of 255
	c := charts(t)["cores"]
	c.Bare = true
	chart, err := png.Decode(bytes.NewReader(chartFile(t, c, export.PNG)))
	if err != nil {
		t.Fatal(err)
	}
	o := export.Threads{Trace: c.Trace, Width: gutter + width, Scale: 1, Palette: c.Palette}
	p := &export.Picture{Scene: o.Cores(timeline.ColourThread), Bare: true}
	view, err := png.Decode(bytes.NewReader(written(t, p, export.PNG)))
	if err != nil {
		t.Fatal(err)
	}
	lanes := 0
	for i, row := range p.Scene.Rows.List {
		if row.Kind != timeline.RowCore {
			continue
		}
		from := image.Pt(gutter, p.Scene.RowRect(i).Min.Y)
		to := image.Pt(left, top+lanes*p.Scene.RowRect(i).Dy())
		lanes++
		for y := 3; y < 31; y++ {
			for x := range width {
				a, b := view.At(from.X+x, from.Y+y), chart.At(to.X+x, to.Y+y)
				r0, g0, b0, _ := a.RGBA()
				r1, g1, b1, _ := b.RGBA()
				if apart(r0, r1) > faint || apart(g0, g1) > faint || apart(b0, b1) > faint {
					t.Fatalf("lane %d, column %d, line %d: the view has %v, the chart %v", lanes, x, y, a, b)
				}
			}
		}
	}
	if lanes != 2 {
		t.Errorf("%d lanes, want 2", lanes)
	}
}

// apart is the difference between two channels, of 255.
func apart(a, b uint32) int { return int(math.Abs(float64(a>>8) - float64(b>>8))) }

// TestCoreChartTellsTheNumbersOfReports compares legend and names with the reports with the same
// scope.
func TestCoreChartTellsTheNumbersOfReports(t *testing.T) {
	for _, r := range []model.Range{{}, {From: 41e6, To: 300e6}} {
		c := charts(t)["cores"]
		c.Scope.Range = r
		text := chartText(t, c)
		found := 0
		for _, row := range reportOf(t, c, "threads").Rows {
			tid := strconv.FormatInt(row[2].Int, 10)
			i := strings.Index(text, "\n"+tid+" ")
			if i < 0 {
				continue // another process's, or it did not run
			}
			found++
			title, _, _ := strings.Cut(text[i+1:], "\n")
			cpu := measure.PercentMachine.Of(model.Time(cell(t, c, "threads", row, "execution_ns").Int), reportOf(t, c, "threads").Range.Len(), 2)
			if want := "\n" + title + "\n" + measure.Percent(cpu, 1) + "\n"; !strings.Contains(text, want) {
				t.Errorf("%v: no %q in\n%s", r, want, text)
			}
		}
		if found < 2 {
			t.Errorf("%v: %d threads in the legend of\n%s", r, found, text)
		}
		for _, row := range reportOf(t, c, "cores").Rows {
			want := "CPU " + strconv.FormatInt(row[0].Int, 10) + " · " + measure.Percent(cell(t, c, "cores", row, "busy_percent").Float, 1) + "\n"
			if !strings.Contains(text, want) {
				t.Errorf("%v: no %q in\n%s", r, want, text)
			}
		}
		mean, _, most := queueFigures(t, c)
		if got := figure(t, text, "Time-weighted mean"); math.Abs(got-mean) > 0.005 {
			t.Errorf("%v: a mean queue of %v, want %v", r, got, mean)
		}
		if !strings.Contains(text, "Maximum per pixel column\n"+strconv.Itoa(most)+"\n") {
			t.Errorf("%v: the longest queue is not %d in\n%s", r, most, text)
		}
	}
}

// cell is the cell of a row in a column of a report.
func cell(t *testing.T, c export.Chart, name string, row []report.Value, column string) report.Value {
	t.Helper()
	for i, col := range reportOf(t, c, name).Columns {
		if col.Name == column {
			return row[i]
		}
	}
	t.Fatalf("%s has no column %q", name, column)
	return report.Value{}
}

// TestCoreChartFollowsAThread: one thread is outlined and described, several are not, and colours
// may distinguish something else.
func TestCoreChartFollowsAThread(t *testing.T) {
	c := charts(t)["cores"]
	var worker model.ThreadIx
	for ix := range c.Trace.Threads {
		if c.Trace.Threads[ix].TID == 6920 {
			worker = model.ThreadIx(ix)
		}
	}
	plain := chartText(t, c)
	c.Followed = []model.ThreadIx{worker, 0}
	if got := chartText(t, c); got != plain {
		t.Errorf("two threads are followed:\n%s", got)
	}
	c.Followed = c.Followed[:1]
	img, err := png.Decode(bytes.NewReader(chartFile(t, c, export.PNG)))
	if err != nil {
		t.Fatal(err)
	}
	ran := measure.PercentMachine.Of(c.Trace.Sums(worker, c.Trace.Whole())[model.Execution], c.Trace.Whole().Len(), 2)
	want := "\nFollowed: " + measure.ThreadName(c.Trace, worker) + "\n" + measure.Percent(ran, 1) + "\n"
	if text := chartText(t, c); !strings.Contains(text, want) || count(img)[c.Palette.Ink] < 100 {
		t.Errorf("no %q, %d pixels of ink:\n%s", want, count(img)[c.Palette.Ink], text)
	}
	c.Colours = timeline.NewCoreColours(c.Trace, timeline.ColourCategory, c.Trace.Targets(), timeline.Hues{})
	if text := chartText(t, c); !strings.Contains(text, "coloured by category") || !strings.Contains(text, "\nExecution\n") {
		t.Errorf("not by category:\n%s", text)
	}
}

// TestCoreChartOfManyProcessors: with more CPUs than have room for names, in groups, and as low as
// requested, none is lost.
func TestCoreChartOfManyProcessors(t *testing.T) {
	c := charts(t)["cores"]
	c.Trace = manyProcessors(t, 48)
	if text := chartText(t, c); !strings.Contains(text, "\nSocket 1\n") || strings.Count(text, "\n24 CPUs") != 2 {
		t.Errorf("no sockets in\n%s", text)
	}
	for _, height := range []float32{0, 260, 1200} {
		c.Height, c.Bare = height, true
		img, err := png.Decode(bytes.NewReader(chartFile(t, c, export.PNG)))
		if err != nil {
			t.Fatal(err)
		}
		if most := 900 + 2*40 + 10 + 46 + 220; height == 0 && img.Bounds().Dy() > most {
			t.Errorf("the chart is %d high, more than %d", img.Bounds().Dy(), most)
		}
		hue := count(img)[c.Palette.ThreadHue(0)]
		if want := img.Bounds().Dx() / 2; hue < want {
			t.Errorf("%v dp high: %d pixels of the thread that ran all the time, want %d", height, hue, want)
		}
	}
}

// manyProcessors is a trace of n CPUs in two sockets, on each of which a separate thread ran all
// the time.
func manyProcessors(t *testing.T, n int) *model.Trace {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus %d\nspan 0ns 100ms\nos linux\nprocess 10 \"app\" target\n", n)
	for i := range n {
		fmt.Fprintf(&b, "place %d socket=%d core=%d\n", i, i%2, i)
	}
	for i := range n {
		fmt.Fprintf(&b, "thread %d pid=10\n", 100+i)
	}
	for i := range n {
		fmt.Fprintf(&b, "0us cpu%d switch idle %d preempt\n", i, 100+i)
	}
	for i := range n {
		fmt.Fprintf(&b, "99ms cpu%d switch %d idle wait linux=S\n", i, 100+i)
	}
	return modeltest.Parse(t, "many.tltxt", b.String())
}

// TestHighestSamplesAreDrawn: where everything sampled was busy, each interval has its dot at the
// upper end of the axis.
func TestHighestSamplesAreDrawn(t *testing.T) {
	c := charts(t)["measurement"]
	c.Trace, c.Bare = manyProcessors(t, 3), true
	c.Scope.Range, c.Scope.Bucket, c.Scope.Tick = model.Range{From: 0, To: 98e6}, 7e6, 1e6
	high := 0
	for _, row := range reportOf(t, c, "intervals").Rows {
		if row[4].Float == 100 {
			high++
		}
	}
	img, err := png.Decode(bytes.NewReader(chartFile(t, c, export.PNG)))
	if err != nil {
		t.Fatal(err)
	}
	if seen := count(img)[c.Palette.Sampled]; seen < 14*20 {
		t.Errorf("%d pixels of the colour of samples", seen)
	}
	if got := len(discs(t, chartFile(t, c, export.SVG))); high != 14 || got != high+98 {
		t.Errorf("%d intervals of 100%% and 98 reads: %d dots", high, got)
	}
}
