package recording

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/capture"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// tools is the lowest floor of a Recorder: the window, what records, and the strip that shows it.
type tools struct {
	*host.Host
	Recorder            *capture.Recorder
	Strip               *recordStrip
	LiveShown           func() bool // reports whether the live monitor is visible
	ShowLive, CloseLive func()
}

// monoLines are lines of a program's output as shown in a width in dp: printable, and wrapped where
// they are too long.
func (r *tools) monoLines(lines []string, width float32) (list []string) {
	letter := fyne.MeasureText("m", theme.Size(kit.SizeMono), fyne.TextStyle{Monospace: true}).Width
	most := max(1, int((r.TextRoom(width, 0)-24)/letter))
	for _, l := range lines {
		for runes := []rune(timeline.Printable(l)); ; runes = runes[most:] {
			if len(runes) <= most {
				list = append(list, string(runes))
				break
			}
			list = append(list, string(runes[:most]))
		}
	}
	return list
}

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
