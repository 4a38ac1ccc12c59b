package view

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/find"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

const (
	hitHeight  = 24
	headHeight = 22
	pageOfHits = 8
	mostHeight = 18 * hitHeight // of the list, before it scrolls
)

// hitList is the list of hits, in groups. Its rows are created once and refilled at every
// keystroke.
type hitList struct {
	scroll *container.Scroll
	box    *fyne.Container
	rows   []*hitRow
	heads  []*groupHead
	found  find.Found
	hits   []find.Hit
	chosen int // index in hits
	accept func(i int)
}

func newHitList(accept func(i int)) *hitList {
	l := &hitList{box: container.New(kit.ColumnLayout(0)), accept: accept}
	l.scroll = container.NewVScroll(l.box)
	return l
}

// hitText returns how a hit is shown: its title, a note, its keys, and whether it is greyed out.
type hitText func(find.Hit) (title, note, keys string, off bool)

// show fills the list and chooses the first hit.
func (l *hitList) show(found find.Found, text hitText) {
	l.found, l.hits, l.chosen = found, l.hits[:0], 0
	l.box.Objects = l.box.Objects[:0]
	for i, g := range found.Groups {
		if i == len(l.heads) {
			l.heads = append(l.heads, newGroupHead())
		}
		l.heads[i].show(g)
		l.box.Objects = append(l.box.Objects, l.heads[i].root)
		for _, h := range g.Hits {
			at := len(l.hits)
			if at == len(l.rows) {
				l.rows = append(l.rows, newHitRow(func() { l.accept(at) }))
			}
			l.hits = append(l.hits, h)
			l.rows[at].show(text(h))
			l.rows[at].Choose(at == 0)
			l.box.Objects = append(l.box.Objects, l.rows[at])
		}
	}
	l.scroll.Offset.Y = 0
	l.box.Refresh()
	l.scroll.Refresh()
}

// height is what the list needs, mostHeight at most.
func (l *hitList) height() float32 {
	return kit.Scaled(min(mostHeight, float32(len(l.hits)*hitHeight+len(l.found.Groups)*headHeight)))
}

// hit is hit i; ok is false if there is none.
func (l *hitList) hit(i int) (h find.Hit, ok bool) {
	if i < 0 || i >= len(l.hits) {
		return h, false
	}
	return l.hits[i], true
}

// groupOf is the group of hit i.
func (l *hitList) groupOf(i int) find.Group {
	for _, g := range l.found.Groups {
		if i < len(g.Hits) {
			return g
		}
		i -= len(g.Hits)
	}
	return find.Group{}
}

// step moves the choice that many hits down, and returns the new one.
func (l *hitList) step(by int) (find.Hit, bool) {
	if len(l.hits) == 0 {
		return find.Hit{}, false
	}
	l.rows[l.chosen].Choose(false)
	l.chosen = min(max(l.chosen+by, 0), len(l.hits)-1)
	l.rows[l.chosen].Choose(true)
	l.reveal()
	return l.hits[l.chosen], true
}

// reveal scrolls the chosen hit into view; with the first one, also its heading.
func (l *hitList) reveal() {
	if len(l.hits) == 0 || l.scroll.Size().Height <= 0 {
		return
	}
	row := l.rows[l.chosen]
	top, bottom := row.Position().Y, row.Position().Y+kit.Scaled(hitHeight)
	if l.chosen == 0 {
		top = 0
	}
	y := l.scroll.Offset.Y
	y = min(max(y, bottom-l.scroll.Size().Height), top)
	if y != l.scroll.Offset.Y {
		l.scroll.ScrollToOffset(fyne.NewPos(0, y))
	}
}

// groupHead is the heading of a group: its name and the number of its hits.
type groupHead struct {
	root         *fyne.Container
	title, count *kit.Line
}

func newGroupHead() *groupHead {
	h := &groupHead{title: kit.NewCaption("", kit.ColorText2).Bold(), count: kit.NewCaption("", kit.ColorText2).Right().Fitting()}
	h.root = container.NewStack(kit.NewBox(kit.ColorRaised), container.New(kit.Fixed{0, headHeight},
		container.New(kit.Insets{12, 0}, container.New(kit.RowLayout(8), h.title, h.count))))
	return h
}

func (h *groupHead) show(g find.Group) {
	h.title.Set(g.Subject.String())
	text := timeline.FormatCount(int64(g.Total))
	if len(g.Hits) < g.Total {
		text = fmt.Sprintf("%d of %s", len(g.Hits), text)
	}
	h.count.Set(text)
}

// hitRow is the row of a hit.
type hitRow struct {
	*kit.ListRow
	title, note, keys *kit.Line
}

func newHitRow(tapped func()) *hitRow {
	r := &hitRow{
		title: kit.NewLine("", theme.ColorNameForeground).Fitting(),
		note:  kit.NewLine("", kit.ColorText2).Fitting(),
		keys:  kit.NewCaption("", kit.ColorText2),
	}
	r.title.Middle = true
	r.ListRow = kit.NewListRow(container.New(kit.Insets{12, 0}, container.New(hitLayout{}, r.title, r.note, r.keys)), hitHeight)
	r.OnTapped = tapped
	return r
}

func (r *hitRow) show(title, note, keys string, off bool) {
	ink := theme.ColorNameForeground
	if off {
		ink = kit.ColorText3
	}
	r.title.Paint(ink)
	r.title.Set(title)
	r.note.Set(note)
	r.keys.Set(keys)
	r.Content.Refresh()
}

// hitLayout places a title, the note behind it, and the keys at the right edge. Where there is not
// room for all, the note gets at most two fifths of the width without the keys.
type hitLayout struct{}

// MinSize implements fyne.Layout.
func (hitLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, kit.Scaled(hitHeight))
}

// Layout implements fyne.Layout.
func (hitLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const gap = 10
	wants := func(o fyne.CanvasObject) float32 {
		text := o.(*kit.Line).Text
		if text == "" {
			return 0
		}
		return fyne.MeasureText(text, theme.TextSize(), fyne.TextStyle{}).Width + 1
	}
	keys := o[2].MinSize().Width
	kit.Place(o[2], size.Width-keys, 0, keys, size.Height)
	room := max(0, size.Width-keys-2*gap)
	note := wants(o[1])
	title := min(wants(o[0]), room-min(note, room*2/5))
	kit.Place(o[0], 0, 0, title, size.Height)
	kit.Place(o[1], title+gap, 0, max(0, min(note, room-title)), size.Height)
}
