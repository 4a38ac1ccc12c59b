package view

import (
	"cmp"
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
		h := &tabHead{title: title, choose: func() { t.choose(i) }, pad: tabPad, badge: newCaption("", colorText2)}
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
// room for all, and are called in short where that is not enough.
type tabLayout struct {
	rowLayout
	t *tabs
}

// shortTitles are what tabs are called where there is little room.
var shortTitles = map[string]string{
	"Profile report": "Threads", "Current stack": "Stack", "Unblocking stack": "Waker", "Both stacks": "Stacks", "Contention": "Locks", "Call tree": "Calls",
}

// Layout implements fyne.Layout.
func (l tabLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	n := float32(0)
	for _, h := range l.t.heads {
		h.pad = tabPad
		h.shorten(false)
		if h.Visible() {
			n += 2
		}
	}
	over := l.MinSize(objects).Width - size.Width
	if over > n*(tabPad-tabPadLeast) {
		for _, h := range l.t.heads {
			h.shorten(true)
		}
		over = l.MinSize(objects).Width - size.Width
	}
	if over > 0 {
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

// badge shows a number behind the title of a tab, none for "".
func (t *tabs) badge(i int, number string) {
	if h := t.heads[i]; h.badge.text != number {
		h.badge.set(number)
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
	short           bool
	badge           *line // a number behind the title, "" for none
	chosen, hovered bool
	choose          func()
	pad             float32 // left and right of the title
}

// text is what stands on the tab.
func (h *tabHead) text() string {
	text := cmp.Or(h.shown, h.title)
	if h.short {
		text = cmp.Or(shortTitles[text], text)
	}
	return text
}

// shorten has the tab called in short, or not.
func (h *tabHead) shorten(short bool) {
	if h.short != short {
		h.short = short
		h.Refresh()
	}
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
	r := &tabHeadRenderer{h, newLine(h.title, ""), canvas.NewRectangle(color.Transparent), newBox(theme.ColorNameSeparator)}
	r.pill.radius = badgeHeight / 2
	r.Refresh()
	return r
}

type tabHeadRenderer struct {
	h     *tabHead
	title *line
	under *canvas.Rectangle
	pill  *box
}

func (r *tabHeadRenderer) Destroy() {}

func (r *tabHeadRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.title, r.under, r.pill, r.h.badge}
}

const tabPad, tabPadLeast = 14, 2

func (r *tabHeadRenderer) MinSize() fyne.Size {
	w := fyne.MeasureText(r.h.text(), theme.TextSize(), fyne.TextStyle{Bold: true}).Width
	return fyne.NewSize(w+2*r.h.pad+r.badgeRoom(), scaled(tabBarHeight))
}

// badgeHeight is the height of a badge, which is at least as wide, badgePad what it is
// wider than its text, and badgeGap what is left of it, dp.
const badgeHeight, badgePad, badgeGap = 18, 12, 6

// badgeRoom is what the badge takes of the width.
func (r *tabHeadRenderer) badgeRoom() float32 {
	if r.h.badge.text == "" {
		return 0
	}
	return badgeGap + max(scaled(badgeHeight), r.h.badge.MinSize().Width+badgePad)
}

func (r *tabHeadRenderer) Layout(size fyne.Size) {
	w, badge := r.title.MinSize().Width, r.badgeRoom()
	x := (size.Width - w - badge) / 2
	place(r.title, x, 0, w+1, size.Height)
	place(r.under, 0, size.Height-2, size.Width, 2)
	if badge > 0 {
		h, text := scaled(badgeHeight), r.h.badge.MinSize()
		place(r.pill, x+w+badgeGap, (size.Height-h)/2, badge-badgeGap, h)
		place(r.h.badge, x+w+badgeGap+(badge-badgeGap-text.Width)/2, (size.Height-text.Height)/2, text.Width+1, text.Height)
	}
}

func (r *tabHeadRenderer) Refresh() {
	r.title.text, r.title.style.Bold = r.h.text(), r.h.chosen
	r.title.color = colorText2
	if r.h.chosen || r.h.hovered {
		r.title.color = theme.ColorNameForeground
	}
	r.title.Refresh()
	hide(r.pill, r.h.badge.text == "")
	hide(r.h.badge, r.h.badge.text == "")
	r.under.FillColor = theme.Color(theme.ColorNamePrimary)
	r.under.Hidden = !r.h.chosen
	r.under.Refresh()
	r.Layout(r.h.Size())
}
