package view

import (
	"errors"
	"fmt"
	"io/fs"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
)

// findingCommands are those of the findings.
func (w *window) findingCommands() []*command {
	p := func() *findingsPane { return w.findings } // which is made after the commands
	some := func() bool { return w.isOpen() && p().table.g.Len() > 0 }
	one := func() bool { return w.isOpen() && p().selected() != nil }
	const none, noneSelected = "Nothing was found in this window.", "No finding is selected."
	return []*command{
		w.tabCommand("tab.findings", "Findings", fyne.Key5, tabFindings),
		{
			id: "findingNext", title: "Next Finding", help: "Go to the evidence of the next finding", keys: []key{{name: fyne.KeyF8}},
			enabled: some, why: none, run: func() { p().step(1) },
		},
		{
			id: "findingPrev", title: "Previous Finding", help: "Go to the evidence of the finding before", keys: []key{{name: fyne.KeyF8, mods: shift}},
			enabled: some, why: none, run: func() { p().step(-1) },
		},
		{
			id: "findingSuppressRule", title: "Suppress This Rule", help: "Tell no findings of the selected finding's rule",
			enabled: one, why: noneSelected, run: func() { w.say(w.s.SuppressRule(p().selected().Rule.ID)) },
		},
		{
			id: "findingSuppressThreads", title: "Suppress for Its Threads", help: "Tell no findings of the selected finding's rule about its threads",
			enabled: func() bool { return one() && len(p().selected().Threads) > 0 }, why: noneSelected,
			run: func() {
				f := p().selected()
				w.say(w.s.SuppressFor(f.Rule.ID, f.Threads))
			},
		},
		{
			id: "findingTell", title: "Tell Again", help: "Take back what suppresses the selected finding",
			enabled: func() bool { return one() && p().isSuppressed() }, why: "No suppressed finding is selected.",
			run: func() { w.say(w.s.Tell(p().selected())) },
		},
		{
			id: "findingsSuppressed", title: "Show Suppressed Findings", enabled: w.isOpen,
			checked: w.s.ShowsSuppressed, run: func() { w.s.ShowSuppressed(!w.s.ShowsSuppressed()) },
		},
		{
			id: "findingsTellAll", title: "Tell All Findings Again", enabled: func() bool { return w.isOpen() && !w.s.Suppressed().Empty() },
			why: "No finding is suppressed.", run: func() { w.say(w.s.ClearSuppressed()) },
		},
	}
}

// limitCommands are those of the thresholds of findings.
func (w *window) limitCommands() []*command {
	hasFolder := func() bool { return w.settingsDir != "" }
	const noFolder = "There is no folder for settings."
	return []*command{
		{
			id: "limitsFile", title: "Write Thresholds File", help: "Write findings.json, in which every threshold of findings can be changed",
			enabled: hasFolder, why: noFolder, run: w.writeLimits,
		},
		{
			id: "limitsRead", title: "Read Thresholds Again", help: "Read findings.json, as it is now",
			enabled: hasFolder, why: noFolder, run: func() {
				text := w.readLimits()
				if text == "" {
					text = "Thresholds of findings are read"
				}
				w.status.point("", text)
			},
		},
	}
}

// isSuppressed reports whether the selected finding is suppressed, and shown all
// the same.
func (p *findingsPane) isSuppressed() bool {
	at := p.table.g.Cursor()
	return at >= 0 && p.table.g.Row(at).Gone
}

// menu are the items of the table's menu about the selected finding.
func (p *findingsPane) menu() []*fyne.MenuItem {
	ids := []string{"findingSuppressRule", "findingSuppressThreads", "findingsSuppressed"}
	if p.selected() == nil {
		ids = ids[2:]
	} else if p.isSuppressed() {
		ids = []string{"findingTell", "findingsSuppressed"}
	}
	return p.w.items(ids...)
}

// readLimits reads the thresholds of findings for all windows, and says in a line
// what was left out of the file, "" when nothing was.
func (w *window) readLimits() string {
	if w.settingsDir == "" {
		return ""
	}
	limits, problems := session.LoadLimits(w.settingsDir)
	w.appState.each(func(w *window) { w.s.SetLimits(limits) })
	switch n := len(problems); n {
	case 0:
		return ""
	case 1:
		return "findings.json: " + problems[0]
	default:
		return fmt.Sprintf("findings.json: %s, and %s", problems[0], plural(n-1, "more problem"))
	}
}

// writeLimits makes a file of the thresholds for the user to change.
func (w *window) writeLimits() {
	path, err := session.WriteLimits(w.settingsDir, w.s.Limits())
	switch {
	case errors.Is(err, fs.ErrExist):
		w.status.point("", "There is a file of the thresholds already: "+path)
	case err != nil:
		w.status.point("", fmt.Sprintf("The thresholds could not be written: %v", err))
	default:
		w.status.point("", "The thresholds are in "+path+"; read them again when they are changed")
	}
}
