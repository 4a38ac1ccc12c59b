package panes

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
	"threadlens/model"
	"threadlens/model/measure/calltree"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// FlameView draws the call trees of a callPane as a flame graph: functions as wide as their time,
// below their callers. The user can zoom to one of them; the selected one is that of the table.
type FlameView struct {
	p      *callPane
	Root   *fyne.Container
	raster *canvas.Raster
	// Above the picture: outlines of the bar under the pointer and of the selected one, and the
	// description of one of them.
	Hover, halo, Frame *canvas.Rectangle
	Ring               *canvas.Rectangle
	Card               *PlotCard
	Empty              *kit.Line
	working            *kit.Box // while trees are computed
	scroll             *container.Scroll
	Sheet              *flameSheet

	Trees *query.CallTrees  // nil for none
	Graph timeline.Flame    // without the fields that depend on the size; now sets those
	First []int             // the bar of each tree's root
	into  calltree.CallPath // the node that is zoomed to
	Deep  int               // its bar, -1 for none
	Over  int               // the bar under the pointer, -1 for none
	at    fyne.Position     // of the pointer in the view
}

func newFlameView(p *callPane) *FlameView {
	v := &FlameView{p: p, Deep: -1, Over: -1, Card: NewPlotCard(), Empty: kit.NewLine("", kit.ColorText2), working: kit.NewBox("")}
	v.Card.named = true
	for _, r := range []**canvas.Rectangle{&v.Hover, &v.halo, &v.Frame, &v.Ring} {
		*r = canvas.NewRectangle(color.Transparent)
		(*r).Hide()
	}
	v.Ring.StrokeWidth, v.Hover.StrokeWidth, v.halo.StrokeWidth, v.Frame.StrokeWidth = 2, 1, 2, 2
	v.raster = canvas.NewRaster(v.Draw)
	v.raster.ScaleMode = canvas.ImageScalePixels
	v.Sheet = &flameSheet{v: v}
	v.Sheet.ExtendBaseWidget(v.Sheet)
	v.scroll = container.NewVScroll(v.Sheet)
	v.scroll.OnScrolled = func(fyne.Position) { v.raster.Refresh(); v.point() }
	v.Root = container.New(flameLayout{v}, kit.NewBox(kit.ColorPanel), v.raster, v.Hover, v.halo, v.Frame, v.Empty, v.working, v.scroll, v.Ring, v.Card.Root)
	return v
}

// show shows new trees; the zoom stays if its node still exists.
func (v *FlameView) show(trees *query.CallTrees) {
	if !v.Root.Visible() {
		v.Trees = nil // built when the graph becomes visible
		return
	}
	if v.Trees != trees {
		v.Trees, v.Graph, v.First, v.Deep, v.Over = trees, timeline.Flame{}, nil, -1, -1
		if trees != nil {
			v.Graph = export.FlameOf(trees.Query.Trace, trees.Trees)
			n := 0
			for i := range trees.Trees {
				v.First = append(v.First, n)
				n += len(trees.Trees[i].Nodes)
			}
			if of, ok := trees.Find(v.into); ok && len(v.into.Names) > 0 {
				v.Deep = v.Bar(of)
			}
		}
	}
	text := ""
	if v.Graph.Whole == 0 {
		text = "The call tree is empty for this time window"
	}
	v.Empty.Set(text)
	v.refresh()
}

// Bar is the bar of a node.
func (v *FlameView) Bar(of report.ShownNode) int { return v.First[of.Tree] + of.Node }

// Node is the node of a bar.
func (v *FlameView) Node(bar int) report.ShownNode {
	tree := 0
	for tree+1 < len(v.First) && v.First[tree+1] <= bar {
		tree++
	}
	return report.ShownNode{Tree: tree, Node: bar - v.First[tree]}
}

// IsZoomed reports whether only a part of the graph is shown.
func (v *FlameView) IsZoomed() bool { return v.Deep >= 0 }

// Zoom makes a bar as wide as the view, or shows all bars for -1.
func (v *FlameView) Zoom(bar int) {
	v.Deep, v.into = bar, calltree.CallPath{}
	if bar >= 0 {
		of := v.Node(bar)
		v.into = v.Trees.Trees[of.Tree].Path(of.Node)
	}
	v.refresh()
	v.p.tell()
	v.p.b.Settled()
}

