package picture

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// ColumnAt is the range whose use the chart shows at an instant, inside the trace: a column of the
// picture, or a bucket of the sampled use where there is any.
func ColumnAt(scene *timeline.Scene, at model.Time) model.Range { return scene.UseBucket(at) }

// useCard shows the CPU use of the column under the pointer.
type useCard struct {
	Box    *fyne.Container
	At     *kit.Line
	Bucket *kit.Line
	Rows   [paint.NumClasses]*useCardRow
	// sampled shows how much of that was sampled, and at which interval.
	sampled *kit.Line
	Column  model.Range   // shown or pending; empty for none
	rest    kit.Debouncer // delay before it is shown
}

// useCardRow is the line of a class.
type useCardRow struct {
	Root               *fyne.Container
	name, cores, share *kit.Line
}

// Widths in the card, dp.
const useCardName, useCardFigure = 118, 52

func newUseCard() *useCard {
	c := &useCard{At: kit.NewLine("", theme.ColorNameForeground).Bold(), Bucket: kit.NewCaption("", kit.ColorText2).Right()}
	list := container.New(kit.ColumnLayout(4))
	for i := paint.NumClasses - 1; i >= 0; i-- {
		r := &useCardRow{name: kit.NewLine(paint.Class(i).Title(), theme.ColorNameForeground), cores: kit.NewLine("", theme.ColorNameForeground).Right(), share: kit.NewLine("", kit.ColorText2).Right()}
		r.Root = container.New(kit.RowLayout(6), kit.ClassSwatch(paint.Class(i)),
			container.New(kit.Fixed{useCardName, 0}, r.name),
			container.New(kit.Fixed{useCardFigure, 0}, r.cores), container.New(kit.Fixed{useCardFigure, 0}, r.share))
		c.Rows[i] = r
		list.Add(r.Root)
	}
	c.sampled = kit.NewCaption("", kit.ColorText2)
	list.Add(c.sampled)
	back := kit.NewBox(kit.ColorCard)
	back.Stroke, back.Radius = kit.ColorCardLine, 6
	c.Box = container.NewStack(back, container.New(kit.Insets{12, 9},
		container.New(kit.ColumnLayout(4), container.NewBorder(nil, nil, c.At, nil, c.Bucket), list)))
	c.Box.Hide()
	return c
}

// follow moves the card to the column under the pointer, or hides it. Once shown it moves with the
// pointer.
func (c *useCard) follow(f *pointer, scene *timeline.Scene, place timeline.Place) {
	if place.Region != timeline.RegionLane || !place.Classed || f.Mouse.dragging() {
		c.hide()
		return
	}
	column := ColumnAt(scene, place.Time)
	if column == c.Column {
		return
	}
	shown := c.Box.Visible()
	c.Column = column
	if shown {
		c.show(f, scene)
		return
	}
	c.rest.After(cardDelay, func() {
		if scene := f.Now(); f.Ready() && c.Column.Len() > 0 {
			c.show(f, &scene)
			f.repaint()
		}
	})
}

// hide hides the card and cancels a pending one.
func (c *useCard) hide() {
	c.rest.Stop()
	c.Column = model.Range{}
	kit.Hide(c.Box, true)
}

// show fills the card and places it next to the pointer.
func (c *useCard) show(f *pointer, scene *timeline.Scene) {
	u := scene.Utilization
	if u == nil {
		return
	}
	times, sampled := u.Split(c.Column)
	length := c.Column.Len()
	for i, t := range sampled.Times {
		times[i] += t
	}
	c.At.Set(f.s.Clock().Instant(c.Column.From, scene.View.Len()))
	c.Bucket.Set("bucket " + timeline.FormatDuration(length))
	for i, r := range c.Rows {
		kit.Hide(r.Root, scene.LegendRect(paint.Class(i)).Empty() && times[i] == 0)
		r.name.Set(paint.Class(i).TitleOf(u.Targets))
		r.cores.Set(timeline.FormatCores(times[i], length))
		share := ""
		if scene.Chart.Of != timeline.OfCores {
			share = timeline.FormatUse(times[i], length, u.All(), scene.Chart.Of)
		}
		r.share.Set(share)
	}
	text := sampledText(u, c.Column, &sampled)
	c.sampled.Set(text)
	kit.Hide(c.sampled, text == "")
	size := c.Box.MinSize()
	pos := fyne.NewPos(f.Mouse.At.X+14, f.Mouse.At.Y+14)
	if pos.X+size.Width > f.Size().Width-4 {
		pos.X = f.Mouse.At.X - 14 - size.Width
	}
	pos.Y = max(4, min(pos.Y, f.Size().Height-size.Height-4))
	c.Box.Move(pos)
	c.Box.Resize(size)
	kit.Hide(c.Box, false)
	c.Box.Refresh()
}

// sampledText shows how much of the use in r was sampled, and at which interval; "" if all is
// known.
func sampledText(u *timeline.Utilization, r model.Range, s *timeline.SampledTimes) string {
	switch {
	case u.Sampled == nil:
		return ""
	case r.Len() < u.Sampled.Least:
		return "No sampled value: the time range is shorter than " + timeline.FormatDuration(u.Sampled.Least)
	}
	return "Sampled: " + timeline.FormatCores(s.Used(), r.Len()) + " CPUs used by threads, 95% confidence interval: " +
		timeline.FormatCores(s.Low, r.Len()) + " to " + timeline.FormatCores(s.High, r.Len())
}
