package sheets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// Sizes of the settings, dp.
const (
	settingsWidth, settingsHeight = 680, 500
	settingsText                  = 620 // width at which text wraps
)

// settingsSheet is the dialog of the settings. Each of its controls runs a menu command immediately
// and shows the state of that command; it keeps no state of its own.
type settingsSheet struct {
	h        *Sheets
	pages    []settingsPage
	page     string
	reopen   func(page string) *settingsSheet
	Body     *fyne.Container
	scroll   *container.Scroll
	text     float32  // size of text that it is laid out for
	follow   []func() // updates the controls from the commands
	Controls map[string]fyne.Focusable
	Limits   *LimitsPage // while its page is shown
}

// settingsPage is a page of the settings.
type settingsPage struct {
	title string
	fill  func(s *settingsSheet)
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

// turn shows a page.
func (s *settingsSheet) turn(page string) {
	s.page, s.follow, s.Controls, s.Limits = page, nil, map[string]fyne.Focusable{}, nil
	s.Body.Objects = nil
	for _, p := range s.pages {
		if p.title == page {
			p.fill(s)
		}
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

// run runs the command of a setting, also one that needs a trace where none is open. If the size of
// text changes, the dialog is laid out again.
func (s *settingsSheet) run(id string) {
	s.h.Commands.Get(id).Run()
	if s.text == kit.TextScale() {
		s.Update()
		return
	}
	page := s.page
	next := s.reopen(page)
	s.h.Win.Canvas().Focus(next.Controls[id])
}

// choice is a row of buttons, one of which is chosen; each runs a command.
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

// checked reports whether a command is on.
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

// prose adds a sentence or two.
func (s *settingsSheet) prose(text string, color fyne.ThemeColorName) {
	lines := container.New(kit.ColumnLayout(0))
	for _, l := range kit.Wrap(text, s.h.TextRoom(settingsText, 0)) {
		lines.Add(kit.NewLine(l, color).Fitting())
	}
	s.Body.Add(lines)
}

// path adds a label and the place where something is kept.
func (s *settingsSheet) path(label, path string) {
	l := kit.NewLine(path, theme.ColorNameForeground).Fitting()
	l.Middle = true
	s.Body.Add(host.FormRow(label, l))
}

// link adds a link to a related action.
func (s *settingsSheet) link(text string, run func()) {
	s.Body.Add(container.New(kit.RowLayout(0), kit.NewLink(text, run), kit.NewBox("")))
}

// oneOf is a choice between the commands whose ids begin with prefix.
func (s *settingsSheet) oneOf(label, prefix string) {
	var titles, ids []string
	for _, c := range s.h.Commands.List {
		if strings.HasPrefix(c.ID, prefix) {
			titles, ids = append(titles, c.Title), append(ids, c.ID)
		}
	}
	s.choice(label, titles, ids, s.checked)
}
