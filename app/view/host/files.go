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

	"threadlens/app/session/capture"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// ChooseFile asks for a trace or a view file to open.
func (h *Host) ChooseFile(chosen func(path string)) {
	h.ChooseTrace("Open a trace", "Open", chosen, keep.ViewEnding)
}

// ChooseTrace asks for a trace, or for a file with one of other endings, starting in the folder of the
// trace that was opened last, and calls chosen with its path.
func (h *Host) ChooseTrace(title, verb string, chosen func(path string), endings ...string) {
	for _, f := range capture.Formats() {
		endings = append(endings, f.Extensions...)
	}
	folder := h.Settings.LastFolder
	if len(h.Settings.Recent) > 0 {
		folder = filepath.Dir(h.Settings.Recent[0].Path)
	}
	h.AskFile(FileRequest{
		Title: title, Verb: verb, Folder: folder, Endings: endings, Kind: "Traces",
		Chosen: chosen,
	})
}

// SaveSettings writes the settings to disk; a failure only shows on the status line, since nothing
// else depends on it.
func (h *Host) SaveSettings() {
	if h.SettingsDir == "" {
		return
	}
	if err := h.Settings.SaveChanges(h.SettingsDir, h.Kept); err != nil {
		h.Point("", fmt.Sprintf("Settings could not be saved: %v", err))
	}
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

// StartFolder is where dialogs for files that are no traces start: in the folder that the user saved to
// last, and until then beside the trace; "" if neither is known.
func (h *Host) StartFolder() string {
	if h.Settings.LastFolder != "" || h.Session.Source().Path == "" {
		return h.Settings.LastFolder
	}
	return filepath.Dir(h.Session.Source().Path)
}

// SaveAs asks for a file and writes data to it; the dialog asks before it replaces one.
func (h *Host) SaveAs(name string, data []byte) {
	h.AskFile(FileRequest{
		Mode: SaveFile, Title: "Save", Verb: "Save", Folder: h.StartFolder(), Name: name,
		Chosen: func(path string) { h.Save(path, data) },
	})
}

// saidDelay is how long after a dialog closes its result is shown.
const saidDelay = 100 * time.Millisecond

// Save writes a file.
func (h *Host) Save(path string, data []byte) {
	h.saved(path, keep.WriteExport(path, data))
}

// WriteFile lets write write a file in the background.
func (h *Host) WriteFile(path string, write func() error) {
	h.Point("", "Exporting"+kit.Ellipsis)
	go func() {
		err := write()
		fyne.Do(func() {
			h.Point("", "")
			h.saved(path, err)
		})
	}()
}

// saved says that a file was written, or why not, and remembers its folder for the next one.
func (h *Host) saved(path string, err error) {
	if err != nil {
		h.Complain("Not exported", err)
		return
	}
	h.Settings.LastFolder = filepath.Dir(path)
	h.SaveSettings()
	// Not immediately: where the dialog was, the pointer now enters the picture, and the status
	// line shows what is under it.
	kit.NewCoalescer(saidDelay, func() {
		h.Point("", "Exported "+timeline.Printable(filepath.Base(path)))
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
