package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/app/view/controls"
	"threadlens/app/view/kit"
)

// goToRange asks for a range of time, in a popup below the readout of the visible time.
func (w *window) goToRange() {
	var pop *widget.PopUp
	cancel := func() {
		pop.Hide()
		w.FocusPicture()
		w.Settled()
	}
	entry := kit.NewField(controls.RangeExamples(w.Session.Clock().As), kit.OnEscape(cancel))
	note := kit.NewCaption("Enter a time range, its centre, or “+” and its length", kit.ColorText2).Fitting()
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

// zoomToGap zooms to the largest gap.
func (w *window) zoomToGap() {
	if r, ok := w.Session.Gap(); ok {
		w.Session.Show(r, session.MoveJump)
	}
}
