package view

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"threadlens/app/session/capture"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/recording"
	"threadlens/ingest/record"
)

// TestRecordAProcess chooses a process from the list.
func TestRecordAProcess(t *testing.T) {
	w, f := recorderWindow(t)
	w.Commands.Get("record").Do()
	test.Tap(w.buttonOf(t, "Running process"))
	start := w.buttonOf(t, "Record")
	if !start.Off || !strings.Contains(w.top(), "Select a process.") {
		t.Fatalf("Record is on: %s", w.top())
	}
	var table *kit.TableView
	eachIn(w.Win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) bool {
		if v, ok := o.(*kit.TableView); ok {
			table = v
		}
		return table != nil
	})
	w.Win.Canvas().Focus(table)
	for range 2 {
		table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	}
	table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if w.Win.Canvas().Focused() != start || start.Off {
		t.Fatalf("the keyboard is at %T, Record is off: %v", w.Win.Canvas().Focused(), start.Off)
	}
	start.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if o := <-f.asked; o.PID != 7 || o.Samples != record.DefaultSamples || !strings.HasPrefix(filepath.Base(o.Path), "threadlens-ser_ver-") {
		t.Errorf("recorded %+v", o)
	}
	test.Tap(w.buttonOf(t, "Stop"))
	kittest.Eventually(t, func() bool { return w.Run == nil })
}

// TestRecordChoices: what is ticked and typed is what is recorded.
func TestRecordChoices(t *testing.T) {
	w, f := recorderWindow(t)
	w.Settings.Record.What = capture.RecordSystem
	w.Commands.Get("record").Do()
	for _, title := range []string{"Disk transfers", "All page faults", "Call stacks of programs", "CPU samples"} {
		test.Tap(w.checkOf(t, title))
	}
	test.Tap(w.buttonOf(t, "Limited time"))
	test.Tap(w.buttonOf(t, "Latest events (ring buffer)"))
	test.Tap(w.buttonOf(t, "perf"))
	if !strings.Contains(w.top(), "\nperf record -a ") || !strings.Contains(w.top(), "sleep 10") {
		t.Errorf("no whole command of perf: %s", w.top())
	}
	test.Tap(w.buttonOf(t, "Record"))
	o := <-f.asked
	if o.For != 10*time.Second || o.Keep != 256<<20 || o.Samples != 0 || !o.Stacks || !slices.Equal(o.Groups, []record.Group{record.Waits, record.Faults, record.Markers}) {
		t.Errorf("recorded %+v", o)
	}
	test.Tap(w.buttonOf(t, "Stop"))
	kittest.Eventually(t, func() bool { return w.Run == nil })
}

// TestRecordFolder: what was typed is still there after a folder was chosen, or the choice was
// cancelled.
func TestRecordFolder(t *testing.T) {
	w, _ := recorderWindow(t)
	f := recording.NewRecordForm(w.Recorder)
	f.Plan.Command = "sh -c true"
	f.Show("")
	for _, choose := range []bool{false, true} {
		test.Tap(w.buttonOf(t, "Folder…"))
		dir := t.TempDir()
		if choose {
			w.typeText(dir)
			test.Tap(w.buttonOf(t, "Choose folder"))
		} else {
			w.buttonOf(t, "Choose folder")
			w.escapeKey()
		}
		kittest.Eventually(t, func() bool { return w.Modal == f.Dialog })
		if path := filepath.Dir(f.Path.Text); f.Command.Text != "sh -c true" || (path == dir) != choose {
			t.Errorf("chosen %v: the command is %q, the file is in %s", choose, f.Command.Text, path)
		}
	}
}

// TestRecordGoesToWhatIsWrong: Enter anywhere leads to the first invalid field.
func TestRecordGoesToWhatIsWrong(t *testing.T) {
	w, _ := recorderWindow(t)
	f := recording.NewRecordForm(w.Recorder)
	f.Plan.Command, f.Plan.Limited, f.Plan.Seconds = "sh", true, "soon"
	f.Show("")
	f.Command.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if at := w.Win.Canvas().Focused(); at != f.Fields[capture.FieldSeconds] || w.Run != nil {
		t.Errorf("the keyboard is at %T", at)
	}
	f.Path.SetText("x")
	test.Tap(w.buttonOf(t, "Running process"))
	f.Path.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if at := w.Win.Canvas().Focused(); at != f.List.Entry {
		t.Errorf("the keyboard is at %T", at)
	}
}

