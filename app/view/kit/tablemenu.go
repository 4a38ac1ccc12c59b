package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/grid"
)

// changed runs a change from the menu, then shows and keeps the new layout.
func (t *TableView) changed(do func()) func() {
	return func() {
		do()
		t.Update()
		t.Kept()
	}
}

// Menu returns the items of the table's menu; i is the column under the pointer, -1 for none.
func (t *TableView) Menu(i int) []*fyne.MenuItem {
	sorts := fyne.NewMenuItem("Sort By", nil)
	sorts.ChildMenu = fyne.NewMenu("", t.sortItems()...)
	columns := fyne.NewMenuItem("Columns", nil)
	columns.ChildMenu = fyne.NewMenu("", t.columnItems()...)
	items := t.More()
	if len(items) > 0 {
		items = append(items, fyne.NewMenuItemSeparator())
	}
	items = append(items, sorts, columns)
	if i > 0 && i < t.Grid.Columns() {
		c := t.Grid.Column(i)
		at := t.ColumnOf(c.Name)
		items = append(items, fyne.NewMenuItem("Hide “"+columnTitle(c)+"”", t.changed(func() { t.Grid.SetShown(at, false) })))
	}
	if i >= 0 && i < t.Grid.Columns() {
		items = append(items, fyne.NewMenuItem("Fit Column to Content", func() { t.fit(i) }))
	}
	items = append(items, fyne.NewMenuItem("Fit All Columns", func() {
		for k := range t.Grid.Columns() {
			t.fit(k)
		}
	}))
	if t.Grid.HasShares() {
		percent := fyne.NewMenuItem("In Percent", t.changed(func() { t.Grid.SetPercent(!t.Grid.Percent()) }))
		percent.Checked = t.Grid.Percent()
		items = append(items, percent)
	}
	if t.Grid.IsTree() {
		items = append(items, fyne.NewMenuItemSeparator(),
			fyne.NewMenuItem("Expand All", t.changed(func() { t.Grid.FoldAll(true) })),
			fyne.NewMenuItem("Collapse All", t.changed(func() { t.Grid.FoldAll(false) })))
	}
	return append(items, fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem("Reset Columns", t.changed(func() { t.Grid.SetLayout(grid.Layout{}) })))
}

// ColumnOf is the index of a column in the content.
func (t *TableView) ColumnOf(name string) int {
	for i := range t.Grid.Content().Columns {
		if t.Grid.Content().Columns[i].Name == name {
			return i
		}
	}
	return 0
}

// columnTitle is the title of a column in a menu.
func columnTitle(c *grid.Column) string {
	if c.Mix {
		return "Category bar"
	}
	return c.Title
}

// sortItems are menu items that sort by a column, with the same cycle as clicks on its header.
func (t *TableView) sortItems() []*fyne.MenuItem {
	sorted, _ := t.Grid.Sorted()
	var items []*fyne.MenuItem
	for i := range t.Grid.Columns() {
		if c := t.Grid.Column(i); !c.Mix {
			item := fyne.NewMenuItem(c.Title, func() { t.SortOn(i) })
			item.Checked = sorted.Column == c.Name
			items = append(items, item)
		}
	}
	return items
}

// columnItems are menu items that show or hide columns; the first is always shown.
func (t *TableView) columnItems() []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for i := 1; i < len(t.Grid.Content().Columns); i++ {
		c := &t.Grid.Content().Columns[i]
		item := fyne.NewMenuItem(columnTitle(c), t.changed(func() { t.Grid.SetShown(i, !t.Grid.Shown(i)) }))
		item.Checked = t.Grid.Shown(i)
		items = append(items, item)
	}
	return items
}

// popMenu opens the menu for column i at a position in the window.
func (t *TableView) popMenu(i int, at fyne.Position) {
	t.tips.Hide()
	c := fyne.CurrentApp().Driver().CanvasForObject(t)
	if c == nil {
		return
	}
	m := widget.NewPopUpMenu(fyne.NewMenu("", t.Menu(i)...), c)
	m.OnDismiss = func() {
		m.Hide()
		t.TakeFocus()
	}
	m.ShowAtPosition(at)
}

// MenuByKey opens the menu at the selected row.
func (t *TableView) MenuByKey() {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(t)
	y := Scaled(TableHead)
	if i := t.Grid.Cursor(); i >= 0 {
		y += float32(i+1)*Scaled(TableRow) - t.Body.Offset.Y
	}
	t.popMenu(-1, at.AddXY(2*CellPad, min(max(y, 0), t.Size().Height)))
}
