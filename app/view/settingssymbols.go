package view

import (
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// symbols is the page of the places in which names of functions are looked for.
func (s *settingsSheet) symbols() {
	w := s.w
	s.prose("Names of functions are looked for in the files that a trace names, in what belongs to them on this system, and here:", theme.ColorNameForeground)
	if len(w.settings.Symbols) == 0 {
		s.prose("There are no folders or files of yours yet.", kit.ColorText2)
	}
	for _, place := range w.settings.Symbols {
		path := kit.NewLine(timeline.Printable(place), theme.ColorNameForeground).Fitting()
		path.Middle = true
		s.body.Add(container.New(kit.RowLayout(10), path, kit.NewLink("Forget", func() {
			w.forgetSymbols(place)
			s.turn(settingsSymbols)
		})))
	}
	again := func() { w.showSettings(settingsSymbols) }
	s.body.Add(container.New(kit.RowLayout(12),
		kit.NewLink("Add folder…", func() { w.askSymbolFolder(again) }), kit.NewLink("Add file…", func() { w.askSymbolFile(again) }), kit.NewBox("")))
	s.prose("A folder may have programs, libraries and their debugging symbols, copies of /proc/kallsyms, and perf-PID.map files; a file is one of these.", kit.ColorText2)
	all := kit.NewLink("Modules of this trace, and what would find their names", w.table.Get("symbols").Do)
	s.follow = append(s.follow, func() { all.Enable(w.hasModules()) })
	s.body.Add(container.New(kit.RowLayout(0), all, kit.NewBox("")))
}

// askSymbolFolder asks for a folder with names of functions, and then goes on.
func (w *window) askSymbolFolder(then func()) {
	d := dialog.NewFolderOpen(func(dir fyne.ListableURI, err error) {
		if err == nil && dir != nil {
			w.addSymbols(dir.Path())
			then()
		}
	}, w.win)
	w.askPlace(d)
}

// askSymbolFile asks for a file with names of functions.
func (w *window) askSymbolFile(then func()) {
	d := dialog.NewFileOpen(func(f fyne.URIReadCloser, err error) {
		if err == nil && f != nil {
			f.Close()
			w.addSymbols(f.URI().Path())
			then()
		}
	}, w.win)
	w.askPlace(d)
}

// askPlace shows a dialog that asks for a file or a folder.
func (w *window) askPlace(d *dialog.FileDialog) {
	d.SetLocation(w.folder())
	size := w.win.Canvas().Size()
	d.Resize(fyne.NewSize(min(860, size.Width-80), min(600, size.Height-80)))
	w.present(d)
}

// forgetSymbols has a place no longer looked in.
func (w *window) forgetSymbols(place string) {
	w.settings.Symbols = slices.DeleteFunc(slices.Clone(w.settings.Symbols), func(p string) bool { return p == place })
	w.saveSettings()
}

// addSymbols has names looked for in a folder or a file too, now and for every
// trace.
func (w *window) addSymbols(place string) {
	if place = filepath.Clean(place); !slices.Contains(w.settings.Symbols, place) {
		w.settings.Symbols = append(slices.Clone(w.settings.Symbols), place)
		w.saveSettings()
	}
	w.lookAgain()
}
