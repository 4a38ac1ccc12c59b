package panes

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/app/session/explain"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// Widths in the card, dp.
const (
	FactLabel = 96  // of the labels
	FactValue = 262 // width at which values wrap, where there is that much room

	inheritedPad = 16 // around the text of the link to inherited preemptions
)

// factsCard shows all that is known about the selected segment, otherwise about the selected
// thread, otherwise how to select one.
type factsCard struct {
	s    *session.Session
	tips *kit.TipLayer
	do   func(id string) // runs a command
	keys func(id string) string
	root *fyne.Container

	Scroll *container.Scroll
	of     timeline.SegmentRef // the selection that is shown
	body   *fyne.Container
	Mark   *kit.Swatch
	Title  *kit.Line
	Who    *kit.Line
	Facts  *fyne.Container
	More   *fyne.Container // further facts

	Blocker      *fyne.Container
	blockerTitle *kit.Line
	blockerStrip *strip
	blockerSums  *fyne.Container
	Inherited    *kit.Button

	Meanwhile      *fyne.Container
	MeanwhileTitle *kit.Line
	meanwhileRows  *fyne.Container
	shown          explain.Facts // empty without a segment
	Width          float32       // of the card, for which values were wrapped
}

// newFactsCard makes the card; foot is placed below the facts.
func newFactsCard(s *session.Session, tips *kit.TipLayer, do func(id string), keyOf func(id string) string, foot fyne.CanvasObject) *factsCard {
	c := &factsCard{s: s, tips: tips, do: do, keys: keyOf}
	c.Title = kit.NewLine("", theme.ColorNameForeground).Bold().Fitting()
	c.Title.TextSize = kit.SizeTitle
	c.Mark = kit.NewSwatch(model.Execution)
	c.Who = kit.NewLine("", kit.ColorText2).Fitting()
	c.Facts, c.More = container.New(kit.ColumnLayout(0)), container.New(kit.ColumnLayout(0))

	c.blockerTitle = kit.NewLine("", theme.ColorNameForeground).Bold().Fitting()
	c.blockerStrip = NewStrip(14)
	c.blockerSums = container.New(kit.ColumnLayout(0))
	c.Inherited = kit.NewLink("", func() { c.do("inherited") })
	c.Blocker = container.New(kit.ColumnLayout(5), kit.NewGap(0, 1), c.blockerTitle,
		container.New(kit.Fixed{0, 14}, c.blockerStrip), c.blockerSums, container.New(kit.RowLayout(0), c.Inherited, kit.NewBox("")))

	c.MeanwhileTitle = kit.NewLine("", theme.ColorNameForeground).Bold().Fitting()
	c.meanwhileRows = container.New(kit.ColumnLayout(0))
	c.Meanwhile = container.New(kit.ColumnLayout(4), kit.NewGap(0, 1), c.MeanwhileTitle, c.meanwhileRows)

	c.body = container.New(kit.ColumnLayout(3), container.New(kit.RowLayout(8), c.Mark, c.Title),
		c.Who, c.Blocker, c.Meanwhile, kit.NewGap(0, 2), c.Facts, c.More, foot)
	c.Scroll = container.NewVScroll(container.New(kit.Insets{kit.PaneMargin, 10}, c.body))
	c.root = container.NewStack(c.Scroll)
	return c
}

// resized wraps the values again if the width has changed.
func (c *factsCard) resized(width float32) {
	if c.Width != width {
		c.Width = width
		c.update()
	}
}

// Room is the width at which values wrap.
func (c *factsCard) Room() float32 {
	const gap = 8
	return min(kit.Scaled(FactValue), max(c.Width-2*kit.PaneMargin-kit.Scaled(FactLabel)-gap, 0))
}

// update shows what is selected.
func (c *factsCard) update() {
	f, ok := c.s.Facts()
	c.shown = f
	c.Facts.Objects, c.More.Objects = c.Facts.Objects[:0], c.More.Objects[:0]
	kit.Hide(c.Mark, !ok)
	switch t, thread := c.s.ThreadFacts(); {
	case ok:
		c.Mark.Set(f.Segment.Category)
		c.Title.Set(f.Category + ", " + f.Duration)
		c.Who.Set(f.Who())
		c.fill(f.Rows)
	case thread:
		c.Title.Set(t.Title)
		c.Who.Set(t.Kind)
		c.fill(t.Rows)
	default:
		c.fillNothing()
	}
	c.fillBlocker(f.Blocker)
	c.fillMeanwhile(f.Meanwhile)
	c.body.Refresh()
	if of := c.s.Selected(); c.of != of {
		c.of = of
		c.Scroll.ScrollToTop()
	}
}

// fillNothing shows what can be done while nothing or a heading is selected.
func (c *factsCard) fillNothing() {
	title, kind, head := c.s.HeadFacts()
	c.Title.Set(title)
	c.Who.Set(kind)
	if head {
		c.keyed("expand or collapse the row", "enter")
		c.keyed("move between rows", "rowUp", "rowDown")
		c.keyed("hide the row", "hide")
		return
	}
	c.Title.Set("Nothing is selected")
	c.Who.Set("Click a segment for its state and reason.")
	c.keyed("go from segment to segment in a lane", "prev", "next")
	c.keyed("move between lanes", "rowUp", "rowDown")
	c.keyed("go to the thread that ended a wait, and to the thread that was woken", "waker", "woken")
	c.keyed("longest wait in the time window", "longestWait")
}

