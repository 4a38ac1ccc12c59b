package picture

import (
	"image"
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// overlay is what lies above the surface's raster: selection, connector, range, cursor and hover.
// Its canvas objects are only moved, which costs no texture.
type overlay struct {
	laneLayer
	filter *filterBox
	chart  *useChart
	Chips  *container.Clip // the lane area, above the lines of the cursors

	row              *canvas.Rectangle // under the pointer
	marked           *canvas.Rectangle
	MarkedL, markedR *canvas.Rectangle
	Hover            *canvas.Rectangle // outline
	halo, Outline    *canvas.Rectangle // of the selected segment
	wireHalo, Wire   *canvas.Line      // the connector
	dot              *canvas.Circle
	arrow            *canvas.Polygon
	Chip             *chip
	MarkedChip       *chip
	Cursor           *canvas.Raster
	ring             *canvas.Rectangle // shows the keyboard focus
	Card             *HoverCard
	Who              *threadCard
	Related          *related
	Picked           *picked
	Flags            *flags
	ChipHit          kit.Rect // on the surface
	UnmarkHit        kit.Rect // on the surface: the × of the selected range
}

func newOverlay(f *pointer, filter *filterBox, chart *useChart) *overlay {
	rect := func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }
	o := &overlay{
		laneLayer: laneLayer{f: f}, filter: filter, chart: chart,
		row: rect(), marked: rect(), MarkedL: rect(), markedR: rect(), Hover: rect(),
		halo: rect(), Outline: rect(), ring: rect(),
		wireHalo: canvas.NewLine(color.Transparent), Wire: canvas.NewLine(color.Transparent),
		dot: canvas.NewCircle(color.Transparent), arrow: canvas.NewPolygon(3, color.Transparent),
		Chip: newChip(), MarkedChip: newChip(), Card: newHoverCard(f), Who: newThreadCard(), Related: newRelated(), Picked: newPicked(),
	}
	o.Flags = newFlags(&f.drawing)
	o.Cursor = canvas.NewRaster(o.dots)
	o.Cursor.ScaleMode = canvas.ImageScalePixels
	o.lanes = container.NewWithoutLayout(
		o.marked, o.MarkedL, o.markedR, o.Hover, o.halo, o.Outline,
		o.wireHalo, o.Wire, o.arrow, o.dot,
	)
	o.lanes.Objects = slices.Concat(o.Related.objects(), o.Picked.objects(), o.lanes.Objects)
	o.Clip = container.NewClip(o.lanes)
	o.Chips = container.NewClip(container.NewWithoutLayout(o.Chip.Box, o.MarkedChip.Box))
	for _, obj := range append(o.lanes.Objects, o.Chip.Box, o.MarkedChip.Box, o.row, o.Cursor, o.ring, o.Card.Box, o.Who.Box) {
		obj.Hide()
	}
	o.colour()
	return o
}

// Objects are the overlay's objects, the topmost last.
func (o *overlay) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{o.row, o.Clip, o.Flags.Clip, o.Cursor, o.Chips, o.ring, o.Card.Box, o.Who.Box}
}

// colour applies the theme's colours.
func (o *overlay) colour() {
	p := o.f.look.Current()
	o.row.FillColor = kit.WithAlpha(p.Ink, 10)
	o.marked.FillColor = kit.WithAlpha(p.Accent, 26)
	o.MarkedL.FillColor, o.markedR.FillColor = p.Accent, p.Accent
	o.Hover.StrokeColor, o.Hover.StrokeWidth = kit.WithAlpha(p.Ink, 204), 1
	o.halo.StrokeColor, o.halo.StrokeWidth = p.Lane, 2
	o.Outline.StrokeColor, o.Outline.StrokeWidth = p.Ink, 2
	o.halo.CornerRadius, o.Outline.CornerRadius = 4, 3
	o.wireHalo.StrokeColor, o.wireHalo.StrokeWidth = p.Lane, 5
	o.Wire.StrokeColor, o.Wire.StrokeWidth = p.Ink, 1.8
	o.dot.FillColor, o.dot.StrokeColor, o.dot.StrokeWidth = p.Ink, p.Lane, 1
	o.arrow.FillColor = p.Ink
	o.ring.StrokeColor, o.ring.StrokeWidth = kit.WithAlpha(p.Accent, 0xb0), 2
	o.Chip.colour(p.Ink, p.Lane)
	o.Related.colour(p)
	o.Picked.colour(p)
	o.MarkedChip.colour(p.Accent, p.OnAccent)
	o.Flags.colour(p)
	o.Card.Box.Refresh()
	o.Who.Box.Refresh()
	for _, obj := range o.lanes.Objects {
		obj.Refresh()
	}
	o.Cursor.Refresh()
}

