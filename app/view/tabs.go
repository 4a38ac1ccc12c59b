package view

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

const tabBarHeight = 32

// tabs is a bar of titles of which one is chosen, above the chosen one's page.
// Actions of the page stand at the right end of the bar.
type tabs struct {
	root    *fyne.Container
	heads   []*tabHead
	pages   []fyne.CanvasObject
	stack   *fyne.Container
	chosen  int
	changed func()
}

// newTabs makes the bar and the pages; actions stand at its right.
func newTabs(titles []string, pages []fyne.CanvasObject, actions ...fyne.CanvasObject) *tabs {
	t := &tabs{pages: pages, stack: container.NewStack(slices.Compact(slices.Clone(pages))...), changed: func() {}}
	row := []fyne.CanvasObject{newGap(4, 0)}
	for i, title := range titles {
		h := &tabHead{title: title, choose: func() { t.choose(i) }, pad: tabPad}
		h.ExtendBaseWidget(h)
		t.heads = append(t.heads, h)
		row = append(row, h)
	}
	row = append(row, newBox(""))
	row = append(row, actions...)
	row = append(row, newGap(12, 0))
	bar := container.NewStack(
		newBox(colorRaised), container.New(fixed{0, tabBarHeight}, container.New(tabLayout{rowLayout{2}, t}, row...)),
	)
	t.root = container.NewBorder(container.New(columnLayout{}, bar, newRule()), nil, nil, nil,
		container.NewStack(newBox(colorPanel), t.stack))
	t.choose(0)
	return t
}

// tabLayout is the row of the titles, which move together where there is not
// room for all.
type tabLayout struct {
	rowLayout
	t *tabs
}

// Layout implements fyne.Layout.
func (l tabLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	n := float32(0)
	for _, h := range l.t.heads {
		h.pad = tabPad
		n += 2 * float32(bit(h.Visible()))
	}
	if over := l.MinSize(objects).Width - size.Width; over > 0 {
		for _, h := range l.t.heads {
			h.pad = max(tabPadLeast, tabPad-over/n)
		}
	}
	l.rowLayout.Layout(objects, size)
}

// choose shows page i. Several tabs may have one page, which then knows by
// chosen what to show.
func (t *tabs) choose(i int) {
	t.chosen = i
	for _, p := range t.pages {
		hide(p, p != t.pages[i])
	}
	for j, h := range t.heads {
		if h.chosen != (j == i) {
			h.chosen = j == i
			h.Refresh()
		}
	}
	t.changed()
}

// show puts a tab into the bar or takes it out.
func (t *tabs) show(i int, shown bool) {
	hide(t.heads[i], !shown)
	if !shown && t.chosen == i {
		t.step(1)
	}
	t.root.Refresh()
}

// call shows another title on a tab, its own for "".
func (t *tabs) call(i int, shown string) {
	if h := t.heads[i]; h.shown != shown {
		h.shown = shown
		h.Refresh()
		t.root.Refresh()
	}
}

// step chooses the next shown tab (dir 1) or the one before (dir -1).
func (t *tabs) step(dir int) {
	n := len(t.heads)
	for k := 1; k <= n; k++ {
		if i := ((t.chosen+dir*k)%n + n) % n; t.heads[i].Visible() {
			t.choose(i)
			return
		}
	}
}

// tabHead is the title of a tab.
type tabHead struct {
	widget.BaseWidget
	title           string
	shown           string // instead of the title, if any
	chosen, hovered bool
	choose          func()
	pad             float32 // left and right of the title
}

// text is what stands on the tab.
func (h *tabHead) text() string {
	if h.shown != "" {
		return h.shown
	}
	return h.title
}

// Tapped implements fyne.Tappable.
func (h *tabHead) Tapped(*fyne.PointEvent) { h.choose() }

// MouseIn implements desktop.Hoverable.
func (h *tabHead) MouseIn(*desktop.MouseEvent) { h.hovered = true; h.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (h *tabHead) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (h *tabHead) MouseOut() { h.hovered = false; h.Refresh() }

// CreateRenderer implements fyne.Widget.
func (h *tabHead) CreateRenderer() fyne.WidgetRenderer {
	r := &tabHeadRenderer{h, newLine(h.title, ""), canvas.NewRectangle(color.Transparent)}
	r.Refresh()
	return r
}

type tabHeadRenderer struct {
	h     *tabHead
	title *line
	under *canvas.Rectangle
}

func (r *tabHeadRenderer) Destroy() {}

func (r *tabHeadRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.title, r.under}
}

const tabPad, tabPadLeast = 14, 6

func (r *tabHeadRenderer) MinSize() fyne.Size {
	w := fyne.MeasureText(r.h.text(), theme.TextSize(), fyne.TextStyle{Bold: true}).Width
	return fyne.NewSize(w+2*r.h.pad, scaled(tabBarHeight))
}

func (r *tabHeadRenderer) Layout(size fyne.Size) {
	w := r.title.MinSize().Width
	place(r.title, (size.Width-w)/2, 0, w+1, size.Height)
	place(r.under, 0, size.Height-2, size.Width, 2)
}

func (r *tabHeadRenderer) Refresh() {
	r.title.text, r.title.style.Bold = r.h.text(), r.h.chosen
	r.title.color = colorText2
	if r.h.chosen || r.h.hovered {
		r.title.color = theme.ColorNameForeground
	}
	r.title.Refresh()
	r.under.FillColor = theme.Color(theme.ColorNamePrimary)
	r.under.Hidden = !r.h.chosen
	r.under.Refresh()
	r.Layout(r.h.Size())
}
