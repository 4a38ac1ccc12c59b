package view

import (
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/sheets"
)

// TestSettingsAreTheMenus: every control runs a command and shows its state, whether the command
// was run here or elsewhere.
func TestSettingsAreTheMenus(t *testing.T) {
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), t.TempDir(), "")
	w.SaveSettings()
	for _, p := range sheets.SettingsTitles() {
		s := w.ShowSettings(p)
		for id, control := range s.Controls {
			c := w.Commands.Get(id)
			switch control := control.(type) {
			case *widget.Check:
				was := c.Checked()
				control.SetChecked(!was)
				if c.Checked() == was {
					t.Errorf("%s: the control changes nothing", id)
				}
				c.Run()
				s.Update()
				if control.Checked != was {
					t.Errorf("%s: the control does not follow the menu", id)
				}
			case *kit.Button:
				test.Tap(control)
				w.chosen(t, id)
			}
		}
	}
}

// chosen checks that the command of a choice has run and that the choice is saved.
func (w *window) chosen(t *testing.T, id string) {
	t.Helper()
	want := w.Commands.Get(id).Checked()
	if as, ok := strings.CutPrefix(id, "time."); ok {
		want = as == w.Settings.TimeAs
	}
	if !want {
		t.Errorf("%s is not chosen", id)
	}
	kept, err := keep.LoadSettings(w.SettingsDir)
	kept.Width, kept.Height = w.Settings.Width, w.Settings.Height // saved when the window is closed
	if err != nil || !reflect.DeepEqual(kept, *w.Settings) {
		t.Errorf("%s is not kept: %+v, %v, want %+v", id, kept, err, *w.Settings)
	}
}

func TestSettingsFollowTheSizeOfText(t *testing.T) {
	w := opened(t, story(t))
	s := w.ShowSettings("Appearance")
	test.Tap(s.Controls["text.125"].(*kit.Button))
	if w.Look.Text != 1.25 || w.Modal == nil {
		t.Fatalf("text %v, dialog %v", w.Look.Text, w.Modal)
	}
	b, ok := w.Win.Canvas().Focused().(*kit.Button)
	if !ok || b.Text != "125%" || b == s.Controls["text.125"] {
		t.Error("the dialog laid out again has the keyboard where it was")
	}
	for range 2 {
		w.escapeKey()
	}
	if w.Win.Canvas().Overlays().Top() != nil {
		t.Error("Escape closes the settings")
	}
}

func TestSettingsForgetRecentFiles(t *testing.T) {
	w := opened(t, story(t))
	w.Settings.Recent = []keep.Recent{{Path: "/a"}, {Path: "/b"}}
	s := w.ShowSettings("General")
	var forget *kit.Button
	eachIn(s.Body, func(o fyne.CanvasObject) bool {
		if b, ok := o.(*kit.Button); ok && b.Text == "Clear" {
			forget = b
		}
		return false
	})
	test.Tap(forget)
	if len(w.Settings.Recent) != 0 || !forget.Off {
		t.Errorf("recent files %v, the link is on: %v", w.Settings.Recent, !forget.Off)
	}
}
