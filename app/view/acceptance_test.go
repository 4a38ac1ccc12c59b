package view

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/session/explain"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// The acceptance tests of the window as a whole, except for the audit (auditstates_test.go).

// TestOneTimeOnePixel compares the columns of instants in the picture with those in what is drawn
// above it, at every scale.
func TestOneTimeOnePixel(t *testing.T) {
	for _, scale := range []float32{1, 1.5, 2} {
		w := opened(t, story(t))
		w.Win.Canvas().(interface{ SetScale(float32) }).SetScale(scale)
		w.Win.Resize(fyne.NewSize(1600, 951))
		scene := w.Surface.Now()
		img := w.Surface.Generate(scene.Size.X, scene.Size.Y).(*image.RGBA)
		left, overview, ruler := scene.LaneArea().Min.X, scene.OverviewArea(), scene.RulerArea()
		for at := 100 * ms; at < w.Session.Trace().End; at += 100 * ms {
			x := left + scene.View.X(at)
			for name, area := range map[string]image.Rectangle{"overview": overview, "ruler": ruler} {
				if !ticked(img, x, area, &scene) {
					t.Errorf("scale %v: no tick of %v in column %d of the %s", scale, at, x, name)
				}
			}
			w.Session.SetCursor(session.CursorA, at)
			w.Session.Mark(model.Range{From: at, To: at + 20*ms})
			over := w.Surface.Over
			cursor := over.Flags.Cursors[session.CursorA].Line
			for name, pos := range map[string]fyne.Position{
				"cursor A": over.Flags.Clip.Position().Add(cursor.Position()),
				"range":    over.Clip.Position().Add(over.MarkedL.Position()),
			} {
				if got := int(math.Round(float64(pos.X * scale))); got != x {
					t.Errorf("scale %v: %s of %v is in column %d, want %d", scale, name, at, got, x)
				}
			}
			pointer := fyne.NewPos((float32(x)+0.5)/scale, float32(ruler.Min.Y+2)/scale)
			if got := scene.Hit(w.Surface.Point(pointer)).Time; scene.View.X(got) != scene.View.X(at) {
				t.Errorf("scale %v: over column %d the pointer is at %v, want %v", scale, x, got, at)
			}
		}
		// A segment's own colour begins in its column.
		wait := w.segment(t, 6420, 100*ms)
		r, _ := scene.SegmentRect(wait)
		if want := left + scene.View.X(w.Session.Trace().Segment(wait.Thread, wait.Index).From); r.Min.X != want {
			t.Errorf("scale %v: the wait begins in column %d, want %d", scale, r.Min.X, want)
		}
		y := r.Min.Y + r.Dy()/2
		if img.RGBAAt(r.Min.X-2, y) == img.RGBAAt(r.Min.X+1, y) {
			t.Errorf("scale %v: no boundary in the lane at column %d", scale, r.Min.X)
		}
	}
}

// ticked reports whether there is a tick in column x and none in the columns next to it.
func ticked(img *image.RGBA, x int, area image.Rectangle, scene *timeline.Scene) bool {
	line := scene.Metrics.Line()
	is := func(x, y int) bool {
		c := img.RGBAAt(x, y)
		return c == color.RGBA(scene.Palette.Line) || c == color.RGBA(scene.Palette.LineStrong)
	}
	for y := area.Min.Y; y < area.Max.Y-2*line; y++ {
		if is(x, y) && !is(x-1, y) && !is(x+line, y) {
			return true
		}
	}
	return false
}

// segment is the segment of a thread at an instant.
func (w *window) segment(t *testing.T, tid model.TID, at model.Time) timeline.SegmentRef {
	t.Helper()
	for ix := range w.Session.Trace().Threads {
		if w.Session.Trace().Threads[ix].TID == tid {
			seg, ok := w.Session.Trace().SegmentAt(model.ThreadIx(ix), at)
			if ok {
				return timeline.SegmentRef{Thread: seg.Thread, Index: seg.Index}
			}
		}
	}
	t.Fatalf("thread %d has no segment at %v", tid, at)
	return timeline.NoSegment
}

