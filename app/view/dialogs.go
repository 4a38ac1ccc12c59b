package view

import (
	"runtime/debug"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/app/view/kit"
)

// openDialog asks for a file to open.
func (w *window) openDialog() { w.ChooseFile(w.Open) }

// showAbout tells what this program is.
func (s *Sheets) showAbout() {
	version := "development build"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		version = info.Main.Version
	}
	page := container.New(kit.ColumnLayout(4),
		kit.NewLine("Threadlens", theme.ColorNameForeground).Bold(), kit.NewLine(version, kit.ColorText2), kit.NewGap(0, 6))
	for _, l := range kit.Wrap("Shows what every thread of a recorded trace did, and why. It sends nothing anywhere.", s.TextRoom(380, 0)) {
		page.Add(kit.NewLine(l, theme.ColorNameForeground))
	}
	page.Add(kit.NewLine("Apache License 2.0", kit.ColorText2))
	s.Sheet("About", container.New(kit.Insets{12, 4}, page), 440, 260)
}

// goToRange asks for a range of time, below the read-out.
func (w *window) goToRange() {
	var pop *widget.PopUp
	cancel := func() {
		pop.Hide()
		w.FocusPicture()
		w.Settled()
	}
	entry := kit.NewField(rangeExamples(w.Session.Clock().As), kit.OnEscape(cancel))
	note := kit.NewCaption("A range, a length after “+”, or an instant", kit.ColorText2).Fitting()
	content := container.New(kit.Insets{6, 6}, container.New(kit.ColumnLayout(4),
		container.New(kit.Fixed{300, 34}, entry), note))
	pop = widget.NewPopUp(content, w.Win.Canvas())
	entry.OnSubmitted = func(text string) {
		r, err := w.Session.ParseRange(text)
		if err != nil {
			note.Paint(theme.ColorNameError)
			note.Set(kit.Sentence(err))
			return
		}
		cancel()
		w.Session.Show(r, session.MoveJump)
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(w.bar.span)
	pop.ShowAtPosition(at.AddXY(0, w.bar.span.Size().Height+4))
	w.Win.Canvas().Focus(entry)
	w.Settled()
}

// zoomToGap shows the time of the largest loss.
func (w *window) zoomToGap() {
	if r, ok := w.Session.Gap(); ok {
		w.Session.Show(r, session.MoveJump)
	}
}
