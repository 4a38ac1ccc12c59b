package host

import (
	"threadlens/app/view/kit"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// nameField replaces the field in which the toolkit's dialog asks for a file name, because that
// field swallows Escape. The dialog still reads its own field, which is kept equal to ours.
func (h *Host) nameField(dialog fyne.CanvasObject) {
	pop, ok := dialog.(*widget.PopUp)
	if !ok {
		return
	}
	var scroll *container.Scroll
	kit.Within(pop.Content, func(o fyne.CanvasObject) bool {
		s, ok := o.(*container.Scroll)
		if ok {
			if _, ok = s.Content.(*widget.Entry); ok {
				scroll = s
			}
		}
		return ok
	})
	if scroll == nil {
		h.Files = newFileKeys(pop.Content)
		return
	}
	theirs := scroll.Content.(*widget.Entry)
	ours := kit.NewField(theirs.PlaceHolder, kit.OnEscape(h.Escape))
	ours.Text = theirs.Text
	changed := theirs.OnChanged
	theirs.OnChanged = func(text string) {
		changed(text)
		if ours.Text != text { // the user chose a file in the list
			ours.SetText(text)
		}
	}
	ours.OnChanged, ours.OnSubmitted = theirs.SetText, theirs.OnSubmitted
	scroll.Content = ours
	scroll.Refresh()
	h.Win.Canvas().Focus(ours)
}
