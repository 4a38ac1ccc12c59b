package view

import (
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit/kittest"
	"threadlens/assets"
)

// TestFileIsChosenByKeys: the arrows and Enter open a file, Escape closes the dialog.
func TestFileIsChosenByKeys(t *testing.T) {
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), "", "")
	t.Cleanup(func() { w.summaries() })
	w.Settings.LastFolder = t.TempDir()
	if err := os.WriteFile(filepath.Join(w.Settings.LastFolder, "a.perf.data"), assets.Demo(), 0o600); err != nil {
		t.Fatal(err)
	}
	press := func(name fyne.KeyName) { w.Win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: name}) }
	w.Commands.Get("open").Do()
	if w.Win.Canvas().Focused() != nil {
		t.Fatalf("%T has the keyboard", w.Win.Canvas().Focused())
	}
	press(fyne.KeyEscape)
	if w.Win.Canvas().Overlays().Top() != nil {
		t.Fatal("Escape should close the dialog")
	}
	w.Commands.Get("open").Do()
	press(fyne.KeyRight) // past the parent folder
	press(fyne.KeyReturn)
	kittest.Eventually(t, func() bool { return w.page == pageTrace })
	if name := w.Session.Source().Name; name != "a.perf.data" {
		t.Errorf("opened %q", name)
	}
}
