package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/grid"
)

// changed shows and keeps what the menu changed.
func (t *tableView) changed(do func()) func() {
	return func() {
		do()
		t.update()
		t.kept()
	}
}

// menu are the items of the table's menu; column i is the one under the pointer,
// -1 without.
func (t *tableView) menu(i int) []*fyne.MenuItem {
	sorts := fyne.NewMenuItem("Sort By", nil)
	sorts.ChildMenu = fyne.NewMenu("", t.sortItems()...)
	columns := fyne.NewMenuItem("Columns", nil)
	columns.ChildMenu = fyne.NewMenu("", t.columnItems()...)
	items := t.more()
	if len(items) > 0 {
		items = append(items, fyne.NewMenuItemSeparator())
	}
	items = append(items, sorts, columns)
	if i > 0 && i < t.g.Columns() {
		c := t.g.Column(i)
		at := t.columnOf(c.Name)
		items = append(items, fyne.NewMenuItem("Hide “"+columnTitle(c)+"”", t.changed(func() { t.g.SetShown(at, false) })))
	}
	if i >= 0 && i < t.g.Columns() {
		items = append(items, fyne.NewMenuItem("Fit Column to Content", func() { t.fit(i) }))
	}
	items = append(items, fyne.NewMenuItem("Fit All Columns", func() {
		for k := range t.g.Columns() {
			t.fit(k)
		}
	}))
	if t.g.HasShares() {
		percent := fyne.NewMenuItem("In Percent", t.changed(func() { t.g.SetPercent(!t.g.Percent()) }))
		percent.Checked = t.g.Percent()
		items = append(items, percent)
	}
	if t.g.IsTree() {
		items = append(items, fyne.NewMenuItemSeparator(),
			fyne.NewMenuItem("Expand All", t.changed(func() { t.g.FoldAll(true) })),
			fyne.NewMenuItem("Collapse All", t.changed(func() { t.g.FoldAll(false) })))
	}
	return append(items, fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem("Reset Columns", t.changed(func() { t.g.SetLayout(grid.Layout{}) })))
}

// columnOf is the place of a column in the content.
func (t *tableView) columnOf(name string) int {
	for i := range t.g.Content().Columns {
		if t.g.Content().Columns[i].Name == name {
			return i
		}
	}
	return 0
}

// columnTitle is what a column is called in a menu.
func columnTitle(c *grid.Column) string {
	if c.Mix {
		return "Bar"
	}
	return c.Title
}

// sortItems sort by a column, in turn as a click on its header does.
func (t *tableView) sortItems() []*fyne.MenuItem {
	sorted, _ := t.g.Sorted()
	var items []*fyne.MenuItem
	for i := range t.g.Columns() {
		if c := t.g.Column(i); !c.Mix {
			item := fyne.NewMenuItem(c.Title, func() { t.sortOn(i) })
			item.Checked = sorted.Column == c.Name
			items = append(items, item)
		}
	}
	return items
}

// columnItems put columns on and off; the first is always on.
func (t *tableView) columnItems() []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for i := 1; i < len(t.g.Content().Columns); i++ {
		c := &t.g.Content().Columns[i]
		item := fyne.NewMenuItem(columnTitle(c), t.changed(func() { t.g.SetShown(i, !t.g.Shown(i)) }))
		item.Checked = t.g.Shown(i)
		items = append(items, item)
	}
	return items
}

// popMenu drops the menu at a place of the window, for column i.
func (t *tableView) popMenu(i int, at fyne.Position) {
	t.tips.hide()
	c := fyne.CurrentApp().Driver().CanvasForObject(t)
	if c == nil {
		return
	}
	m := widget.NewPopUpMenu(fyne.NewMenu("", t.menu(i)...), c)
	m.OnDismiss = func() {
		m.Hide()
		t.takeFocus()
	}
	m.ShowAtPosition(at)
}

// menuByKey drops the menu at the selected row.
func (t *tableView) menuByKey() {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(t)
	y := scaled(tableHead)
	if i := t.g.Cursor(); i >= 0 {
		y += float32(i+1)*scaled(tableRow) - t.body.Offset.Y
	}
	t.popMenu(-1, at.AddXY(2*cellPad, min(max(y, 0), t.Size().Height)))
}
