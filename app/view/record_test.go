package view

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"threadlens/app/session/capture"
	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/recording"
	"threadlens/ingest/record"
)

// fakeRecorder stands in for the kernel: asked holds what was requested, and the test decides what
// it reports.
type fakeRecorder struct {
	rights error
	// treeRights is the error for recording a process alone.
	treeRights error
	asked      chan record.Options
	states     chan record.State
	result     *record.Result
	err        error
}

// recorderWindow is a window that records through a fake.
func recorderWindow(t *testing.T) (*window, *fakeRecorder) {
	t.Helper()
	settings := keep.DefaultSettings()
	settings.Theme, settings.Record.Folder = keep.ThemeLight, t.TempDir()
	w := newWindow(kittest.NewApp(t), settings, t.TempDir(), "")
	t.Cleanup(func() { w.summaries() })
	w.Win.Resize(fyne.NewSize(1600, 950))
	f := &fakeRecorder{asked: make(chan record.Options, 1), states: make(chan record.State), result: &record.Result{Exit: -1}}
	w.appState.recorder = f.recorder()
	w.show(pageStart)
	return w, f
}

func (f *fakeRecorder) recorder() capture.Recorder {
	return capture.Recorder{
		Supported: true,
		Check:     func() error { return f.rights },
		CheckTree: func() error { return f.treeRights },
		Processes: func() ([]record.Process, error) {
			return []record.Process{{PID: 12, Name: "bash", Command: "bash"}, {PID: 7, Name: "ser\x1bver", Command: "/opt/server --all"}}, nil
		},
		EventCost: func(o *record.Options) time.Duration {
			if o.Stacks {
				return 3100 * time.Nanosecond
			}
			return 1100 * time.Nanosecond
		},
		Record: f.record,
	}
}

// record produces the story instead of a recording.
func (f *fakeRecorder) record(ctx context.Context, o record.Options, progress func(record.State)) (*record.Result, error) {
	f.asked <- o
	for {
		select {
		case s := <-f.states:
			progress(s)
			continue
		case <-ctx.Done():
		}
		if f.err != nil {
			return nil, f.err
		}
		src, err := os.ReadFile(storyFile)
		if err != nil {
			return nil, err
		}
		return f.result, os.WriteFile(o.Path, src, 0o600)
	}
}

// top is the text of what is on top of the window.
func (w *window) top() string {
	var text []string
	eachIn(w.Win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) bool {
		if l, ok := o.(*kit.Line); ok && l.Text != "" {
			text = append(text, l.Text)
		}
		return false
	})
	return strings.Join(text, "\n")
}

// buttonOf is the button with the given text on top of the window.
func (w *window) buttonOf(t *testing.T, text string) *kit.Button {
	t.Helper()
	var found *kit.Button
	eachIn(w.Win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) bool {
		if b, ok := o.(*kit.Button); ok && b.Text == text {
			found = b
		}
		return found != nil
	})
	if found == nil {
		t.Fatalf("no button %q", text)
	}
	return found
}

// TestRecordAProgram types a command, records it, and ends up in its trace, without the mouse.
func TestRecordAProgram(t *testing.T) {
	w, f := recorderWindow(t)
	w.typeCommand(t)
	o := <-f.asked
	if !slices.Equal(o.Command, []string{"sh", "-c", "sleep 0.3"}) || !o.NoInput || !strings.HasPrefix(filepath.Base(o.Path), "threadlens-sh-") {
		t.Errorf("recorded %+v", o)
	}
	if kept, err := keep.LoadSettings(w.SettingsDir); err != nil || kept.Record.Command != "sh -c 'sleep 0.3'" {
		t.Errorf("kept %+v, %v", kept.Record, err)
	}
	f.states <- record.State{Elapsed: 1500 * time.Millisecond, Bytes: 3 << 20, Events: 54321, Lost: 12, CPU: 30 * time.Millisecond}
	kittest.Eventually(t, func() bool { return w.Run.Begun })
	for _, want := range []string{"1.50 s", "3 MiB", "12 events; to avoid losses, record fewer kinds of events", "2.0% of one CPU", "“Stop” ends both"} {
		if !strings.Contains(w.top(), want) {
			t.Errorf("%q is missing in %s", want, w.top())
		}
	}
	if w.Run.Lost.Color != kit.ColorWarnStatus {
		t.Error("losses are not in the colour of warnings")
	}
	w.Win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) // Stop
	kittest.Eventually(t, func() bool { return w.page == pageTrace })
	if w.Run != nil || w.Win.Canvas().Overlays().Top() != nil || w.Session.Source().Path != o.Path || w.Strip.Root.Visible() {
		t.Errorf("the recording runs: %v; %s is open", w.Run != nil, w.Session.Source().Path)
	}
}