// ZoomOut zooms to the caller of the current bar. It reports whether there was one.
func (v *FlameView) ZoomOut() bool {
	if v.Deep < 0 {
		return false
	}
	up := v.parent(v.Deep)
	if up >= 0 && v.Graph.Bars[up].Depth == 0 && len(v.First) == 1 {
		up = -1 // the root is the whole graph
	}
	v.Zoom(up)
	return true
}

// parent is the bar above another, -1 for none.
func (v *FlameView) parent(bar int) int {
	of := v.Node(bar)
	if up := v.Trees.Node(of).Parent; up >= 0 {
		return v.First[of.Tree] + up
	}
	return -1
}

// scale is the number of device pixels per dp.
func (v *FlameView) scale() float32 { return v.p.b.Session.Metrics().Scale }

// now is the graph as shown in a width in device pixels.
func (v *FlameView) now(width int) *timeline.Flame {
	g := v.Graph
	g.Width, g.Metrics, g.Palette = width, v.p.b.Session.Metrics(), v.p.b.Look.Current()
	if v.Deep >= 0 {
		b := &g.Bars[v.Deep]
		g.View = model.Range{From: b.From, To: b.To}
	}
	g.Top = int(v.scroll.Offset.Y * v.scale())
	return &g
}

// Placed is the graph as shown.
func (v *FlameView) Placed() *timeline.Flame { return v.now(int(v.Root.Size().Width*v.scale() + 0.5)) }

// Draw draws the graph; w and h are in device pixels.
func (v *FlameView) Draw(w, h int) image.Image {
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
func (v *FlameView) refresh() {
	v.Root.Refresh()
	v.scroll.Refresh()
	v.raster.Refresh()
	v.point()
}

// point outlines the selected bar and the one under the pointer, and describes one of them.
func (v *FlameView) point() {
	if !v.Root.Visible() {
		return
	}
	g, p := v.Placed(), v.p.b.Look.Current()
	selected := -1
	if of, ok := v.p.Node(); ok && v.Trees == v.p.Shown && v.Trees != nil {
		selected = v.Bar(of)
	}
	v.halo.StrokeColor, v.Frame.StrokeColor, v.Hover.StrokeColor = p.Lane, p.Ink, p.Ink
	v.Ring.StrokeColor = theme.Color(theme.ColorNamePrimary)
	v.outline(v.halo, g, selected, 4)
	v.outline(v.Frame, g, selected, 2)
	v.outline(v.Hover, g, v.Over, 1)
	kit.Hide(v.Ring, !v.Sheet.focused)
	told, at := v.Over, v.at
	if told < 0 && v.Sheet.focused && selected >= 0 {
		r := g.Rect(selected)
		told, at = selected, fyne.NewPos(float32(r.Min.X)/v.scale(), float32(r.Max.Y)/v.scale())
	}
	var lines []string
	if told >= 0 && v.Trees != nil {
		room := v.Root.Size().Width - 2*kit.CardInset - 16
		for _, l := range v.Trees.NodeText(v.Node(told)) {
			lines = append(lines, kit.Shorten(l, room, theme.CaptionTextSize(), fyne.TextStyle{}, true))
		}
	}
	v.Card.Show(lines, at, v.Root.Size())
}

// outline puts a frame around a bar, wider by that many dp.
func (v *FlameView) outline(o *canvas.Rectangle, g *timeline.Flame, bar int, wider float32) {
	r := image.Rectangle{}
	if bar >= 0 && bar < len(g.Bars) {
		r = g.Rect(bar)
	}
	y := float32(r.Min.Y) / v.scale()
	kit.Hide(o, r.Empty() || y+float32(r.Dy())/v.scale() < 0 || y > v.Root.Size().Height)
	if o.Visible() {
		s := v.scale()
		kit.Place(o, float32(r.Min.X)/s-wider/2, y-wider/2, float32(r.Dx())/s+wider, float32(r.Dy())/s+wider)
		o.Refresh()
	}
}

// barAt is the bar at a position on the sheet, -1 for none.
func (v *FlameView) barAt(at fyne.Position) int {
	if v.Trees == nil {
		return -1
	}
	s := v.scale()
	return v.Placed().At(image.Pt(int(at.X*s), int((at.Y-v.scroll.Offset.Y)*s)))
}

// choose selects a bar and scrolls it into view.
func (v *FlameView) choose(bar int) {
	v.p.choose(v.Node(bar), false)
	v.reveal(bar)
	v.p.follow()
}

// reveal scrolls a bar into view.
func (v *FlameView) reveal(bar int) {
	g := v.Placed()
	g.Top = 0
	r, s := g.Rect(bar), v.scale()
	top, bottom, room := float32(r.Min.Y)/s, float32(r.Max.Y)/s, v.scroll.Size().Height
	if y := min(max(v.scroll.Offset.Y, bottom-room), top); !r.Empty() && y != v.scroll.Offset.Y {
		v.scroll.ScrollToOffset(fyne.NewPos(0, y))
		v.raster.Refresh()
		v.point()
	}
}

// flameLayout places the picture below the scrolling sheet; outlines and the card are placed
// elsewhere.
type flameLayout struct{ v *FlameView }

// MinSize implements fyne.Layout.
func (flameLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, 60) }