// dots draws the cursor's dotted line.
func (o *overlay) dots(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	c := o.f.look.Current().Accent
	step := max(1, o.f.Px(2))
	for y := range h {
		if y/step%2 == 0 {
			for x := range w {
				img.SetRGBA(x, y, c)
			}
		}
	}
	return img
}

// forget hides what belongs to a closed trace.
func (o *overlay) forget() { o.Card.Hide(); o.Who.hide(); o.chart.Card.hide() }

// place positions all objects.
func (o *overlay) place() {
	o.ring.Hidden = !o.f.focused
	kit.Hide(o.Clip, !o.f.Ready())
	kit.Hide(o.Chips, !o.f.Ready())
	kit.Hide(o.Flags.Clip, !o.f.Ready())
	if !o.f.Ready() {
		return
	}
	scene := o.f.Now()
	area := scene.LaneArea()
	o.laneArea = area
	for _, clip := range []*container.Clip{o.Clip, o.Chips} {
		clip.Move(fyne.NewPos(o.f.Dp(area.Min.X), o.f.Dp(area.Min.Y)))
		clip.Resize(fyne.NewSize(o.f.Dp(area.Dx()), o.f.Dp(area.Dy())))
	}
	o.Picked.place(&o.laneLayer, &scene)
	o.placeSelection(&scene)
	o.placeMarked(&scene)
	o.Flags.place(&scene)
	o.placePointer(&scene)
	o.filter.place(&scene)
	o.chart.place(&scene)
	o.f.repaint()
}

// placeSelection outlines the selected segment and draws its connector.
func (o *overlay) placeSelection(scene *timeline.Scene) {
	r, ok := scene.SegmentRect(scene.Selected)
	o.halo.Hidden, o.Outline.Hidden = !ok, !ok
	if ok {
		o.put(o.halo, r, 4)
		o.put(o.Outline, r, 2)
	}
	c, ok := scene.Connector(scene.Selected)
	ok = ok && c.InWindow
	for _, obj := range []fyne.CanvasObject{o.Wire, o.wireHalo, o.dot, o.arrow} {
		kit.Hide(obj, !ok)
	}
	o.Chip.hide(!ok)
	o.ChipHit = kit.Rect{}
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
		return fyne.NewPos(o.f.Dp(p.X-o.laneArea.Min.X), o.f.Dp(p.Y-o.laneArea.Min.Y))
	}
	from, to := at(c.From), at(c.To)
	for _, l := range []*canvas.Line{o.wireHalo, o.Wire} {
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
	o.Chip.set(connectorText(o.f.s, scene, c))
	size := o.Chip.Box.MinSize()
	pos := o.chipPlace(from, to, size, scene.Trace.Segment(scene.Selected.Thread, scene.Selected.Index).State == model.Waiting)
	if c.Seen == timeline.SeenAbove || c.Seen == timeline.SeenBelow {
		pos.Y = from.Y - size.Height/2
	}
	pos.Y = max(2, min(pos.Y, o.Clip.Size().Height-size.Height-2))
	o.Chip.Box.Move(pos)
	o.Chip.Box.Resize(size)
	o.ChipHit = kit.Rect{Pos: pos.Add(o.Clip.Position()), Size: size}
}

// chipPlace is where the connector's chip covers neither the selected segment nor what the other
// thread did meanwhile: next to the line, on the side of a wait's end or else of the segment's
// beginning. Where the chip does not fit there, it is below both lanes, or above them.
func (o *overlay) chipPlace(from, to fyne.Position, size fyne.Size, wait bool) fyne.Position {
	const apart, margin = 10, 4
	limit := o.Clip.Size()
	x := from.X - size.Width - apart
	if wait {
		x = from.X + apart
	}
	if x >= margin && x+size.Width+margin <= limit.Width {
		return fyne.NewPos(x, (from.Y+to.Y)/2-size.Height/2)
	}
	lane := o.Outline.Size().Height
	top, bottom := min(o.Outline.Position().Y, from.Y-lane/2), max(o.Outline.Position().Y+lane, from.Y+lane/2)
	y := bottom + margin
	if y+size.Height > limit.Height {
		y = top - margin - size.Height
	}
	return fyne.NewPos(max(margin, min(x, limit.Width-size.Width-margin)), y)
}

// connectorText describes the connector in a word or two; the gutter names the threads, except
// another one that is out of view.
func connectorText(s *session.Session, scene *timeline.Scene, c *timeline.Connector) string {
	verb := "woke"
	if scene.Trace.Segment(scene.Selected.Thread, scene.Selected.Index).State == model.Preempted {
		verb = "took the CPU"
	}
	other := kit.ShortTitle(s.Title(c.Other))
	switch c.Seen {
	case timeline.SeenAbove:
		return "↑ " + other + " " + verb
	case timeline.SeenBelow:
		return "↓ " + other + " " + verb
	case timeline.SeenHidden:
		return other + " (hidden) " + verb
	}
	return verb
}

