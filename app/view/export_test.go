package view

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	cli "threadlens/app/command"
	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/model"
	"threadlens/timeline"
)

const storyFile = "../session/testdata/story.tltxt"

// TestTablesAreTheReports: what the window exports and copies is what the command line reports for
// the same threads and the same window of time.
func TestTablesAreTheReports(t *testing.T) {
	w := opened(t, story(t))
	w.Session.SetSort(timeline.SortStart) // the report's order for threads that ran equally long
	w.Session.Hide()
	w.Session.SelectAt(w.Session.VisibleThreads()[0], 0)
	w.Session.Hide()
	w.Session.Show(model.Range{From: 100 * ms, To: 300 * ms}, session.MoveJump)
	for _, marked := range []model.Range{{}, {From: 120 * ms, To: 130 * ms}} {
		w.Session.Mark(marked)
		r := w.Session.Scope()
		args := []string{
			"report", "threads", storyFile, "--from", fmt.Sprint(int64(r.From), "ns"), "--to", fmt.Sprint(int64(r.To), "ns"),
			"--thread", w.hiddenFilter(),
		}
		for _, ending := range keep.TableFormats() {
			f, _ := export.ParseFormat(ending)
			var got, want, errOut bytes.Buffer
			if err := w.TableWriter(f, w.Session.VisibleThreads())(&got); err != nil {
				t.Fatal(err)
			}
			if code := cli.Run(context.Background(), append(args, "--format", ending), &want, &errOut); code != 0 {
				t.Fatalf("%v: exit %d: %s", args, code, errOut.String())
			}
			a := got.String()
			if b := strings.ReplaceAll(want.String(), storyFile, w.Session.Trace().Info.File); a != b {
				t.Errorf("%s: the window has\n%s\nthe report is\n%s", ending, a, b)
			}
			w.App.Clipboard().SetContent("")
			w.Commands.Get("copyAs." + ending).Do()
			kittest.Eventually(t, func() bool { return w.App.Clipboard().Content() != "" })
			if w.App.Clipboard().Content() != got.String() {
				t.Errorf("%s: the clipboard has\n%s", ending, w.App.Clipboard().Content())
			}
		}
	}
}

// hiddenFilter excludes all threads that have no lane.
func (w *window) hiddenFilter() string { return w.filterFor(w.Session.VisibleThreads()) }

// filterFor excludes all threads but the given ones.
func (w *window) filterFor(threads []model.ThreadIx) string {
	shown := map[model.ThreadIx]bool{}
	for _, ix := range threads {
		shown[ix] = true
	}
	var words []string
	for ix := range w.Session.Trace().Threads {
		if !shown[model.ThreadIx(ix)] {
			words = append(words, "!tid:"+w.Session.Trace().Threads[ix].Key())
		}
	}
	return strings.Join(words, " ")
}

// TestPictureIsTheWindow compares the frame of an exported picture with the raster of the window,
// and exports it in other sizes and colours.
func TestPictureIsTheWindow(t *testing.T) {
	w := opened(t, story(t))
	w.Session.SetSort(5)
	w.Session.Show(model.Range{From: 50 * ms, To: 350 * ms}, session.MoveJump)
	w.Surface.ScrollTo(17)
	p := w.exports.picture(host.PictureOptions{}, 1)
	p.Bare = true
	got := export.Pixels(p.Page())
	size := w.Surface.Now().Size
	shown := w.Surface.Generate(size.X, size.Y)
	if got.Rect.Dx() != size.X-12 || got.Rect.Dy() != size.Y {
		t.Fatalf("the picture is %v, the window's %v", got.Rect, size)
	}
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			if got.At(x, y) != shown.At(x, y) {
				t.Fatalf("at %d,%d: %v, the window has %v", x, y, got.At(x, y), shown.At(x, y))
			}
		}
	}
	w.Session.Mark(model.Range{From: 100 * ms, To: 200 * ms})
	p = w.exports.picture(host.PictureOptions{Dark: true, Marked: true}, 3)
	if p.Scene.View.Range != w.Session.Marked() || p.Scene.Size.X != 3*got.Rect.Dx() || !p.Scene.Palette.Dark {
		t.Errorf("%v of %v, dark %v", p.Scene.View.Range, p.Scene.Size, p.Scene.Palette.Dark)
	}
}

