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

// Tabs is a bar of titles, one of which is chosen, above the chosen tab's page. The page's actions
// are at the right end of the bar.
type Tabs struct {
	Root    *fyne.Container
	Heads   []*TabHead // in the order of the bar
	Chosen  string     // the id of the chosen tab
	Changed func()

	// PopUp shows a menu: that of the titles for which the bar has no room.
	PopUp func(items []*fyne.MenuItem, at fyne.Position)

	bar     *fyne.Container
	actions Widest
	More    *Button // shows the menu
}

// Tab is a title in the bar and its page.
type Tab struct {
	ID    string // identifies the tab
	Title string
	Short string            // the title where space is short, "" for the same
	Page  fyne.CanvasObject // several tabs may share a page
	// Counted keeps room for a number after the title, so that nothing moves when it is known.
	Counted bool
}

// NewTabs makes the bar and the pages, and chooses the first tab; actions are at the right end.
func NewTabs(tabs []Tab, actions ...fyne.CanvasObject) *Tabs {
	t, stack := &Tabs{Changed: func() {}}, container.NewStack()
	row := []fyne.CanvasObject{NewGap(4, 0)}
	for _, tab := range tabs {
		if !slices.Contains(stack.Objects, tab.Page) {
			stack.Add(tab.Page)
		}
		h := &TabHead{Tab: tab, choose: func() { t.Choose(tab.ID) }, pad: tabPad, Badge: NewCaption("", ColorText2)}
		h.ExtendBaseWidget(h)
		t.Heads = append(t.Heads, h)
		row = append(row, h)
	}
	t.More = NewButton(Flat, "", "More", t.popUpMore)
	t.More.Trailing, t.More.Height = IconDown, 24
	t.More.Hide()
	row = append(row, t.More, NewBox(""))
	row = append(row, actions...)
	row = append(row, NewGap(12, 0))
	t.bar = container.NewStack(
		NewBox(ColorRaised), container.New(Fixed{0, TabBarHeight}, container.New(tabLayout{RowLayout(2), t}, row...)),
	)
	t.Root = container.NewBorder(container.New(ColumnLayout(0), t.bar, NewRule()), nil, nil, nil,
		container.NewStack(NewBox(ColorPanel), stack))
	t.Choose(tabs[0].ID)
	return t
}

// Refit lays out the bar again after titles or actions have changed.
func (t *Tabs) Refit() { t.bar.Refresh() }

// Head is the title of a tab.
func (t *Tabs) Head(id string) *TabHead { return t.Heads[t.index(id)] }

func (t *Tabs) index(id string) int {
	return slices.IndexFunc(t.Heads, func(h *TabHead) bool { return h.ID == id })
}

// Choose shows the page of a tab. A page that several tabs share decides by Chosen what to show.
func (t *Tabs) Choose(id string) {
	t.Chosen = id
	page := t.Head(id).Page
	for _, h := range t.Heads {
		Hide(h.Page, h.Page != page)
		if h.chosen != (h.ID == id) || h.hovered {
			h.chosen, h.hovered = h.ID == id, false // one title looks chosen, wherever the pointer rests
			h.Refresh()
		}
	}
	if !t.Head(id).Visible() {
		t.Refit()
	}
	t.Changed()
}

// Show adds a tab to the bar or removes it.
func (t *Tabs) Show(id string, shown bool) {
	h := t.Head(id)
	if h.removed != shown {
		return
	}
	h.removed = !shown
	Hide(h, h.removed)
	if !shown && t.Chosen == id {
		t.Step(1)
	}
	t.Refit()
}

// Has reports whether a tab is in the bar, or in its menu.
func (t *Tabs) Has(id string) bool { return !t.Head(id).removed }

// Call sets the title and the short title of a tab; "" restores its own.
func (t *Tabs) Call(id, title, short string) {
	if h := t.Head(id); h.title != title {
		h.title, h.shortTitle = title, short
		h.Refresh()
		t.Refit()
	}
}