// TestRecordFollowsTheKeyboard: in a low window, Tab leads to nothing that is out of sight.
func TestRecordFollowsTheKeyboard(t *testing.T) {
	w, _ := recorderWindow(t)
	w.Win.Resize(fyne.NewSize(960, 574))
	f := recording.NewRecordForm(w.Recorder)
	f.Plan.Command = "sh"
	f.Show("")
	c, seen := w.Win.Canvas(), map[fyne.Focusable]bool{}
	for range 60 {
		at := c.Focused()
		seen[at] = true
		o := at.(fyne.CanvasObject)
		within := false
		eachIn(f.Page, func(p fyne.CanvasObject) bool { within = within || p == o; return within })
		y := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y - fyne.CurrentApp().Driver().AbsolutePositionForObject(f.Body).Y
		if within && (y < 0 || y+o.Size().Height > f.Body.Size().Height) {
			t.Errorf("%T at %v is out of sight", o, y)
		}
		c.(interface{ FocusNext() }).FocusNext()
	}
	if len(seen) < 15 || f.Body.Size().Height >= f.Page.MinSize().Height {
		t.Errorf("%d controls, %v of %v in sight", len(seen), f.Body.Size().Height, f.Page.MinSize().Height)
	}
}

// TestRecordFocus: the choice of what to record moves the keyboard to where it is needed next, never
// to the button that starts.
func TestRecordFocus(t *testing.T) {
	w, _ := recorderWindow(t)
	w.Settings.Record.What = capture.RecordSystem
	f := recording.NewRecordForm(w.Recorder)
	f.Show("")
	for range 2 { // a click on what is chosen already does the same
		test.Tap(w.buttonOf(t, "Start a program"))
		if w.Win.Canvas().Focused() != fyne.Focusable(f.Command) {
			t.Fatalf("the keyboard is at %T", w.Win.Canvas().Focused())
		}
	}
	w.typeText("true")
	if f.Plan.Command != "true" {
		t.Errorf("the command is %q", f.Plan.Command)
	}
	for _, choice := range []string{"The whole system", "Running process"} {
		test.Tap(w.buttonOf(t, "Start a program"))
		b := w.buttonOf(t, choice)
		test.Tap(b)
		if w.Win.Canvas().Focused() != fyne.Focusable(b) {
			t.Errorf("%s: the keyboard is at %T", choice, w.Win.Canvas().Focused())
		}
	}
}

// TestRecordOpensOnTheChoice: in a dialog that was just opened, whatever it records, a space starts no
// recording.
func TestRecordOpensOnTheChoice(t *testing.T) {
	for _, what := range []string{capture.RecordSystem, capture.RecordProcess} {
		w, _ := recorderWindow(t)
		f := recording.NewRecordForm(w.Recorder)
		f.Plan.What = what
		f.Show("")
		at, ok := w.Win.Canvas().Focused().(*kit.Button)
		if !ok || at.Kind != kit.Primary || at.Text == "Record" {
			t.Fatalf("%s: the keyboard is at %T", what, w.Win.Canvas().Focused())
		}
		at.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
		if w.Run != nil || f.Plan.What != what {
			t.Errorf("%s: a space starts a recording or changes the choice", what)
		}
	}
}

// TestRecordKeepsItsHeight: the dialog is as high for each choice of what to record.
func TestRecordKeepsItsHeight(t *testing.T) {
	w, _ := recorderWindow(t)
	f := recording.NewRecordForm(w.Recorder)
	f.Plan.Command = "sh"
	f.Show("")
	before := f.Dialog.MinSize().Height
	for _, choice := range []string{"The whole system", "Running process", "Start a program"} {
		test.Tap(w.buttonOf(t, choice))
		if h := f.Dialog.MinSize().Height; h != before {
			t.Errorf("%s: %v high, was %v", choice, h, before)
		}
	}
	if f.Page.MinSize().Height > before {
		t.Errorf("the page is %v high, the dialog %v", f.Page.MinSize().Height, before)
	}
}

// TestRecordCost: the form shows the measured cost of an event, with and without call stacks, and
// that it is unknown where it cannot be measured.
func TestRecordCost(t *testing.T) {
	w, _ := recorderWindow(t)
	f := recording.NewRecordForm(w.Recorder)
	shows := func(text string) {
		t.Helper()
		kittest.Eventually(t, func() bool { return strings.Contains(w.top(), text) })
	}
	f.Show("")
	shows("1.10 µs per switch or wake-up (with the call stacks of programs: 3.10 µs)")
	shows("10\u2009000 switches or wake-ups per second cost 1.1% of one CPU")
	test.Tap(w.checkOf(t, "Call stacks of programs"))
	shows("3.10 µs per switch or wake-up (without the call stacks of programs: 1.10 µs)")
	shows("10\u2009000 switches or wake-ups per second cost 3.1% of one CPU")
	w.appState.recorder.EventCost = func(*record.Options) time.Duration { return 0 }
	test.Tap(w.checkOf(t, "Disk transfers"))
	shows("Not known before the recording")
}

// checkOf is the check box with a title, on top of the window.
func (w *window) checkOf(t *testing.T, title string) (box *kit.CheckBox) {
	t.Helper()
	eachIn(w.Win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) bool {
		c, ok := o.(*kit.CheckBox)
		if ok = ok && c.Text == title; ok {
			box = c
		}
		return ok
	})
	if box == nil {
		t.Fatalf("no box %q", title)
	}
	return box
}
