package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/session"
	"threadlens/app/view/kit"
)

const (
	factsWidth  = 398
	aroundWidth = 372
	// aroundRoom is the width beside the facts from which the segments before and
	// after have a column of their own; else they stand below the facts.
	aroundRoom = 780
)

// The two tabs of the details, which differ in the stack that they show.
const (
	tabCurrent    = "current"
	tabUnblocking = "unblocking"
)

// currentTab has the selected segment, with the stack of its thread.
func currentTab() *tab {
	return &tab{
		id: tabCurrent, title: "Current stack", short: "Stack", command: "Current Stack", key: fyne.Key2, actions: []string{"copy", "justMyCode"},
		make: func(b *Panes) tabPage {
			b.details = newDetails(b.Session, b.Tips, func(id string) { b.Commands.Get(id).Do() }, b.Commands.KeyOf, b.Clip)
			return b.details.page(false)
		},
	}
}

// unblockingTab has the selected segment, with the stack of what ended it.
func unblockingTab() *tab {
	return &tab{
		id: tabUnblocking, title: "Unblocking stack", short: "Waker", command: "Unblocking Stack", key: fyne.Key3, actions: []string{"copy", "justMyCode"},
		make: func(b *Panes) tabPage { return b.details.page(true) },
	}
}

// page is the details in one of their tabs.
func (d *details) page(unblocking bool) tabPage {
	return tabPage{root: d.root, follow: ifSeen(func() { d.show(unblocking) })}
}

// details is the page of both stack tabs: the facts about what is selected at
// the left, the stack at its right, and what the thread did before and after.
type details struct {
	s     *session.Session
	root  *fyne.Container
	facts *factsCard
	stack *stackPane
	// The segments about the selected one, in a column of their own and below
	// the facts; only one of the two is shown.
	beside, below *around
	unblocking    bool // which of the two stacks is shown
	// both: the unblocking stack stands beside the current one, as second.
	both   bool
	second *stackPane
}

func newDetails(s *session.Session, tips *kit.TipLayer, do func(id string), keyOf func(id string) string, copyText func(string)) *details {
	d := &details{s: s}
	d.beside, d.below = newAround(s, tips), newAround(s, tips)
	d.facts = newFactsCard(s, do, keyOf, d.below.root)
	d.stack, d.second = newStackPane(do, keyOf, copyText), newStackPane(do, keyOf, copyText)
	d.root = container.New(detailsLayout{d},
		d.facts.root, kit.NewRule(), d.stack.root, kit.NewRule(), container.NewVScroll(container.New(kit.Insets{kit.PaneMargin, 10}, d.beside.root)),
		kit.NewRule(), d.second.root)
	d.update()
	return d
}

// show chooses between the current and the unblocking stack.
func (d *details) show(unblocking bool) {
	d.unblocking = unblocking
	d.update()
}

// update shows what is selected.
func (d *details) update() {
	d.facts.update()
	d.beside.update()
	d.below.update()
	_, segment := d.s.Segment()
	if d.unblocking {
		d.stack.show(d.s.UnblockingStack(), segment)
	} else {
		d.stack.show(d.s.CurrentStack(), false)
	}
	if d.both {
		d.second.show(d.s.UnblockingStack(), segment)
	}
	for _, p := range d.panes() {
		p.link(d.facts.shown.HasWaker, d.canReturn())
	}
	d.root.Refresh()
}

// canReturn reports whether going to the woken segment may lead somewhere.
func (d *details) canReturn() bool {
	_, ok := d.s.Woken()
	return ok
}

// text is what the page shows, for the clipboard.
func (d *details) text() string {
	if f, ok := d.s.Facts(); ok {
		return f.Text() + "\n" + d.stackText()
	}
	if f, ok := d.s.ThreadFacts(); ok {
		return f.Text()
	}
	return ""
}

// detailsLayout places facts, stack, and the segments around, with rules
// between them.
type detailsLayout struct{ d *details }

// MinSize implements fyne.Layout.
func (l detailsLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return fyne.NewSize(400, 100) }

// Layout implements fyne.Layout.
func (l detailsLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	left := min(kit.Scaled(factsWidth), size.Width/2)
	room := size.Width - left - 1
	column := room >= kit.Scaled(aroundRoom) && !l.d.unblocking && !l.d.both
	kit.Hide(o[3], !column)
	kit.Hide(o[4], !column)
	l.d.below.setShown(!column)
	l.d.beside.setShown(column)
	l.d.facts.resized(left)
	kit.Place(o[0], 0, 0, left, size.Height)
	kit.Place(o[1], left, 0, 1, size.Height)
	if column {
		width := kit.Scaled(aroundWidth)
		room -= width + 1
		kit.Place(o[3], left+1+room, 0, 1, size.Height)
		kit.Place(o[4], left+2+room, 0, width, size.Height)
	}
	l.d.placeStacks(left+1, room, size, o[5])
}
