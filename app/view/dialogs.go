package view

import (
	"path/filepath"
	"runtime/debug"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/app/session/capture"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// present shows a dialog, which Escape closes and after which the picture has
// the keyboard again.
func (w *window) present(d dialog.Dialog) {
	w.tips.Hide()
	w.surface.over.card.hide()
	if w.modal != nil {
		w.modal.Hide()
	}
	w.modal, w.files = d, nil
	d.SetOnClosed(func() {
		if w.modal == d {
			w.modal = nil
		}
		w.focusSurface()
		w.settled()
	})
	d.Show()
	w.modalTop = w.win.Canvas().Overlays().Top()
	kit.DecorateDialog(w.modalTop)
	if _, ok := d.(*dialog.FileDialog); ok {
		w.nameField(w.modalTop)
	}
	w.settled()
}

// openDialog asks for a file to open.
func (w *window) openDialog() { w.chooseFile(w.openPath) }

// chooseFile asks for a trace or a view file.
func (w *window) chooseFile(chosen func(path string)) {
	d := dialog.NewFileOpen(func(f fyne.URIReadCloser, err error) {
		if err != nil || f == nil {
			return
		}
		path := f.URI().Path()
		f.Close()
		w.settings.LastFolder = filepath.Dir(path)
		chosen(path)
	}, w.win)
	endings := []string{keep.ViewEnding}
	for _, f := range capture.Formats() {
		endings = append(endings, f.Extensions...)
	}
	d.SetFilter(storage.NewExtensionFileFilter(endings))
	d.SetLocation(w.folder())
	size := w.win.Canvas().Size()
	d.Resize(fyne.NewSize(min(860, size.Width-80), min(600, size.Height-80)))
	w.present(d)
}

// sheetEdge is the least room between a dialog and the edges of the window, both
// sides, and sheetInset that between the dialog's edges and its text.
const sheetEdge, sheetInset = 60, 60

// sheet is a dialog of one page with a button to close it.
func (w *window) sheet(title string, content fyne.CanvasObject, width, height float32) {
	size := w.win.Canvas().Size()
	d := dialog.NewCustom(title, "Close", container.NewVScroll(content), w.win)
	d.Resize(fyne.NewSize(min(kit.Scaled(width), size.Width-sheetEdge), min(kit.Scaled(height), size.Height-sheetEdge)))
	w.present(d)
}

// textRoom is the width at which text breaks in a sheet: most for text of the
// usual size, or what the window leaves beside labels of a width.
func (w *window) textRoom(most, labels float32) float32 {
	return min(kit.Scaled(most), w.win.Canvas().Size().Width-sheetEdge-sheetInset-kit.Scaled(labels+10))
}

// sheetRow is a label and a value that may take several lines of a width.
func sheetRow(label, value string, labels, values float32) fyne.CanvasObject {
	rows := container.New(kit.ColumnLayout(0))
	for _, text := range kit.Wrap(value, values) {
		rows.Add(container.New(kit.RowLayout(10),
			container.New(kit.Fixed{labels, factHeight}, kit.NewLine(label, kit.ColorText2).Fitting()),
			kit.NewLine(text, theme.ColorNameForeground).Fitting()))
		label = ""
	}
	return rows
}

// showAbout tells what this program is.
func (w *window) showAbout() {
	version := "development build"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		version = info.Main.Version
	}
	page := container.New(kit.ColumnLayout(4),
		kit.NewLine("Threadlens", theme.ColorNameForeground).Bold(), kit.NewLine(version, kit.ColorText2), kit.NewGap(0, 6))
	for _, l := range kit.Wrap("Shows what every thread of a recorded trace did, and why. It sends nothing anywhere.", w.textRoom(380, 0)) {
		page.Add(kit.NewLine(l, theme.ColorNameForeground))
	}
	page.Add(kit.NewLine("Apache License 2.0", kit.ColorText2))
	w.sheet("About", container.New(kit.Insets{12, 4}, page), 440, 260)
}

// goToRange asks for a range of time, below the read-out.
func (w *window) goToRange() {
	var pop *widget.PopUp
	cancel := func() {
		pop.Hide()
		w.focusSurface()
		w.settled()
	}
	entry := kit.NewField(rangeExamples(w.s.Clock().As), kit.OnEscape(cancel))
	note := kit.NewCaption("A range, a length after “+”, or an instant", kit.ColorText2).Fitting()
	content := container.New(kit.Insets{6, 6}, container.New(kit.ColumnLayout(4),
		container.New(kit.Fixed{300, 34}, entry), note))
	pop = widget.NewPopUp(content, w.win.Canvas())
	entry.OnSubmitted = func(text string) {
		r, err := w.s.ParseRange(text)
		if err != nil {
			note.Paint(theme.ColorNameError)
			note.Set(kit.Sentence(err))
			return
		}
		cancel()
		w.s.Show(r, session.MoveJump)
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(w.bar.span)
	pop.ShowAtPosition(at.AddXY(0, w.bar.span.Size().Height+4))
	w.win.Canvas().Focus(entry)
	w.settled()
}

// clip puts text on the clipboard.
func (w *window) clip(text string) {
	w.app.Clipboard().SetContent(text)
	w.status.point("", "Copied "+plural(len(strings.Split(strings.TrimSpace(text), "\n")), "line"))
}

// zoomToGap shows the time of the largest loss.
func (w *window) zoomToGap() {
	if r, ok := w.s.Gap(); ok {
		w.s.Show(r, session.MoveJump)
	}
}
