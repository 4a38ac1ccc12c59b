package view

import (
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/export"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/app/view/picture"
	"threadlens/model"
	"threadlens/model/measure/calltree"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// flameView draws the call trees of a callPane as a flame graph: functions as wide
// as their time, below those that called them. One of them can be zoomed to, and
// one is selected, which is that of the table.
type flameView struct {
	p      *callPane
	root   *fyne.Container
	raster *canvas.Raster
	// What is above the picture: outlines of the bar under the pointer and of the
	// selected one, and the description of either.
	hover, halo, frame *canvas.Rectangle
	ring               *canvas.Rectangle
	card               *plotCard
	empty              *kit.Line
	working            *kit.Box // while trees are computed
	scroll             *container.Scroll
	sheet              *flameSheet

	trees *query.CallTrees  // nil for none
	graph timeline.Flame    // without what depends on the size
	first []int             // the bar of each tree's root
	into  calltree.CallPath // what is zoomed to
	deep  int               // its bar, -1 for none
	over  int               // the bar under the pointer, -1 for none
	at    fyne.Position     // of the pointer in the view
}

func newFlameView(p *callPane) *flameView {
	v := &flameView{p: p, deep: -1, over: -1, card: newPlotCard(), empty: kit.NewLine("", kit.ColorText2), working: kit.NewBox("")}
	v.card.named = true
	for _, r := range []**canvas.Rectangle{&v.hover, &v.halo, &v.frame, &v.ring} {
		*r = canvas.NewRectangle(color.Transparent)
		(*r).Hide()
	}
	v.ring.StrokeWidth, v.hover.StrokeWidth, v.halo.StrokeWidth, v.frame.StrokeWidth = 2, 1, 2, 2
	v.raster = canvas.NewRaster(v.draw)
	v.raster.ScaleMode = canvas.ImageScalePixels
	v.sheet = &flameSheet{v: v}
	v.sheet.ExtendBaseWidget(v.sheet)
	v.scroll = container.NewVScroll(v.sheet)
	v.scroll.OnScrolled = func(fyne.Position) { v.raster.Refresh(); v.point() }
	v.root = container.New(flameLayout{v}, kit.NewBox(kit.ColorPanel), v.raster, v.hover, v.halo, v.frame, v.empty, v.working, v.scroll, v.ring, v.card.root)
	return v
}

// show shows other trees; what was zoomed to stays so if it is still there.
func (v *flameView) show(trees *query.CallTrees) {
	if !v.root.Visible() {
		v.trees = nil // made when it is to be seen
		return
	}
	if v.trees != trees {
		v.trees, v.graph, v.first, v.deep, v.over = trees, timeline.Flame{}, nil, -1, -1
		if trees != nil {
			v.graph = export.FlameOf(trees.Query.Trace, trees.Trees)
			n := 0
			for i := range trees.Trees {
				v.first = append(v.first, n)
				n += len(trees.Trees[i].Nodes)
			}
			if of, ok := trees.Find(v.into); ok && len(v.into.Names) > 0 {
				v.deep = v.bar(of)
			}
		}
	}
	text := ""
	if v.graph.Whole == 0 {
		text = "No time of this kind in this window"
	}
	v.empty.Set(text)
	v.refresh()
}

// bar is the bar of a node.
func (v *flameView) bar(of report.ShownNode) int { return v.first[of.Tree] + of.Node }

// node is the node of a bar.
func (v *flameView) node(bar int) report.ShownNode {
	tree := 0
	for tree+1 < len(v.first) && v.first[tree+1] <= bar {
		tree++
	}
	return report.ShownNode{Tree: tree, Node: bar - v.first[tree]}
}

// isZoomed reports whether only a part of the graph is shown.
func (v *flameView) isZoomed() bool { return v.deep >= 0 }

// zoom shows a bar as wide as there is room, all of them for -1.
func (v *flameView) zoom(bar int) {
	v.deep, v.into = bar, calltree.CallPath{}
	if bar >= 0 {
		of := v.node(bar)
		v.into = v.trees.Trees[of.Tree].Path(of.Node)
	}
	v.refresh()
	v.p.tell()
	v.p.b.Settled()
}

// zoomOut shows what called the bar that is zoomed to. It reports whether there was
// one.
func (v *flameView) zoomOut() bool {
	if v.deep < 0 {
		return false
	}
	up := v.parent(v.deep)
	if up >= 0 && v.graph.Bars[up].Depth == 0 && len(v.first) == 1 {
		up = -1 // the root is the whole graph
	}
	v.zoom(up)
	return true
}

// parent is the bar above another, -1 for none.
func (v *flameView) parent(bar int) int {
	of := v.node(bar)
	if up := v.trees.Node(of).Parent; up >= 0 {
		return v.first[of.Tree] + up
	}
	return -1
}

// scale is how many device pixels a dp has.
func (v *flameView) scale() float32 { return v.p.b.Session.Metrics().Scale }

// now is the graph as it is shown in a width in device pixels.
func (v *flameView) now(width int) *timeline.Flame {
	g := v.graph
	g.Width, g.Metrics, g.Palette = width, v.p.b.Session.Metrics(), v.p.b.Look.Current()
	if v.deep >= 0 {
		b := &g.Bars[v.deep]
		g.View = model.Range{From: b.From, To: b.To}
	}
	g.Top = int(v.scroll.Offset.Y * v.scale())
	return &g
}

// placed is the graph as it is shown.
func (v *flameView) placed() *timeline.Flame { return v.now(int(v.root.Size().Width*v.scale() + 0.5)) }

func (v *flameView) draw(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	if w == 0 || h == 0 {
		return img
	}
	g := v.now(w)
	g.Rows = h
	paint.Raster(g.Layout(), img)
	return img
}

// refresh redraws the graph.
func (v *flameView) refresh() {
	v.root.Refresh()
	v.scroll.Refresh()
	v.raster.Refresh()
	v.point()
}

// point outlines the selected bar and the one under the pointer, and tells about
// one of them.
func (v *flameView) point() {
	if !v.root.Visible() {
		return
	}
	g, p := v.placed(), v.p.b.Look.Current()
	selected := -1
	if of, ok := v.p.node(); ok && v.trees == v.p.shown && v.trees != nil {
		selected = v.bar(of)
	}
	v.halo.StrokeColor, v.frame.StrokeColor, v.hover.StrokeColor = p.Lane, p.Ink, p.Ink
	v.ring.StrokeColor = theme.Color(theme.ColorNamePrimary)
	v.outline(v.halo, g, selected, 4)
	v.outline(v.frame, g, selected, 2)
	v.outline(v.hover, g, v.over, 1)
	kit.Hide(v.ring, !v.sheet.focused)
	told, at := v.over, v.at
	if told < 0 && v.sheet.focused && selected >= 0 {
		r := g.Rect(selected)
		told, at = selected, fyne.NewPos(float32(r.Min.X)/v.scale(), float32(r.Max.Y)/v.scale())
	}
	var lines []string
	if told >= 0 && v.trees != nil {
		room := v.root.Size().Width - 2*picture.CardInset - 16
		for _, l := range v.trees.NodeText(v.node(told)) {
			lines = append(lines, kit.Shorten(l, room, theme.CaptionTextSize(), fyne.TextStyle{}, true))
		}
	}
	v.card.show(lines, at, v.root.Size())
}

// outline puts a frame round a bar, so many dp outside of it.
func (v *flameView) outline(o *canvas.Rectangle, g *timeline.Flame, bar int, wider float32) {
	r := image.Rectangle{}
	if bar >= 0 && bar < len(g.Bars) {
		r = g.Rect(bar)
	}
	y := float32(r.Min.Y) / v.scale()
	kit.Hide(o, r.Empty() || y+float32(r.Dy())/v.scale() < 0 || y > v.root.Size().Height)
	if o.Visible() {
		s := v.scale()
		kit.Place(o, float32(r.Min.X)/s-wider/2, y-wider/2, float32(r.Dx())/s+wider, float32(r.Dy())/s+wider)
		o.Refresh()
	}
}

// barAt is the bar at a place of the sheet, -1 for none.
func (v *flameView) barAt(at fyne.Position) int {
	if v.trees == nil {
		return -1
	}
	s := v.scale()
	return v.placed().At(image.Pt(int(at.X*s), int((at.Y-v.scroll.Offset.Y)*s)))
}

// choose selects a bar and brings it into sight.
func (v *flameView) choose(bar int) {
	v.p.choose(v.node(bar), false)
	v.reveal(bar)
	v.p.follow()
}

// reveal scrolls a bar into view.
func (v *flameView) reveal(bar int) {
	g := v.placed()
	g.Top = 0
	r, s := g.Rect(bar), v.scale()
	top, bottom, room := float32(r.Min.Y)/s, float32(r.Max.Y)/s, v.scroll.Size().Height
	if y := min(max(v.scroll.Offset.Y, bottom-room), top); !r.Empty() && y != v.scroll.Offset.Y {
		v.scroll.ScrollToOffset(fyne.NewPos(0, y))
		v.raster.Refresh()
		v.point()
	}
}

// flameLayout places the picture below what scrolls it; outlines and the card have
// places of their own.
type flameLayout struct{ v *flameView }

// MinSize implements fyne.Layout.
func (flameLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, 60) }

