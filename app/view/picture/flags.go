package picture

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

// flags are the labels on the ruler: the letters of the cursors, whose lines extend down through
// the lanes, and the names of the marks.
type flags struct {
	f       *drawing
	Clip    *container.Clip // ruler and lanes; its children are placed relative to it
	layer   *fyne.Container
	Cursors [2]*pennant
	Marks   []*pennant // as many as were ever in view together
	area    image.Rectangle
	Shown   []int // the bookmark of each flag shown
}

// pennant is a line at an instant with a label on the ruler and, for a range, a bar along the
// ruler.
type pennant struct {
	Line, Bar *canvas.Rectangle
	Label     *chip
}

// Sizes of flags, dp.
const (
	flagLine   = 1.5
	flagTop    = 2   // from the upper edge of the ruler to the label
	flagBar    = 2   // height of a range's bar
	flagWidest = 160 // a label, at most
	flagLeast  = 22  // a label with its space to the next one, at least
	flagInset  = 12  // between a label and its text, both sides together
	flagGap    = 2   // from the common prefix of the ruler's labels
)

// MarksInView is the maximum number of marks' flags that are drawn.
const MarksInView = 100

func newFlags(f *drawing) *flags {
	g := &flags{f: f, layer: container.NewWithoutLayout()}
	for c := range g.Cursors {
		g.Cursors[c] = newPennant()
		g.Cursors[c].Label.set(session.Cursor(c).String())
	}
	g.Clip = container.NewClip(g.layer)
	g.fill()
	return g
}

func newPennant() *pennant {
	rect := func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }
	g := &pennant{Line: rect(), Bar: rect(), Label: newChip()}
	g.Label.Box = container.NewStack(g.Label.back, container.New(kit.Insets{5, 1}, g.Label.Text))
	g.hide()
	return g
}

func (g *pennant) hide() {
	kit.Hide(g.Line, true)
	kit.Hide(g.Bar, true)
	g.Label.hide(true)
}

// fill adds the flags to the layer, those of the cursors on top.
func (g *flags) fill() {
	g.layer.Objects = g.layer.Objects[:0]
	for _, m := range append(append([]*pennant{}, g.Marks...), g.Cursors[:]...) {
		g.layer.Objects = append(g.layer.Objects, m.Bar, m.Line, m.Label.Box)
	}
}

// colour applies the theme's colours.
func (g *flags) colour(p *paint.Palette) {
	for _, c := range g.Cursors {
		c.Line.FillColor = p.Ink
		c.Label.colour(p.Ink, p.Lane)
	}
	for _, m := range g.Marks {
		m.Line.FillColor, m.Bar.FillColor = p.Ink, p.Ink
		m.Label.colour(p.Raised, p.Text)
		m.Label.back.StrokeColor, m.Label.back.StrokeWidth = p.LineStrong, 1
	}
}

// place positions all flags.
func (g *flags) place(scene *timeline.Scene) {
	lanes := scene.LaneArea()
	g.area = image.Rect(lanes.Min.X, scene.RulerArea().Min.Y, lanes.Max.X, lanes.Max.Y)
	g.Clip.Move(fyne.NewPos(g.f.Dp(g.area.Min.X), g.f.Dp(g.area.Min.Y)))
	g.Clip.Resize(fyne.NewSize(g.f.Dp(g.area.Dx()), g.f.Dp(g.area.Dy())))
	for c, flag := range g.Cursors {
		g.placeCursor(scene, flag, g.f.s.Cursor(session.Cursor(c)))
	}
	g.placeMarks(scene)
	g.cover()
}

// cover records which columns of the ruler the labels cover. When they change, the picture is
// redrawn without the ruler's labels that would be half covered.
func (g *flags) cover() {
	before := g.f.covered
	g.f.covered = nil
	for _, flag := range append(g.Marks[:len(g.Marks):len(g.Marks)], g.Cursors[:]...) {
		if box := flag.Label.Box; box.Visible() {
			x := box.Position().X
			g.f.covered = append(g.f.covered, [2]int{g.f.Px(x), g.f.Px(x + box.Size().Width)})
		}
	}
	if !slices.Equal(before, g.f.covered) {
		g.f.Raster.Refresh()
	}
}

