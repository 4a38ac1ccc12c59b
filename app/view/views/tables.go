package views

import (
	"fyne.io/fyne/v2"

	"threadlens/app/view/kit"
	"threadlens/app/view/panes"
)

// TableCommands are the commands of the table that has the keyboard, otherwise of the visible one.
func (p *Views) TableCommands() []*kit.Command {
	const why = "No table is shown."
	shown := func() bool { return p.TableInUse() != nil }
	return []*kit.Command{
		{
			ID: "selectAll", Title: "Select All", Help: "Select all rows of the table",
			Keys: []kit.Key{{Name: fyne.KeyA, Mods: kit.Ctrl}}, Enabled: shown, Why: why,
			Run: func() {
				t := p.TableInUse()
				t.SelectAll()
				t.TakeFocus()
			},
		},
		{
			ID: "tableFilter", Title: "Filter Table Rows", Help: "Go to the filter field of the table",
			Enabled: func() bool { return p.TableFilter() != nil }, Why: "No table that can be filtered is shown.",
			Run: func() { p.TableFilter().Open() },
		},
		{
			ID: "tableMenu", Title: "Table Columns", Help: "Sort the table, choose its columns, and fit their widths to the content",
			Enabled: shown, Why: why, Run: func() { p.TableInUse().MenuByKey() },
		},
	}
}

// reportShown reports whether the profile report is visible.
func (b *Views) reportShown() bool {
	return b.TabSeen(panes.TabReport)
}

// TableInUse is the table that has the keyboard, otherwise the visible one; nil if there is none.
func (p *Views) TableInUse() *kit.TableView {
	if t, ok := p.Win.Canvas().Focused().(*kit.TableView); ok {
		return t
	}
	if p, ok := p.shownPane(); ok {
		return p.Table
	}
	return nil
}

// TableFilter is the filter of the visible table, nil if there is none.
func (p *Views) TableFilter() *kit.TableFilter {
	if p, ok := p.shownPane(); ok && (p.Drawn == nil || !p.Drawn()) {
		return p.Filter
	}
	return nil
}