// typeCommand records a program by the keyboard alone; without a command nothing is recorded.
func (w *window) typeCommand(t *testing.T) {
	t.Helper()
	w.press(fyne.KeyR, kit.Ctrl)
	command, ok := w.Win.Canvas().Focused().(*kit.Field)
	start := w.buttonOf(t, "Record")
	if !ok || !start.Off || !strings.Contains(w.top(), "Enter a command.") {
		t.Fatalf("the keyboard is at %T, Record is off: %v, %s", w.Win.Canvas().Focused(), start.Off, w.top())
	}
	command.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if w.Run != nil {
		t.Fatal("a recording without a command has begun")
	}
	test.Type(command, "sh -c 'sleep 0.3'")
	if start.Off || !strings.Contains(w.top(), "threadlens record -o") {
		t.Fatalf("Record is off: %s", w.top())
	}
	command.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
}

// TestRecordingLacksSomething: what the file lacks is shown next to the trace, until another one is
// opened.
func TestRecordingLacksSomething(t *testing.T) {
	w, f := recorderWindow(t)
	f.result = &record.Result{State: record.State{Lost: 3}, Exit: 4, LeftOut: []string{"The kernel has no disks."}}
	w.typeCommand(t)
	o := <-f.asked
	w.Commands.Get("recordStop").Do()
	kittest.Eventually(t, func() bool { return w.page == pageTrace })
	if want := "3 events were lost: record fewer kinds of events. The kernel has no disks. sh ended with exit code 4."; !w.Strip.Finished.Visible() || w.Strip.Said.Text != want {
		t.Errorf("the strip says %q, want %q", w.Strip.Said.Text, want)
	}
	w.Strip.Details()
	if !strings.Contains(w.top(), "The kernel has no disks.") {
		t.Errorf("details: %s", w.top())
	}
	w.escapeKey()
	w.Open(o.Path)
	if w.Strip.Root.Visible() {
		t.Error("the strip is about a file that is no longer open")
	}
}

// TestRecordGoesOnHidden: Escape hides the dialog, the recording continues, and Ctrl+R shows it.
func TestRecordGoesOnHidden(t *testing.T) {
	w, f := recorderWindow(t)
	w.Settings.Record.What = capture.RecordSystem
	w.Commands.Get("record").Do()
	test.Tap(w.buttonOf(t, "Record"))
	if o := <-f.asked; o.Command != nil || o.PID != 0 || !w.Commands.Get("recordStop").Can() {
		t.Errorf("recorded %+v", o)
	}
	w.escapeKey()
	f.states <- record.State{Elapsed: 2 * time.Second, Bytes: 1 << 20, Lost: 5}
	kittest.Eventually(t, func() bool { return w.Run.Begun })
	if w.Win.Canvas().Overlays().Top() != nil || !w.Strip.Running.Visible() || w.Strip.Progress.Text != "The whole system · 2.00 s · 1 MiB" || w.Strip.Lost.Text != "5 events lost" {
		t.Errorf("the strip says %q, %q", w.Strip.Progress.Text, w.Strip.Lost.Text)
	}
	w.press(fyne.KeyR, kit.Ctrl)
	if !w.Run.Shown() {
		t.Fatal("Ctrl+R does not show the recording")
	}
	w.escapeKey()
	w.Commands.Get("recordStop").Do()
	if w.Commands.Get("recordStop").Can() || w.Run.Progress() != "Completing the file…" {
		t.Errorf("stopping: %s", w.Run.Progress())
	}
	kittest.Eventually(t, func() bool { return w.page == pageTrace })
	if w.Strip.Root.Visible() {
		t.Error("the strip stays although nothing is to be said")
	}
}

