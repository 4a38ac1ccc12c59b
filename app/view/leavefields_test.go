package view

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
)

// TestClosedFieldsLoseTheKeyboard: after a dialog or popup with fields is closed, no cursor blinks in
// them: each blink would draw the window again.
func TestClosedFieldsLoseTheKeyboard(t *testing.T) {
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), t.TempDir(), "") // settings that can be changed
	w.Win.Resize(fyne.NewSize(1600, 950))
	w.showTrace(session.Source{Name: "story.tltxt"}, story(t))
	t.Cleanup(w.summaries)
	holding := map[*kit.Field]string{}
	var seen []string
	a := &auditRun{t, w, "", func(state string) {
		top := w.Win.Canvas().Overlays().Top()
		if top == nil {
			return
		}
		eachIn(top, func(o fyne.CanvasObject) bool {
			f, ok := o.(*kit.Field)
			if !ok || f.Disabled() {
				return false
			}
			left := f.Left
			f.Left = func() {
				delete(holding, f)
				if left != nil {
					left()
				}
			}
			w.Win.Canvas().Focus(f)
			if w.Win.Canvas().Focused() == f {
				holding[f] = state
				seen = append(seen, state)
			}
			return false
		})
	}}
	a.sheets()
	for _, id := range []string{"longestWait", "rename"} {
		w.Commands.Get(id).Do()
		a.look(id)
	}
	w.Escape()
	for _, state := range holding {
		t.Errorf("%s: a closed field has the keyboard", state)
	}
	for _, state := range []string{"find.anything", "goto", "rename", "markKeep", "targets", "processes", "tickCustom", "keys", "record", "open"} {
		if !slices.Contains(seen, state) {
			t.Errorf("no field of %s was tried: %v", state, seen)
		}
	}
}
