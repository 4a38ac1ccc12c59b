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

// HoverCard shows facts about what is under the pointer, once the pointer rests there.
type HoverCard struct {
	f      *Surface // the surface that shows it
	Box    *fyne.Container
	back   *kit.Box
	Loose  *fyne.Container // its content unless it is frozen
	Frozen *frozenCard
	Texts  []string // title and lines, not shortened
	Swatch *kit.Swatch
	Title  *kit.Line
	Length *kit.Line
	Thread *kit.Line
	lines  [cardLines]*kit.Line
	Aim    cardAim       // shown or pending
	rest   kit.Debouncer // delay before it is shown
}

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

func newHoverCard() *HoverCard {
	c := &HoverCard{
		Swatch: kit.NewSwatch(model.Execution), Aim: noAim,
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
	c.Loose, c.Frozen = container.New(kit.ColumnLayout(2), body...), newFrozenCard(c)
	c.Box = container.NewStack(c.back, c.Frozen.shield, container.New(kit.Insets{kit.CardInset, 9}, c.Loose, c.Frozen.Part))
	c.look()
	return c
}

// follow moves the card to what is under the pointer, or hides it.
func (c *HoverCard) follow(f *Surface, place timeline.Place) {
	if c.Hold(f) {
		return
	}
	aim := aimOf(place)
	if aim == noAim || f.Mouse.dragging() {
		c.Hide()
		return
	}
	if aim == c.Aim {
		return
	}
	c.Hide()
	c.Aim = aim
	c.rest.After(cardDelay, func() {
		if f.Ready() {
			c.Show(f, aim)
		}
	})
}

// Hide hides the card and cancels a pending one.
func (c *HoverCard) Hide() {
	kit.Hide(c.Box, true) // before Thaw, which places a card that is still visible
	c.Thaw()
	c.rest.Stop()
	c.Aim = noAim
}

// Show shows the card for what it describes, if that is in view.
func (c *HoverCard) Show(f *Surface, aim cardAim) {
	scene := f.Now()
	if _, ok := aim.rect(&scene); !ok {
		return
	}
	c.f = f
	switch {
	case aim.Object.Kind != timeline.NoObject:
		c.fillObject(explain.ObjectFactsOf(scene.Trace, aim.Object, f.s.Terms()))
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
	kit.Hide(c.Box, false)
	f.Over.place()
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

// place puts the card below what it describes, or above it where the picture ends. A card that is
// already shown stays on its side.
func (c *HoverCard) place(f *Surface) {
	scene := f.Now()
	r, ok := c.Aim.rect(&scene)
	if !ok {
		return
	}
	size := fyne.NewSize(kit.Scaled(cardWidth), c.Box.MinSize().Height)
	s := f.Scale()
	top, bottom := float32(r.Min.Y)/s, float32(r.Max.Y)/s
	pos := fyne.NewPos(f.Over.At.X+12, bottom+8)
	if c.Box.Visible() {
		pos.X = c.Box.Position().X
	}
	if pos.Y+size.Height > f.Size().Height {
		pos.Y = top - 8 - size.Height
	}
	pos.X = max(4, min(pos.X, f.Size().Width-size.Width-4))
	c.Box.Move(pos)
	c.Box.Resize(size)
}

// fill shows what is known about a segment in at most four lines; the last one is its part of the
// critical path, or what a sample in it shows.
func (c *HoverCard) fill(t *model.Trace, ref timeline.SegmentRef, terms naming.Terms, last string) {
	seg := t.Segment(ref.Thread, ref.Index)
	facts := explain.FactsOf(t, seg, model.Range{}, terms)
	texts := cardTexts(facts)
	texts[cardLines-1] = last
	c.write(seg.Category, facts.Category, facts.Duration, facts.Thread, texts[:])
}

// fillObject is fill for anything other than a segment.
func (c *HoverCard) fillObject(facts explain.ObjectFacts) {
	c.write(facts.Category, facts.Title, facts.Length, facts.Thread, facts.Lines)
}

// write fills the card; with the category NoFocus it has no swatch.
func (c *HoverCard) write(category model.Category, title, length, thread string, lines []string) {
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