// TestRecordFailure: the dialog comes back with the reason and everything that was chosen.
func TestRecordFailure(t *testing.T) {
	w, f := recorderWindow(t)
	f.err = errors.New("record: no space left on device")
	w.Settings.Record.Command = "sh -c true"
	w.Commands.Get("record").Do()
	test.Tap(w.buttonOf(t, "Record"))
	<-f.asked
	test.Tap(w.buttonOf(t, "Stop"))
	kittest.Eventually(t, func() bool { return w.Run == nil })
	if field, ok := w.Win.Canvas().Focused().(*kit.Field); !ok || field.Text != "sh -c true" || !strings.Contains(w.top(), "Not recorded: no space left on device") || w.page != pageStart {
		t.Errorf("%s", w.top())
	}
}

// TestRecordRightsAreTold: the dialog shows which rights are missing and the command that grants
// them, to be copied; once they are granted, they can be checked again.
func TestRecordRightsAreTold(t *testing.T) {
	w, f := recorderWindow(t)
	f.rights = &record.RightsError{Missing: []string{"The kernel lets nobody look."}, Remedy: []string{"sudo sysctl x=1"}}
	w.Settings.Record.Command = "sh"
	w.Commands.Get("record").Do()
	start := w.buttonOf(t, "Record")
	if !start.Off || !strings.Contains(w.top(), "The kernel lets nobody look.") || !strings.Contains(w.top(), "Rights needed to record are missing") {
		t.Errorf("Record is off: %v, %s", start.Off, w.top())
	}
	test.Tap(w.buttonOf(t, "Copy command"))
	if got := w.App.Clipboard().Content(); got != "sudo sysctl x=1" {
		t.Errorf("copied %q", got)
	}
	f.rights = nil
	test.Tap(w.buttonOf(t, "Refresh"))
	if start.Off || strings.Contains(w.top(), "The kernel") {
		t.Errorf("with rights Record is off: %v, %s", start.Off, w.top())
	}
}

// TestRecordWhereThereIsNone: where recording is not supported, the command exists and says why it
// does nothing.
func TestRecordWhereThereIsNone(t *testing.T) {
	w, _ := recorderWindow(t)
	w.appState.recorder.Supported = false
	w.show(pageStart)
	c := w.Commands.Get("record")
	const why = "Recording is supported on Linux and Windows only."
	if c.Can() || w.finder.whyNot(c) != why || !w.start.record.Off || !strings.HasSuffix(w.start.record.Tip, ": recording is supported on Linux and Windows only") {
		t.Errorf("%q, the button is off: %v, %q", w.finder.whyNot(c), w.start.record.Off, w.start.record.Tip)
	}
	test.Tap(w.start.record)
	if w.Win.Canvas().Overlays().Top() != nil {
		t.Error("the button does something")
	}
}

// TestLeavingEndsTheRecording: the window closes when the file is complete.
func TestLeavingEndsTheRecording(t *testing.T) {
	w, f := recorderWindow(t)
	w.Settings.Record.What = capture.RecordSystem
	w.Commands.Get("record").Do()
	test.Tap(w.buttonOf(t, "Record"))
	o := <-f.asked
	w.quit()
	if len(w.appState.windows) != 1 {
		t.Fatal("the window is closed before the file is whole")
	}
	w.quit() // a second time does no harm
	d := w.appState
	kittest.Eventually(t, func() bool { return len(d.windows) == 0 })
	if st, err := os.Stat(o.Path); err != nil || st.Size() == 0 {
		t.Errorf("the file: %v", err)
	}
}

// TestASignalEndsTheRecording: where the program ends without closing its windows, a recording ends
// as for Stop, and the program waits for its file.
func TestASignalEndsTheRecording(t *testing.T) {
	w, f := recorderWindow(t)
	w.Recorder.Finish() // there is none
	w.typeCommand(t)
	o := <-f.asked
	w.Recorder.Finish()
	if _, err := os.Stat(o.Path); err != nil || w.Run != nil {
		t.Errorf("the file is not complete: %v, %v", err, w.Run)
	}
}

