package kit

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

// TabBarHeight is the height of the bar of tabs, dp for text of the usual size.
const TabBarHeight = 32

// Tabs is a bar of titles of which one is chosen, above the chosen one's page.
// Actions of the page stand at the right end of the bar.
type Tabs struct {
	Root    *fyne.Container
	Heads   []*TabHead
	pages   []fyne.CanvasObject
	stack   *fyne.Container
	Chosen  int
	Changed func()
}

// NewTabs makes the bar and the pages; actions stand at its right.
func NewTabs(titles []string, pages []fyne.CanvasObject, actions ...fyne.CanvasObject) *Tabs {
	t := &Tabs{pages: pages, stack: container.NewStack(slices.Compact(slices.Clone(pages))...), Changed: func() {}}
	row := []fyne.CanvasObject{NewGap(4, 0)}
	for i, title := range titles {
		h := &TabHead{Title: title, choose: func() { t.Choose(i) }, pad: tabPad, Badge: NewCaption("", ColorText2)}
		h.ExtendBaseWidget(h)
		t.Heads = append(t.Heads, h)
		row = append(row, h)
	}
	row = append(row, NewBox(""))
	row = append(row, actions...)
	row = append(row, NewGap(12, 0))
	bar := container.NewStack(
		NewBox(ColorRaised), container.New(Fixed{0, TabBarHeight}, container.New(tabLayout{RowLayout(2), t}, row...)),
	)
	t.Root = container.NewBorder(container.New(ColumnLayout(0), bar, NewRule()), nil, nil, nil,
		container.NewStack(NewBox(ColorPanel), t.stack))
	t.Choose(0)
	return t
}

// tabLayout is the row of the titles, which move together where there is not
// room for all, and are called in short where that is not enough.
type tabLayout struct {
	RowLayout
	t *Tabs
}

// shortTitles are what tabs are called where there is little room.
var shortTitles = map[string]string{
	"Profile report": "Threads", "Current stack": "Stack", "Unblocking stack": "Waker", "Both stacks": "Stacks", "Contention": "Locks", "Call tree": "Calls",
}

// Layout implements fyne.Layout.
func (l tabLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	n := float32(0)
	for _, h := range l.t.Heads {
		h.pad = tabPad
		h.shorten(false)
		if h.Visible() {
			n += 2
		}
	}
	over := l.MinSize(objects).Width - size.Width
	if over > n*(tabPad-tabPadLeast) {
		for _, h := range l.t.Heads {
			h.shorten(true)
		}
		over = l.MinSize(objects).Width - size.Width
	}
	if over > 0 {
		for _, h := range l.t.Heads {
			h.pad = max(tabPadLeast, tabPad-over/n)
		}
	}
	l.RowLayout.Layout(objects, size)
}

// Choose shows page i. Several tabs may have one page, which then knows by
// chosen what to show.
func (t *Tabs) Choose(i int) {
	t.Chosen = i
	for _, p := range t.pages {
		Hide(p, p != t.pages[i])
	}
	for j, h := range t.Heads {
		if h.chosen != (j == i) {
			h.chosen = j == i
			h.Refresh()
		}
	}
	t.Changed()
}

// Show puts a tab into the bar or takes it out.
func (t *Tabs) Show(i int, shown bool) {
	Hide(t.Heads[i], !shown)
	if !shown && t.Chosen == i {
		t.Step(1)
	}
	t.Root.Refresh()
}

// Call shows another title on a tab, its own for "".
func (t *Tabs) Call(i int, shown string) {
	if h := t.Heads[i]; h.shown != shown {
		h.shown = shown
		h.Refresh()
		t.Root.Refresh()
	}
}

// Badge shows a number behind the title of a tab, none for "".
func (t *Tabs) Badge(i int, number string) {
	if h := t.Heads[i]; h.Badge.Text != number {
		h.Badge.Set(number)
		h.Refresh()
		t.Root.Refresh()
	}
}

