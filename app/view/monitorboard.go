package view

import (
	"fmt"
	"image"
	"image/draw"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// monitorBoard shows a monitor: the processes with their threads, and how busy each
// processor was.
type monitorBoard struct {
	root   *fyne.Container
	table  *kit.TableView
	filter *kit.TableFilter
	card   *kit.PanelCard
	graphs *fyne.Container
	cores  []*coreGraph
}

// newMonitorBoard makes a board; name is that under which the layout of its table is
// kept.
func newMonitorBoard(h *host.Host, name string) *monitorBoard {
	b := &monitorBoard{table: kit.NewTableView(h.Tips), graphs: container.New(kit.ColumnLayout(6))}
	h.WireTable(b.table, name)
	b.filter = kit.NewTableFilter(b.table, h.Look)
	b.card = kit.NewPanelCard("Processes", b.table, nil, b.filter.Root)
	cores := kit.NewPanelCard("Processors", container.NewVScroll(container.New(kit.Insets{12, 10}, b.graphs)), nil)
	cores.Note.Set("last 60 s")
	b.root = container.New(kit.Insets{measureMargin, measureMargin}, container.New(besideLayout(monitorRight), b.card.Root, cores.Root))
	return b
}

// besideLayout places its second object at the right, of a width in dp, and the
// first in the rest.
type besideLayout float32

// MinSize implements fyne.Layout.
func (l besideLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 200) }

// Layout implements fyne.Layout.
func (l besideLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	right := min(kit.Scaled(float32(l)), size.Width*monitorPart)
	kit.Place(o[0], 0, 0, size.Width-right-measureGap, size.Height)
	kit.Place(o[1], size.Width-right, 0, right, size.Height)
}

// show shows a monitor, whose table is content.
func (b *monitorBoard) show(content *grid.Content, scope grid.Scope, m *measure.Monitor) {
	b.table.Fill(content, scope)
	b.card.Note.Set(fmt.Sprintf("CPU: last %s, average: last %s", timeline.FormatDuration(m.Now.Len()), timeline.FormatDuration(m.Window.Len())))
	for len(b.cores) < len(m.Cores) {
		g := newCoreGraph()
		b.cores = append(b.cores, g)
		b.graphs.Add(g.root)
	}
	for i, g := range b.cores {
		kit.Hide(g.root, i >= len(m.Cores))
		if i < len(m.Cores) {
			g.show(&m.Cores[i], m.Now.Len())
		}
	}
}

// forget shows nothing.
func (b *monitorBoard) forget() {
	b.table.Grid = b.table.Grid.Fresh()
	b.table.Update()
}

// coreGraph is the use of a processor over the last 60 s.
type coreGraph struct {
	root        *fyne.Container
	name, share *kit.Line
	graph       *kit.Painted
	busy        []float64
}

func newCoreGraph() *coreGraph {
	g := &coreGraph{name: kit.NewLine("", theme.ColorNameForeground), share: kit.NewLine("", theme.ColorNameForeground).Right()}
	g.graph = kit.NewMark(0, monitorGraph, g.draw)
	g.root = container.New(kit.ColumnLayout(2), container.New(kit.RowLayout(8), g.name, kit.NewBox(""), g.share), container.New(kit.Fixed{0, monitorGraph}, g.graph))
	return g
}

func (g *coreGraph) show(c *measure.MonitorCore, now model.Time) {
	g.name.Set("CPU " + strconv.Itoa(int(c.CPU)))
	if c.Offline {
		g.share.Set("Offline")
		g.share.Paint(kit.ColorText3)
	} else {
		g.share.Set(timeline.FormatPercent(c.MonitorTime.Now, now))
		g.share.Paint(theme.ColorNameForeground)
	}
	g.busy = c.Busy
	g.graph.Refresh()
	g.root.Refresh()
}

// draw draws a column for each second, the latest at the right end.
func (g *coreGraph) draw(img *image.RGBA, p *paint.Palette, line int) {
	size := img.Rect.Size()
	draw.Draw(img, img.Rect, image.NewUniform(p.Class(paint.ClassIdle)), image.Point{}, draw.Src)
	const seconds = int(measure.MonitorWindow / measure.MonitorNow)
	for i, b := range g.busy {
		at := seconds - len(g.busy) + i
		r := image.Rect(at*size.X/seconds, size.Y-int(b*float64(size.Y)+0.5), (at+1)*size.X/seconds, size.Y)
		draw.Draw(img, r, image.NewUniform(p.Category(model.Execution).Fill), image.Point{}, draw.Src)
	}
}
