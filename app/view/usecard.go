package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// columnAt is what the chart shows the use of at an instant, inside the trace: a column
// of the picture, or where there is sampled use a bucket of that.
func columnAt(scene *timeline.Scene, at model.Time) model.Range { return scene.UseBucket(at) }

// useCard tells the CPU use of the column under the pointer.
type useCard struct {
	box    *fyne.Container
	at     *kit.Line
	bucket *kit.Line
	rows   [paint.NumClasses]*useCardRow
	// sampled tells how much of that was sampled, with its interval.
	sampled *kit.Line
	column  model.Range   // shown or about to be; empty for none
	rest    kit.Debouncer // until it is shown
}

// useCardRow is the line of a class.
type useCardRow struct {
	root         *fyne.Container
	cores, share *kit.Line
}

// Widths in the card, dp.
const useCardName, useCardFigure = 118, 52

func newUseCard() *useCard {
	c := &useCard{at: kit.NewLine("", theme.ColorNameForeground).Bold(), bucket: kit.NewCaption("", kit.ColorText2).Right()}
	list := container.New(kit.ColumnLayout(4))
	for i := paint.NumClasses - 1; i >= 0; i-- {
		r := &useCardRow{cores: kit.NewLine("", theme.ColorNameForeground).Right(), share: kit.NewLine("", kit.ColorText2).Right()}
		r.root = container.New(kit.RowLayout(6), kit.ClassSwatch(paint.Class(i)),
			container.New(kit.Fixed{useCardName, 0}, kit.NewLine(paint.Class(i).Title(), theme.ColorNameForeground)),
			container.New(kit.Fixed{useCardFigure, 0}, r.cores), container.New(kit.Fixed{useCardFigure, 0}, r.share))
		c.rows[i] = r
		list.Add(r.root)
	}
	c.sampled = kit.NewCaption("", kit.ColorText2)
	list.Add(c.sampled)
	back := kit.NewBox(kit.ColorCard)
	back.Stroke, back.Radius = kit.ColorCardLine, 6
	c.box = container.NewStack(back, container.New(kit.Insets{12, 9},
		container.New(kit.ColumnLayout(4), container.NewBorder(nil, nil, c.at, nil, c.bucket), list)))
	c.box.Hide()
	return c
}

// follow takes the card to the column under the pointer, or away. Once it is
// shown it goes along with the pointer.
func (c *useCard) follow(f *surface, scene *timeline.Scene, place timeline.Place) {
	if place.Region != timeline.RegionLane || !place.Classed || f.mouse.dragging() {
		c.hide()
		return
	}
	column := columnAt(scene, place.Time)
	if column == c.column {
		return
	}
	shown := c.box.Visible()
	c.column = column
	if shown {
		c.show(f, scene)
		return
	}
	c.rest.After(cardDelay, func() {
		if scene := f.now(); f.ready() && c.column.Len() > 0 {
			c.show(f, &scene)
			f.over.repaint()
		}
	})
}

// hide takes the card away, and forgets one that was to come.
func (c *useCard) hide() {
	c.rest.Stop()
	c.column = model.Range{}
	kit.Hide(c.box, true)
}

// show fills the card and puts it beside the pointer.
func (c *useCard) show(f *surface, scene *timeline.Scene) {
	u := scene.Utilization
	if u == nil {
		return
	}
	times, sampled := u.Split(c.column)
	length := c.column.Len()
	for i, t := range sampled.Times {
		times[i] += t
	}
	c.at.Set(f.s.Clock().Instant(c.column.From, scene.View.Len()))
	c.bucket.Set("bucket " + timeline.FormatDuration(length))
	for i, r := range c.rows {
		kit.Hide(r.root, scene.LegendRect(paint.Class(i)).Empty() && times[i] == 0)
		r.cores.Set(timeline.FormatCores(times[i], length))
		share := ""
		if scene.Chart.Of != timeline.OfCores {
			share = timeline.FormatUse(times[i], length, u.All(), scene.Chart.Of)
		}
		r.share.Set(share)
	}
	text := sampledText(u, c.column, &sampled)
	c.sampled.Set(text)
	kit.Hide(c.sampled, text == "")
	size := c.box.MinSize()
	pos := fyne.NewPos(f.over.at.X+14, f.over.at.Y+14)
	if pos.X+size.Width > f.Size().Width-4 {
		pos.X = f.over.at.X - 14 - size.Width
	}
	pos.Y = max(4, min(pos.Y, f.Size().Height-size.Height-4))
	c.box.Move(pos)
	c.box.Resize(size)
	kit.Hide(c.box, false)
	c.box.Refresh()
}

// sampledText tells how much of the use in r was sampled, with its interval; "" where
// all is known.
func sampledText(u *timeline.Utilization, r model.Range, s *timeline.SampledTimes) string {
	switch {
	case u.Sampled == nil:
		return ""
	case r.Len() < u.Sampled.Least:
		return "Too short for samples: less than " + timeline.FormatDuration(u.Sampled.Least)
	}
	return "Sampled: " + timeline.FormatCores(s.Used(), r.Len()) + " of threads, 95 %: " +
		timeline.FormatCores(s.Low, r.Len()) + " to " + timeline.FormatCores(s.High, r.Len())
}
