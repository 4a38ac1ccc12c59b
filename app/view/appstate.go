package view

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"threadlens/app/session/capture"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// appState is what the program's windows share: how everything looks, and the settings, so that no
// window overwrites those of another (keep.Settings.SaveChanges does the same between processes).
// Each window has a session of its own; slow work is done off Fyne's goroutine, so that no window
// waits for another's trace.
type appState struct {
	app         fyne.App
	look        *kit.Look
	settings    keep.Settings
	kept        keep.Settings // as last read or written
	settingsDir string        // "": keep nothing
	viewsDir    string        // "": remember nothing about traces
	windows     []*window
	recorder    capture.Recorder
}

// newAppState returns a state without windows. A theme other than "" replaces that of the settings
// for this run only.
func newAppState(app fyne.App, settings keep.Settings, settingsDir, theme string) *appState {
	if theme == "" {
		theme = settings.Theme
	}
	d := &appState{app: app, look: kit.NewLook(brightnessOf(theme)), settings: settings, kept: settings, settingsDir: settingsDir, recorder: capture.SystemRecorder()}
	adopt(d.look, &d.settings)
	app.Settings().SetTheme(d.look)
	return d
}

// open opens another window and shows it.
func (d *appState) open() *window {
	w := d.add()
	w.KeptViews.Dir = d.viewsDir
	w.Win.Show()
	d.renamed()
	return w
}

// each calls do for every window.
func (d *appState) each(do func(*window)) {
	for _, w := range slices.Clone(d.windows) {
		do(w)
	}
}

// renamed updates the list of windows in every window's menu.
func (d *appState) renamed() { d.each((*window).Refresh) }

// titles names the windows by their traces; of several with the same name all but the first are
// numbered.
func (d *appState) titles() []string {
	seen := map[string]int{}
	titles := make([]string, len(d.windows))
	for i, w := range d.windows {
		title := w.file.Text
		if title == "" {
			title = "No trace"
		}
		if seen[title]++; seen[title] > 1 {
			title += " (" + strconv.Itoa(seen[title]) + ")"
		}
		titles[i] = title
	}
	return titles
}

// windowCommands are those that open another window.
func (w *window) windowCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "openNew", Title: "Open in New Window…", Help: "Open a trace in a new window",
			Keys: []kit.Key{{Name: fyne.KeyO, Mods: kit.Ctrl | kit.Shift}},
			Run:  func() { w.ChooseFile(func(path string) { w.appState.open().Open(path) }) },
		},
		{ID: "newWindow", Title: "New Window", Help: "Open another window", Run: func() { w.appState.open() }},
	}
}

// windowItems lists the windows; choosing one brings it to the front.
func (w *window) windowItems(fixed []*fyne.MenuItem) []*fyne.MenuItem {
	items := append(slices.Clone(fixed), fyne.NewMenuItemSeparator())
	titles := w.appState.titles()
	for i, other := range w.appState.windows {
		item := fyne.NewMenuItem(titles[i], other.Win.RequestFocus)
		item.Checked = other == w
		items = append(items, item)
	}
	return items
}

// Leave closes the window, once the file of its recording is complete; the program ends with the
// last one.
func (w *window) Leave() {
	if w.Run != nil {
		w.Run.Leave()
		return
	}
	w.dropJob()
	w.Live.Stop()
	w.summaries()
	w.keep.Flush()
	w.SaveSettings()
	w.appState.windows = slices.DeleteFunc(w.appState.windows, func(other *window) bool { return other == w })
	w.Win.SetCloseIntercept(nil)
	w.Win.Close()
	w.appState.renamed()
}

// quit closes all windows.
func (w *window) quit() { w.appState.each((*window).Leave) }