// Step chooses the next shown tab (dir 1) or the one before (dir -1).
func (t *Tabs) Step(dir int) {
	n := len(t.Heads)
	for k := 1; k <= n; k++ {
		if i := ((t.Chosen+dir*k)%n + n) % n; t.Heads[i].Visible() {
			t.Choose(i)
			return
		}
	}
}

// TabHead is the title of a tab.
type TabHead struct {
	widget.BaseWidget
	Title           string
	shown           string // instead of the title, if any
	short           bool
	Badge           *Line // a number behind the title, "" for none
	chosen, hovered bool
	choose          func()
	pad             float32 // left and right of the title
}

// Text is what stands on the tab.
func (h *TabHead) Text() string {
	text := cmp.Or(h.shown, h.Title)
	if h.short {
		text = cmp.Or(shortTitles[text], text)
	}
	return text
}

// shorten has the tab called in short, or not.
func (h *TabHead) shorten(short bool) {
	if h.short != short {
		h.short = short
		h.Refresh()
	}
}

// Tapped implements fyne.Tappable.
func (h *TabHead) Tapped(*fyne.PointEvent) { h.choose() }

// MouseIn implements desktop.Hoverable.
func (h *TabHead) MouseIn(*desktop.MouseEvent) { h.hovered = true; h.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (h *TabHead) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (h *TabHead) MouseOut() { h.hovered = false; h.Refresh() }

// CreateRenderer implements fyne.Widget.
func (h *TabHead) CreateRenderer() fyne.WidgetRenderer {
	r := &tabHeadRenderer{h, NewLine(h.Title, ""), canvas.NewRectangle(color.Transparent), NewBox(theme.ColorNameSeparator)}
	r.pill.Radius = badgeHeight / 2
	r.Refresh()
	return r
}

type tabHeadRenderer struct {
	h     *TabHead
	title *Line
	under *canvas.Rectangle
	pill  *Box
}

func (r *tabHeadRenderer) Destroy() {}

func (r *tabHeadRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.title, r.under, r.pill, r.h.Badge}
}

const tabPad, tabPadLeast = 14, 2

func (r *tabHeadRenderer) MinSize() fyne.Size {
	w := fyne.MeasureText(r.h.Text(), theme.TextSize(), fyne.TextStyle{Bold: true}).Width
	return fyne.NewSize(w+2*r.h.pad+r.badgeRoom(), Scaled(TabBarHeight))
}

// badgeHeight is the height of a badge, which is at least as wide, badgePad what it is
// wider than its text, and badgeGap what is left of it, dp.
const badgeHeight, badgePad, badgeGap = 18, 12, 6

// badgeRoom is what the badge takes of the width.
func (r *tabHeadRenderer) badgeRoom() float32 {
	if r.h.Badge.Text == "" {
		return 0
	}
	return badgeGap + max(Scaled(badgeHeight), r.h.Badge.MinSize().Width+badgePad)
}

func (r *tabHeadRenderer) Layout(size fyne.Size) {
	w, badge := r.title.MinSize().Width, r.badgeRoom()
	x := (size.Width - w - badge) / 2
	Place(r.title, x, 0, w+1, size.Height)
	Place(r.under, 0, size.Height-2, size.Width, 2)
	if badge > 0 {
		h, text := Scaled(badgeHeight), r.h.Badge.MinSize()
		Place(r.pill, x+w+badgeGap, (size.Height-h)/2, badge-badgeGap, h)
		Place(r.h.Badge, x+w+badgeGap+(badge-badgeGap-text.Width)/2, (size.Height-text.Height)/2, text.Width+1, text.Height)
	}
}

func (r *tabHeadRenderer) Refresh() {
	r.title.Text, r.title.Style.Bold = r.h.Text(), r.h.chosen
	r.title.Color = ColorText2
	if r.h.chosen || r.h.hovered {
		r.title.Color = theme.ColorNameForeground
	}
	r.title.Refresh()
	Hide(r.pill, r.h.Badge.Text == "")
	Hide(r.h.Badge, r.h.Badge.Text == "")
	r.under.FillColor = theme.Color(theme.ColorNamePrimary)
	r.under.Hidden = !r.h.chosen
	r.under.Refresh()
	r.Layout(r.h.Size())
}
