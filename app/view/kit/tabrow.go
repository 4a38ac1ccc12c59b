package kit

import (
	"slices"

	"fyne.io/fyne/v2"
)

// filterRoom is the width that the titles leave for a table's filter by moving together, in dp; the
// empty box before the filter takes as much as the filter.
const filterRoom = 2 * (LeastFilterWidth + 4)

// tabLayout is the row of titles. Where space is short they move together; where that is not enough
// they use their short forms, then keep no room for numbers to come, and at last the last of them go
// into a menu. There is always room for the widest actions, so that titles stay where they are when
// another tab has fewer.
type tabLayout struct {
	RowLayout
	t *Tabs
}

// Layout implements fyne.Layout.
func (l tabLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	all, rest := l.split(objects)
	for _, h := range all {
		h.pad, h.roomy = tabPad, true
		h.shorten(false)
	}
	heads := all
	over := func() float32 { return l.titles(heads) + rest - size.Width }
	if over() > squeeze(heads) {
		for _, h := range heads {
			h.shorten(true)
		}
	}
	if over() > squeeze(heads) {
		for _, h := range heads {
			h.roomy = false
		}
	}
	if over() > squeeze(heads) {
		rest += l.t.More.MinSize().Width + float32(l.RowLayout)
		heads = slices.Clone(heads)
		for i := len(heads) - 1; i >= 0 && over() > squeeze(heads); i-- {
			if heads[i].ID != l.t.Chosen {
				heads = slices.Delete(heads, i, i+1)
			}
		}
	}
	if by := over() + Scaled(filterRoom); by > 0 {
		for _, h := range heads {
			h.pad = max(tabPadLeast, tabPad-by/float32(2*len(heads)))
		}
	}
	for _, h := range all {
		Hide(h, !slices.Contains(heads, h))
	}
	Hide(l.t.More, len(heads) == len(all))
	l.RowLayout.Layout(objects, size)
}

// squeeze is by how much titles become narrower when they move together.
func squeeze(heads []*TabHead) float32 { return float32(2*len(heads)) * (tabPad - tabPadLeast) }

// titles is the width of titles.
func (l tabLayout) titles(heads []*TabHead) (width float32) {
	for _, h := range heads {
		width += h.MinSize().Width + float32(l.RowLayout)
	}
	return width
}

// split is the titles of the tabs, and the width of the widest actions with all else in the row.
func (l tabLayout) split(objects []fyne.CanvasObject) (heads []*TabHead, rest float32) {
	var others []fyne.CanvasObject
	for _, o := range objects {
		switch h, ok := o.(*TabHead); {
		case ok && !h.removed:
			heads = append(heads, h)
		case !ok && o != fyne.CanvasObject(l.t.More):
			others = append(others, o)
		}
	}
	return heads, l.t.actions.Of(l.RowLayout.MinSize(others).Width)
}

// popUpMore shows the menu of the tabs for whose titles the bar has no room.
func (t *Tabs) popUpMore() {
	var items []*fyne.MenuItem
	for _, h := range t.Heads {
		if !h.removed && !h.Visible() {
			items = append(items, fyne.NewMenuItem(h.Full(), func() { t.Choose(h.ID) }))
		}
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(t.More)
	t.PopUp(items, at.AddXY(0, t.More.Size().Height))
}
