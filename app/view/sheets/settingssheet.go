package sheets

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// Sizes of the settings, dp.
const (
	settingsWidth, settingsHeight = 680, 500
	settingsText                  = 620 // width at which sentences break
)

// settingsSheet is the dialog of the settings. Each of its controls gives a
// command of the menu, at once, and shows what that says; it keeps nothing.
type settingsSheet struct {
	h        *Sheets
	page     string
	Body     *fyne.Container
	scroll   *container.Scroll
	text     float32  // size of text that it was laid out for
	follow   []func() // bring the controls in line with the commands
	Controls map[string]fyne.Focusable
	Limits   *LimitsPage // as long as its page is shown
}

// Titles of the pages.
const (
	SettingsGeneral    = "General"
	settingsAppearance = "Appearance"
	settingsKeys       = "Keys"
	SettingsSymbols    = "Symbols"
	SettingsFindings   = "Findings"
	settingsPrivacy    = "Privacy"
)

var SettingsPages = []string{SettingsGeneral, settingsAppearance, settingsKeys, SettingsSymbols, SettingsFindings, settingsPrivacy}

func (s *Sheets) SettingsCommand() *kit.Command {
	return &kit.Command{
		ID: "settings", Title: "Settings…", Help: "Everything that is remembered and can be chosen",
		Run: func() { s.ShowSettings(SettingsGeneral) },
	}
}

// ShowSettings opens the dialog at a page.
func (h *Sheets) ShowSettings(page string) *settingsSheet {
	s := &settingsSheet{h: h, page: page, Body: container.New(kit.ColumnLayout(8)), text: kit.TextScale()}
	s.scroll = container.NewVScroll(container.New(kit.Insets{12, 10}, s.Body))
	pages := kit.NewPicker(SettingsPages, SettingsPages, page, s.turn)
	d := dialog.NewCustom("Settings", "Close", container.NewBorder(
		container.New(kit.ColumnLayout(8), container.New(kit.Insets{12, 0}, pages.Root), kit.NewRule()), nil, nil, nil, s.scroll), h.Win)
	size := h.Win.Canvas().Size()
	d.Resize(fyne.NewSize(min(kit.Scaled(settingsWidth), size.Width-60), min(kit.Scaled(settingsHeight), size.Height-60)))
	s.turn(page)
	h.Present(d)
	return s
}

// turn shows a page.
func (s *settingsSheet) turn(page string) {
	s.page, s.follow, s.Controls, s.Limits = page, nil, map[string]fyne.Focusable{}, nil
	s.Body.Objects = nil
	switch page {
	case SettingsGeneral:
		s.general()
	case settingsAppearance:
		s.appearance()
	case settingsKeys:
		s.keys()
	case SettingsSymbols:
		s.symbols()
	case SettingsFindings:
		s.findings()
	case settingsPrivacy:
		s.privacy()
	}
	s.Update()
	s.Body.Refresh()
	s.scroll.ScrollToTop()
}

// Update shows what the settings are now.
func (s *settingsSheet) Update() {
	for _, f := range s.follow {
		f()
	}
}

// run gives the command of a setting, also one that needs no trace here. Other
// sizes of text have the dialog laid out again.
func (s *settingsSheet) run(id string) {
	s.h.Commands.Get(id).Run()
	if s.text == kit.TextScale() {
		s.Update()
		return
	}
	page := s.page
	next := s.h.ShowSettings(page)
	s.h.Win.Canvas().Focus(next.Controls[id])
}

// choice is a row of which one can be chosen; titles stand for commands.
func (s *settingsSheet) choice(label string, titles, ids []string, chosen func(id string) bool) {
	row := kit.NewPicker(titles, ids, "", s.run)
	for i, id := range ids {
		s.Controls[id] = row.Buttons[i]
	}
	s.follow = append(s.follow, func() {
		row.Chosen = ""
		for _, id := range ids {
			if chosen(id) {
				row.Chosen = id
			}
		}
		row.Show()
		for i, id := range ids {
			c := s.h.Commands.Get(id)
			row.Buttons[i].Enable(!s.h.IsOpen() || c.Can())
		}
	})
	s.Body.Add(host.FormRow(label, row.Root))
}

// checked is what a command says of itself.
func (s *settingsSheet) checked(id string) bool { return s.h.Commands.Get(id).Checked() }

// check is a setting that is on or off.
func (s *settingsSheet) check(label, text, id string) {
	box := widget.NewCheck(text, func(on bool) {
		if on != s.checked(id) {
			s.run(id)
		}
	})
	s.Controls[id] = box
	s.follow = append(s.follow, func() { box.SetChecked(s.checked(id)) })
	s.Body.Add(host.FormRow(label, box))
}

