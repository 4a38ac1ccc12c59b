package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/timeline"
)

// addWarnings adds sentences to a column, broken at a width, with a mark before the
// first.
func addWarnings(to *fyne.Container, sentences []string, width float32) {
	mark := fyne.CanvasObject(newGlyph(iconWarning, colorWarnStatus))
	for _, s := range sentences {
		for _, l := range wrap(timeline.Printable(s), width) {
			to.Add(container.New(rowLayout{8}, mark, newLine(l, colorWarnStatus).fitting()))
			mark = newGap(scaled(glyphSize), 1)
		}
	}
}

// addRemedy adds to a column the command that gives the rights that are missing, and
// how to look whether it has.
func (w *window) addRemedy(to *fyne.Container, remedy string, width float32, again func()) {
	to.Add(newLine(session.RemedyHint(), theme.ColorNameForeground).fitting())
	to.Add(commandBox(remedy, width))
	to.Add(container.New(rowLayout{14}, newLink("Copy command", func() { w.clip(remedy) }), newLink("Look again", again), newBox("")))
}
