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
	windows     []*shared
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

// shared is the floor of a window that knows of the other windows: it brings all of them in line
// with the settings that they share.
type shared struct {
	background
	appState *appState
}

// each calls do for every window.
func (d *appState) each(do func(*shared)) {
	for _, w := range slices.Clone(d.windows) {
		do(w)
	}
}

// renamed updates the list of windows in every window's menu.
func (d *appState) renamed() { d.each((*shared).Refresh) }

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

// items are menu items for the windows, with a mark at the current one; choosing one brings it to
// the front.
func (d *appState) items(current *shared) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	titles := d.titles()
	for i, w := range d.windows {
		item := fyne.NewMenuItem(titles[i], w.Win.RequestFocus)
		item.Checked = w == current
		items = append(items, item)
	}
	return items
}

// brightnessOf returns the brightness for a theme of the settings.
func brightnessOf(theme string) kit.Brightness {
	switch theme {
	case keep.ThemeLight:
		return kit.Light
	case keep.ThemeDark:
		return kit.Dark
	}
	return kit.AsSystem
}

// adopt gives a look the colours, patterns and text size of the settings.
func adopt(l *kit.Look, s *keep.Settings) {
	l.Adopt(s.Colours == keep.ColoursSafe, s.Patterns, float32(s.TextSize)/100)
}
