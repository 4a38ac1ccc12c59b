package panes

import (
	"fyne.io/fyne/v2"
)

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
