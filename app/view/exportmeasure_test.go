package view

import (
	"bytes"
	"image"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/export"
	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/views"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// TestExportViewOfMeasurement: the picture of the Measurement view equals that of its charts, pixel
// by pixel, with the text above them.
func TestExportViewOfMeasurement(t *testing.T) {
	w := measuring(t)
	if got := w.ExportName("pdf"); got != "story-measurement.pdf" {
		t.Errorf("called %s", got)
	}
	p, draw := w.Measurement, w.MeasurePictures()
	w.Settings.Export.Plain = true
	o := host.PictureOptions{Dark: w.Look.Current().Dark}
	d, err := draw(o, 1)
	if err != nil {
		t.Fatal(err)
	}
	size := p.Use.Size()
	box := image.Rect(0, 0, int(size.Width+0.5), int(size.Height+0.5))
	page, screen := d.Pixels(), p.Use.Draw(box.Dx(), box.Dy()).(*image.RGBA)
	if page.Rect.Dx() != box.Dx() || page.Rect.Dy() < box.Dy() {
		t.Fatalf("a page of %v for a chart of %v", page.Rect, box)
	}
	for y := range box.Dy() {
		if !bytes.Equal(page.Pix[y*page.Stride:y*page.Stride+4*box.Dx()], screen.Pix[y*screen.Stride:y*screen.Stride+4*box.Dx()]) {
			t.Fatalf("line %d is another than on the screen", y)
		}
	}
	w.Settings.Export.Plain = false
	text := svgOf(t, draw, o)
	for _, want := range []string{
		"CPU utilization", "Run-queue length", p.Cards[views.CardQueue].Note.Text, p.Exact.Value.Text, p.Sampled.Value.Text,
		p.Length.Name.Text, p.Reads.Value.Text, w.Session.Source().Name,
	} {
		if want == "" || !strings.Contains(text, ">"+escaped(want)+"<") {
			t.Errorf("no %q on the page", want)
		}
	}
	w.Session.Mark(model.Range{From: 100 * ms, To: 200 * ms})
	marked := svgOf(t, draw, host.PictureOptions{Marked: true})
	if !strings.Contains(marked, ">100.000 – 200.000 ms · 100 ms<") || svgOf(t, draw, o) == text {
		t.Error("the selected range is neither shown nor tinted")
	}
}

// escaped is a text as SVG spells it.
func escaped(s string) string { return strings.ReplaceAll(s, "<", "&lt;") }

func svgOf(t *testing.T, draw func(host.PictureOptions, int) (*export.Drawing, error), o host.PictureOptions) string {
	t.Helper()
	d, err := draw(o, 1)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := d.Write(&b, export.SVG); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestMonitorHasNoPicture: in the Monitor view Export View is disabled and says why; the Export button
// exports the table, and charts of the window of time can be exported.
func TestMonitorHasNoPicture(t *testing.T) {
	w := opened(t, story(t))
	c := w.Commands.Get("exportView")
	if !c.Can() || strings.Contains(w.bar.export.Tip, "Monitor") {
		t.Errorf("off in the Threads view: %s", w.bar.export.Tip)
	}
	w.press(fyne.Key5, kit.Ctrl)
	w.paneTimer.Flush()
	w.bar.update()
	if c.Can() || w.finder.whyNot(c) != views.NoPicture || w.bar.export.Tip != w.Commands.Get("exportTable").Tip() || w.bar.export.Off {
		t.Errorf("on in the Monitor view: %q, %q", w.finder.whyNot(c), w.bar.export.Tip)
	}
	w.press(fyne.KeyE, kit.Ctrl)
	if w.Modal != nil {
		t.Error("Ctrl+E exports something")
	}
	w.bar.export.Tapped(nil)
	if w.Modal == nil {
		t.Error("the Export button exports nothing")
	}
	w.Win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	for _, id := range []string{"exportTable", "exportChart.cores", "exportChart.clumps", "copyAs.csv"} {
		if !w.Commands.Get(id).Can() {
			t.Errorf("%s is off", id)
		}
	}
	w.closeTrace()
	if got := w.finder.whyNot(c); got != "No trace is open." {
		t.Errorf("without a trace: %s", got)
	}
}

// TestChartsTakeTheChoicesOfTheWindow: the denominator, the clock, the colours of time slices and
// the followed thread.
func TestChartsTakeTheChoicesOfTheWindow(t *testing.T) {
	w := opened(t, story(t))
	thread := w.Session.VisibleThreads()[0]
	w.Session.SetPercent(measure.PercentCores)
	w.Session.SetColourBy(timeline.ColourProcess)
	if err := w.Session.SetTickClock(measure.Clock{Tick: 10e6, Phase: 2e6}); err != nil {
		t.Fatal(err)
	}
	w.Session.Select(timeline.SegmentRef{Thread: thread, Index: -1})
	c := w.Chart("cores", host.PictureOptions{}, 1)
	if c.Scope.Percent != measure.PercentCores || c.Scope.Tick != 10e6 || c.Scope.Phase != 2e6 {
		t.Errorf("%v", c.Scope)
	}
	if c.Colours != w.Session.CoreColours() || c.Colours.By != timeline.ColourProcess || !slices.Equal(c.Followed, []model.ThreadIx{thread}) {
		t.Errorf("colours by %v, followed %v", c.Colours.By, c.Followed)
	}
	if c := w.Chart("clumps", host.PictureOptions{}, 1); c.Scope.Tick != 0 {
		t.Errorf("clumps are looked for at ticks of %d ns", c.Scope.Tick)
	}
	if title := w.menu.places()[w.Commands.Get("exportChart.cores")].FullTitle(w.Commands.Get("exportChart.cores")); title != "Export Chart: Cores" {
		t.Errorf("%q in the palette", title)
	}
	if w.Session.Viewing() != keep.ViewThreads {
		t.Error("the view has changed")
	}
}
