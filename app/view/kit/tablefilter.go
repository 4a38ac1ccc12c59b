package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/timeline"
)

// tableFilterWidth is the width of a table's filter box where there is room, and LeastFilterWidth
// the width below which it is left out, in dp.
const tableFilterWidth, LeastFilterWidth = 240, 80

// atRight is a layout that puts its object at the right end, with a size that grows with the text,
// as far as there is room; its minimum width is 0.
type atRight fyne.Size

// MinSize implements fyne.Layout.
func (l atRight) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, Scaled(l.Height)) }

// Layout implements fyne.Layout.
func (l atRight) Layout(o []fyne.CanvasObject, size fyne.Size) {
	w := min(Scaled(l.Width), size.Width)
	Hide(o[0], w < Scaled(LeastFilterWidth))
	Place(o[0], size.Width-w, 0, w, size.Height)
}

// TableFilter is the box in which the user filters the rows of a table. It is at the right, above
// the table's header.
type TableFilter struct {
	t     *TableView
	Root  *fyne.Container
	frame *Box
	Entry *Field
	Count *Line // "12 of 340"
	Wrong string
	// Picked is called when the filter has changed which rows are shown; may be nil.
	Picked func()
}

// NewTableFilter is a filter box for the rows of a table.
func NewTableFilter(t *TableView, l *Look) *TableFilter {
	b := &TableFilter{t: t, frame: NewBox(ColorPanel), Count: NewCaption("", ColorText2)}
	b.frame.Stroke, b.frame.Radius = ColorLineStrong, theme.InputRadiusSize()
	b.Entry = NewField("Filter", OnEscape(b.Cancel))
	b.Entry.OnChanged = b.changed
	b.Entry.OnSubmitted = func(string) { t.TakeFocus() }
	b.Entry.Left = func() {
		t.tips.Hide()
		b.frame.Paint(ColorPanel, b.stroke(ColorLineStrong))
	}
	b.Root = container.New(atRight{tableFilterWidth, 24}, container.NewStack(b.frame,
		container.NewBorder(nil, nil, nil, container.New(Insets{6, 0}, b.Count),
			container.New(Insets{5, 1}, container.NewThemeOverride(b.Entry, TightTheme{l})))))
	return b
}

// changed filters by the typed text if it is valid; otherwise the error is shown below.
func (b *TableFilter) changed(text string) {
	b.Wrong = ""
	if err := b.t.Grid.SetFilter(text); err != nil {
		b.Wrong = Sentence(err)
	}
	b.t.Update()
	if b.Picked != nil {
		b.Picked()
	}
	b.t.tips.Hide()
	b.frame.Paint(ColorPanel, b.stroke(theme.ColorNamePrimary))
	b.Follow()
	if b.Wrong != "" {
		b.t.tips.show(b.Root, b.Wrong)
	}
}

// stroke is the colour of the frame: usual, or the error colour if the filter is invalid.
func (b *TableFilter) stroke(usual fyne.ThemeColorName) fyne.ThemeColorName {
	if b.Wrong != "" {
		return theme.ColorNameError
	}
	return usual
}

// Follow shows how many rows match.
func (b *TableFilter) Follow() {
	count := ""
	switch picked, all := b.t.Grid.Count(); {
	case b.Wrong != "":
		count = "invalid filter"
	case b.t.Grid.Filter() != "":
		count = timeline.FormatCount(int64(picked)) + " of " + timeline.FormatCount(int64(all))
	}
	b.Count.Set(count)
	b.Root.Refresh()
}

// Clear removes the filter.
func (b *TableFilter) Clear() {
	b.Entry.SetText("")
	b.frame.Paint(ColorPanel, ColorLineStrong)
}

// Open gives the keyboard to the box.
func (b *TableFilter) Open() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(b.Root); c != nil {
		c.Focus(b.Entry)
		b.Entry.Fresh = true
		b.frame.Paint(ColorPanel, b.stroke(theme.ColorNamePrimary))
	}
}

// Cancel removes the filter and gives the keyboard to the table.
func (b *TableFilter) Cancel() {
	b.Entry.SetText("")
	b.t.TakeFocus()
}
