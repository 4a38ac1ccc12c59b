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
	"threadlens/timeline/paint"
)

// flags are what stands on the ruler: the letters of the cursors, whose lines go
// down through the lanes, and the names of the marks.
type flags struct {
	f       *surface
	clip    *container.Clip // ruler and lanes; its children are placed relative to it
	layer   *fyne.Container
	cursors [2]*pennant
	marks   []*pennant // only as many as were ever in view
	area    image.Rectangle
	shown   []int    // the bookmarks whose flags are shown, by flag
	covered [][2]int // columns of the ruler below the labels
}

// pennant is a line at an instant with a label on the ruler, and for a range a bar
// along it.
type pennant struct {
	line, bar *canvas.Rectangle
	label     *chip
}

// Sizes of flags, dp.
const (
	flagLine   = 1.5
	flagTop    = 2   // of the label below the ruler's upper edge
	flagBar    = 2   // height of a range's bar
	flagWidest = 160 // label
	flagLeast  = 22  // label, and its room to the next one
	flagInset  = 12  // of a label's text, both sides
	flagGap    = 2   // from the common part of the ruler's labels
)

// marksInView bounds the flags that are drawn.
const marksInView = 100

func newFlags(f *surface) *flags {
	g := &flags{f: f, layer: container.NewWithoutLayout()}
	for c := range g.cursors {
		g.cursors[c] = newPennant()
		g.cursors[c].label.set(session.Cursor(c).String())
	}
	g.clip = container.NewClip(g.layer)
	g.fill()
	return g
}

func newPennant() *pennant {
	rect := func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }
	g := &pennant{line: rect(), bar: rect(), label: newChip()}
	g.label.box = container.NewStack(g.label.back, container.New(kit.Insets{5, 1}, g.label.text))
	g.hide()
	return g
}

func (g *pennant) hide() {
	kit.Hide(g.line, true)
	kit.Hide(g.bar, true)
	g.label.hide(true)
}

// fill puts the flags into the layer, those of the cursors on top.
func (g *flags) fill() {
	g.layer.Objects = g.layer.Objects[:0]
	for _, m := range append(append([]*pennant{}, g.marks...), g.cursors[:]...) {
		g.layer.Objects = append(g.layer.Objects, m.bar, m.line, m.label.box)
	}
}

// colour takes the theme's colours.
func (g *flags) colour(p *paint.Palette) {
	for _, c := range g.cursors {
		c.line.FillColor = p.Ink
		c.label.colour(p.Ink, p.Lane)
	}
	for _, m := range g.marks {
		m.line.FillColor, m.bar.FillColor = p.Ink, p.Ink
		m.label.colour(p.Raised, p.Text)
		m.label.back.StrokeColor, m.label.back.StrokeWidth = p.LineStrong, 1
	}
}

// place puts everything where it belongs.
func (g *flags) place(scene *timeline.Scene) {
	over := g.f.over
	lanes := scene.LaneArea()
	g.area = image.Rect(lanes.Min.X, scene.RulerArea().Min.Y, lanes.Max.X, lanes.Max.Y)
	g.clip.Move(fyne.NewPos(over.dp(g.area.Min.X), over.dp(g.area.Min.Y)))
	g.clip.Resize(fyne.NewSize(over.dp(g.area.Dx()), over.dp(g.area.Dy())))
	for c, flag := range g.cursors {
		g.placeCursor(scene, flag, g.f.s.Cursor(session.Cursor(c)))
	}
	g.placeMarks(scene)
	g.cover()
}

// cover notes what columns of the ruler the labels cover; where these have
// become others, the picture is rebuilt, without what would be read half.
func (g *flags) cover() {
	before := g.covered
	g.covered = nil
	for _, flag := range append(g.marks[:len(g.marks):len(g.marks)], g.cursors[:]...) {
		if box := flag.label.box; box.Visible() {
			x := box.Position().X
			g.covered = append(g.covered, [2]int{g.f.px(x), g.f.px(x + box.Size().Width)})
		}
	}
	if !slices.Equal(before, g.covered) {
		g.f.raster.Refresh()
	}
}

