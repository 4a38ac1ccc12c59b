package panes

import (
	"fyne.io/fyne/v2"
)

// IsSuppressed reports whether the selected finding is suppressed, but shown anyway.
func (p *findingsPane) IsSuppressed() bool {
	at := p.Table.Grid.Cursor()
	return at >= 0 && p.Table.Grid.Row(at).Gone
}

// menu are the items for the selected finding in the table's menu.
func (p *findingsPane) menu() []*fyne.MenuItem {
	ids := []string{"findingSuppressRule", "findingSuppressThreads", "findingsSuppressed"}
	if p.Selected() == nil {
		ids = ids[2:]
	} else if p.IsSuppressed() {
		ids = []string{"findingTell", "findingsSuppressed"}
	}
	return p.b.Items(ids...)
}
