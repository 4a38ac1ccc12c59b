package view

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

const (
	cardDelay = 150 * time.Millisecond
	cardWidth = 330
	cardLines = 3 // below the title
)

// hoverCard tells about the segment under the pointer once it rests there.
type hoverCard struct {
	box     *fyne.Container
	swatch  *swatch
	title   *line
	length  *line
	thread  *line
	lines   [cardLines]*line
	segment timeline.SegmentRef // shown or about to be
	timer   *time.Timer
	serial  int
}

func newHoverCard() *hoverCard {
	c := &hoverCard{
		swatch: newSwatch(model.Execution), segment: timeline.NoSegment,
		title:  newLine("", theme.ColorNameForeground).bold(),
		length: newLine("", colorText2),
		thread: newCaption("", colorText2).right().fitting(),
	}
	body := []fyne.CanvasObject{
		container.New(rowLayout{6}, c.swatch, c.title, c.length, c.thread), newGap(0, 2),
	}
	for i := range c.lines {
		c.lines[i] = newCaption("", colorText2).fitting()
		body = append(body, c.lines[i])
	}
	back := newBox(colorCard)
	back.stroke, back.radius = colorCardLine, 6
	c.box = container.NewStack(back, container.New(insets{12, 9}, container.New(columnLayout{2}, body...)))
	return c
}

// follow takes the card to the segment under the pointer, or away.
func (c *hoverCard) follow(f *surface, place timeline.Place) {
	if place.Segment == timeline.NoSegment || f.mouse.dragging() {
		c.hide()
		return
	}
	if place.Segment == c.segment {
		return
	}
	c.hide()
	c.segment = place.Segment
	serial, segment := c.serial, place.Segment
	c.timer = time.AfterFunc(cardDelay, func() {
		fyne.Do(func() {
			if serial == c.serial && f.ready() {
				c.show(f, segment)
			}
		})
	})
}

// hide takes the card away, and forgets one that was to come.
func (c *hoverCard) hide() {
	c.serial++
	c.segment = timeline.NoSegment
	if c.timer != nil {
		c.timer.Stop()
	}
	hide(c.box, true)
}

func (c *hoverCard) show(f *surface, ref timeline.SegmentRef) {
	scene := f.now()
	r, ok := scene.SegmentRect(ref)
	if !ok {
		return
	}
	c.fill(scene.Trace, ref, scene.View.Range)
	size := c.box.MinSize().Max(fyne.NewSize(cardWidth, 0))
	size.Width = cardWidth
	s := f.scale()
	top, bottom := float32(r.Min.Y)/s, float32(r.Max.Y)/s
	pos := fyne.NewPos(f.over.at.X+12, bottom+8)
	if pos.Y+size.Height > f.Size().Height {
		pos.Y = top - 8 - size.Height
	}
	pos.X = max(4, min(pos.X, f.Size().Width-size.Width-4))
	c.box.Move(pos)
	c.box.Resize(size)
	hide(c.box, false)
	f.over.place()
}

// fill writes what is known in at most four lines.
func (c *hoverCard) fill(t *model.Trace, ref timeline.SegmentRef, window model.Range) {
	seg := t.Segment(ref.Thread, ref.Index)
	facts := session.FactsOf(t, seg, model.Range{})
	c.swatch.set(seg.Category)
	c.title.set(facts.Category)
	c.length.set(facts.Duration)
	c.thread.set(facts.Thread)
	for i, text := range cardTexts(facts) {
		c.lines[i].set(text)
		hide(c.lines[i], text == "")
	}
}

// cardTexts are the lines below the title: when and where, why, and by whom.
func cardTexts(f session.Facts) (texts [cardLines]string) {
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
	case value["Displaced by"] != "":
		texts[2] = "displaced by " + value["Displaced by"]
	case value["Woken by"] != "":
		texts[2] = "woken by: " + value["Woken by"]
	case value["Notes"] != "":
		texts[2] = value["Notes"]
	}
	return texts
}
