package picture

import (
	"image"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/explain"
	"threadlens/app/session/naming"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

const (
	cardDelay = 150 * time.Millisecond
	cardWidth = 330
	cardTitle = 180 // maximum width of the title
	cardLines = 4   // below the title
	cardGap   = 6   // between the texts of the title
)

// cardAim is what a card describes: a segment, in its lane or as a hop of the path, or an object in
// a row of its own.
type cardAim struct {
	row     int
	segment timeline.SegmentRef
	Object  timeline.Object
	hop     model.Range
	sample  model.Sample // on the lane of the segment, if sampled
	sampled bool
}

// noAim is the aim of a card that describes nothing.
var noAim = cardAim{row: -1, segment: timeline.NoSegment}

func aimOf(p timeline.Place) cardAim {
	if p.Segment == timeline.NoSegment && p.Object.Kind == timeline.NoObject && p.Hop.Len() == 0 {
		return noAim
	}
	return cardAim{p.Row, p.Segment, p.Object, p.Hop, p.Sample, p.Sampled}
}

// rect is where the lanes show what a card describes.
func (a cardAim) rect(scene *timeline.Scene) (image.Rectangle, bool) {
	switch {
	case a.Object.Kind != timeline.NoObject:
		return scene.ObjectRect(a.row, a.Object)
	case a.hop.Len() > 0:
		return scene.HopRect(a.row, a.hop)
	}
	return scene.SegmentRect(a.segment)
}

// factCard shows facts about what it aims at, in a title and lines.
type factCard struct {
	f      *pointer        // of the surface that shows it
	Box    *fyne.Container // made by the floor above
	back   *kit.Box
	Loose  *fyne.Container // its content unless it is frozen
	Texts  []string        // title and lines, not shortened
	Swatch *kit.Swatch
	Title  *kit.Line
	Length *kit.Line
	Thread *kit.Line
	lines  [cardLines]*kit.Line
	Aim    cardAim // shown or pending
}

func newFactCard(f *pointer) *factCard {
	c := &factCard{
		f: f, Swatch: kit.NewSwatch(model.Execution), Aim: noAim,
		Title:  kit.NewLine("", theme.ColorNameForeground).Bold(),
		Length: kit.NewLine("", kit.ColorText2),
		Thread: kit.NewCaption("", kit.ColorText2).Right().Fitting(),
	}
	body := []fyne.CanvasObject{
		container.New(kit.RowLayout(cardGap), c.Swatch, c.Title, c.Length, c.Thread), kit.NewGap(0, 2),
	}
	for i := range c.lines {
		c.lines[i] = kit.NewCaption("", kit.ColorText2).Fitting()
		body = append(body, c.lines[i])
	}
	c.back = kit.NewBox(kit.ColorCard)
	c.back.Stroke, c.back.Radius = kit.ColorCardLine, 6
	c.Loose = container.New(kit.ColumnLayout(2), body...)
	return c
}

// place puts the card below what it describes, or above it where the picture ends. A card that is
// already shown stays on its side.
func (c *factCard) place() {
	scene := c.f.Now()
	r, ok := c.Aim.rect(&scene)
	if !ok {
		return
	}
	size := fyne.NewSize(kit.Scaled(cardWidth), c.Box.MinSize().Height)
	s := c.f.Scale()
	top, bottom := float32(r.Min.Y)/s, float32(r.Max.Y)/s
	pos := fyne.NewPos(c.f.Mouse.At.X+12, bottom+8)
	if c.Box.Visible() {
		pos.X = c.Box.Position().X
	}
	if pos.Y+size.Height > c.f.Size().Height {
		pos.Y = top - 8 - size.Height
	}
	pos.X = max(4, min(pos.X, c.f.Size().Width-size.Width-4))
	c.Box.Move(pos)
	c.Box.Resize(size)
}

// fill shows what is known about a segment in at most four lines; the last one is its part of the
// critical path, or what a sample in it shows.
func (c *factCard) fill(t *model.Trace, ref timeline.SegmentRef, terms naming.Terms, last string) {
	seg := t.Segment(ref.Thread, ref.Index)
	facts := explain.FactsOf(t, seg, model.Range{}, terms)
	texts := cardTexts(facts)
	texts[cardLines-1] = last
	c.write(seg.Category, facts.Category, facts.Duration, facts.Thread, texts[:])
}

// fillObject is fill for anything other than a segment.
func (c *factCard) fillObject(facts explain.ObjectFacts) {
	c.write(facts.Category, facts.Title, facts.Length, facts.Thread, facts.Lines)
}

// write fills the card; with the category NoFocus it has no swatch.
func (c *factCard) write(category model.Category, title, length, thread string, lines []string) {
	kit.Hide(c.Swatch, category == timeline.NoFocus)
	if category != timeline.NoFocus {
		c.Swatch.Set(category)
	}
	isEmpty := func(text string) bool { return text == "" }
	c.Texts = append([]string{strings.Join(slices.DeleteFunc([]string{title, length, thread}, isEmpty), " · ")},
		slices.DeleteFunc(slices.Clone(lines), isEmpty)...)
	c.Title.Set(kit.Shorten(title, cardTitle, theme.TextSize(), fyne.TextStyle{Bold: true}, false))
	c.Length.Set(length)
	c.Thread.Set(thread)
	for i := range c.lines {
		text := ""
		if i < len(lines) {
			text = lines[i]
		}
		c.lines[i].Set(text)
		kit.Hide(c.lines[i], text == "")
	}
}

// cardTexts are the lines below the title: when and where, why, and by whom.
func cardTexts(f explain.Facts) (texts [cardLines]string) {
	value := map[string]string{}
	for _, row := range f.Rows {
		value[row.Label] = row.Value
	}
	texts[0] = value["Interval"]
	switch {
	case value["CPU"] != "":
		texts[0] += ", " + value["CPU"]
	case value["Run queue"] != "":
		texts[0] += ", run queue of " + value["Run queue"]
	}
	texts[1] = value["Reason"]
	switch {
	case value["Preempted by"] == model.StolenTitle:
		texts[2] = model.StolenTitle
	case value["Preempted by"] != "":
		texts[2] = "preempted by " + value["Preempted by"]
	case value["Woken by"] != "":
		texts[2] = "woken by: " + value["Woken by"]
	case value["Sampled"] != "":
		texts[2] = value["Sampled"]
	case value["Notes"] != "":
		texts[2] = value["Notes"]
	}
	return texts
}
