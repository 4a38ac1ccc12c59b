package view

import (
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// theirButton is the toolkit's button with the given text in the topmost overlay.
func (w *window) theirButton(t *testing.T, text string) *widget.Button {
	t.Helper()
	var found *widget.Button
	eachIn(w.Win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) bool {
		if b, ok := o.(*widget.Button); ok && b.Text == text {
			found = b
		}
		return found != nil
	})
	if found == nil {
		t.Fatalf("no button %q", text)
	}
	return found
}

// escapeKey presses Escape, delivered as by the driver.
func (w *window) escapeKey() {
	e := &fyne.KeyEvent{Name: fyne.KeyEscape}
	if f := w.Win.Canvas().Focused(); f != nil {
		f.TypedKey(e)
	} else {
		w.Win.Canvas().OnTypedKey()(e)
	}
}

// TestEscapeClosesTheInnermost: first the question about a file that exists, then the dialog that
// asks for a file; the file stays as it is.
func TestEscapeClosesTheInnermost(t *testing.T) {
	w := opened(t, story(t))
	w.Settings.LastFolder = t.TempDir()
	path := filepath.Join(w.Settings.LastFolder, "a.png")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.SaveAs("a.png", []byte("new"))
	overlays := w.Win.Canvas().Overlays()
	if name := w.entry(t); name.Text != "a.png" {
		t.Fatalf("the name is %q", name.Text)
	}
	test.Tap(w.theirButton(t, "Save"))
	if len(overlays.List()) != 2 {
		t.Fatalf("%d dialogs, want the question too", len(overlays.List()))
	}
	w.escapeKey()
	if len(overlays.List()) != 1 || w.Modal == nil {
		t.Fatalf("%d dialogs, want the file's", len(overlays.List()))
	}
	w.escapeKey()
	if overlays.Top() != nil || w.Modal != nil {
		t.Error("the second Escape should close the dialog")
	}
	if data, _ := os.ReadFile(path); string(data) != "old" {
		t.Errorf("the file is %q", data)
	}
	if w.Win.Canvas().Focused() != fyne.Focusable(w.Surface) {
		t.Error("the picture should have the keyboard")
	}
}

// TestNameOfFile: the file is saved under the name that was typed, and Yes replaces an existing
// one.
func TestNameOfFile(t *testing.T) {
	w := opened(t, story(t))
	w.Settings.LastFolder = t.TempDir()
	w.SaveAs("a.png", []byte("new"))
	w.entry(t).SetText("")
	if !w.theirButton(t, "Save").Disabled() {
		t.Error("a file needs a name")
	}
	w.entry(t).SetText("b.png")
	w.key(fyne.KeyReturn)
	if data, _ := os.ReadFile(filepath.Join(w.Settings.LastFolder, "b.png")); string(data) != "new" || w.Modal != nil {
		t.Errorf("the file is %q", data)
	}
	w.SaveAs("b.png", []byte("newer"))
	test.Tap(w.theirButton(t, "Save"))
	test.Tap(w.theirButton(t, "Yes"))
	if data, _ := os.ReadFile(filepath.Join(w.Settings.LastFolder, "b.png")); string(data) != "newer" || w.Modal != nil {
		t.Errorf("the file is %q", data)
	}
}
