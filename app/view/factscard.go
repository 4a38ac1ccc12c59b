package view

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

const (
	factLabel  = 96
	factHeight = 20
	factValue  = 262 // width at which values break, where there is that much room
)

// factsCard tells all that is known about the selected segment, or about the
// selected thread where no segment is, or how to select one.
type factsCard struct {
	s    *session.Session
	do   func(id string) // gives a command
	keys func(id string) string
	root *fyne.Container

	body  *fyne.Container
	mark  *swatch
	title *line
	who   *line
	facts *fyne.Container
	more  *fyne.Container // facts below what others did meanwhile

	blocker      *fyne.Container
	blockerTitle *line
	blockerStrip *strip
	blockerSums  *fyne.Container
	inherited    *button

	meanwhile      *fyne.Container
	meanwhileTitle *line
	meanwhileRows  *fyne.Container
	shown          session.Facts // empty without a segment
	width          float32       // of the card, for which values were broken
}

// newFactsCard makes the card; foot stands below the facts.
func newFactsCard(s *session.Session, do func(id string), keyOf func(id string) string, foot fyne.CanvasObject) *factsCard {
	c := &factsCard{s: s, do: do, keys: keyOf}
	c.title = newLine("", theme.ColorNameForeground).bold().fitting()
	c.title.size = sizeTitle
	c.mark = newSwatch(model.Execution)
	c.who = newLine("", colorText2).fitting()
	c.facts, c.more = container.New(columnLayout{}), container.New(columnLayout{})

	c.blockerTitle = newLine("", theme.ColorNameForeground).bold().fitting()
	c.blockerStrip = newStrip(14)
	c.blockerSums = container.New(columnLayout{})
	c.inherited = newLink("", func() { c.do("inherited") })
	c.blocker = container.New(columnLayout{5}, newGap(0, 2), newRule(), c.blockerTitle,
		container.New(fixed{0, 14}, c.blockerStrip), c.blockerSums, container.New(rowLayout{}, c.inherited, newBox("")))

	c.meanwhileTitle = newLine("", theme.ColorNameForeground).bold().fitting()
	c.meanwhileRows = container.New(columnLayout{})
	c.meanwhile = container.New(columnLayout{4}, newGap(0, 2), newRule(), c.meanwhileTitle, c.meanwhileRows)

	c.body = container.New(columnLayout{3}, container.New(rowLayout{8}, c.mark, c.title),
		c.who, newGap(0, 2), c.facts, c.blocker, c.meanwhile, c.more, foot)
	c.root = container.NewStack(container.NewVScroll(container.New(insets{paneMargin, 10}, c.body)))
	return c
}

// resized breaks the values again where the width asks for it.
func (c *factsCard) resized(width float32) {
	if c.width != width {
		c.width = width
		c.update()
	}
}

// room is the width at which values break.
func (c *factsCard) room() float32 {
	const gap = 8
	return min(scaled(factValue), max(c.width-2*paneMargin-scaled(factLabel)-gap, 0))
}

// update shows what is selected.
func (c *factsCard) update() {
	f, ok := c.s.Facts()
	c.shown = f
	c.facts.Objects, c.more.Objects = c.facts.Objects[:0], c.more.Objects[:0]
	hide(c.mark, !ok)
	switch t, thread := c.s.ThreadFacts(); {
	case ok:
		c.mark.set(f.Segment.Category)
		c.title.set(f.Category + ", " + f.Duration)
		c.who.set(f.Thread + " · " + f.Instance)
		c.fill(f.Rows)
	case thread:
		c.title.set(t.Title)
		c.who.set(t.Kind)
		c.fill(t.Rows)
	default:
		c.fillNothing()
	}
	c.fillBlocker(f.Blocker)
	c.fillMeanwhile(f.Meanwhile)
	c.body.Refresh()
}

// fillNothing says what can be done while no thread is selected: nothing is, or a
// row that heads others.
func (c *factsCard) fillNothing() {
	title, kind, head := c.s.HeadFacts()
	c.title.set(title)
	c.who.set(kind)
	if head {
		c.keyed("expand it, or collapse it", "enter")
		c.keyed("walk the rows", "rowUp", "rowDown")
		c.keyed("hide it", "hide")
		return
	}
	c.title.set("Nothing is selected")
	c.who.set("Click a segment to see what it is and why.")
	c.keyed("walk the segments of its lane", "prev", "next")
	c.keyed("walk the lanes", "rowUp", "rowDown")
	c.keyed("go to the thread that woke it, and back", "waker", "woken")
	c.keyed("longest wait in the window", "longestWait")
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
		c.facts.Add(c.row(session.Fact{Label: strings.Join(keys, " "), Value: what}))
	}
}