// keyed adds what commands do, if they have keys.
func (c *factsCard) keyed(what string, ids ...string) {
	var keys []string
	for _, id := range ids {
		if key := c.keys(id); key != "" {
			keys = append(keys, key)
		}
	}
	if len(keys) > 0 {
		c.Facts.Add(c.row(explain.Fact{Label: strings.Join(keys, " "), Value: what}))
	}
}

func (c *factsCard) fill(rows []explain.Fact) {
	for _, row := range rows {
		if row.More {
			c.More.Add(c.row(row))
		} else {
			c.Facts.Add(c.row(row))
		}
	}
}

// row is a label and its value, which may take several lines, with a link to the thread that it
// names.
func (c *factsCard) row(f explain.Fact) fyne.CanvasObject {
	rows := container.New(kit.ColumnLayout(0))
	label := f.Label
	room := c.Room()
	if f.PageRead {
		room -= kit.Scaled(50) // of the link
	}
	for i, text := range kit.Wrap(f.Value, room) {
		cells := []fyne.CanvasObject{
			container.New(kit.Fixed{FactLabel, kit.FactHeight}, kit.NewLine(label, kit.ColorText2).Fitting()),
			kit.NewLine(text, theme.ColorNameForeground).Fitting(),
		}
		if id := factLink(f); id != "" && i == 0 {
			cells = []fyne.CanvasObject{
				cells[0], kit.NewLine(kit.Shorten(text, c.Room()-kit.Scaled(50), theme.TextSize(), fyne.TextStyle{}, true), theme.ColorNameForeground),
				kit.NewLink("Go to", func() { c.do(id) }), kit.NewBox(""),
			}
		}
		rows.Add(container.New(kit.RowLayout(8), cells...))
		label = ""
	}
	return rows
}

// factLink is the command that goes to the thread that a fact names, "" for none.
func factLink(f explain.Fact) string {
	switch {
	case f.Waker:
		return "waker"
	case f.PageRead:
		return "pageRead"
	}
	return ""
}

func (c *factsCard) fillBlocker(b *explain.Blocker) {
	kit.Hide(c.Blocker, b == nil)
	if b == nil {
		return
	}
	c.blockerTitle.Set(b.Heading())
	c.blockerStrip.Set(b.Pieces, b.Range)
	c.blockerSums.Objects = c.blockerSums.Objects[:0]
	for _, row := range b.Rows {
		c.blockerSums.Add(container.New(kit.RowLayout(8), kit.NewSwatch(row.Category),
			kit.NewLine(row.Title, theme.ColorNameForeground).Fitting(), timeCell(row.Time), shareCell(row.Time, b.Range.Len())))
	}
	c.addFurther(c.blockerSums, b.Further())
	text := b.Inherited
	if room := c.Width - 2*kit.PaneMargin - kit.Scaled(inheritedPad); room > 0 {
		text = kit.Shorten(text, room, theme.TextSize(), fyne.TextStyle{}, true)
	}
	c.Inherited.Set(text, "")
	kit.Hide(c.Inherited, b.Inherited == "")
}

// fillMeanwhile lists what ran on the CPU in whose run queue the thread was; a click goes there.
func (c *factsCard) fillMeanwhile(m *explain.Meanwhile) {
	kit.Hide(c.Meanwhile, m == nil)
	if m == nil {
		return
	}
	c.MeanwhileTitle.Set(m.Title())
	c.meanwhileRows.Objects = c.meanwhileRows.Objects[:0]
	total := c.shown.Segment.Len()
	for _, o := range m.Rows {
		var name fyne.CanvasObject = kit.NewLine(o.Title, theme.ColorNameForeground)
		if o.Thread != model.NoThread {
			name = kit.NewLink(kit.Shorten(o.Title, 200, theme.TextSize(), fyne.TextStyle{}, true), func() { c.goOccupant(o) })
		}
		c.meanwhileRows.Add(container.New(kit.RowLayout(8), name, kit.NewBox(""), timeCell(o.Time), shareCell(o.Time, total)))
	}
	c.addFurther(c.meanwhileRows, m.Further())
}

// addFurther adds lines below a list, with tooltips that name what they only count.
func (c *factsCard) addFurther(list *fyne.Container, lines []explain.Further) {
	for _, f := range lines {
		l := kit.NewLine(f.Text, kit.ColorText2).Fitting()
		l.Tip = f.Tip
		list.Add(container.New(kit.Fixed{0, kit.FactHeight}, kit.WithTip(l, c.tips)))
	}
}

// timeCell and shareCell are cells of the lists of times.
func timeCell(t model.Time) fyne.CanvasObject {
	return container.New(kit.Fixed{80, kit.FactHeight}, kit.NewLine(timeline.FormatDuration(t), theme.ColorNameForeground).Right())
}

func shareCell(t, total model.Time) fyne.CanvasObject {
	return container.New(kit.Fixed{56, kit.FactHeight}, kit.NewLine(timeline.FormatPercent(t, total), kit.ColorText2).Right())
}

// goOccupant goes to what an occupant did when it first had the CPU.
func (c *factsCard) goOccupant(o explain.Occupant) {
	if seg, ok := c.s.Trace().SegmentAt(o.Thread, o.At); ok {
		c.s.Go(timeline.SegmentRef{Thread: o.Thread, Index: seg.Index})
	}
}