// Badge shows a number after the title of a tab, none for "".
func (t *Tabs) Badge(id, number string) {
	if h := t.Head(id); h.Badge.Text != number {
		h.Badge.Set(number)
		h.Refresh()
		t.Refit()
	}
}

// Step chooses the next tab (dir 1) or the previous one (dir -1).
func (t *Tabs) Step(dir int) {
	n, at := len(t.Heads), t.index(t.Chosen)
	for k := 1; k <= n; k++ {
		if h := t.Heads[((at+dir*k)%n+n)%n]; !h.removed {
			t.Choose(h.ID)
			return
		}
	}
}

// TabHead is the title of a tab in the bar.
type TabHead struct {
	widget.BaseWidget
	Tab
	title           string // instead of Title, if any
	shortTitle      string // replaces Short where space is short
	short           bool
	Badge           *Line // a number after the title, "" for none
	chosen, hovered bool
	removed         bool // not one of the tabs now
	choose          func()
	pad             float32 // left and right of the title
	roomy           bool    // there is room for a number to come
}

// Text is the text on the tab.
func (h *TabHead) Text() string {
	title, short := h.Title, h.Short
	if h.title != "" {
		title, short = h.title, h.shortTitle
	}
	if h.short {
		return cmp.Or(short, title)
	}
	return title
}

// Full is the title in its long form.
func (h *TabHead) Full() string { return cmp.Or(h.title, h.Title) }

// shorten switches between the title and its short form.
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
func (h *TabHead) MouseMoved(e *desktop.MouseEvent) {
	if !h.hovered {
		h.MouseIn(e)
	}
}

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

// badgeHeight is the height of a badge and its minimum width, badgePad how much wider it is than
// its text, and badgeGap the space left of it, in dp.
const badgeHeight, badgePad, badgeGap = 18, 12, 6

// badgeRoom is the width kept for the badge, which a longer number exceeds.
func (r *tabHeadRenderer) badgeRoom() (room float32) {
	if r.h.Counted && r.h.roomy {
		room = badgeGap + max(Scaled(badgeHeight), fyne.MeasureText("00", theme.Size(r.h.Badge.TextSize), r.h.Badge.Style).Width+badgePad)
	}
	if r.h.Badge.Text == "" {
		return room
	}
	return max(room, badgeGap+r.badgeWidth())
}

// badgeWidth is the width of the badge.
func (r *tabHeadRenderer) badgeWidth() float32 {
	return max(Scaled(badgeHeight), r.h.Badge.MinSize().Width+badgePad)
}

func (r *tabHeadRenderer) Layout(size fyne.Size) {
	w, badge := r.title.MinSize().Width, r.badgeRoom()
	x := (size.Width - w - badge) / 2
	Place(r.title, x, 0, w+1, size.Height)
	Place(r.under, 0, size.Height-2, size.Width, 2)
	if badge > 0 {
		h, text := Scaled(badgeHeight), r.h.Badge.MinSize()
		Place(r.pill, x+w+badgeGap, (size.Height-h)/2, r.badgeWidth(), h)
		Place(r.h.Badge, x+w+badgeGap+(r.badgeWidth()-text.Width)/2, (size.Height-text.Height)/2, text.Width+1, text.Height)
	}
}

func (r *tabHeadRenderer) Refresh() {
	r.title.Text, r.title.Style.Bold = r.h.Text(), r.h.chosen
	r.title.Color = ColorText2
	if r.h.chosen || r.h.hovered {
		r.title.Color = theme.ColorNameForeground
	}
	Hide(r.pill, r.h.Badge.Text == "")
	Hide(r.h.Badge, r.h.Badge.Text == "")
	r.under.FillColor = theme.Color(theme.ColorNamePrimary)
	r.under.Hidden = !r.h.chosen
	r.under.Refresh()
	r.Layout(r.h.Size())
	r.title.Refresh() // has room for the whole text now
}
