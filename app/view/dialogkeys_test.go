package view

import (
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/view/kit"
)

// TestShortcutsStopAtDialogs: while a dialog is open, no shortcut runs a command below it.
func TestShortcutsStopAtDialogs(t *testing.T) {
	w := opened(t, story(t))
	w.Commands.Get("settings").Do()
	dialog := w.Modal
	if dialog == nil {
		t.Fatal("no dialog")
	}
	focus := []fyne.Focusable{w.Win.Canvas().Focused(), nil}
	for _, c := range w.Commands.List {
		ran := false
		run, enabled := c.Run, c.Enabled
		c.Run, c.Enabled = func() { ran = true }, nil
		for _, k := range c.Keys {
			sc := k.Shortcut()
			if sc == nil {
				continue
			}
			for _, f := range focus {
				w.Win.Canvas().Focus(f)
				w.Shortcut(c, sc)
			}
			if ran || w.Modal != dialog {
				t.Errorf("%s acts below the dialog", k)
			}
		}
		c.Run, c.Enabled = run, enabled
	}
	w.escapeKey()
	c := w.Commands.ByKey(fyne.Key3, kit.Ctrl)
	ran := false
	c.Run = func() { ran = true }
	w.Shortcut(c, c.Keys[0].Shortcut())
	if !ran {
		t.Error("without a dialog Ctrl+3 does nothing")
	}
}
