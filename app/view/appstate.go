package view

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"threadlens/app/session/capture"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// appState is what the windows of the program have in common: the settings, which are
// thus never written by one window over another's (nor by another process:
// session.Settings.SaveChanges), and how everything looks. Each
// window has a session of its own; what takes long is done beside the toolkit's
// goroutine, so that no window waits for another's trace.
type appState struct {
	app         fyne.App
	look        *kit.Look
	settings    keep.Settings
	kept        keep.Settings // as they were last read or written
	settingsDir string        // "" keeps nothing
	viewsDir    string        // "" remembers nothing of traces
	windows     []*window
	recorder    capture.Recorder
}

// newAppState has no window yet. theme is "" for that of the settings; another one
// holds for this run only.
func newAppState(app fyne.App, settings keep.Settings, settingsDir, theme string) *appState {
	if theme == "" {
		theme = settings.Theme
	}
	d := &appState{app: app, look: kit.NewLook(brightnessOf(theme)), settings: settings, kept: settings, settingsDir: settingsDir, recorder: capture.SystemRecorder()}
	adopt(d.look, &d.settings)
	app.Settings().SetTheme(d.look)
	return d
}

// open shows another window.
func (d *appState) open() *window {
	w := d.add()
	w.KeptViews.Dir = d.viewsDir
	w.Win.Show()
	d.renamed()
	return w
}

// each does something in every window.
func (d *appState) each(do func(*window)) {
	for _, w := range slices.Clone(d.windows) {
		do(w)
	}
}

// renamed has all windows list the windows as they are now called.
func (d *appState) renamed() { d.each((*window).Refresh) }

// titles name the windows by their traces; of several alike all but the first are
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

// windowCommands open further windows.
func (w *window) windowCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "openNew", Title: "Open in New Window…", Help: "Open a trace in a window of its own",
			Keys: []kit.Key{{Name: fyne.KeyO, Mods: kit.Ctrl | kit.Shift}},
			Run:  func() { w.ChooseFile(func(path string) { w.appState.open().Open(path) }) },
		},
		{ID: "newWindow", Title: "New Window", Help: "Another window, beside this one", Run: func() { w.appState.open() }},
	}
}

// windowItems list the windows; choosing one brings it to the front.
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

// Leave closes the window, as soon as the file of its recording is whole; the
// program ends with the last one.
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