// placeMarked shows the selected time range.
func (o *overlay) placeMarked(scene *timeline.Scene) {
	r := o.f.s.Marked()
	x0, x1 := scene.RangeX(r)
	show := r.Len() > 0 && x1 > x0
	for _, obj := range []fyne.CanvasObject{o.marked, o.MarkedL, o.markedR} {
		kit.Hide(obj, !show)
	}
	o.MarkedChip.hide(r.Len() == 0)
	o.UnmarkHit = kit.Rect{}
	if r.Len() == 0 {
		return
	}
	area := o.laneArea
	o.placeMarkedChip(scene, r, o.f.Dp((x0+x1)/2-area.Min.X))
	if !show {
		return
	}
	o.put(o.marked, image.Rect(x0, area.Min.Y, x1, area.Max.Y), 0)
	edge := max(1, o.f.Px(1.5))
	kit.Hide(o.MarkedL, !scene.View.Contains(r.From))
	kit.Hide(o.markedR, !scene.View.Contains(r.To-1))
	if o.MarkedL.Visible() {
		o.put(o.MarkedL, image.Rect(x0, area.Min.Y, x0+edge, area.Max.Y), 0)
	}
	if o.markedR.Visible() {
		o.put(o.markedR, image.Rect(x1-edge, area.Min.Y, x1, area.Max.Y), 0)
	}
}

// unmarkWidth is the width of the end of the chip that clears the selected range, dp.
const unmarkWidth = 22

// placeMarkedChip names the selected range, which governs all figures, below the ruler: in its
// middle, or at the edge of the lanes towards it if it is outside of the window. The × at the
// chip's end clears the range.
func (o *overlay) placeMarkedChip(scene *timeline.Scene, r model.Range, mid float32) {
	text := timeline.FormatDuration(r.Len()) + " selected" + o.f.ZoomHint
	limit := o.Clip.Size().Width
	switch {
	case r.To <= scene.View.From:
		text, mid = "← "+text, 0
	case r.From >= scene.View.To:
		text, mid = "→ "+text, limit
	}
	o.MarkedChip.set(text + "  ×")
	size := o.MarkedChip.Box.MinSize()
	pos := fyne.NewPos(max(4, min(mid-size.Width/2, limit-size.Width-4)), 4)
	o.MarkedChip.Box.Move(pos)
	o.MarkedChip.Box.Resize(size)
	end := fyne.NewPos(pos.X+size.Width-unmarkWidth, pos.Y).Add(o.Clip.Position())
	o.UnmarkHit = kit.Rect{Pos: end, Size: fyne.NewSize(unmarkWidth, size.Height)}
}

// Pointer updates what follows the pointer.
func (o *overlay) Pointer(pos fyne.Position, inside bool) {
	o.f.Mouse.At, o.f.Mouse.Inside = pos, inside
	if !o.f.Ready() {
		return
	}
	scene := o.f.Now()
	o.placePointer(&scene)
	o.f.repaint()
}

func (o *overlay) placePointer(scene *timeline.Scene) {
	place := timeline.Place{Row: -1, Segment: timeline.NoSegment}
	if o.f.Mouse.Inside {
		place = scene.Hit(o.f.Point(o.f.Mouse.At))
	}
	timed := place.Region == timeline.RegionLane || place.Region == timeline.RegionRuler
	kit.Hide(o.Cursor, !timed)
	if timed {
		top := o.f.Dp(scene.RulerArea().Min.Y)
		o.Cursor.Resize(fyne.NewSize(1, o.f.Size().Height-top))
		o.Cursor.Move(fyne.NewPos(o.f.Mouse.At.X, top))
	}
	onRow := place.Row >= 0 && place.Row < len(scene.Rows.List)
	kit.Hide(o.row, !onRow)
	if onRow {
		r := scene.RowRect(place.Row).Intersect(image.Rect(0, o.laneArea.Min.Y, o.laneArea.Max.X, o.laneArea.Max.Y))
		o.row.Move(fyne.NewPos(0, o.f.Dp(r.Min.Y)))
		o.row.Resize(fyne.NewSize(o.f.Dp(r.Dx()), o.f.Dp(r.Dy())))
	}
	aim := aimOf(place)
	r, ok := aim.rect(scene)
	ok = ok && (place.Segment == timeline.NoSegment || place.Segment != scene.Selected || aim.hop.Len() > 0)
	o.Related.show(&o.laneLayer, scene, place.Object)
	kit.Hide(o.Hover, !ok)
	if ok {
		o.put(o.Hover, r, 1)
	}
	o.Card.follow(place)
	o.Who.follow(o.f, place)
	o.chart.follow(scene, place)
	o.f.Hovered(place, timed || onRow || place.Classed)
}