// prose is a sentence or two.
func (s *settingsSheet) prose(text string, color fyne.ThemeColorName) {
	lines := container.New(kit.ColumnLayout(0))
	for _, l := range kit.Wrap(text, s.h.TextRoom(settingsText, 0)) {
		lines.Add(kit.NewLine(l, color).Fitting())
	}
	s.Body.Add(lines)
}

// path is a label and where something is kept.
func (s *settingsSheet) path(label, path string) {
	l := kit.NewLine(path, theme.ColorNameForeground).Fitting()
	l.Middle = true
	s.Body.Add(host.FormRow(label, l))
}

// link is a way to do something else about a page.
func (s *settingsSheet) link(text string, run func()) {
	s.Body.Add(container.New(kit.RowLayout(0), kit.NewLink(text, run), kit.NewBox("")))
}

func (s *settingsSheet) general() {
	time := func(id string) bool { return id == "time."+s.h.Settings.TimeAs }
	s.choice("Times", []string{"From trace start", "Wall clock", "Raw clock"}, []string{"time." + keep.TimeFromStart, "time.wall", "time.raw"}, time)
	s.choice("", []string{"ns", "µs", "ms", "s"}, []string{"time.ns", "time.us", "time.ms", "time.s"}, time)
	s.choice("Percent of", []string{"Machine", "One core", "Cores"}, []string{"percent.machine", "percent.core", "percent.cores"}, s.checked)
	s.Body.Add(kit.NewRule())
	s.check("Window", "Overview", "overview")
	s.check("", "Bottom pane", "pane")
	s.check("", "Both stacks side by side, in wide windows", "bothStacks")
	s.link("Reset layout", func() { s.run("resetLayout") })
	s.Body.Add(kit.NewRule())
	recent, forget := kit.NewLine("", theme.ColorNameForeground), kit.NewLink("Forget them", nil)
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
	s.choice("Colours", []string{"Classic", "Colour-safe"}, []string{"colours." + keep.ColoursClassic, "colours." + keep.ColoursSafe}, s.checked)
	s.check("", "Patterns, one for every category", "patterns")
	s.oneOf("Text size", "text.")
	s.Body.Add(kit.NewRule())
	s.oneOf("Lanes", "lane.")
	s.check("", "Quiet backdrops: threads that do one thing all the time recede", "quiet")
	s.check("", "Count likely reasons: unclassified waits as what they probably were", "countLikely")
	s.check("", "Grid at the larger steps of the ruler", "grid")
}

// oneOf is a choice between the commands whose ids begin alike.
func (s *settingsSheet) oneOf(label, prefix string) {
	var titles, ids []string
	for _, c := range s.h.Commands.List {
		if strings.HasPrefix(c.ID, prefix) {
			titles, ids = append(titles, c.Title), append(ids, c.ID)
		}
	}
	s.choice(label, titles, ids, s.checked)
}

func (s *settingsSheet) keys() {
	s.prose("Every command can have other keys. They stand in a file that you can edit; changes hold from the next start.", theme.ColorNameForeground)
	if s.h.SettingsDir == "" {
		s.prose("There is no folder for settings, so that keys cannot be changed.", kit.ColorText2)
	} else {
		s.path("File", keep.KeysPath(s.h.SettingsDir))
		s.link("Write keys file", s.h.Commands.Get("keysFile").Do)
	}
	for _, p := range s.h.KeyProblems {
		s.prose("Not used: "+p, kit.ColorWarnStatus)
	}
	s.link("All commands and their keys", s.h.Commands.Get("keys").Do)
}

func (s *settingsSheet) privacy() {
	s.prose("Threadlens uses no network, unless you have it ask a symbol server on the command line. It sends nothing anywhere, and looks for no updates.", theme.ColorNameForeground)
	s.prose("On this computer it remembers the settings with the names of recent files, and how each trace was looked at: window, "+
		"threads, names and marks. It never changes a trace, and writes nothing beside one unless you save it there.", theme.ColorNameForeground)
	s.prose("To name the functions on stacks it reads the programs and libraries that a trace names, and the folders that you add under Symbols.", theme.ColorNameForeground)
	if s.h.SettingsDir != "" {
		s.path("Settings", filepath.Clean(s.h.SettingsDir))
	}
	if s.h.KeptViews.Dir != "" {
		s.path("Views", s.h.KeptViews.Dir)
	}
}