// TestRecordOutput: the program's output is shown in the dialog during the recording, and can be
// read again afterwards.
func TestRecordOutput(t *testing.T) {
	w, f := recorderWindow(t)
	w.typeCommand(t)
	o := <-f.asked
	for i := range 9 {
		fmt.Fprintf(o.Output, "line %d\x1b[0m\n", i)
	}
	f.states <- record.State{Elapsed: 1e9}
	kittest.Eventually(t, func() bool { return w.Run.Said[recording.SaidLines-1].Text != "" })
	if first, last := w.Run.Said[0].Text, w.Run.Said[recording.SaidLines-1].Text; !strings.HasPrefix(first, "line 4") || !strings.HasPrefix(last, "line 8") || strings.ContainsRune(last, 0x1b) {
		t.Errorf("from %q to %q", first, last)
	}
	if w.Commands.Get("recordOutput").Can() {
		t.Error("the output of a program that runs is in its dialog")
	}
	w.Run.Stop()
	kittest.Eventually(t, func() bool { return w.page == pageTrace })
	w.Commands.Get("recordOutput").Do()
	if text := w.top(); !strings.Contains(text, "line 0") || !strings.Contains(text, "line 8") {
		t.Errorf("output %q", text)
	}
}

// TestRecordOutputFits: the dialog shows fewer lines of the program's output where the window has
// no room for all.
func TestRecordOutputFits(t *testing.T) {
	w, f := recorderWindow(t)
	w.typeCommand(t)
	<-f.asked
	whole := w.Run.Dialog.MinSize().Height + host.SheetEdge
	for less, lines := range map[float32]int{0: recording.SaidLines, 0.5: recording.SaidLines - 1} {
		w.escapeKey()
		w.Win.Resize(fyne.NewSize(1600, whole-less))
		if w.Run.Show(); len(w.Run.Said) != lines {
			t.Errorf("in a window of %v, by %v too small: %d lines, want %d", w.Win.Canvas().Size(), less, len(w.Run.Said), lines)
		}
	}
	w.Run.Stop()
	kittest.Eventually(t, func() bool { return w.page == pageTrace })
}

// TestRecordAlone: where rights are missing a process can be recorded alone, a choice that is
// remembered.
func TestRecordAlone(t *testing.T) {
	w, f := recorderWindow(t)
	f.rights = &record.RightsError{Missing: []string{"The kernel lets nobody see."}, Remedy: []string{"sudo allow-it"}}
	w.press(fyne.KeyR, kit.Ctrl)
	w.typeText("true")
	if !w.buttonOf(t, "Record").Off || !strings.Contains(w.top(), "sudo allow-it") {
		t.Fatalf("%s", w.top())
	}
	test.Tap(w.buttonOf(t, "Record only the program and its children"))
	if w.buttonOf(t, "Record").Off || strings.Contains(w.top(), "sudo allow-it") || !strings.Contains(w.top(), "Record only the program and its children") && w.Win.Canvas().Focused() == nil {
		t.Errorf("%s", w.top())
	}
	if !strings.Contains(w.top(), "--tree") {
		t.Errorf("the command does not say it: %s", w.top())
	}
	test.Tap(w.buttonOf(t, "Record"))
	if o := <-f.asked; !o.Tree || !slices.Equal(o.Command, []string{"true"}) {
		t.Errorf("recorded %+v", o)
	}
	w.Run.Stop()
	kittest.Eventually(t, func() bool { return w.page == pageTrace })
	if !w.Settings.Record.Alone {
		t.Error("it is not remembered")
	}
}

// TestRecordMarkup checks the layout of the dialog of a running recording, and of the strip.
func TestRecordMarkup(t *testing.T) {
	w, _ := recorderWindow(t)
	form := recording.NewRecordForm(w.Recorder)
	form.Plan.At = time.Date(2026, 1, 2, 13, 14, 15, 0, time.UTC)
	form.Plan.Path, form.Plan.Command = "/traces/x.perf.data", "make -j4"
	form.Show("")
	form.Path.SetText("/traces/x.perf.data")
	kittest.Eventually(t, func() bool { return strings.Contains(w.top(), "1.10 µs per switch") })
	markup(t, "recordform", form.Page, 640, 480)
	w.Modal.Hide()

	r := w.NewRun(nil)
	r.Recording, r.Begun = &capture.Recording{Output: &capture.Tail{}, Plan: form.Plan, Path: "/traces/x.perf.data"}, true
	r.State = record.State{Elapsed: 3 * time.Second, Bytes: 5 << 20, Events: 12345, Lost: 6, CPU: 10 * time.Millisecond}
	r.Show()
	markup(t, "recordstrip", w.Strip.Root, 960, kit.BannerHeight)
	w.Run = nil
}
