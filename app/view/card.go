package view

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
	cardTitle = 180 // most of the width that the title takes
	cardLines = 4   // below the title
	cardInset = 12  // of the text, left and right
	cardGap   = 6   // between the texts of the title
)

// hoverCard tells about what is under the pointer once that rests there.
type hoverCard struct {
	f      *surface // that it is shown on
	box    *fyne.Container
	back   *kit.Box
	loose  *fyne.Container // what it shows unless it is frozen
	frozen *frozenCard
	texts  []string // title and lines, whole
	swatch *kit.Swatch
	title  *kit.Line
	length *kit.Line
	thread *kit.Line
	lines  [cardLines]*kit.Line
	aim    cardAim       // shown or about to be
	rest   kit.Debouncer // until it is shown
}

// cardAim is what a card tells about: a segment, in its lane or as a hop of the
// path, or an object in a row of its own.
type cardAim struct {
	row     int
	segment timeline.SegmentRef
	object  timeline.Object
	hop     model.Range
	sample  model.Sample // on the lane of the segment, if sampled
	sampled bool
}

// noAim is nothing.
var noAim = cardAim{row: -1, segment: timeline.NoSegment}

func aimOf(p timeline.Place) cardAim {
	if p.Segment == timeline.NoSegment && p.Object.Kind == timeline.NoObject && p.Hop.Len() == 0 {
		return noAim
	}
	return cardAim{p.Row, p.Segment, p.Object, p.Hop, p.Sample, p.Sampled}
}

func newHoverCard() *hoverCard {
	c := &hoverCard{
		swatch: kit.NewSwatch(model.Execution), aim: noAim,
		title:  kit.NewLine("", theme.ColorNameForeground).Bold(),
		length: kit.NewLine("", kit.ColorText2),
		thread: kit.NewCaption("", kit.ColorText2).Right().Fitting(),
	}
	body := []fyne.CanvasObject{
		container.New(kit.RowLayout(cardGap), c.swatch, c.title, c.length, c.thread), kit.NewGap(0, 2),
	}
	for i := range c.lines {
		c.lines[i] = kit.NewCaption("", kit.ColorText2).Fitting()
		body = append(body, c.lines[i])
	}
	c.back = kit.NewBox(kit.ColorCard)
	c.back.Stroke, c.back.Radius = kit.ColorCardLine, 6
	c.loose, c.frozen = container.New(kit.ColumnLayout(2), body...), newFrozenCard(c)
	c.box = container.NewStack(c.back, c.frozen.shield, container.New(kit.Insets{cardInset, 9}, c.loose, c.frozen.part))
	c.look()
	return c
}

// follow takes the card to what is under the pointer, or away.
func (c *hoverCard) follow(f *surface, place timeline.Place) {
	if c.hold(f) {
		return
	}
	aim := aimOf(place)
	if aim == noAim || f.mouse.dragging() {
		c.hide()
		return
	}
	if aim == c.aim {
		return
	}
	c.hide()
	c.aim = aim
	c.rest.After(cardDelay, func() {
		if f.ready() {
			c.show(f, aim)
		}
	})
}

// hide takes the card away, and forgets one that was to come.
func (c *hoverCard) hide() {
	kit.Hide(c.box, true) // first: thawing places a card that stays
	c.thaw()
	c.rest.Stop()
	c.aim = noAim
}

func (c *hoverCard) show(f *surface, aim cardAim) {
	scene := f.now()
	if _, ok := aim.rect(&scene); !ok {
		return
	}
	c.f = f
	switch {
	case aim.object.Kind != timeline.NoObject:
		c.fillObject(explain.ObjectFactsOf(scene.Trace, aim.object, f.s.Terms()))
	case aim.segment == timeline.NoSegment:
		c.fillObject(f.s.HopFacts(aim.hop))
	default:
		last := f.s.HopText(aim.hop)
		if last == "" && aim.sampled {
			last = explain.SampleText(scene.Trace, &aim.sample, f.s.Terms())
		}
		c.fill(scene.Trace, aim.segment, f.s.Terms(), last)
	}
	c.place(f)
	kit.Hide(c.box, false)
	f.over.place()
}

// rect is where the lanes show what a card tells about.
func (a cardAim) rect(scene *timeline.Scene) (image.Rectangle, bool) {
	switch {
	case a.object.Kind != timeline.NoObject:
		return scene.ObjectRect(a.row, a.object)
	case a.hop.Len() > 0:
		return scene.HopRect(a.row, a.hop)
	}
	return scene.SegmentRect(a.segment)
}

// place puts the card below what it tells about, or above it where the picture
// ends. A card that is shown already stays at the side where it is.
func (c *hoverCard) place(f *surface) {
	scene := f.now()
	r, ok := c.aim.rect(&scene)
	if !ok {
		return
	}
	size := fyne.NewSize(kit.Scaled(cardWidth), c.box.MinSize().Height)
	s := f.scale()
	top, bottom := float32(r.Min.Y)/s, float32(r.Max.Y)/s
	pos := fyne.NewPos(f.over.at.X+12, bottom+8)
	if c.box.Visible() {
		pos.X = c.box.Position().X
	}
	if pos.Y+size.Height > f.Size().Height {
		pos.Y = top - 8 - size.Height
	}
	pos.X = max(4, min(pos.X, f.Size().Width-size.Width-4))
	c.box.Move(pos)
	c.box.Resize(size)
}

// fill writes what is known of a segment in at most four lines, the last of them
// what part of the critical path it is, or what a sample in it saw.
func (c *hoverCard) fill(t *model.Trace, ref timeline.SegmentRef, terms naming.Terms, last string) {
	seg := t.Segment(ref.Thread, ref.Index)
	facts := explain.FactsOf(t, seg, model.Range{}, terms)
	texts := cardTexts(facts)
	texts[cardLines-1] = last
	c.write(seg.Category, facts.Category, facts.Duration, facts.Thread, texts[:])
}

// fillObject is fill for what is no segment.
func (c *hoverCard) fillObject(facts explain.ObjectFacts) {
	c.write(facts.Category, facts.Title, facts.Length, facts.Thread, facts.Lines)
}

// write fills the card; a category that is none has no swatch.
func (c *hoverCard) write(category model.Category, title, length, thread string, lines []string) {
	kit.Hide(c.swatch, category == timeline.NoFocus)
	if category != timeline.NoFocus {
		c.swatch.Set(category)
	}
	isEmpty := func(text string) bool { return text == "" }
	c.texts = append([]string{strings.Join(slices.DeleteFunc([]string{title, length, thread}, isEmpty), " · ")},
		slices.DeleteFunc(slices.Clone(lines), isEmpty)...)
	c.title.Set(kit.Shorten(title, cardTitle, theme.TextSize(), fyne.TextStyle{Bold: true}, false))
	c.length.Set(length)
	c.thread.Set(thread)
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
	case value["Processor"] != "":
		texts[0] += ", " + value["Processor"]
	case value["Queue of"] != "":
		texts[0] += ", queue of " + value["Queue of"]
	}
	texts[1] = value["Reason"]
	switch {
	case value["Displaced by"] == model.StolenTitle:
		texts[2] = model.StolenTitle
	case value["Displaced by"] != "":
		texts[2] = "displaced by " + value["Displaced by"]
	case value["Woken by"] != "":
		texts[2] = "woken by: " + value["Woken by"]
	case value["Sampled"] != "":
		texts[2] = value["Sampled"]
	case value["Notes"] != "":
		texts[2] = value["Notes"]
	}
	return texts
}