func (g *flags) placeCursor(scene *timeline.Scene, flag *pennant, at model.Time) {
	if at == session.NoTime || at < scene.View.From || at > scene.View.To {
		flag.hide()
		return
	}
	x := g.x(scene, at)
	flag.Line.Move(fyne.NewPos(x, 0))
	flag.Line.Resize(fyne.NewSize(flagLine, g.Clip.Size().Height))
	flag.Line.Show()
	g.label(flag, g.clear(scene, x))
}

// x is the position of an instant, such that its line is entirely in view.
func (g *flags) x(scene *timeline.Scene, at model.Time) float32 {
	return min(max(g.f.Dp(scene.View.X(at)), 0), g.Clip.Size().Width-flagLine)
}

// label places a flag's label right of its line, or left of it where the view ends.
func (g *flags) label(flag *pennant, x float32) {
	size := flag.Label.Box.MinSize()
	if flag.Label.Text.Text == "" {
		flag.Label.hide(true)
		return
	}
	if x+size.Width > g.Clip.Size().Width {
		x += flagLine - size.Width
	}
	flag.Label.Box.Move(fyne.NewPos(x, flagTop))
	flag.Label.Box.Resize(size)
	flag.Label.hide(false)
}

// clear is where the label of a line at x starts: after the common prefix of the ruler's labels,
// without which none of them can be read.
func (g *flags) clear(scene *timeline.Scene, x float32) float32 {
	if end := scene.PrefixEnd(); end > 0 {
		return max(x, g.f.Dp(end)+flagGap)
	}
	return x
}

// placeMarks shows the marks in view; each label may extend to the next mark.
func (g *flags) placeMarks(scene *timeline.Scene) {
	g.Shown = g.Shown[:0]
	marks := g.f.s.Bookmarks()
	for i, b := range marks {
		if b.Range.From <= scene.View.To && b.Range.To >= scene.View.From && len(g.Shown) < MarksInView {
			g.Shown = append(g.Shown, i)
		}
	}
	if n := len(g.Marks); n < len(g.Shown) {
		for len(g.Marks) < len(g.Shown) {
			g.Marks = append(g.Marks, newPennant())
		}
		g.fill()
		g.colour(g.f.look.Current())
	}
	for n, flag := range g.Marks {
		if n >= len(g.Shown) {
			flag.hide()
			continue
		}
		b := marks[g.Shown[n]]
		next := g.Clip.Size().Width
		if n+1 < len(g.Shown) {
			next = g.x(scene, marks[g.Shown[n+1]].Range.From)
		}
		g.placeMark(scene, flag, b, next)
	}
}

// between is the room for the label of a line at x: up to the next line, and clear of the cursors'
// letters.
func (g *flags) between(x, next float32) (from, room float32) {
	from = x
	for _, c := range g.Cursors {
		box := c.Label.Box
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
	ruler := g.f.Dp(scene.RulerArea().Dy())
	x, end := g.x(scene, b.Range.From), g.x(scene, b.Range.To)
	flag.Line.Move(fyne.NewPos(x, flagTop))
	flag.Line.Resize(fyne.NewSize(flagLine, ruler-flagTop))
	kit.Hide(flag.Line, b.Range.From < scene.View.From)
	flag.Bar.Move(fyne.NewPos(x, ruler-flagBar))
	flag.Bar.Resize(fyne.NewSize(max(end-x, flagLine), flagBar))
	kit.Hide(flag.Bar, b.Range.Len() == 0)
	from, room := g.between(g.clear(scene, x), next)
	name := ""
	if room >= flagLeast {
		name = "Mark"
		if b.Kept {
			name = b.Name
		}
		name = kit.Shorten(name, room-flagInset, theme.CaptionTextSize(), fyne.TextStyle{}, false)
	}
	flag.Label.set(name)
	g.label(flag, from)
}

// markAt is the bookmark whose flag is at a position on the surface.
func (g *flags) markAt(p fyne.Position) (i int, ok bool) {
	p = p.Subtract(g.Clip.Position())
	for n, i := range g.Shown {
		box := g.Marks[n].Label.Box
		if box.Visible() && (kit.Rect{Pos: box.Position(), Size: box.Size()}).Contains(p) {
			return i, true
		}
	}
	return 0, false
}
