package view

import (
	"image"
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// overlay is what lies above the surface's raster: selection, connector, range,
// cursor and hover. Each is a canvas object that is only moved,
// which costs no texture.
type overlay struct {
	f     *surface
	clip  *container.Clip // the lane area; its children are placed relative to it
	lanes *fyne.Container
	chips *container.Clip // of the same area, above the lines of the cursors

	row              *canvas.Rectangle // under the pointer
	marked           *canvas.Rectangle
	markedL, markedR *canvas.Rectangle
	hover            *canvas.Rectangle // outline
	halo, outline    *canvas.Rectangle // of the selected segment
	wireHalo, wire   *canvas.Line      // the connector
	dot              *canvas.Circle
	arrow            *canvas.Polygon
	chip             *chip
	markedChip       *chip
	cursor           *canvas.Raster
	ring             *canvas.Rectangle // focus
	card             *hoverCard
	who              *threadCard
	related          *related
	picked           *picked
	flags            *flags
	laneArea         image.Rectangle // device pixels
	chipHit          fyneRect        // on the surface
	at               fyne.Position   // of the pointer
	inside           bool            // whether the pointer is over the surface
}

// fyneRect is a rectangle in dp.
type fyneRect struct {
	pos  fyne.Position
	size fyne.Size
}

func (r fyneRect) contains(p fyne.Position) bool {
	return p.X >= r.pos.X && p.Y >= r.pos.Y && p.X < r.pos.X+r.size.Width && p.Y < r.pos.Y+r.size.Height
}

func newOverlay(f *surface) *overlay {
	rect := func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }
	o := &overlay{
		f: f, row: rect(), marked: rect(), markedL: rect(), markedR: rect(), hover: rect(),
		halo: rect(), outline: rect(), ring: rect(),
		wireHalo: canvas.NewLine(color.Transparent), wire: canvas.NewLine(color.Transparent),
		dot: canvas.NewCircle(color.Transparent), arrow: canvas.NewPolygon(3, color.Transparent),
		chip: newChip(), markedChip: newChip(), card: newHoverCard(), who: newThreadCard(), related: newRelated(), picked: newPicked(),
	}
	o.flags = newFlags(f)
	o.cursor = canvas.NewRaster(o.dots)
	o.cursor.ScaleMode = canvas.ImageScalePixels
	o.lanes = container.NewWithoutLayout(
		o.marked, o.markedL, o.markedR, o.hover, o.halo, o.outline,
		o.wireHalo, o.wire, o.arrow, o.dot,
	)
	o.lanes.Objects = slices.Concat(o.related.objects(), o.picked.objects(), o.lanes.Objects)
	o.clip = container.NewClip(o.lanes)
	o.chips = container.NewClip(container.NewWithoutLayout(o.chip.box, o.markedChip.box))
	for _, obj := range append(o.lanes.Objects, o.chip.box, o.markedChip.box, o.row, o.cursor, o.ring, o.card.box, o.who.box) {
		obj.Hide()
	}
	o.colour()
	return o
}

func (o *overlay) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{o.row, o.clip, o.flags.clip, o.cursor, o.chips, o.ring, o.card.box, o.who.box}
}

// colour takes the theme's colours.
func (o *overlay) colour() {
	p := o.f.look.Current()
	o.row.FillColor = kit.WithAlpha(p.Ink, 10)
	o.marked.FillColor = kit.WithAlpha(p.Accent, 26)
	o.markedL.FillColor, o.markedR.FillColor = p.Accent, p.Accent
	o.hover.StrokeColor, o.hover.StrokeWidth = kit.WithAlpha(p.Ink, 204), 1
	o.halo.StrokeColor, o.halo.StrokeWidth = p.Lane, 2
	o.outline.StrokeColor, o.outline.StrokeWidth = p.Ink, 2
	o.halo.CornerRadius, o.outline.CornerRadius = 4, 3
	o.wireHalo.StrokeColor, o.wireHalo.StrokeWidth = p.Lane, 5
	o.wire.StrokeColor, o.wire.StrokeWidth = p.Ink, 1.8
	o.dot.FillColor, o.dot.StrokeColor, o.dot.StrokeWidth = p.Ink, p.Lane, 1
	o.arrow.FillColor = p.Ink
	o.ring.StrokeColor, o.ring.StrokeWidth = kit.WithAlpha(p.Accent, 0xb0), 2
	o.chip.colour(p.Ink, p.Lane)
	o.related.colour(p)
	o.picked.colour(p)
	o.markedChip.colour(p.Accent, p.OnAccent)
	o.flags.colour(p)
	o.card.box.Refresh()
	o.who.box.Refresh()
	for _, obj := range o.lanes.Objects {
		obj.Refresh()
	}
	o.cursor.Refresh()
}

// dots draws the cursor's dotted line.
func (o *overlay) dots(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	c := o.f.look.Current().Accent
	step := max(1, o.f.px(2))
	for y := range h {
		if y/step%2 == 0 {
			for x := range w {
				img.SetRGBA(x, y, c)
			}
		}
	}
	return img
}

