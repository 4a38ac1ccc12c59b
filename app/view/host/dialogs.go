package host

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

// Present shows a dialog, which Escape closes and after which the picture has
// the keyboard again.
func (h *Host) Present(d dialog.Dialog) {
	h.HideCards()
	if h.Modal != nil {
		h.Modal.Hide()
	}
	h.Modal, h.Files = d, nil
	d.SetOnClosed(func() {
		if h.Modal == d {
			h.Modal = nil
		}
		h.FocusPicture()
		h.Settled()
	})
	d.Show()
	h.ModalTop = h.Win.Canvas().Overlays().Top()
	kit.DecorateDialog(h.ModalTop)
	if _, ok := d.(*dialog.FileDialog); ok {
		h.nameField(h.ModalTop)
	}
	h.Settled()
}

// SheetEdge is the least room between a dialog and the edges of the window, both
// sides, and sheetInset that between the dialog's edges and its text.
const SheetEdge, SheetInset = 60, 60

// Sheet is a dialog of one page with a button to close it.
func (h *Host) Sheet(title string, content fyne.CanvasObject, width, height float32) {
	size := h.Win.Canvas().Size()
	d := dialog.NewCustom(title, "Close", container.NewVScroll(content), h.Win)
	d.Resize(fyne.NewSize(min(kit.Scaled(width), size.Width-SheetEdge), min(kit.Scaled(height), size.Height-SheetEdge)))
	h.Present(d)
}

// TextRoom is the width at which text breaks in a sheet: most for text of the
// usual size, or what the window leaves beside labels of a width.
func (h *Host) TextRoom(most, labels float32) float32 {
	return min(kit.Scaled(most), h.Win.Canvas().Size().Width-SheetEdge-SheetInset-kit.Scaled(labels+10))
}

// SheetRow is a label and a value that may take several lines of a width.
func SheetRow(label, value string, labels, values float32) fyne.CanvasObject {
	rows := container.New(kit.ColumnLayout(0))
	for _, text := range kit.Wrap(value, values) {
		rows.Add(container.New(kit.RowLayout(10),
			container.New(kit.Fixed{labels, kit.FactHeight}, kit.NewLine(label, kit.ColorText2).Fitting()),
			kit.NewLine(text, theme.ColorNameForeground).Fitting()))
		label = ""
	}
	return rows
}

// Clip puts text on the clipboard.
func (h *Host) Clip(text string) {
	h.App.Clipboard().SetContent(text)
	h.Point("", "Copied "+kit.Plural(len(strings.Split(strings.TrimSpace(text), "\n")), "line"))
}

// Question shows a sentence and does something if the user says so.
func (h *Host) Question(title, yes, no, text string, do func()) {
	h.Present(dialog.NewCustomConfirm(title, yes, no, paragraph(text), func(ok bool) {
		if ok {
			do()
		}
	}, h.Win))
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

// Complain says what did not work.
func (h *Host) Complain(title string, err error) {
	page := container.New(kit.ColumnLayout(0))
	for _, l := range kit.Wrap(timeline.Printable(strings.TrimSpace(kit.Sentence(err))), h.TextRoom(420, 0)) {
		page.Add(kit.NewLine(l, theme.ColorNameForeground))
	}
	h.Sheet(title, container.New(kit.Insets{12, 4}, page), 480, 200)
}

// AskName asks for a name; done is not called without one.
func (h *Host) AskName(title, verb, name string, done func(name string)) {
	var d *dialog.ConfirmDialog
	entry := kit.NewField("", kit.OnEscape(func() { d.Hide() }))
	entry.SetText(name)
	d = dialog.NewCustomConfirm(title, verb, "Cancel", container.New(kit.Fixed{380, 34}, entry), func(ok bool) {
		if ok && entry.Text != "" {
			done(entry.Text)
		}
	}, h.Win)
	entry.OnSubmitted = func(string) { d.Confirm() }
	h.Present(d)
	kit.NewCoalescer(letterDelay, func() {
		if h.Modal == d {
			h.Win.Canvas().Focus(entry)
			entry.TypedShortcut(&fyne.ShortcutSelectAll{})
		}
	}).Soon()
}

// letterDelay is the time after which a field gets the keyboard: the letter of
// the key that gave the command comes after the command, and would land in it.
const letterDelay = 30 * time.Millisecond

// PopUp shows a menu at a place in the window.
func (h *Host) PopUp(items []*fyne.MenuItem, at fyne.Position) {
	h.HideCards()
	m := widget.NewPopUpMenu(fyne.NewMenu("", items...), h.Win.Canvas())
	m.OnDismiss = func() {
		m.Hide()
		h.FocusPicture()
		h.Settled()
	}
	m.ShowAtPosition(at)
	h.Settled()
}

// FormLabel is the width of the labels of a form.
const FormLabel = 90

// FormRow is a label and what belongs to it.
func FormRow(label string, o fyne.CanvasObject) fyne.CanvasObject {
	return container.New(kit.RowLayout(8), container.New(kit.Fixed{FormLabel, 0}, kit.NewLine(label, kit.ColorText2)), o)
}

// AddRemedy adds to a column the command that gives the rights that are missing, and
// how to look whether it has.
func (h *Host) AddRemedy(to *fyne.Container, remedy string, width float32, again func()) {
	to.Add(kit.NewLine(capture.RemedyHint(), theme.ColorNameForeground).Fitting())
	to.Add(kit.CommandBox(remedy, width))
	to.Add(container.New(kit.RowLayout(14), kit.NewLink("Copy command", func() { h.Clip(remedy) }), kit.NewLink("Look again", again), kit.NewBox("")))
}
