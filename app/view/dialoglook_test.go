package view

import (
	"testing"

	"threadlens/app/view/kit"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// TestDialogsAreDressed: every kind of dialog has a border all round, and a title above its
// content.
func TestDialogsAreDressed(t *testing.T) {
	for _, show := range []struct {
		name string
		run  func(*window)
	}{
		{"about", (*window).ShowAbout},
		{"question", func(w *window) { w.Question("Title", "Yes", "No", "Text", func() {}) }},
		{"open", (*window).openDialog},
		{"export", func(w *window) { w.exports.exportView() }},
	} {
		w := opened(t, story(t))
		show.run(w)
		pop := w.Win.Canvas().Overlays().Top().(*widget.PopUp)
		var edge *kit.Box
		eachIn(pop.Content, func(o fyne.CanvasObject) bool {
			if b, ok := o.(*kit.Box); ok && b.Stroke == kit.ColorCardLine && edge == nil {
				edge = b
			}
			return edge != nil
		})
		if edge == nil || edge.Size() != pop.Content.Size().AddWidthHeight(8, 8) {
			t.Errorf("%s has no edge", show.name)
		}
		parts := pop.Content.(*fyne.Container).Objects
		if parts[4].Position().X != 22 {
			t.Errorf("%s: the title is at %v", show.name, parts[4].Position())
		}
	}
}
