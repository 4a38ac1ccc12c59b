package view

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session/capture"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// present shows a dialog, which Escape closes and after which the picture has
// the keyboard again.
func (h *Host) present(d dialog.Dialog) {
	h.HideCards()
	if h.modal != nil {
		h.modal.Hide()
	}
	h.modal, h.files = d, nil
	d.SetOnClosed(func() {
		if h.modal == d {
			h.modal = nil
		}
		h.FocusPicture()
		h.settled()
	})
	d.Show()
	h.modalTop = h.win.Canvas().Overlays().Top()
	kit.DecorateDialog(h.modalTop)
	if _, ok := d.(*dialog.FileDialog); ok {
		h.nameField(h.modalTop)
	}
	h.settled()
}

// sheetEdge is the least room between a dialog and the edges of the window, both
// sides, and sheetInset that between the dialog's edges and its text.
const sheetEdge, sheetInset = 60, 60

// sheet is a dialog of one page with a button to close it.
func (h *Host) sheet(title string, content fyne.CanvasObject, width, height float32) {
	size := h.win.Canvas().Size()
	d := dialog.NewCustom(title, "Close", container.NewVScroll(content), h.win)
	d.Resize(fyne.NewSize(min(kit.Scaled(width), size.Width-sheetEdge), min(kit.Scaled(height), size.Height-sheetEdge)))
	h.present(d)
}

// textRoom is the width at which text breaks in a sheet: most for text of the
// usual size, or what the window leaves beside labels of a width.
func (h *Host) textRoom(most, labels float32) float32 {
	return min(kit.Scaled(most), h.win.Canvas().Size().Width-sheetEdge-sheetInset-kit.Scaled(labels+10))
}

// sheetRow is a label and a value that may take several lines of a width.
func sheetRow(label, value string, labels, values float32) fyne.CanvasObject {
	rows := container.New(kit.ColumnLayout(0))
	for _, text := range kit.Wrap(value, values) {
		rows.Add(container.New(kit.RowLayout(10),
			container.New(kit.Fixed{labels, kit.FactHeight}, kit.NewLine(label, kit.ColorText2).Fitting()),
			kit.NewLine(text, theme.ColorNameForeground).Fitting()))
		label = ""
	}
	return rows
}

// clip puts text on the clipboard.
func (h *Host) clip(text string) {
	h.app.Clipboard().SetContent(text)
	h.Point("", "Copied "+kit.Plural(len(strings.Split(strings.TrimSpace(text), "\n")), "line"))
}

// question shows a sentence and does something if the user says so.
func (h *Host) question(title, yes, no, text string, do func()) {
	h.present(dialog.NewCustomConfirm(title, yes, no, paragraph(text), func(ok bool) {
		if ok {
			do()
		}
	}, h.win))
}

// paragraphWidth is the width of the text of a dialog.
const paragraphWidth = 420

func paragraph(text string) fyne.CanvasObject {
	page := container.New(kit.ColumnLayout(0))
	for _, l := range kit.Wrap(timeline.Printable(text), paragraphWidth) {
		page.Add(kit.NewLine(l, theme.ColorNameForeground))
	}
	return container.New(kit.Insets{8, 8}, page)
}

// complain says what did not work.
func (h *Host) complain(title string, err error) {
	page := container.New(kit.ColumnLayout(0))
	for _, l := range kit.Wrap(timeline.Printable(strings.TrimSpace(kit.Sentence(err))), h.textRoom(420, 0)) {
		page.Add(kit.NewLine(l, theme.ColorNameForeground))
	}
	h.sheet(title, container.New(kit.Insets{12, 4}, page), 480, 200)
}

// askName asks for a name; done is not called without one.
func (h *Host) askName(title, verb, name string, done func(name string)) {
	var d *dialog.ConfirmDialog
	entry := kit.NewField("", kit.OnEscape(func() { d.Hide() }))
	entry.SetText(name)
	d = dialog.NewCustomConfirm(title, verb, "Cancel", container.New(kit.Fixed{380, 34}, entry), func(ok bool) {
		if ok && entry.Text != "" {
			done(entry.Text)
		}
	}, h.win)
	entry.OnSubmitted = func(string) { d.Confirm() }
	h.present(d)
	kit.NewCoalescer(letterDelay, func() {
		if h.modal == d {
			h.win.Canvas().Focus(entry)
			entry.TypedShortcut(&fyne.ShortcutSelectAll{})
		}
	}).Soon()
}

// letterDelay is the time after which a field gets the keyboard: the letter of
// the key that gave the command comes after the command, and would land in it.
const letterDelay = 30 * time.Millisecond

// popUp shows a menu at a place in the window.
func (h *Host) popUp(items []*fyne.MenuItem, at fyne.Position) {
	h.HideCards()
	m := widget.NewPopUpMenu(fyne.NewMenu("", items...), h.win.Canvas())
	m.OnDismiss = func() {
		m.Hide()
		h.FocusPicture()
		h.settled()
	}
	m.ShowAtPosition(at)
	h.settled()
}

// formLabel is the width of the labels of a form.
const formLabel = 90

// formRow is a label and what belongs to it.
func formRow(label string, o fyne.CanvasObject) fyne.CanvasObject {
	return container.New(kit.RowLayout(8), container.New(kit.Fixed{formLabel, 0}, kit.NewLine(label, kit.ColorText2)), o)
}

// addRemedy adds to a column the command that gives the rights that are missing, and
// how to look whether it has.
func (h *Host) addRemedy(to *fyne.Container, remedy string, width float32, again func()) {
	to.Add(kit.NewLine(capture.RemedyHint(), theme.ColorNameForeground).Fitting())
	to.Add(kit.CommandBox(remedy, width))
	to.Add(container.New(kit.RowLayout(14), kit.NewLink("Copy command", func() { h.clip(remedy) }), kit.NewLink("Look again", again), kit.NewBox("")))
}
