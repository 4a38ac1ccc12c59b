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
	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

// monitorBoard shows a monitor: the processes with their threads, and how busy each
// processor was.
type monitorBoard struct {
	root   *fyne.Container
	table  *tableView
	filter *tableFilter
	card   *panelCard
	graphs *fyne.Container
	cores  []*coreGraph
}

// newMonitorBoard makes a board; name is that under which the layout of its table is
// kept.
func newMonitorBoard(w *window, name string) *monitorBoard {
	b := &monitorBoard{table: newTableView(w.tips), graphs: container.New(columnLayout{6})}
	w.wireTable(b.table, name)
	b.filter = newTableFilter(b.table, w.look)
	b.card = newPanelCard("Processes", b.table, nil, b.filter.root)
	cores := newPanelCard("Processors", container.NewVScroll(container.New(insets{12, 10}, b.graphs)), nil)
	cores.note.set("last 60 s")
	b.root = container.New(insets{measureMargin, measureMargin}, container.New(besideLayout(monitorRight), b.card.root, cores.root))
	return b
}

// besideLayout places its second object at the right, of a width in dp, and the
// first in the rest.
type besideLayout float32

// MinSize implements fyne.Layout.
func (l besideLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 200) }

// Layout implements fyne.Layout.
func (l besideLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	right := min(scaled(float32(l)), size.Width*monitorPart)
	place(o[0], 0, 0, size.Width-right-measureGap, size.Height)
	place(o[1], size.Width-right, 0, right, size.Height)
}

// show shows a monitor, whose table is content.
func (b *monitorBoard) show(content *grid.Content, scope grid.Scope, m *analysis.Monitor) {
	b.table.show(content, scope)
	b.card.note.set(fmt.Sprintf("CPU: last %s, average: last %s", timeline.FormatDuration(m.Now.Len()), timeline.FormatDuration(m.Window.Len())))
	for len(b.cores) < len(m.Cores) {
		g := newCoreGraph()
		b.cores = append(b.cores, g)
		b.graphs.Add(g.root)
	}
	for i, g := range b.cores {
		hide(g.root, i >= len(m.Cores))
		if i < len(m.Cores) {
			g.show(&m.Cores[i], m.Now.Len())
		}
	}
}

// forget shows nothing.
func (b *monitorBoard) forget() {
	b.table.g = b.table.g.Fresh()
	b.table.update()
}

// coreGraph is the use of a processor over the last 60 s.
type coreGraph struct {
	root        *fyne.Container
	name, share *line
	graph       *painted
	busy        []float64
}

func newCoreGraph() *coreGraph {
	g := &coreGraph{name: newLine("", theme.ColorNameForeground), share: newLine("", theme.ColorNameForeground).right()}
	g.graph = newMark(0, monitorGraph, g.draw)
	g.root = container.New(columnLayout{2}, container.New(rowLayout{8}, g.name, newBox(""), g.share), container.New(fixed{0, monitorGraph}, g.graph))
	return g
}

func (g *coreGraph) show(c *analysis.MonitorCore, now model.Time) {
	g.name.set("CPU " + strconv.Itoa(int(c.CPU)))
	if c.Offline {
		g.share.set("Offline")
		g.share.paint(colorText3)
	} else {
		g.share.set(timeline.FormatPercent(c.MonitorTime.Now, now))
		g.share.paint(theme.ColorNameForeground)
	}
	g.busy = c.Busy
	g.graph.Refresh()
	g.root.Refresh()
}

// draw draws a column for each second, the latest at the right end.
func (g *coreGraph) draw(img *image.RGBA, p *timeline.Palette, line int) {
	size := img.Rect.Size()
	draw.Draw(img, img.Rect, image.NewUniform(p.Class(timeline.ClassIdle)), image.Point{}, draw.Src)
	const seconds = int(analysis.MonitorWindow / analysis.MonitorNow)
	for i, b := range g.busy {
		at := seconds - len(g.busy) + i
		r := image.Rect(at*size.X/seconds, size.Y-int(b*float64(size.Y)+0.5), (at+1)*size.X/seconds, size.Y)
		draw.Draw(img, r, image.NewUniform(p.Category(model.Execution).Fill), image.Point{}, draw.Src)
	}
}
