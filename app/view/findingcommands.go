package view

import (
	"errors"
	"fmt"
	"io/fs"

	"fyne.io/fyne/v2"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// findingCommands are those of the findings.
func (w *window) findingCommands() []*kit.Command {
	p := func() *findingsPane { return w.findings } // which is made after the commands
	some := func() bool { return w.IsOpen() && p().table.Grid.Len() > 0 }
	one := func() bool { return w.IsOpen() && p().selected() != nil }
	const none, noneSelected = "Nothing was found in this window.", "No finding is selected."
	return []*kit.Command{
		{
			ID: "findingNext", Title: "Next Finding", Help: "Go to the evidence of the next finding", Keys: []kit.Key{{Name: fyne.KeyF8}},
			Enabled: some, Why: none, Run: func() { p().step(1) },
		},
		{
			ID: "findingPrev", Title: "Previous Finding", Help: "Go to the evidence of the finding before", Keys: []kit.Key{{Name: fyne.KeyF8, Mods: kit.Shift}},
			Enabled: some, Why: none, Run: func() { p().step(-1) },
		},
		{
			ID: "findingSuppressRule", Title: "Suppress This Rule", Help: "Tell no findings of the selected finding's rule",
			Enabled: one, Why: noneSelected, Run: func() { w.Say(w.Session.SuppressRule(p().selected().Rule.ID)) },
		},
		{
			ID: "findingSuppressThreads", Title: "Suppress for Its Threads", Help: "Tell no findings of the selected finding's rule about its threads",
			Enabled: func() bool { return one() && len(p().selected().Threads) > 0 }, Why: noneSelected,
			Run: func() {
				f := p().selected()
				w.Say(w.Session.SuppressFor(f.Rule.ID, f.Threads))
			},
		},
		{
			ID: "findingTell", Title: "Tell Again", Help: "Take back what suppresses the selected finding",
			Enabled: func() bool { return one() && p().isSuppressed() }, Why: "No suppressed finding is selected.",
			Run: func() { w.Say(w.Session.Tell(p().selected())) },
		},
		{
			ID: "findingsSuppressed", Title: "Show Suppressed Findings", Enabled: w.IsOpen,
			Checked: w.Session.ShowsSuppressed, Run: func() { w.Session.ShowSuppressed(!w.Session.ShowsSuppressed()) },
		},
		{
			ID: "findingsTellAll", Title: "Tell All Findings Again", Enabled: func() bool { return w.IsOpen() && !w.Session.Suppressed().Empty() },
			Why: "No finding is suppressed.", Run: func() { w.Say(w.Session.ClearSuppressed()) },
		},
	}
}

// limitCommands are those of the thresholds of findings.
func (s *Sheets) limitCommands() []*kit.Command {
	hasFolder := func() bool { return s.SettingsDir != "" }
	const noFolder = "There is no folder for settings."
	return []*kit.Command{
		{
			ID: "limitsFile", Title: "Write Thresholds File", Help: "Write findings.json, in which every threshold of findings can be changed",
			Enabled: hasFolder, Why: noFolder, Run: s.writeLimits,
		},
		{
			ID: "limitsRead", Title: "Read Thresholds Again", Help: "Read findings.json, as it is now",
			Enabled: hasFolder, Why: noFolder, Run: func() {
				text := s.readLimits()
				if text == "" {
					text = "Thresholds of findings are read"
				}
				s.Point("", text)
			},
		},
	}
}

// isSuppressed reports whether the selected finding is suppressed, and shown all
// the same.
func (p *findingsPane) isSuppressed() bool {
	at := p.table.Grid.Cursor()
	return at >= 0 && p.table.Grid.Row(at).Gone
}

// menu are the items of the table's menu about the selected finding.
func (p *findingsPane) menu() []*fyne.MenuItem {
	ids := []string{"findingSuppressRule", "findingSuppressThreads", "findingsSuppressed"}
	if p.selected() == nil {
		ids = ids[2:]
	} else if p.isSuppressed() {
		ids = []string{"findingTell", "findingsSuppressed"}
	}
	return p.b.Items(ids...)
}

// readLimits reads the thresholds of findings for all windows, and says in a line
// what was left out of the file, "" when nothing was.
func (s *Sheets) readLimits() string {
	if s.SettingsDir == "" {
		return ""
	}
	limits, problems := keep.LoadLimits(s.SettingsDir)
	s.SetLimits(limits)
	switch n := len(problems); n {
	case 0:
		return ""
	case 1:
		return "findings.json: " + problems[0]
	default:
		return fmt.Sprintf("findings.json: %s, and %s", problems[0], kit.Plural(n-1, "more problem"))
	}
}

// writeLimits makes a file of the thresholds for the user to change.
func (s *Sheets) writeLimits() {
	path, err := keep.WriteLimits(s.SettingsDir, s.Session.Limits())
	switch {
	case errors.Is(err, fs.ErrExist):
		s.Point("", "There is a file of the thresholds already: "+path)
	case err != nil:
		s.Point("", fmt.Sprintf("The thresholds could not be written: %v", err))
	default:
		s.Point("", "The thresholds are in "+path+"; read them again when they are changed")
	}
}