// Layout implements fyne.Layout.
func (l flameLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	v := l.v
	for _, all := range []fyne.CanvasObject{o[0], v.raster, v.scroll} {
		kit.Place(all, 0, 0, size.Width, size.Height)
	}
	kit.Place(v.empty, kit.CellPad, 0, max(0, size.Width-2*kit.CellPad), kit.Scaled(kit.TableRow))
	kit.Place(v.working, 0, 0, size.Width, 2)
	kit.Place(v.ring, 1, 1, size.Width-2, size.Height-2)
}

// flameSheet is what the pointer and the keyboard are given to; it is as high as
// the graph.
type flameSheet struct {
	widget.BaseWidget
	v       *flameView
	focused bool
}

// MinSize implements fyne.CanvasObject.
func (s *flameSheet) MinSize() fyne.Size {
	if s.v.trees == nil || s.v.root.Size().Width == 0 {
		return fyne.NewSize(0, 0)
	}
	return fyne.NewSize(0, float32(s.v.placed().Height())/s.v.scale())
}

// CreateRenderer implements fyne.Widget.
func (s *flameSheet) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}

// MouseDown implements desktop.Mouseable.
func (s *flameSheet) MouseDown(*desktop.MouseEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil && c.Focused() != s {
		c.Focus(s)
	}
}

