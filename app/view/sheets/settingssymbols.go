package sheets

import (
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// symbols is the page of the places that are searched for names of functions.
func (s *settingsSheet) symbols() {
	h := s.h
	s.prose("Function names come from the programs and libraries named in a trace, from their debugging symbols on this system, and from these places:", theme.ColorNameForeground)
	if len(h.Settings.Symbols) == 0 {
		s.prose("No folders or files added yet.", kit.ColorText2)
	}
	for _, place := range h.Settings.Symbols {
		path := kit.NewLine(timeline.Printable(place), theme.ColorNameForeground).Fitting()
		path.Middle = true
		s.Body.Add(container.New(kit.RowLayout(10), path, kit.NewLink("Remove", func() {
			h.forgetSymbols(place)
			s.turn(SettingsSymbols)
		})))
	}
	again := func() { s.reopen(SettingsSymbols) }
	s.Body.Add(container.New(kit.RowLayout(12),
		kit.NewLink("Add folder…", func() { h.askSymbolFolder(again) }), kit.NewLink("Add file…", func() { h.askSymbolFile(again) }), kit.NewBox("")))
	s.prose("You can add single files, or folders with such files: programs, libraries, their debugging symbols, PDB files, copies of /proc/kallsyms, and perf-PID.map files. Other files in a folder are ignored.", kit.ColorText2)
	all := kit.NewLink("Modules of this trace, and how to get their function names", h.Commands.Get("symbols").Do)
	s.follow = append(s.follow, func() { all.Enable(h.hasModules()) })
	s.Body.Add(container.New(kit.RowLayout(0), all, kit.NewBox("")))
}

// askSymbolFolder asks for a folder with names of functions, then calls then.
func (s *Sheets) askSymbolFolder(then func()) {
	s.askPlace(host.FileRequest{Mode: host.OpenFolder, Title: "Folder with function names", Verb: "Add folder"}, then)
}

// askSymbolFile asks for a file with names of functions, then calls then.
func (s *Sheets) askSymbolFile(then func()) {
	s.askPlace(host.FileRequest{Title: "File with function names", Verb: "Add file"}, then)
}

// askPlace adds the place that the user chooses, then calls then.
func (s *Sheets) askPlace(r host.FileRequest, then func()) {
	r.Folder = s.StartFolder()
	r.Chosen = func(path string) {
		s.AddSymbols(path)
		then()
	}
	s.AskFile(r)
}

// forgetSymbols removes a place from the search for names.
func (s *Sheets) forgetSymbols(place string) {
	s.Settings.Symbols = slices.DeleteFunc(slices.Clone(s.Settings.Symbols), func(p string) bool { return p == place })
	s.SaveSettings()
}

// AddSymbols adds a folder or a file to the search for names, now and for every trace.
func (s *Sheets) AddSymbols(place string) {
	if place = filepath.Clean(place); !slices.Contains(s.Settings.Symbols, place) {
		s.Settings.Symbols = append(slices.Clone(s.Settings.Symbols), place)
		s.SaveSettings()
	}
	s.LookAgain()
}

func (s *Sheets) hasModules() bool { return s.IsOpen() && len(s.Session.Trace().Info.Modules) > 0 }