// forget drops what belongs to a trace that is gone.
func (o *overlay) forget() { o.card.hide(); o.who.hide(); o.f.chart.card.hide() }

// dp converts device pixels to dp.
func (o *overlay) dp(px int) float32 { return float32(px) / o.f.scale() }

// place puts everything where it belongs now.
func (o *overlay) place() {
	o.ring.Hidden = !o.f.focused
	kit.Hide(o.clip, !o.f.ready())
	kit.Hide(o.chips, !o.f.ready())
	kit.Hide(o.flags.clip, !o.f.ready())
	if !o.f.ready() {
		return
	}
	scene := o.f.now()
	area := scene.LaneArea()
	o.laneArea = area
	for _, clip := range []*container.Clip{o.clip, o.chips} {
		clip.Move(fyne.NewPos(o.dp(area.Min.X), o.dp(area.Min.Y)))
		clip.Resize(fyne.NewSize(o.dp(area.Dx()), o.dp(area.Dy())))
	}
	o.picked.place(o, &scene)
	o.placeSelection(&scene)
	o.placeMarked(&scene)
	o.flags.place(&scene)
	o.placePointer(&scene)
	o.f.filter.place(&scene)
	o.f.chart.place(&scene)
	o.repaint()
}

// repaint has the window painted again. Objects that were never painted cannot
// ask for it themselves, and a refresh of the surface would draw a new picture.
func (o *overlay) repaint() {
	if c, ok := fyne.CurrentApp().Driver().CanvasForObject(o.f).(interface{ SetDirty() }); ok {
		c.SetDirty()
	}
}

// put places obj on a rectangle in device pixels of the surface, grown by out
// dp; obj must be a child of lanes.
func (o *overlay) put(obj fyne.CanvasObject, r image.Rectangle, out float32) {
	obj.Move(fyne.NewPos(o.dp(r.Min.X-o.laneArea.Min.X)-out, o.dp(r.Min.Y-o.laneArea.Min.Y)-out))
	obj.Resize(fyne.NewSize(o.dp(r.Dx())+2*out, o.dp(r.Dy())+2*out))
	obj.Show()
}

// placeSelection outlines the selected segment and draws its connector.
func (o *overlay) placeSelection(scene *timeline.Scene) {
	r, ok := scene.SegmentRect(scene.Selected)
	o.halo.Hidden, o.outline.Hidden = !ok, !ok
	if ok {
		o.put(o.halo, r, 4)
		o.put(o.outline, r, 2)
	}
	c, ok := scene.Connector(scene.Selected)
	ok = ok && c.InWindow
	for _, obj := range []fyne.CanvasObject{o.wire, o.wireHalo, o.dot, o.arrow} {
		kit.Hide(obj, !ok)
	}
	o.chip.hide(!ok)
	o.chipHit = fyneRect{}
	if ok {
		o.placeConnector(scene, &c)
	}
}

const (
	dotRadius = 4
	arrowSize = 11
)

func (o *overlay) placeConnector(scene *timeline.Scene, c *timeline.Connector) {
	at := func(p image.Point) fyne.Position {
		return fyne.NewPos(o.dp(p.X-o.laneArea.Min.X), o.dp(p.Y-o.laneArea.Min.Y))
	}
	from, to := at(c.From), at(c.To)
	for _, l := range []*canvas.Line{o.wireHalo, o.wire} {
		l.Position1, l.Position2 = from, to
		l.Refresh()
	}
	kit.Hide(o.dot, c.Seen != timeline.SeenRow)
	o.dot.Move(from.SubtractXY(dotRadius, dotRadius))
	o.dot.Resize(fyne.NewSquareSize(2 * dotRadius))
	o.arrow.Angle = 180
	tip := to.SubtractXY(arrowSize/2, arrowSize-2)
	if from.Y > to.Y {
		o.arrow.Angle = 0
		tip = to.SubtractXY(arrowSize/2, 2)
	}
	o.arrow.Move(tip)
	o.arrow.Resize(fyne.NewSquareSize(arrowSize))
	o.arrow.Refresh()
	o.chip.set(connectorText(o.f.s, scene, c))
	size := o.chip.box.MinSize()
	pos := fyne.NewPos(from.X-size.Width-10, (from.Y+to.Y)/2-size.Height/2)
	if c.Seen != timeline.SeenRow {
		pos.Y = from.Y - size.Height/2
	}
	if pos.X < 4 {
		pos.X = from.X + 10
	}
	limit := o.clip.Size()
	pos.Y = max(2, min(pos.Y, limit.Height-size.Height-2))
	pos.X = max(4, min(pos.X, limit.Width-size.Width-4))
	o.chip.box.Move(pos)
	o.chip.box.Resize(size)
	o.chipHit = fyneRect{pos.Add(o.clip.Position()), size}
}

