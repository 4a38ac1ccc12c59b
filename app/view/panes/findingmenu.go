package panes

import (
	"fyne.io/fyne/v2"

	"threadlens/app/view/kit"
)

// FindingCommands are those of the findings.
func (b *Panes) FindingCommands() []*kit.Command {
	p := func() *findingsPane { return b.Findings } // which is made after the commands
	some := func() bool { return b.IsOpen() && p().Table.Grid.Len() > 0 }
	one := func() bool { return b.IsOpen() && p().Selected() != nil }
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
			Enabled: one, Why: noneSelected, Run: func() { b.Say(b.Session.SuppressRule(p().Selected().Rule.ID)) },
		},
		{
			ID: "findingSuppressThreads", Title: "Suppress for Its Threads", Help: "Tell no findings of the selected finding's rule about its threads",
			Enabled: func() bool { return one() && len(p().Selected().Threads) > 0 }, Why: noneSelected,
			Run: func() {
				f := p().Selected()
				b.Say(b.Session.SuppressFor(f.Rule.ID, f.Threads))
			},
		},
		{
			ID: "findingTell", Title: "Tell Again", Help: "Take back what suppresses the selected finding",
			Enabled: func() bool { return one() && p().IsSuppressed() }, Why: "No suppressed finding is selected.",
			Run: func() { b.Say(b.Session.Tell(p().Selected())) },
		},
		{
			ID: "findingsSuppressed", Title: "Show Suppressed Findings", Enabled: b.IsOpen,
			Checked: b.Session.ShowsSuppressed, Run: func() { b.Session.ShowSuppressed(!b.Session.ShowsSuppressed()) },
		},
		{
			ID: "findingsTellAll", Title: "Tell All Findings Again", Enabled: func() bool { return b.IsOpen() && !b.Session.Suppressed().Empty() },
			Why: "No finding is suppressed.", Run: func() { b.Say(b.Session.ClearSuppressed()) },
		},
	}
}

// IsSuppressed reports whether the selected finding is suppressed, and shown all
// the same.
func (p *findingsPane) IsSuppressed() bool {
	at := p.Table.Grid.Cursor()
	return at >= 0 && p.Table.Grid.Row(at).Gone
}

// menu are the items of the table's menu about the selected finding.
func (p *findingsPane) menu() []*fyne.MenuItem {
	ids := []string{"findingSuppressRule", "findingSuppressThreads", "findingsSuppressed"}
	if p.Selected() == nil {
		ids = ids[2:]
	} else if p.IsSuppressed() {
		ids = []string{"findingTell", "findingsSuppressed"}
	}
	return p.b.Items(ids...)
}