// TestPictureShowsTheSelection finds the outline of the selected segment.
func TestPictureShowsTheSelection(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), 1, 0)
	p := w.exports.picture(host.PictureOptions{}, 1)
	p.Bare = true
	img := export.Pixels(p.Page())
	r, ok := p.Scene.SegmentRect(p.Scene.Selected)
	if !ok {
		t.Fatal("the segment is not in view")
	}
	c, ok := p.Scene.Connector(p.Scene.Selected)
	if !ok {
		t.Fatal("the wait has an unblocker")
	}
	for _, at := range []image.Point{{r.Min.X + 5, r.Min.Y - 1}, {r.Min.X + 5, r.Max.Y + 1}, {r.Max.X + 1, r.Min.Y + 3}, {c.To.X, (c.From.Y + c.To.Y) / 2}} {
		if got := img.RGBAAt(at.X, at.Y); got != p.Scene.Palette.Ink {
			t.Errorf("at %v: %v, want ink", at, got)
		}
	}
}

func TestExportDialogs(t *testing.T) {
	w := opened(t, story(t))
	for _, id := range []string{"exportView", "exportTable", "exportChart.utilization", "exportChart.measurement", "exportChart.boxplot"} {
		w.Commands.Get(id).Do()
		if w.Modal == nil || w.Win.Canvas().Overlays().Top() == nil {
			t.Fatalf("%s: no dialog", id)
		}
		// The keyboard is on the Export button.
		w.Win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if w.Modal != nil || w.Win.Canvas().Overlays().Top() != nil {
			t.Fatalf("%s: Escape should close the dialog", id)
		}
	}
}

func TestPickerTellsTheValue(t *testing.T) {
	kittest.NewApp(t)
	got := ""
	p := kit.NewPicker([]string{"One", "Two"}, []string{"1", "2"}, "2", func(v string) { got += v })
	p.Buttons[1].Tapped(nil)
	p.Buttons[0].Tapped(nil)
	if got != "1" || p.Buttons[0].Kind != kit.Primary || p.Buttons[1].Kind != kit.Bordered {
		t.Errorf("told %q, %v and %v", got, p.Buttons[0].Kind, p.Buttons[1].Kind)
	}
	p.Enable(false)
	p.Buttons[1].Tapped(nil)
	if got != "1" {
		t.Errorf("told %q when it was off", got)
	}
}

