package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/timeline"
)

// tableFilterWidth is the width of the filter box of a table where there is room
// for it, and LeastFilterWidth where it is left out.
const tableFilterWidth, LeastFilterWidth = 240, 80

// atRight is a layout that puts its object at the right end, of a size that grows
// with the text, as far as there is room; it asks for no width.
type atRight fyne.Size

// MinSize implements fyne.Layout.
func (l atRight) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, Scaled(l.Height)) }

// Layout implements fyne.Layout.
func (l atRight) Layout(o []fyne.CanvasObject, size fyne.Size) {
	w := min(Scaled(l.Width), size.Width)
	Hide(o[0], w < Scaled(LeastFilterWidth))
	Place(o[0], size.Width-w, 0, w, size.Height)
}

// TableFilter is the box in which the rows of a table are filtered. It stands at
// the right above the table's header.
type TableFilter struct {
	t     *TableView
	Root  *fyne.Container
	frame *Box
	Entry *Field
	Count *Line // "12 of 340"
	Wrong string
	// Picked is called when other rows are picked; may be nil.
	Picked func()
}

// NewTableFilter filters the rows of a table.
func NewTableFilter(t *TableView, l *Look) *TableFilter {
	b := &TableFilter{t: t, frame: NewBox(ColorPanel), Count: NewCaption("", ColorText2)}
	b.frame.Stroke, b.frame.Radius = ColorLineStrong, theme.InputRadiusSize()
	b.Entry = NewField("Filter rows", OnEscape(b.Cancel))
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

// changed filters by what is typed, as far as it can be read; what is wrong with
// it is shown below.
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

// stroke is the colour of the frame: usual, unless what is typed is no filter.
func (b *TableFilter) stroke(usual fyne.ThemeColorName) fyne.ThemeColorName {
	if b.Wrong != "" {
		return theme.ColorNameError
	}
	return usual
}

// Follow tells how many rows are picked.
func (b *TableFilter) Follow() {
	count := ""
	switch picked, all := b.t.Grid.Count(); {
	case b.Wrong != "":
		count = "not a filter"
	case b.t.Grid.Filter() != "":
		count = timeline.FormatCount(int64(picked)) + " of " + timeline.FormatCount(int64(all))
	}
	b.Count.Set(count)
	b.Root.Refresh()
}

// Clear takes the filter away.
func (b *TableFilter) Clear() {
	b.Entry.SetText("")
	b.frame.Paint(ColorPanel, ColorLineStrong)
}

// Open gives the box the keyboard.
func (b *TableFilter) Open() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(b.Root); c != nil {
		c.Focus(b.Entry)
		b.Entry.Fresh = true
		b.frame.Paint(ColorPanel, b.stroke(theme.ColorNamePrimary))
	}
}

// Cancel takes the filter away and gives the table the keyboard.
func (b *TableFilter) Cancel() {
	b.Entry.SetText("")
	b.t.TakeFocus()
}
