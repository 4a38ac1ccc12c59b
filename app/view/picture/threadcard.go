package picture

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/explain"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

const (
	threadCardLabel = 84
	threadCardValue = 290 // width at which values wrap
)

// threadCard is the tooltip of a thread's name in the gutter: what is known about the thread.
type threadCard struct {
	Box    *fyne.Container
	Title  *kit.Line
	kind   *kit.Line
	Rows   *fyne.Container
	thread model.ThreadIx // shown or pending
	rest   kit.Debouncer  // delay before it is shown
}

func newThreadCard() *threadCard {
	c := &threadCard{
		Title: kit.NewLine("", theme.ColorNameForeground).Bold(), kind: kit.NewCaption("", kit.ColorText2),
		Rows: container.New(kit.ColumnLayout(1)), thread: model.NoThread,
	}
	back := kit.NewBox(kit.ColorCard)
	back.Stroke, back.Radius = kit.ColorCardLine, 6
	c.Box = container.NewStack(back, container.New(kit.Insets{12, 9},
		container.New(kit.ColumnLayout(2), c.Title, c.kind, kit.NewGap(0, 2), c.Rows)))
	c.Box.Hide()
	return c
}

// follow moves the card to the thread under the pointer, or hides it.
func (c *threadCard) follow(f *pointer, place timeline.Place) {
	ix := model.NoThread
	if rows := f.s.Lanes().List; place.Region == timeline.RegionGutter && place.Row >= 0 && place.Row < len(rows) &&
		rows[place.Row].Kind == timeline.RowThread && !f.Mouse.dragging() {
		ix = rows[place.Row].Thread
	}
	if ix == c.thread {
		return
	}
	c.hide()
	c.thread = ix
	if ix == model.NoThread {
		return
	}
	c.rest.After(kit.TipDelay, func() {
		if f.Ready() {
			c.show(f, ix)
		}
	})
}

// hide hides the card and cancels a pending one.
func (c *threadCard) hide() {
	c.rest.Stop()
	c.thread = model.NoThread
	kit.Hide(c.Box, true)
}

func (c *threadCard) show(f *pointer, ix model.ThreadIx) {
	facts := explain.ThreadFactsOf(f.s.Trace(), ix, f.s.Terms())
	c.Title.Set(facts.Title)
	c.kind.Set(facts.Kind)
	c.Rows.Objects = c.Rows.Objects[:0]
	share, _ := timeline.RunningShare(f.s.Trace(), ix, f.s.Window())
	running := explain.Fact{Label: "Running", Value: share + " of one CPU in the time window"}
	for _, row := range append([]explain.Fact{running}, facts.Rows...) {
		label := row.Label
		for _, text := range kit.WrapAt(row.Value, threadCardValue, theme.SizeNameCaptionText, fyne.TextStyle{}) {
			c.Rows.Add(container.New(kit.RowLayout(8),
				container.New(kit.Fixed{threadCardLabel, 16}, kit.NewCaption(label, kit.ColorText2)),
				kit.NewCaption(text, theme.ColorNameForeground)))
			label = ""
		}
	}
	size := c.Box.MinSize()
	pos := fyne.NewPos(f.Mouse.At.X+16, f.Mouse.At.Y+18)
	if pos.Y+size.Height > f.Size().Height {
		pos.Y = max(4, f.Mouse.At.Y-size.Height-8)
	}
	c.Box.Resize(size)
	c.Box.Move(pos)
	kit.Hide(c.Box, false)
	c.Box.Refresh()
	f.repaint()
}
