package host

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"threadlens/app/session/capture"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// ChooseFile asks for a trace or a view file and calls chosen with its path.
func (h *Host) ChooseFile(chosen func(path string)) {
	d := dialog.NewFileOpen(func(f fyne.URIReadCloser, err error) {
		if err != nil || f == nil {
			return
		}
		path := f.URI().Path()
		f.Close()
		h.Settings.LastFolder = filepath.Dir(path)
		chosen(path)
	}, h.Win)
	endings := []string{keep.ViewEnding}
	for _, f := range capture.Formats() {
		endings = append(endings, f.Extensions...)
	}
	d.SetFilter(storage.NewExtensionFileFilter(endings))
	d.SetLocation(h.Folder())
	size := h.Win.Canvas().Size()
	d.Resize(fyne.NewSize(min(860, size.Width-80), min(600, size.Height-80)))
	h.Present(d)
}

// SaveSettings writes the settings to disk; a failure only shows on the status line, since nothing
// else depends on it.
func (h *Host) SaveSettings() {
	if h.SettingsDir == "" {
		return
	}
	if err := h.Settings.SaveChanges(h.SettingsDir, h.Kept); err != nil {
		h.Point("", fmt.Sprintf("Settings could not be kept: %v", err))
	}
}

// Folder is where file dialogs start.
func (h *Host) Folder() fyne.ListableURI {
	dir, err := storage.ListerForURI(storage.NewFileURI(h.Settings.LastFolder))
	if h.Settings.LastFolder == "" || err != nil {
		return nil
	}
	return dir
}

// ExportSheet shows an export dialog; next runs when the user goes on to choose the file.
func (h *Host) ExportSheet(title string, content fyne.CanvasObject, next func()) {
	d := dialog.NewCustomWithoutButtons(title, container.New(kit.Insets{12, 8}, content), h.Win)
	cancel := kit.NewButton(kit.Bordered, "", "Cancel", d.Hide)
	export := kit.NewButton(kit.Primary, "", "Export…", func() {
		d.Hide()
		h.SaveSettings()
		next()
	})
	d.SetButtons([]fyne.CanvasObject{cancel, export})
	h.Present(d)
	h.Win.Canvas().Focus(export)
}

// ExportAs builds a file in memory, in the background, and then asks where to save it: no file is
// touched before there is something to write.
func (h *Host) ExportAs(name string, write func(io.Writer) error) {
	h.Point("", "Exporting"+kit.Ellipsis)
	go func() {
		var b bytes.Buffer
		err := write(&b)
		fyne.Do(func() {
			h.Point("", "")
			if err != nil {
				h.Complain("Not exported", err)
				return
			}
			h.SaveAs(name, b.Bytes())
		})
	}()
}

// SaveAs asks for a file and writes data to it; the toolkit's dialog confirms before it replaces a
// file.
func (h *Host) SaveAs(name string, data []byte) {
	d := dialog.NewFileSave(func(f fyne.URIWriteCloser, err error) {
		switch {
		case err != nil:
			h.Complain("Not exported", err)
		case f != nil:
			h.Save(f, data)
		}
	}, h.Win)
	d.SetFileName(name)
	d.SetLocation(h.Folder())
	size := h.Win.Canvas().Size()
	d.Resize(fyne.NewSize(min(860, size.Width-80), min(600, size.Height-80)))
	h.Present(d)
}

// saidDelay is how long after a dialog closes its result is shown.
const saidDelay = 100 * time.Millisecond

// Save writes a file and remembers its folder for the next one.
func (h *Host) Save(f fyne.URIWriteCloser, data []byte) {
	_, err := f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		h.Complain("Not exported", err)
		return
	}
	h.Settings.LastFolder = filepath.Dir(f.URI().Path())
	h.SaveSettings()
	// Not immediately: where the dialog was, the pointer now enters the picture, and the status
	// line shows what is under it.
	kit.NewCoalescer(saidDelay, func() {
		h.Point("", "Exported "+timeline.Printable(f.URI().Name()))
		h.Settled()
	}).Soon()
}

// ExportNameOf is the suggested file name for an export: the trace's name, what it shows, and an
// ending.
func (h *Host) ExportNameOf(what, ending string) string {
	name := withoutEndings(timeline.Printable(h.Session.Source().Name))
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, name) + "-" + what + "." + ending
}

// withoutEndings is the name of a trace without the file endings of its formats.
func withoutEndings(name string) string {
	endings := []string{".gz"}
	for _, f := range capture.Formats() {
		endings = append(endings, f.Extensions...)
	}
	for {
		i := slices.IndexFunc(endings, func(e string) bool { return len(e) < len(name) && strings.HasSuffix(name, e) })
		if i < 0 {
			return name
		}
		name = strings.TrimSuffix(name, endings[i])
	}
}