// Layout implements fyne.Layout.
func (l flameLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	v := l.v
	for _, all := range []fyne.CanvasObject{o[0], v.raster, v.scroll} {
		kit.Place(all, 0, 0, size.Width, size.Height)
	}
	kit.Place(v.Empty, kit.CellPad, 0, max(0, size.Width-2*kit.CellPad), kit.Scaled(kit.TableRow))
	kit.Place(v.working, 0, 0, size.Width, 2)
	kit.Place(v.Ring, 1, 1, size.Width-2, size.Height-2)
}

// flameSheet receives pointer and keyboard input; it is as high as the graph.
type flameSheet struct {
	widget.BaseWidget
	v       *FlameView
	focused bool
}

// MinSize implements fyne.CanvasObject.
func (s *flameSheet) MinSize() fyne.Size {
	if s.v.Trees == nil || s.v.Root.Size().Width == 0 {
		return fyne.NewSize(0, 0)
	}
	return fyne.NewSize(0, float32(s.v.Placed().Height())/s.v.scale())
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
		s.v.Zoom(s.v.zoomable(bar))
		s.v.choose(bar)
	}
}

// zoomable is the bar to which a click on a bar zooms: -1, the whole graph, for the only root.
func (v *FlameView) zoomable(bar int) int {
	if len(v.First) == 1 && bar == 0 {
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

// menu opens the menu of the graph.
func (v *FlameView) menu(at fyne.Position) {
	items := v.p.items()
	zoom := fyne.NewMenuItem("Zoom to Function", func() {
		if of, ok := v.p.Node(); ok {
			v.Zoom(v.zoomable(v.Bar(of)))
		}
	})
	_, ok := v.p.Node()
	zoom.Disabled = !ok
	out := fyne.NewMenuItem("Whole Graph", func() { v.Zoom(-1) })
	out.Disabled = !v.IsZoomed()
	v.p.b.PopUp(append([]*fyne.MenuItem{zoom, out, fyne.NewMenuItemSeparator()}, items...), at)
}

// MouseIn implements desktop.Hoverable.
func (s *flameSheet) MouseIn(e *desktop.MouseEvent) { s.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (s *flameSheet) MouseMoved(e *desktop.MouseEvent) {
	v := s.v
	v.Over, v.at = v.barAt(e.Position), e.Position.SubtractXY(0, v.scroll.Offset.Y)
	v.point()
}

// MouseOut implements desktop.Hoverable.
func (s *flameSheet) MouseOut() {
	s.v.Over = -1
	s.v.point()
}

// FocusGained implements fyne.Focusable.
func (s *flameSheet) FocusGained() { s.focused = true; s.v.point() }

// FocusLost implements fyne.Focusable.
func (s *flameSheet) FocusLost() { s.focused = false; s.v.point() }

// TypedRune implements fyne.Focusable: characters go to the window's commands.
func (s *flameSheet) TypedRune(r rune) { kit.PassRune(s, r) }

// VisibleText implements kit.TextWidget.
func (s *flameSheet) VisibleText() (string, []fyne.CanvasObject) { return "", nil }

// DisplayList returns the drawing of the whole graph, including what is scrolled out of view, and
// its scale.
func (s *flameSheet) DisplayList() (*paint.DisplayList, float32) {
	g := s.v.Placed()
	g.Top = 0
	return g.Layout(), s.v.scale()
}
