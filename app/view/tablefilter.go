package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/timeline"
)

// tableFilterWidth is the width of the filter box of a table where there is room
// for it, and leastFilterWidth where it is left out.
const tableFilterWidth, leastFilterWidth = 240, 80

// atRight is a layout that puts its object at the right end, of a size that grows
// with the text, as far as there is room; it asks for no width.
type atRight fyne.Size

// MinSize implements fyne.Layout.
func (l atRight) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, scaled(l.Height)) }

// Layout implements fyne.Layout.
func (l atRight) Layout(o []fyne.CanvasObject, size fyne.Size) {
	w := min(scaled(l.Width), size.Width)
	hide(o[0], w < scaled(leastFilterWidth))
	place(o[0], size.Width-w, 0, w, size.Height)
}

// tableFilter is the box in which the rows of a table are filtered. It stands at
// the right above the table's header.
type tableFilter struct {
	t     *tableView
	root  *fyne.Container
	frame *box
	entry *field
	count *line // "12 of 340"
	wrong string
	// picked is called when other rows are picked; may be nil.
	picked func()
}

func newTableFilter(t *tableView, l *look) *tableFilter {
	b := &tableFilter{t: t, frame: newBox(colorPanel), count: newCaption("", colorText2)}
	b.frame.stroke, b.frame.radius = colorLineStrong, theme.InputRadiusSize()
	b.entry = newField("Filter rows", onEscape(b.cancel))
	b.entry.OnChanged = b.changed
	b.entry.OnSubmitted = func(string) { t.takeFocus() }
	b.entry.left = func() {
		t.tips.hide()
		b.frame.paint(colorPanel, b.stroke(colorLineStrong))
	}
	b.root = container.New(atRight{tableFilterWidth, 24}, container.NewStack(b.frame,
		container.NewBorder(nil, nil, nil, container.New(insets{6, 0}, b.count),
			container.New(insets{5, 1}, container.NewThemeOverride(b.entry, tightTheme{l})))))
	return b
}

// changed filters by what is typed, as far as it can be read; what is wrong with
// it is shown below.
func (b *tableFilter) changed(text string) {
	b.wrong = ""
	if err := b.t.g.SetFilter(text); err != nil {
		b.wrong = sentence(err)
	}
	b.t.update()
	if b.picked != nil {
		b.picked()
	}
	b.t.tips.hide()
	b.frame.paint(colorPanel, b.stroke(theme.ColorNamePrimary))
	b.follow()
	if b.wrong != "" {
		b.t.tips.show(b.root, b.wrong)
	}
}

// stroke is the colour of the frame: usual, unless what is typed is no filter.
func (b *tableFilter) stroke(usual fyne.ThemeColorName) fyne.ThemeColorName {
	if b.wrong != "" {
		return theme.ColorNameError
	}
	return usual
}

// follow tells how many rows are picked.
func (b *tableFilter) follow() {
	count := ""
	switch picked, all := b.t.g.Count(); {
	case b.wrong != "":
		count = "not a filter"
	case b.t.g.Filter() != "":
		count = timeline.FormatCount(int64(picked)) + " of " + timeline.FormatCount(int64(all))
	}
	b.count.set(count)
	b.root.Refresh()
}

// clear takes the filter away.
func (b *tableFilter) clear() {
	b.entry.SetText("")
	b.frame.paint(colorPanel, colorLineStrong)
}

// open gives the box the keyboard.
func (b *tableFilter) open() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(b.root); c != nil {
		c.Focus(b.entry)
		b.entry.fresh = true
		b.frame.paint(colorPanel, b.stroke(theme.ColorNamePrimary))
	}
}

// cancel takes the filter away and gives the table the keyboard.
func (b *tableFilter) cancel() {
	b.entry.SetText("")
	b.t.takeFocus()
}