// TestProfileIsTheSumOfTheReport compares the profile with the last row of the report, and its
// shares with 100 %, for windows of time, ranges and filters of the demo.
func TestProfileIsTheSumOfTheReport(t *testing.T) {
	w := opened(t, demoTrace(t))
	end := w.Session.Trace().End
	check := func(what string) {
		t.Helper()
		w.Tabs.Choose(panes.TabReport)
		w.Profile.Update()
		w.Report.Update()
		sums, _, _ := w.Session.Counted()
		var rows model.Sums
		content, err := w.Session.Report()
		if err != nil {
			t.Fatal(err)
		}
		for i := range content.Rows {
			for c, v := range content.Rows[i].Sums {
				rows[c] += v
			}
		}
		if sums != content.Total.Sums || sums != rows {
			t.Errorf("%s: the profile has %v, the sum of the report %v, its rows %v", what, sums, content.Total.Sums, rows)
		}
		parts := 0.0
		for _, r := range w.Profile.Rows {
			if strings.HasSuffix(r.Share.Text, "%") {
				var v float64
				if _, err := sscan(strings.TrimPrefix(r.Share.Text, ">"), &v); err != nil {
					t.Errorf("%s: %s: share %q", what, r.Category, r.Share.Text)
				}
				parts += v
			}
		}
		if rounding := 0.05 * float64(len(w.Profile.Rows)); math.Abs(parts-100) > rounding {
			t.Errorf("%s: the shares add up to %v", what, parts)
		}
	}
	check("whole")
	for _, part := range []model.Time{2, 7, 50, 1000, 100_000} {
		w.Session.Show(model.Range{From: end / 2, To: end/2 + end/part}, session.MoveJump)
		check(fmt.Sprintf("window of 1/%d", part))
	}
	w.Session.Mark(model.Range{From: end / 3, To: end / 2})
	check("range")
	if err := w.Session.SetFilter("worker"); err != nil {
		t.Fatal(err)
	}
	check("filter")
}

// TestLegendTellsOfWhat reads the tooltips of the legend: each shows a share and what it is a share
// of; where there is no number there is no tooltip.
func TestLegendTellsOfWhat(t *testing.T) {
	w := opened(t, demoTrace(t))
	w.Session.Mark(model.Range{From: 100 * ms, To: 300 * ms})
	w.Session.LeaveOut(model.Sleep)
	w.Profile.Update()
	sums, _, _ := w.Session.Counted()
	for _, r := range w.Profile.Rows {
		want := r.Title.Text + ": " + timeline.FormatDuration(sums[r.Category]) + ", " + r.Share.Text + " of the " +
			timeline.FormatDuration(sums.Total()) + " of thread time in the selection"
		if r.Share.Text == "–" {
			want = ""
		}
		if r.About != want {
			t.Errorf("%v: %q, want %q", r.Category, r.About, want)
		}
	}
	w.paneTimer.Flush() // the table hides tooltips when it changes
	row := w.Profile.Rows[0]
	row.MouseIn(&desktop.MouseEvent{})
	kittest.Eventually(t, func() bool { return w.Tips.Card.Visible() && w.Tips.Text == row.About })
	row.MouseOut()
	if w.Tips.Card.Visible() {
		t.Error("the tooltip stays when the pointer leaves")
	}
}

// TestProfileStaysWhileZooming zooms from the whole demo to 1 µs and back in 40 steps each: the
// profile of a selected range stays the same, and that of the window of time is the same on the way
// back. The picture is tested in package timeline.
func TestProfileStaysWhileZooming(t *testing.T) {
	w := opened(t, demoTrace(t))
	end := w.Session.Trace().End
	factor := math.Pow(float64(end)/1000, 1.0/40)
	w.Session.Mark(model.Range{From: end / 3, To: end / 2})
	marked, _, _ := w.Session.Counted()
	windows := func() (sums model.Sums) {
		for _, ix := range w.Session.VisibleThreads() {
			for c, v := range w.Session.Trace().Sums(ix, w.Session.Window().Clip(w.Session.Trace().Whole())) {
				sums[c] += v
			}
		}
		return sums
	}
	for step := range 80 {
		f := factor
		if step >= 40 {
			f = 1 / factor
		}
		w.Session.Zoom(w.Session.View().Width/3, f)
		if got, _, _ := w.Session.Counted(); got != marked {
			t.Fatalf("step %d: the range has %v, had %v", step, got, marked)
		}
		r := w.Session.Marked()
		w.Session.Mark(model.Range{})
		if got, _, _ := w.Session.Counted(); got != windows() {
			t.Fatalf("step %d: the window has %v, its segments %v", step, got, windows())
		}
		w.Session.Mark(r)
	}
	if d := w.Session.Window().Len() - end; d < -end/100 || d > end/20 {
		t.Errorf("back at %v of %v", w.Session.Window().Len(), end)
	}
}

