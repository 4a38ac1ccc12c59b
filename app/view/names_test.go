package view

import (
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// TestNastyNames: whatever the names of a trace contain, the window in all its states shows their
// characters in order, on one line, and no more of them than a name may have.
func TestNastyNames(t *testing.T) {
	const file = "=t\x1b[31m\u202e\n.tltxt"
	tr := modeltest.Parse(t, file, modeltest.Nasty())
	w := opened(t, tr)
	w.showTrace(session.Source{Name: file, Path: "/tmp/" + file}, tr)
	seen := 0
	run := &auditRun{t: t, w: w}
	run.instead = func(state string) {
		fit := func(text string) {
			seen++
			switch {
			case !utf8.ValidString(text) || strings.ContainsFunc(text, model.Unfit):
				t.Errorf("%s: %.200q", state, text)
			case strings.Contains(text, strings.Repeat("N", model.MaxName+1)):
				t.Errorf("%s: %d bytes of %.200q", state, len(text), text)
			}
		}
		fit(w.Win.Title())
		for _, root := range append(w.Win.Canvas().Overlays().List(), w.Win.Canvas().Content()) {
			eachIn(root, func(o fyne.CanvasObject) bool {
				switch o := o.(type) {
				case *canvas.Text:
					fit(o.Text)
				case *kit.Line:
					fit(o.Text)
				case *kit.Button:
					fit(o.Text)
				}
				return false
			})
		}
		scene := w.Surface.Now()
		for _, it := range timeline.Layout(&scene).Items {
			fit(it.Text)
		}
	}
	run.trace()
	for _, id := range []string{"exportView", "exportTable", "health", "properties", "symbols"} {
		w.Commands.Get(id).Do()
		run.look(id)
		w.Escape()
	}
	run.utilization()
	run.measurement()
	if seen < 10_000 {
		t.Errorf("only %d texts were seen", seen)
	}
}
