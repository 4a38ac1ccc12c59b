package recording

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// addWarnings adds sentences to a column, wrapped at a width, with a warning sign before the first.
func addWarnings(to *fyne.Container, sentences []string, width float32) {
	mark := fyne.CanvasObject(kit.NewGlyph(kit.IconWarning, kit.ColorWarnStatus))
	for _, s := range sentences {
		for _, l := range kit.Wrap(timeline.Printable(s), width) {
			to.Add(container.New(kit.RowLayout(8), mark, kit.NewLine(l, kit.ColorWarnStatus).Fitting()))
			mark = kit.NewGap(kit.Scaled(kit.GlyphSize), 1)
		}
	}
}