func (g *flags) placeCursor(scene *timeline.Scene, flag *pennant, at model.Time) {
	if at == session.NoTime || at < scene.View.From || at > scene.View.To {
		flag.hide()
		return
	}
	x := g.x(scene, at)
	flag.line.Move(fyne.NewPos(x, 0))
	flag.line.Resize(fyne.NewSize(flagLine, g.clip.Size().Height))
	flag.line.Show()
	g.label(flag, g.clear(scene, x))
}

// x is the place of an instant, so that its line is whole.
func (g *flags) x(scene *timeline.Scene, at model.Time) float32 {
	return min(max(g.f.over.dp(scene.View.X(at)), 0), g.clip.Size().Width-flagLine)
}

// label places a flag's label at the right of its line, or at the left where the
// view ends.
func (g *flags) label(flag *pennant, x float32) {
	size := flag.label.box.MinSize()
	if flag.label.text.Text == "" {
		flag.label.hide(true)
		return
	}
	if x+size.Width > g.clip.Size().Width {
		x += flagLine - size.Width
	}
	flag.label.box.Move(fyne.NewPos(x, flagTop))
	flag.label.box.Resize(size)
	flag.label.hide(false)
}

// clear is where the label of a line at x starts: not on the common part of the
// ruler's labels, without which none of them can be read.
func (g *flags) clear(scene *timeline.Scene, x float32) float32 {
	if end := scene.PrefixEnd(); end > 0 {
		return max(x, g.f.over.dp(end)+flagGap)
	}
	return x
}

// placeMarks shows the marks in view; a label has the room up to the next one.
func (g *flags) placeMarks(scene *timeline.Scene) {
	g.shown = g.shown[:0]
	marks := g.f.s.Bookmarks()
	for i, b := range marks {
		if b.Range.From <= scene.View.To && b.Range.To >= scene.View.From && len(g.shown) < marksInView {
			g.shown = append(g.shown, i)
		}
	}
	if n := len(g.marks); n < len(g.shown) {
		for len(g.marks) < len(g.shown) {
			g.marks = append(g.marks, newPennant())
		}
		g.fill()
		g.colour(g.f.look.Current())
	}
	for n, flag := range g.marks {
		if n >= len(g.shown) {
			flag.hide()
			continue
		}
		b := marks[g.shown[n]]
		next := g.clip.Size().Width
		if n+1 < len(g.shown) {
			next = g.x(scene, marks[g.shown[n+1]].Range.From)
		}
		g.placeMark(scene, flag, b, next)
	}
}

// between is the room for a label of a line at x, before the next line and clear
// of the cursors' letters.
func (g *flags) between(x, next float32) (from, room float32) {
	from = x
	for _, c := range g.cursors {
		box := c.label.box
		if at := box.Position().X; box.Visible() && at+box.Size().Width > x {
			if at < from+flagLeast {
				from = max(from, at+box.Size().Width+1)
			} else {
				next = min(next, at)
			}
		}
	}
	return from, min(next-from-flagLine, flagWidest)
}

func (g *flags) placeMark(scene *timeline.Scene, flag *pennant, b session.Bookmark, next float32) {
	ruler := g.f.over.dp(scene.RulerArea().Dy())
	x, end := g.x(scene, b.Range.From), g.x(scene, b.Range.To)
	flag.line.Move(fyne.NewPos(x, flagTop))
	flag.line.Resize(fyne.NewSize(flagLine, ruler-flagTop))
	kit.Hide(flag.line, b.Range.From < scene.View.From)
	flag.bar.Move(fyne.NewPos(x, ruler-flagBar))
	flag.bar.Resize(fyne.NewSize(max(end-x, flagLine), flagBar))
	kit.Hide(flag.bar, b.Range.Len() == 0)
	from, room := g.between(g.clear(scene, x), next)
	name := ""
	if room >= flagLeast {
		name = "Mark"
		if b.Kept {
			name = b.Name
		}
		name = kit.Shorten(name, room-flagInset, theme.CaptionTextSize(), fyne.TextStyle{}, false)
	}
	flag.label.set(name)
	g.label(flag, from)
}

// markAt is the bookmark whose flag is at a position of the surface.
func (g *flags) markAt(p fyne.Position) (i int, ok bool) {
	p = p.Subtract(g.clip.Position())
	for n, i := range g.shown {
		box := g.marks[n].label.box
		if box.Visible() && (fyneRect{box.Position(), box.Size()}).contains(p) {
			return i, true
		}
	}
	return 0, false
}
