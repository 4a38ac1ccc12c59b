package view

import (
	"bytes"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit/kittest"
	"threadlens/model"
)

// TestSecondTimeline: the trace with which the open one is compared has a timeline of its own, which
// shows the same time, is aligned by commands, shows the same view and disappears with the comparison.
func TestSecondTimeline(t *testing.T) {
	w, other := compared(t)
	w.Session.Show(model.Range{From: 100 * ms, To: 200 * ms}, session.MoveJump)
	if a, b := w.Surface, w.second.surface; a.Gutter != b.Gutter || w.Session.View() != w.second.Second.View() {
		t.Errorf("the timelines show %v and %v", w.Session.View(), w.second.Second.View())
	}
	before := w.Session.Window()
	w.second.surface.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp}) // keys are for both
	w.Commands.Get("zoomIn").Do()
	if w.Session.Window() == before || w.second.Second.Window() != w.Session.Window() {
		t.Errorf("the timelines show %v and %v", w.Session.Window(), w.second.Second.Window())
	}
	for _, v := range []keep.ViewKind{keep.ViewCores, keep.ViewUtilization, keep.ViewThreads} {
		w.Session.SetViewing(v)
		if !w.second.split.Open() || w.second.Second.Viewing() != v {
			t.Errorf("the second timeline shows %v", w.second.Second.Viewing())
		}
	}
	w.Commands.Get("compareClose").Do()
	if w.second.split.Open() || w.Session.Other() != nil {
		t.Error("the second timeline stays")
	}
	w.Session.SetOther(other)
	w.closeTrace()
	if w.second.Open() {
		t.Error("the other trace stays open")
	}
}

// compared is a window in which the story is compared with itself.
func compared(t *testing.T) (*window, *model.Trace) {
	t.Helper()
	w := opened(t, story(t))
	if w.second.split.Open() || w.Commands.Get("align.start").Enabled() {
		t.Fatal("there is a second timeline without another trace")
	}
	other := story(t)
	w.Session.SetOther(other)
	if !w.second.split.Open() || !w.Commands.Get("compareClose").Enabled() {
		t.Fatal("there is no second timeline")
	}
	if text := w.second.about.Text; text != "B: story, aligned by start of recording" {
		t.Errorf("its caption is %q", text)
	}
	kittest.Eventually(t, func() bool { return w.second.surface.Summary != nil })
	if got := w.second.Second.Trace(); got == other || w.Session.Other() != got {
		t.Error("nothing more was learned about it, or the report does not know")
	}
	return w, other
}

// TestAlignTimelines: the second timeline is aligned and shifted by commands, which say so.
func TestAlignTimelines(t *testing.T) {
	w, _ := compared(t)
	w.Commands.Get("alignLater").Do()
	if offset := w.Session.Offset(); offset >= 0 || !strings.Contains(w.second.about.Text, "shifted by") {
		t.Errorf("shifted by %v: %q", offset, w.second.about.Text)
	}
	w.Commands.Get("alignEarlier").Do()
	if w.Session.Offset() != 0 {
		t.Errorf("shifted by %v", w.Session.Offset())
	}
	w.Commands.Get("align.selection").Do()
	if !w.notice.card.Visible() {
		t.Error("that nothing is selected remains unsaid")
	}
	w.Commands.Get("align.start").Do()
	if !w.Commands.Get("align.start").Checked() {
		t.Error("the menu does not show how the timelines are aligned")
	}
}

// TestDifferencePicture: the difference of the call trees is drawn with the names of both traces.
func TestDifferencePicture(t *testing.T) {
	w, _ := compared(t)
	d, err := w.DifferencePicture()(host.PictureOptions{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var picture bytes.Buffer
	if err := d.Write(&picture, export.SVG); err != nil || !strings.Contains(picture.String(), "story.tltxt · B: story") {
		t.Errorf("the difference of the call trees is not drawn: %v", err)
	}
}