func (c *factsCard) fill(rows []session.Fact) {
	for _, row := range rows {
		if row.More {
			c.more.Add(c.row(row))
		} else {
			c.facts.Add(c.row(row))
		}
	}
}

// row is a label and its value, which may take several lines, and the way to
// whom it names.
func (c *factsCard) row(f session.Fact) fyne.CanvasObject {
	rows := container.New(columnLayout{})
	label := f.Label
	room := c.room()
	if f.PageRead {
		room -= scaled(50) // of the link
	}
	for i, text := range wrap(f.Value, room) {
		cells := []fyne.CanvasObject{
			container.New(fixed{factLabel, factHeight}, newLine(label, colorText2).fitting()),
			newLine(text, theme.ColorNameForeground).fitting(),
		}
		if id := factLink(f); id != "" && i == 0 {
			cells = []fyne.CanvasObject{
				cells[0], newLine(shorten(text, c.room()-scaled(50), theme.TextSize(), fyne.TextStyle{}, true), theme.ColorNameForeground),
				newLink("Go to", func() { c.do(id) }), newBox(""),
			}
		}
		rows.Add(container.New(rowLayout{8}, cells...))
		label = ""
	}
	return rows
}

// factLink is the command that goes to what a fact names, "" for none.
func factLink(f session.Fact) string {
	switch {
	case f.Waker:
		return "waker"
	case f.PageRead:
		return "pageRead"
	}
	return ""
}

func (c *factsCard) fillBlocker(b *session.Blocker) {
	hide(c.blocker, b == nil)
	if b == nil {
		return
	}
	c.blockerTitle.set(b.Heading())
	c.blockerStrip.set(b.Pieces, b.Range)
	c.blockerSums.Objects = c.blockerSums.Objects[:0]
	for _, row := range b.Rows {
		c.blockerSums.Add(container.New(rowLayout{8}, newSwatch(row.Category),
			newLine(row.Title, theme.ColorNameForeground).fitting(), timeCell(row.Time), shareCell(row.Time, b.Range.Len())))
	}
	for _, text := range b.Further() {
		c.blockerSums.Add(container.New(fixed{0, factHeight}, newLine(text, colorText2).fitting()))
	}
	c.inherited.set(b.Inherited, "")
	hide(c.inherited, b.Inherited == "")
}

// fillMeanwhile lists who had the processor in whose queue the thread stood; a
// click goes there.
func (c *factsCard) fillMeanwhile(m *session.Meanwhile) {
	hide(c.meanwhile, m == nil)
	if m == nil {
		return
	}
	c.meanwhileTitle.set(m.Title())
	c.meanwhileRows.Objects = c.meanwhileRows.Objects[:0]
	total := c.shown.Segment.Len()
	for _, o := range m.Rows {
		var name fyne.CanvasObject = newLine(o.Title, theme.ColorNameForeground)
		if o.Thread != model.NoThread {
			name = newLink(shorten(o.Title, 200, theme.TextSize(), fyne.TextStyle{}, true), func() { c.goOccupant(o) })
		}
		c.meanwhileRows.Add(container.New(rowLayout{8}, name, newBox(""), timeCell(o.Time), shareCell(o.Time, total)))
	}
	for _, text := range m.Further() {
		c.meanwhileRows.Add(container.New(fixed{0, factHeight}, newLine(text, colorText2).fitting()))
	}
}

// timeCell and shareCell are the columns of the lists of times.
func timeCell(t model.Time) fyne.CanvasObject {
	return container.New(fixed{80, factHeight}, newLine(timeline.FormatDuration(t), theme.ColorNameForeground).right())
}

func shareCell(t, total model.Time) fyne.CanvasObject {
	return container.New(fixed{56, factHeight}, newLine(timeline.FormatPercent(t, total), colorText2).right())
}

// goOccupant goes to what an occupant did when it first had the processor.
func (c *factsCard) goOccupant(o session.Occupant) {
	if seg, ok := c.s.Trace().SegmentAt(o.Thread, o.At); ok {
		c.s.Go(timeline.SegmentRef{Thread: o.Thread, Index: seg.Index})
	}
}