// TestSelectionConnectorAndFactsAgree selects the segments of the demo's workers one after another.
func TestSelectionConnectorAndFactsAgree(t *testing.T) {
	w := opened(t, demoTrace(t))
	if err := w.Session.SetFilter("worker"); err != nil {
		t.Fatal(err)
	}
	wires := 0
	tr := w.Session.Trace()
	for _, ix := range w.Session.VisibleThreads() {
		for i := 1; i < tr.Threads[ix].Len(); i += 5 {
			w.Session.Select(timeline.SegmentRef{Thread: ix, Index: i})
			w.paneTimer.Flush()
			seg, scene := tr.Segment(ix, i), w.Surface.Now()
			facts, over := w.Details.Facts, w.Surface.Over
			title := seg.Category.Title() + ", " + explain.OpenLength(&seg)
			if facts.Title.Text != title || !strings.HasPrefix(facts.Who.Text, w.Session.Title(ix)+" ") {
				t.Errorf("%v: the facts say %q, %q", seg, facts.Title.Text, facts.Who.Text)
			}
			if want := w.Session.Title(ix) + ": " + seg.Category.Title() + " " + explain.OpenLength(&seg); !strings.HasPrefix(w.status.what.Text, want) {
				t.Errorf("the status line says %q, want %q", w.status.what.Text, want)
			}
			r, ok := scene.SegmentRect(w.Session.Selected())
			if at := over.Clip.Position().Add(over.Outline.Position()); !ok || math.Abs(float64(at.X)+2-float64(r.Min.X)) > 0.01 {
				t.Errorf("%v: the outline is at %v, the segment at %v", seg, at, r)
			}
			if over.Wire.Visible() {
				wires++
				w.checkWire(t, &seg)
			}
		}
	}
	if wires < 20 {
		t.Errorf("only %d connectors", wires)
	}
}

// checkWire checks the connector of the selected segment: where it ends, and whom it names.
func (w *window) checkWire(t *testing.T, seg *model.Segment) {
	t.Helper()
	scene, over := w.Surface.Now(), w.Surface.Over
	other, at := seg.Unblocker(), seg.To
	switch seg.State {
	case model.Preempted:
		other, at = seg.Displacer(), seg.From
	case model.Ready:
		at = seg.From
	}
	if x := int(math.Round(float64(over.Wire.Position2.X))); x != scene.View.X(at) {
		t.Errorf("%v: the connector ends in column %d, want %d", *seg, x, scene.View.X(at))
	}
	if c, _ := scene.Connector(w.Session.Selected()); c.Other != other {
		t.Errorf("%v: the connector comes from %s, not %s", *seg, w.Session.Title(c.Other), w.Session.Title(other))
	}
	if text := over.Chip.Text.Text; text != connectorVerb(seg) && !strings.Contains(text, kit.ShortTitle(w.Session.Title(other))) {
		t.Errorf("%v: the connector says %q, it was %s", *seg, text, kit.ShortTitle(w.Session.Title(other)))
	}
}

// TestLossyTraceSaysSoEverywhere looks for the banner, the hatching, the “≥” and the note in an
// export.
func TestLossyTraceSaysSoEverywhere(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "loss", lossy))
	w.Tabs.Choose(panes.TabReport)
	w.paneTimer.Flush()
	note := w.banner.text.Text
	if !w.banner.root.Visible() || !strings.Contains(note, "70 events were lost") {
		t.Errorf("banner %v: %q", w.banner.root.Visible(), note)
	}
	if !w.hatched(500 * us) {
		t.Error("the time of the loss is not hatched")
	}
	if share := w.Profile.Rows[0].Share.Text; !strings.HasPrefix(share, "≥ ") {
		t.Errorf("the profile says %q", share)
	}
	if total, err := w.Session.Report(); err != nil || !slices.ContainsFunc(total.Total.Cells, func(v report.Value) bool { return v.AtLeast }) {
		t.Errorf("nothing in the last row of the report is at least: %v", err)
	}
	var svg, table bytes.Buffer
	if err := w.exports.picture(host.PictureOptions{}, 1).Write(&svg, export.SVG); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(svg.String(), "70 events were lost") || !strings.Contains(svg.String(), "≥") {
		t.Error("the picture does not say what was lost")
	}
	if err := w.TableWriter(export.Markdown, w.Session.VisibleThreads())(&table); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(table.String(), "≥") || !strings.Contains(table.String(), "lost") {
		t.Errorf("the table does not say what was lost:\n%s", table.String())
	}
}

// hatched reports whether the picture hatches an instant.
func (w *window) hatched(at model.Time) bool {
	scene := w.Surface.Now()
	x := scene.LaneArea().Min.X + scene.View.X(at)
	for _, it := range timeline.Layout(&scene).Items {
		if it.Kind == paint.ItemHatch && it.Rect.Min.X <= x && x < it.Rect.Max.X {
			return true
		}
	}
	return false
}