// MouseUp implements desktop.Mouseable.
func (s *flameSheet) MouseUp(*desktop.MouseEvent) {}

// Tapped implements fyne.Tappable: it selects a function and zooms to it.
func (s *flameSheet) Tapped(e *fyne.PointEvent) {
	if bar := s.v.barAt(e.Position); bar >= 0 {
		s.v.zoom(s.v.zoomable(bar))
		s.v.choose(bar)
	}
}

// zoomable is what a click on a bar zooms to: the whole graph for its only root.
func (v *flameView) zoomable(bar int) int {
	if len(v.first) == 1 && bar == 0 {
		return -1
	}
	return bar
}

// TappedSecondary implements fyne.SecondaryTappable.
func (s *flameSheet) TappedSecondary(e *fyne.PointEvent) {
	if bar := s.v.barAt(e.Position); bar >= 0 {
		s.v.choose(bar)
	}
	s.v.menu(e.AbsolutePosition)
}

// menu drops the menu of the graph.
func (v *flameView) menu(at fyne.Position) {
	items := v.p.items()
	zoom := fyne.NewMenuItem("Zoom to Function", func() {
		if of, ok := v.p.node(); ok {
			v.zoom(v.zoomable(v.bar(of)))
		}
	})
	_, ok := v.p.node()
	zoom.Disabled = !ok
	out := fyne.NewMenuItem("Whole Graph", func() { v.zoom(-1) })
	out.Disabled = !v.isZoomed()
	v.p.b.PopUp(append([]*fyne.MenuItem{zoom, out, fyne.NewMenuItemSeparator()}, items...), at)
}

// MouseIn implements desktop.Hoverable.
func (s *flameSheet) MouseIn(e *desktop.MouseEvent) { s.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (s *flameSheet) MouseMoved(e *desktop.MouseEvent) {
	v := s.v
	v.over, v.at = v.barAt(e.Position), e.Position.SubtractXY(0, v.scroll.Offset.Y)
	v.point()
}

// MouseOut implements desktop.Hoverable.
func (s *flameSheet) MouseOut() {
	s.v.over = -1
	s.v.point()
}

// FocusGained implements fyne.Focusable.
func (s *flameSheet) FocusGained() { s.focused = true; s.v.point() }

// FocusLost implements fyne.Focusable.
func (s *flameSheet) FocusLost() { s.focused = false; s.v.point() }

// TypedRune implements fyne.Focusable: characters are commands of the window.
func (s *flameSheet) TypedRune(r rune) { kit.PassRune(s, r) }

// VisibleText implements kit.TextWidget.
func (s *flameSheet) VisibleText() (string, []fyne.CanvasObject) { return "", nil }

// DisplayList implements picture: also what is scrolled out of view.
func (s *flameSheet) DisplayList() (*paint.DisplayList, float32) {
	g := s.v.placed()
	g.Top = 0
	return g.Layout(), s.v.scale()
}
