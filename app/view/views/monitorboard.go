package views

import (
	"fmt"
	"image"
	"image/draw"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// Sizes of the board, dp.
const (
	monitorRight = 300
	monitorPart  = 0.21 // maximum part of the page for the graphs on the right
	monitorGraph = 34
)

// MonitorBoard shows a monitor: the processes with their threads, and how busy each CPU was.
type MonitorBoard struct {
	Root   *fyne.Container
	Table  *kit.TableView
	Filter *kit.TableFilter
	Card   *kit.PanelCard
	cpus   *kit.PanelCard
	graphs *fyne.Container
	Cores  []*coreGraph

	Span model.Time // that the graphs show
}

// NewMonitorBoard makes a board; name is the name under which the layout of its table is kept, and
// more stands in front of the filter of the table.
func NewMonitorBoard(h *host.Host, name string, more ...fyne.CanvasObject) *MonitorBoard {
	b := &MonitorBoard{Table: kit.NewTableView(h.Tips), graphs: container.New(kit.ColumnLayout(6))}
	h.WireTable(b.Table, name)
	b.Filter = kit.NewTableFilter(b.Table, h.Look)
	b.Card = kit.NewPanelCard("Processes", b.Table, nil, append(more, b.Filter.Root)...)
	b.cpus = kit.NewPanelCard("CPUs", container.NewVScroll(container.New(kit.Insets{12, 10}, b.graphs)), nil)
	b.Over(measure.MonitorWindow)
	b.Root = container.New(kit.Insets{measureMargin, measureMargin}, container.New(besideLayout(monitorRight), b.Card.Root, b.cpus.Root))
	return b
}

// besideLayout places its second object on the right, with this width in dp, and the first one in
// the remaining room.
type besideLayout float32

// MinSize implements fyne.Layout.
func (l besideLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 200) }

// Layout implements fyne.Layout.
func (l besideLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	right := min(kit.Scaled(float32(l)), size.Width*monitorPart)
	kit.Place(o[0], 0, 0, size.Width-right-measureGap, size.Height)
	kit.Place(o[1], size.Width-right, 0, right, size.Height)
}

// Over makes the graphs as wide as a time, at most the window of a monitor.
func (b *MonitorBoard) Over(length model.Time) {
	b.Span = min(max(1, length), measure.MonitorWindow)
	b.cpus.SetNote("last " + timeline.FormatDuration(min(length, measure.MonitorWindow)))
}

// Show shows a monitor, whose table is content, with shares of what percent says.
func (b *MonitorBoard) Show(content *grid.Content, scope grid.Scope, m *measure.Monitor, percent measure.Denominator) {
	b.Table.Fill(content, scope)
	b.Card.SetNote(fmt.Sprintf("CPU use (%s): in the last %s, and average over the last %s", query.UnitOf(percent), timeline.FormatDuration(m.Now.Len()), timeline.FormatDuration(m.Window.Len())))
	for len(b.Cores) < len(m.Cores) {
		g := NewCoreGraph()
		b.Cores = append(b.Cores, g)
		b.graphs.Add(g.root)
	}
	for i, g := range b.Cores {
		kit.Hide(g.root, i >= len(m.Cores))
		if i < len(m.Cores) {
			g.Span = b.Span
			g.show(&m.Cores[i], m)
		}
	}
}

// Forget clears the board.
func (b *MonitorBoard) Forget() {
	b.Table.Grid = b.Table.Grid.Fresh()
	b.Table.Update()
	b.Card.SetNote("")
	for _, g := range b.Cores {
		kit.Hide(g.root, true)
	}
}

// coreGraph shows the use of a CPU over the last seconds.
type coreGraph struct {
	root        *fyne.Container
	name, Share *kit.Line
	graph       *kit.Painted
	Parts       []measure.MonitorPart
	Span        model.Time // the width of the graph
}

// NewCoreGraph is an empty graph of the whole window of a monitor.
func NewCoreGraph() *coreGraph {
	g := &coreGraph{Span: measure.MonitorWindow, name: kit.NewLine("", theme.ColorNameForeground), Share: kit.NewLine("", theme.ColorNameForeground).Right()}
	g.graph = kit.NewMark(0, monitorGraph, g.Draw)
	g.root = container.New(kit.ColumnLayout(2), container.New(kit.RowLayout(8), g.name, kit.NewBox(""), g.Share), container.New(kit.Fixed{0, monitorGraph}, g.graph))
	return g
}

func (g *coreGraph) show(c *measure.MonitorCore, m *measure.Monitor) {
	g.name.Set("CPU " + strconv.Itoa(int(c.CPU)))
	if c.Offline {
		g.Share.Set("Offline")
		g.Share.Paint(kit.ColorText3)
	} else {
		unknown := model.Time(0)
		if n := len(c.Parts); n > 0 {
			unknown = c.Parts[n-1].Unknown
		}
		share := timeline.FormatPercent(c.MonitorTime.Now, m.Now.Len())
		if m.LostNow || share != timeline.FormatPercent(c.MonitorTime.Now+unknown, m.Now.Len()) {
			share = timeline.AtLeast(share)
		}
		g.Share.Set(share)
		g.Share.Paint(theme.ColorNameForeground)
	}
	g.Parts = c.Parts
	g.graph.Refresh()
	g.root.Refresh()
}

// Draw draws a column for each part, as wide as it is long, the latest at the right end. What is
// unknown stands hatched on what was busy.
func (g *coreGraph) Draw(img *image.RGBA, p *paint.Palette, line int) {
	size := img.Rect.Size()
	draw.Draw(img, img.Rect, image.NewUniform(p.Class(paint.ClassIdle)), image.Point{}, draw.Src)
	to := model.Time(0) // before the right end
	x := func(before model.Time) int { return size.X - int(before*model.Time(size.X)/g.Span) }
	for i := len(g.Parts) - 1; i >= 0; i-- {
		part := g.Parts[i]
		y := func(busy model.Time) int {
			return size.Y - int(measure.Quotient(busy, part.Length)*float64(size.Y)+0.5)
		}
		from := to + part.Length
		r := image.Rect(x(from), y(part.Busy), x(to), size.Y)
		draw.Draw(img, r, image.NewUniform(p.Category(model.Execution).Fill), image.Point{}, draw.Src)
		if part.Unknown > 0 {
			p.FillClass(img, image.Rect(x(from), y(part.Busy+part.Unknown), x(to), r.Min.Y), paint.ClassUnknown, line)
		}
		to = from
	}
}
