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

// Present shows a dialog. When Escape or a button closes it, the keyboard returns to the picture.
func (h *Host) Present(d dialog.Dialog) {
	h.HideCards()
	if h.Modal != nil {
		h.Modal.Hide()
	}
	h.Modal = d
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
	h.Settled()
}

// SheetEdge is the least distance between a dialog and the edges of the window, both sides
// together, and SheetInset that between the dialog's edges and its text, in dp.
const SheetEdge, SheetInset = 60, 60

// Sheet shows a dialog with one page and a button that closes it. Width and height are in dp for
// text of the usual size.
func (h *Host) Sheet(title string, content fyne.CanvasObject, width, height float32) {
	size := h.Win.Canvas().Size()
	d := dialog.NewCustom(title, "Close", container.NewVScroll(content), h.Win)
	d.Resize(fyne.NewSize(min(kit.Scaled(width), size.Width-SheetEdge), min(kit.Scaled(height), size.Height-SheetEdge)))
	h.Present(d)
}

// TextRoom is the width at which text in a sheet wraps: most, in dp for text of the usual size, or
// what the window leaves next to labels of the given width.
func (h *Host) TextRoom(most, labels float32) float32 {
	return min(kit.Scaled(most), h.Win.Canvas().Size().Width-SheetEdge-SheetInset-kit.Scaled(labels+10))
}

// SheetRow is a label and its value, which may wrap to several lines; labels and values are their
// widths.
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

// Clip copies text to the clipboard.
func (h *Host) Clip(text string) {
	h.App.Clipboard().SetContent(text)
	h.Point("", "Copied "+kit.Plural(len(strings.Split(strings.TrimSpace(text), "\n")), "line"))
}

// Question asks the user to confirm with yes or no, and calls do on yes.
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

// Complain shows an error in a dialog.
func (h *Host) Complain(title string, err error) {
	page := container.New(kit.ColumnLayout(0))
	for _, l := range kit.Wrap(timeline.Printable(strings.TrimSpace(kit.Sentence(err))), h.TextRoom(420, 0)) {
		page.Add(kit.NewLine(l, theme.ColorNameForeground))
	}
	h.Sheet(title, container.New(kit.Insets{12, 4}, page), 480, 200)
}

// AskName asks for a name and calls done with it, unless the user cancels or leaves the field
// empty.
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

// letterDelay is how long a field waits before it takes the keyboard: the toolkit sends the letter
// of the key that gave the command after the command, and it would end up in the field.
const letterDelay = 30 * time.Millisecond

// PopUp shows a menu at a position in the window.
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

// FormLabel is the width of a form's labels, in dp.
const FormLabel = 90

// FormRow is a row of a form: a label and the object that it describes.
func FormRow(label string, o fyne.CanvasObject) fyne.CanvasObject {
	return container.New(kit.RowLayout(8), container.New(kit.Fixed{FormLabel, 0}, kit.NewLine(label, kit.ColorText2)), o)
}

// AddRemedy adds to a column the command that grants the missing rights, with links to copy it and
// to check the rights again.
func (h *Host) AddRemedy(to *fyne.Container, remedy string, width float32, again func()) {
	to.Add(kit.NewLine(capture.RemedyHint(), theme.ColorNameForeground).Fitting())
	to.Add(kit.CommandBox(remedy, width))
	to.Add(container.New(kit.RowLayout(14), kit.NewLink("Copy command", func() { h.Clip(remedy) }), kit.NewLink("Refresh", again), kit.NewBox("")))
}
