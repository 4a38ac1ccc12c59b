package sheets

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// settingsPages are the pages of the settings, in their order.
func settingsPages() []settingsPage {
	return []settingsPage{
		{SettingsGeneral, (*settingsSheet).general},
		{settingsAppearance, (*settingsSheet).appearance},
		{settingsKeys, (*settingsSheet).keys},
		{SettingsSymbols, (*settingsSheet).symbols},
		{SettingsFindings, (*settingsSheet).findings},
		{settingsPrivacy, (*settingsSheet).privacy},
	}
}

// SettingsTitles are the titles of the pages.
func SettingsTitles() (titles []string) {
	for _, p := range settingsPages() {
		titles = append(titles, p.title)
	}
	return titles
}

// SettingsCommand opens the settings.
func (s *Sheets) SettingsCommand() *kit.Command {
	return &kit.Command{
		ID: "settings", Title: "Settings…", Help: "Settings",
		Run: func() { s.ShowSettings(SettingsGeneral) },
	}
}

// ShowSettings opens the dialog at a page.
func (s *Sheets) ShowSettings(page string) *settingsSheet {
	sheet := &settingsSheet{h: s, pages: settingsPages(), page: page, reopen: s.ShowSettings, Body: container.New(kit.ColumnLayout(8)), text: kit.TextScale()}
	sheet.scroll = container.NewVScroll(container.New(kit.Insets{12, 10}, sheet.Body))
	titles := SettingsTitles()
	pages := kit.NewPicker(titles, titles, page, sheet.turn)
	d := dialog.NewCustom("Settings", "Close", container.NewBorder(
		container.New(kit.ColumnLayout(8), container.New(kit.Insets{12, 0}, pages.Root), kit.NewRule()), nil, nil, nil, sheet.scroll), s.Win)
	size := s.Win.Canvas().Size()
	d.Resize(fyne.NewSize(min(kit.Scaled(settingsWidth), size.Width-60), min(kit.Scaled(settingsHeight), size.Height-60)))
	sheet.turn(page)
	s.Present(d)
	return sheet
}

func (s *settingsSheet) general() {
	time := func(id string) bool { return id == "time."+s.h.Settings.TimeAs }
	s.choice("Times", []string{"From trace start", "Wall clock", "Raw clock"}, []string{"time." + keep.TimeFromStart, "time.wall", "time.raw"}, time)
	s.choice("", []string{"ns", "µs", "ms", "s"}, []string{"time.ns", "time.us", "time.ms", "time.s"}, time)
	s.choice("Percent of", []string{"Machine", "One CPU", "Cores"}, []string{"percent.machine", "percent.core", "percent.cores"}, s.checked)
	s.Body.Add(kit.NewRule())
	s.check("Window", "Overview", "overview")
	s.check("", "Bottom pane", "pane")
	s.check("", "Current and unblocking stack side by side, if there is room", "bothStacks")
	s.link("Reset layout", func() { s.run("resetLayout") })
	s.Body.Add(kit.NewRule())
	recent, forget := kit.NewLine("", theme.ColorNameForeground), kit.NewLink("Clear", nil)
	forget.Run = func() {
		s.h.Settings.Recent = nil
		s.h.RecentChanged()
		s.Update()
	}
	s.follow = append(s.follow, func() {
		recent.Set(kit.Plural(len(s.h.Settings.Recent), "recent file"))
		forget.Enable(len(s.h.Settings.Recent) > 0)
	})
	s.Body.Add(host.FormRow("Files", container.New(kit.RowLayout(12), recent, forget)))
}

func (s *settingsSheet) appearance() {
	s.choice("Theme", []string{"System", "Light", "Dark"}, []string{"themeSystem", "themeLight", "themeDark"}, s.checked)
	s.choice("Colours", []string{"Classic", "Colour-blind-safe"}, []string{"colours." + keep.ColoursClassic, "colours." + keep.ColoursSafe}, s.checked)
	s.check("", "Fill each category with its own pattern", "patterns")
	s.oneOf("Text size", "text.")
	s.Body.Add(kit.NewRule())
	s.oneOf("Lanes", "lane.")
	s.check("", "Dim waits that span the whole time window", "quiet")
	s.check("", "In totals, count unclassified waits under their likely reasons", "countLikely")
	s.check("", "Grid lines at the major steps of the ruler", "grid")
}

// noKeys is shown where keys cannot be changed.
const noKeys = "There is no settings folder, so keys cannot be changed: set HOME (on Windows: AppData) and restart."

func (s *settingsSheet) keys() {
	s.prose("The file keys.json can assign other keys to any command. Changes take effect at the next start.", theme.ColorNameForeground)
	if s.h.SettingsDir == "" {
		s.prose(noKeys, kit.ColorText2)
	} else {
		s.path("File", keep.KeysPath(s.h.SettingsDir))
		s.link("Create key bindings file", s.h.Commands.Get("keysFile").Do)
	}
	for _, p := range s.h.KeyProblems {
		s.prose("Not used: "+p, kit.ColorWarnStatus)
	}
	s.link("All commands and their keys", s.h.Commands.Get("keys").Do)
}

func (s *settingsSheet) privacy() {
	s.prose("Threadlens uses no network, except to ask a symbol server when you request it on the command line. It sends no traces or usage data "+
		"and does not look for updates.", theme.ColorNameForeground)
	s.prose("On this computer, Threadlens saves the settings, the names of recent files, and how each trace was viewed: the time window, which threads were shown, the names that you gave to threads, and the marks. It also keeps symbol files that you downloaded, and up to 256 MB of symbols that it has read. It never changes a trace, and writes nothing next to a trace unless you save a file there.", theme.ColorNameForeground)
	s.prose("To name functions on stacks, Threadlens reads the programs and libraries named in a trace, their debugging symbols, and the files and folders that you add under Symbols.", theme.ColorNameForeground)
	if s.h.SettingsDir != "" {
		s.path("Settings", filepath.Clean(s.h.SettingsDir))
	}
	if s.h.KeptViews.Dir != "" {
		s.path("Views", s.h.KeptViews.Dir)
	}
}