// connectorText says in one line what the connector shows.
func connectorText(s *session.Session, scene *timeline.Scene, c *timeline.Connector) string {
	seg := scene.Trace.Segment(scene.Selected.Thread, scene.Selected.Index)
	text := threadLabel(s, c.Other)
	switch c.Seen {
	case timeline.SeenAbove:
		text = "↑ " + text
	case timeline.SeenBelow:
		text = "↓ " + text
	case timeline.SeenHidden:
		text += " (hidden)"
	}
	if seg.State == model.Preempted {
		return text + " took the processor"
	}
	return text + " woke " + threadLabel(s, seg.Thread)
}

// placeMarked shows the selected time range.
func (o *overlay) placeMarked(scene *timeline.Scene) {
	r := o.f.s.Marked()
	x0, x1 := scene.RangeX(r)
	show := r.Len() > 0 && x1 > x0
	for _, obj := range []fyne.CanvasObject{o.marked, o.markedL, o.markedR} {
		kit.Hide(obj, !show)
	}
	o.markedChip.hide(!show)
	if !show {
		return
	}
	area := o.laneArea
	o.put(o.marked, image.Rect(x0, area.Min.Y, x1, area.Max.Y), 0)
	edge := max(1, o.f.px(1.5))
	kit.Hide(o.markedL, !scene.View.Contains(r.From))
	kit.Hide(o.markedR, !scene.View.Contains(r.To-1))
	if o.markedL.Visible() {
		o.put(o.markedL, image.Rect(x0, area.Min.Y, x0+edge, area.Max.Y), 0)
	}
	if o.markedR.Visible() {
		o.put(o.markedR, image.Rect(x1-edge, area.Min.Y, x1, area.Max.Y), 0)
	}
	o.markedChip.set(timeline.FormatDuration(r.Len()) + " selected" + o.f.zoomHint)
	size := o.markedChip.box.MinSize()
	mid := o.dp((x0+x1)/2 - area.Min.X)
	o.markedChip.box.Move(fyne.NewPos(max(4, min(mid-size.Width/2, o.clip.Size().Width-size.Width-4)), 4))
	o.markedChip.box.Resize(size)
}

// pointer moves what follows the pointer.
func (o *overlay) pointer(pos fyne.Position, inside bool) {
	o.at, o.inside = pos, inside
	if !o.f.ready() {
		return
	}
	scene := o.f.now()
	o.placePointer(&scene)
	o.repaint()
}

func (o *overlay) placePointer(scene *timeline.Scene) {
	place := timeline.Place{Row: -1, Segment: timeline.NoSegment}
	if o.inside {
		place = scene.Hit(o.f.point(o.at))
	}
	timed := place.Region == timeline.RegionLane || place.Region == timeline.RegionRuler
	kit.Hide(o.cursor, !timed)
	if timed {
		top := o.dp(scene.RulerArea().Min.Y)
		o.cursor.Resize(fyne.NewSize(1, o.f.Size().Height-top))
		o.cursor.Move(fyne.NewPos(o.at.X, top))
	}
	onRow := place.Row >= 0 && place.Row < len(scene.Rows.List)
	kit.Hide(o.row, !onRow)
	if onRow {
		r := scene.RowRect(place.Row).Intersect(image.Rect(0, o.laneArea.Min.Y, o.laneArea.Max.X, o.laneArea.Max.Y))
		o.row.Move(fyne.NewPos(0, o.dp(r.Min.Y)))
		o.row.Resize(fyne.NewSize(o.dp(r.Dx()), o.dp(r.Dy())))
	}
	aim := aimOf(place)
	r, ok := aim.rect(scene)
	ok = ok && (place.Segment == timeline.NoSegment || place.Segment != scene.Selected || aim.hop.Len() > 0)
	o.related.show(o, scene, place.Object)
	kit.Hide(o.hover, !ok)
	if ok {
		o.put(o.hover, r, 1)
	}
	o.card.follow(o.f, place)
	o.who.follow(o.f, place)
	o.f.chart.follow(scene, place)
	o.f.hovered(place, timed || onRow || place.Classed)
}

// chip is a label on a filled, rounded ground.
type chip struct {
	box  *fyne.Container
	back *canvas.Rectangle
	text *canvas.Text
}

func newChip() *chip {
	c := &chip{back: canvas.NewRectangle(color.Transparent), text: canvas.NewText("", color.Transparent)}
	c.back.CornerRadius = 4
	c.box = container.NewStack(c.back, container.New(kit.Insets{8, 3}, c.text))
	return c
}

func (c *chip) colour(back, ink color.Color) {
	c.back.FillColor, c.text.Color = back, ink
	c.text.TextSize = theme.CaptionTextSize()
	c.box.Refresh()
}

func (c *chip) hide(hidden bool) { kit.Hide(c.box, hidden) }

func (c *chip) set(text string) {
	if c.text.Text != text {
		c.text.Text = text
		c.text.Refresh()
	}
}