func TestExportName(t *testing.T) {
	w := opened(t, story(t))
	for name, want := range map[string]string{
		"story.tltxt": "story-threads.png", "a.perf.data": "a-threads.png", "b.etl.zip": "b-threads.png", "c.perf.data.gz": "c-threads.png",
		"d.diagsession": "d-threads.png", ".etl": ".etl-threads.png",
		"x:y/z": "x_y_z-threads.png", "plain": "plain-threads.png",
	} {
		w.showTrace(session.Source{Name: name}, story(t))
		if got := w.ExportName("png"); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestTableNames: the file of a table is named after the trace, the report, its thread and the time
// that was selected.
func TestTableNames(t *testing.T) {
	w := opened(t, story(t))
	part := func(id string) func() { return func() { w.Commands.Get(id).Do() } }
	tab := func(id string) func() { return func() { w.Tabs.Choose(id) } }
	w.click(w.spot(t, 6420, 100*ms), 1, 0) // a wait
	w.Commands.Get("criticalPath").Do()
	for _, tt := range []struct {
		show func()
		want string
	}{
		{tab(panes.TabCurrent), "threads"},
		{tab(panes.TabReport), "threads"},
		{tab(panes.TabContention), "contention"},
		{part("tab.blocked"), "blocked-on"},
		{tab(panes.TabFindings), "findings"},
		{part("calls.execution"), "execution"},
		{part("callsOfSelection"), "synchronization-thread-6420"},
		{part("report.disks"), "disks"},
		{part("report.waits"), "waits"},
		{part("instances.of"), "waits-thread-6420"},
		{part("lengths.ofAll"), "histogram"},
		{part("waitChain"), "wait-chains-thread-6420-99.711-252.000ms"}, // from the click on
		{tab(panes.TabPath), "critical-path"},
		{func() { w.Session.Mark(model.Range{From: 100 * ms, To: 120*ms + 500*us}) }, "critical-path"}, // it keeps its time
		{tab(panes.TabReport), "threads-100.000-120.500ms"},
		{part("view.cores"), "cores-100.000-120.500ms"},
		{part("view.utilization"), "utilization-100.000-120.500ms"},
	} {
		tt.show()
		w.calm(t)
		if got := w.ExportedTable().Name; got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
	w.Session.SetViewing(keep.ViewThreads)
	w.press(fyne.KeyE, kit.Ctrl|kit.Shift)
	if !strings.Contains(w.top(), "Content\nFor each thread: time by category") {
		t.Error("Ctrl+Shift+E should export the table")
	}
}

// TestExportedFile writes a picture in the way the dialogs do.
func TestExportedFile(t *testing.T) {
	w := opened(t, story(t))
	path := filepath.Join(t.TempDir(), "out.png")
	p := w.exports.picture(host.PictureOptions{}, 2)
	var b bytes.Buffer
	if err := p.Write(&b, export.PNG); err != nil {
		t.Fatal(err)
	}
	w.Save(path, b.Bytes())
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if img, err := png.Decode(bytes.NewReader(data)); err != nil || img.Bounds().Dx() != p.Scene.Size.X {
		t.Errorf("%v", err)
	}
	if w.Settings.LastFolder != filepath.Dir(path) {
		t.Errorf("folder %q", w.Settings.LastFolder)
	}
	kittest.Eventually(t, func() bool { return strings.Contains(w.status.what.Text, "out.png") })
}

// TestSaveDialogFits: the file dialog is at most 860 × 600, and leaves 40 of the window free on
// each side.
func TestSaveDialogFits(t *testing.T) {
	w := opened(t, story(t))
	pad := float32(-1)
	for window, want := range map[fyne.Size]fyne.Size{
		fyne.NewSize(1600, 950): fyne.NewSize(860, 600), fyne.NewSize(960, 700): fyne.NewSize(860, 600),
		fyne.NewSize(930, 670): fyne.NewSize(850, 590), fyne.NewSize(1600, 640): fyne.NewSize(860, 560), fyne.NewSize(920, 950): fyne.NewSize(840, 600),
	} {
		w.Win.Resize(window)
		w.SaveAs("a.png", nil)
		top, ok := w.Win.Canvas().Overlays().Top().(*widget.PopUp)
		if !ok {
			t.Fatalf("no dialog, but %T", w.Win.Canvas().Overlays().Top())
		}
		got := top.Content.Size()
		if pad < 0 {
			pad = want.Width - got.Width // of the popup, always the same on all sides
		}
		if pad < 0 || pad > 16 || got != want.SubtractWidthHeight(pad, pad) {
			t.Errorf("in a window of %v the dialog is %v, want %v", window, got.AddWidthHeight(pad, pad), want)
		}
		w.Escape()
	}
}

// TestFailedExportTouchesNoFile: no file is asked for if the export cannot be made.
func TestFailedExportTouchesNoFile(t *testing.T) {
	w := opened(t, story(t))
	w.ExportAs("a.png", func(io.Writer) error { return errors.New("no room") })
	kittest.Eventually(t, func() bool { return w.Modal != nil })
	if w.Win.Canvas().Overlays().Top() == nil {
		t.Error("nothing is said")
	}
	w.Escape()
	w.ExportAs("a.png", func(out io.Writer) error { _, err := out.Write([]byte("x")); return err })
	kittest.Eventually(t, func() bool { return w.Modal != nil })
	w.Escape()
}

// TestExportedTime: without a selected range, the dialog offers no choice of the time that cannot be
// made, and says how to get one.
func TestExportedTime(t *testing.T) {
	w := opened(t, story(t))
	for _, marked := range []model.Range{{}, {From: 120 * ms, To: 130 * ms}} {
		w.Session.Mark(marked)
		w.Commands.Get("exportView").Do()
		choice := false
		eachIn(w.Win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) bool {
			b, ok := o.(*kit.Button)
			choice = choice || ok && b.Text == "Selected range" && !b.Off
			if ok && b.Text == "Time window" && b.Off {
				t.Error("a choice that cannot be made")
			}
			return false
		})
		why := strings.Contains(w.top(), "select a time range first")
		if some := marked.Len() > 0; choice != some || why == some {
			t.Errorf("range %v: a choice %v, the reason for none %v", marked, choice, why)
		}
		w.escapeKey()
	}
}

// TestExportedTarget: the dialog names the processes that the picture is about.
func TestExportedTarget(t *testing.T) {
	w := opened(t, story(t))
	for _, all := range []bool{false, true} {
		if all {
			w.Session.Choose(w.Session.AllProcesses())
		}
		w.Commands.Get("exportView").Do()
		want := "\n" + kit.ShortTitle(w.Session.TargetTitle()) + "\nTo choose other processes: Analyze > Choose Target Process…"
		if !strings.Contains(w.top(), "Processes"+want) {
			t.Errorf("%q is not in %s", want, w.top())
		}
		w.escapeKey()
	}
}
