package panes

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/session"
	"threadlens/app/view/kit"
)

// Widths of the columns, dp.
const (
	FactsWidth  = 398
	aroundWidth = 372
	// AroundRoom is the width next to the facts from which the segments before and after have a
	// column of their own; otherwise they are below the facts.
	AroundRoom = 780
)

// currentTab shows the selected segment, with the stack of its thread.
func currentTab(at **details) *tab {
	return &tab{
		ID: TabCurrent, Help: "stacks", Title: "Current stack", short: "Stack", command: "Current Stack", key: fyne.Key2, actions: []string{"copy", "justMyCode"},
		make: func(b *Bar) tabPage {
			*at = newDetails(b.Session, b.Tips, func(id string) { b.Commands.Get(id).Do() }, b.Commands.KeyOf, b.Clip)
			return (*at).page(false)
		},
	}
}

// unblockingTab shows the selected segment, with the unblocking stack.
func unblockingTab(at **details) *tab {
	return &tab{
		ID: TabUnblocking, Help: "stacks", Title: "Unblocking stack", short: "Waker", command: "Unblocking Stack", key: fyne.Key3, actions: []string{"copy", "justMyCode"},
		make: func(*Bar) tabPage { return (*at).page(true) },
	}
}

// page is the details in one of their tabs.
func (d *details) page(unblocking bool) tabPage {
	return tabPage{root: d.Root, follow: ifSeen(func() { d.Show(unblocking) })}
}

// details is the page of both stack tabs: the facts about the selection on the left, the stack on
// the right, and what the thread did before and after.
type details struct {
	s     *session.Session
	Root  *fyne.Container
	Facts *factsCard
	Stack *stackPane
	// The segments around the selected one, in a column of their own and below the facts; only one
	// of the two is shown.
	Beside, Below *around
	unblocking    bool // which of the two stacks is shown
	// Both: the unblocking stack is shown as Second, next to the current one.
	Both   bool
	Second *stackPane
}

func newDetails(s *session.Session, tips *kit.TipLayer, do func(id string), keyOf func(id string) string, copyText func(string)) *details {
	d := &details{s: s}
	d.Beside, d.Below = newAround(s, tips), newAround(s, tips)
	d.Facts = newFactsCard(s, tips, do, keyOf, d.Below.Root)
	d.Stack, d.Second = newStackPane(do, keyOf, copyText), newStackPane(do, keyOf, copyText)
	d.Root = container.New(detailsLayout{d},
		d.Facts.root, kit.NewRule(), d.Stack.Root, kit.NewRule(), container.NewVScroll(container.New(kit.Insets{kit.PaneMargin, 10}, d.Beside.Root)),
		kit.NewRule(), d.Second.Root)
	d.Update()
	return d
}

// Show chooses between the current and the unblocking stack.
func (d *details) Show(unblocking bool) {
	d.unblocking = unblocking
	d.Update()
}

// Update shows what is selected.
func (d *details) Update() {
	d.Facts.update()
	d.Beside.update()
	d.Below.update()
	_, segment := d.s.Segment()
	if d.unblocking {
		d.Stack.show(d.s.UnblockingStack(), segment)
	} else {
		d.Stack.show(d.s.CurrentStack(), false)
	}
	if d.Both {
		d.Second.show(d.s.UnblockingStack(), segment)
	}
	for _, p := range d.panes() {
		p.link(d.Facts.shown.HasWaker, d.canReturn())
	}
	d.Root.Refresh()
}

// canReturn reports whether there is a woken segment to go to.
func (d *details) canReturn() bool {
	_, ok := d.s.Woken()
	return ok
}

// Text is the text of the page, for the clipboard.
func (d *details) Text() string {
	if f, ok := d.s.Facts(); ok {
		return f.Text() + "\n" + d.StackText()
	}
	if f, ok := d.s.ThreadFacts(); ok {
		return f.Text()
	}
	return ""
}

// detailsLayout places facts, stack, and surrounding segments, with rules between them.
type detailsLayout struct{ d *details }

// MinSize implements fyne.Layout.
func (l detailsLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return fyne.NewSize(400, 100) }

// Layout implements fyne.Layout.
func (l detailsLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	left := min(kit.Scaled(FactsWidth), size.Width/2)
	room := size.Width - left - 1
	column := room >= kit.Scaled(AroundRoom) && !l.d.unblocking && !l.d.Both
	kit.Hide(o[3], !column)
	kit.Hide(o[4], !column)
	l.d.Below.setShown(!column)
	l.d.Beside.setShown(column)
	l.d.Facts.resized(left)
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
