package export_test

import (
	"bytes"
	"image/png"
	"slices"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// TestPictureOfCores draws the CPUs of the worked example with a thread followed: its legend has
// the colours in use and adds up to the CPUs' time, and its frame is that of the window.
func TestPictureOfCores(t *testing.T) {
	tr := example(t)
	var worker model.ThreadIx
	for ix := range tr.Threads {
		if tr.Threads[ix].TID == 6920 {
			worker = model.ThreadIx(ix)
		}
	}
	o := export.Threads{
		Trace: tr, Range: model.Range{From: 0, To: 300e6}, Width: 900, Scale: 1, Only: []model.ThreadIx{worker},
		Palette: paint.NewPalette(false, false),
	}
	p := &export.Picture{Title: "7a", Scene: o.Cores(timeline.ColourThread)}
	if p.Scene.Selected.Thread != worker || len(p.Scene.Followed().Slices) == 0 {
		t.Error("the only thread is not followed")
	}
	checkCoresPage(t, p)
	img, err := png.Decode(bytes.NewReader(written(t, p, export.PNG)))
	if err != nil {
		t.Fatal(err)
	}
	seen := count(img)
	hue := p.Scene.Rows.Cores.Fill(p.Scene.Palette, worker)
	if seen[hue] < 200 || seen[p.Scene.Palette.Ink] < 20 {
		t.Errorf("%d pixels of the thread, %d of its outline", seen[hue], seen[p.Scene.Palette.Ink])
	}
	for _, k := range []export.Kind{export.SVG, export.PDF} {
		if len(written(t, p, k)) < 1000 {
			t.Errorf("%v is empty", k)
		}
	}
	byCategory := &export.Picture{Title: "7a", Scene: o.Cores(timeline.ColourCategory), Bare: true}
	if svg := string(written(t, byCategory, export.SVG)); !strings.Contains(svg, "<svg") {
		t.Error("no picture by category")
	}
}

// checkCoresPage checks the words of the page, and the sum of its legend.
func checkCoresPage(t *testing.T, p *export.Picture) {
	t.Helper()
	words := shapesOf(p).words
	for _, w := range []string{"Cores", "CPU", "Run", "queue", "CPUs", "Idle", "6920"} {
		if !words[w] {
			t.Errorf("no %q on the page", w)
		}
	}
	if words["Synchronization"] {
		t.Error("the legend is that of segments")
	}
	for _, it := range p.Scene.Rows.Cores.Legend() {
		i := slices.Index(p.Scene.Rows.Cores.Legend(), it)
		d := p.Scene.Rows.Cores.Times(p.Scene.Trace, p.Scene.View.Range)[i]
		if share := measure.Percent(100*float64(d)/600e6, 1); d > 0 && !words[share] {
			t.Errorf("no share of %s of %s on the page", share, it.Title)
		}
	}
	var total model.Time
	for _, d := range p.Scene.Rows.Cores.Times(p.Scene.Trace, p.Scene.View.Range) {
		total += d
	}
	if want := 2 * model.Time(300e6); total != want {
		t.Errorf("the colours add up to %d ns, the processors have %d", total, want)
	}
}

// TestStepsOnThePage: the legend explains the strips of frequencies and idle states that a trace has.
func TestStepsOnThePage(t *testing.T) {
	const source = `threadlens-trace 1
cpus 1
span 0ms 100ms
os linux
thread 8 pid=7
0ms cpu0 switch idle 8 preempt
`
	words := func(src string) map[string]bool {
		o := export.Threads{Trace: modeltest.Parse(t, "steps", src), Width: 900, Scale: 1, Palette: paint.NewPalette(false, false)}
		return shapesOf(&export.Picture{Title: "steps", Scene: o.Cores(timeline.ColourThread)}).words
	}
	with, without := words(source+"10ms cpu0 frequency 0 1800000000\n20ms cpu0 idle-state 0 5\n"), words(source)
	for _, w := range []string{"below", "highest", "GHz"} {
		if !with[w] || without[w] {
			t.Errorf("%q on the page: %v, and without such events: %v", w, with[w], without[w])
		}
	}
}
