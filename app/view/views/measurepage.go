package views

import (
	"context"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/export"
	"threadlens/app/grid"
	"threadlens/app/session/explain"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

const (
	// measureTable is the name under which the layout of the table is kept.
	measureTable = "sampling errors"
	// measureAtOnce is the number of context switches up to which figures are measured between two
	// frames; for more they are measured in the background.
	measureAtOnce = 20_000
	// MeasureColumns is the number of columns of the run queue's chart, about as many as a wide
	// window has.
	MeasureColumns = 2000
)

// measurePage is the Measurement view: the actual figures next to what tools that sample at the
// clock tick would have shown.
type measurePage struct {
	h      *host.Host
	Root   *fyne.Container
	Scroll *container.Scroll

	Use, Queue                    *PlotView
	Exact, Sampled, Length, Reads *kit.LegendEntry
	Cards                         []*kit.PanelCard // utilization, queue, table, simultaneity, virtual machine
	Table                         *kit.TableView
	Simultaneity                  *simultaneity
	VM                            *vmCard

	AtOnce int // measureAtOnce, except in tests
	asked  query.Measure
	Shown  *query.Measurement
	kit.Background
}

// Indexes in measurePage.Cards.
const (
	cardUse = iota
	CardQueue
	CardTable
	CardSimultaneity
)

func newMeasurePage(h *host.Host) *measurePage {
	p := &measurePage{
		h: h, Use: newPlotView(h, useLeast), Queue: newPlotView(h, queueLeast), Table: kit.NewTableView(h.Tips),
		Simultaneity: newSimultaneity(), VM: newVMCard(h), AtOnce: measureAtOnce,
	}
	p.Exact = kit.NewLegendEntry(kit.AreaMark(lightFill, executionEdge))
	p.Sampled = kit.NewLegendEntry(kit.DotMark())
	p.Length = kit.NewLegendEntry(kit.AreaMark(preemptionFill, preemptionFill))
	p.Reads = kit.NewLegendEntry(kit.DotMark())
	p.Use.entered, p.Queue.entered = func() { p.Unread() }, func() { p.Unread() }
	p.wireTable()
	copying := kit.NewLink("Copy", func() { h.CopyGrid(export.TSV, p.Table.Grid) }).Explain(h.Tips, "Copy the selected rows (or, without a "+
		"selection, all rows) as tab-separated text")
	exporting := kit.NewLink("Export", func() { h.Commands.Get("exportTable").Do() }).Explain(h.Tips, h.Commands.Get("exportTable").Tip())
	p.Cards = []*kit.PanelCard{
		kit.NewPanelCard("CPU utilization", container.New(kit.Insets{0, 1}, p.Use), []*kit.LegendEntry{p.Exact, p.Sampled}, p.menuButton()),
		kit.NewPanelCard("Run-queue length", container.New(kit.Insets{0, 1}, p.Queue), []*kit.LegendEntry{p.Length, p.Reads}),
		kit.NewPanelCard("What a sampling tool would have shown", p.Table, nil, copying, exporting),
		kit.NewPanelCard("Threads running simultaneously", p.Simultaneity.Root, nil),
		kit.NewPanelCard("Correction for virtual machines", p.VM.Root, nil),
	}
	inner := &measureLayout{}
	var roots []fyne.CanvasObject
	for _, c := range p.Cards {
		roots = append(roots, c.Root)
	}
	p.Scroll = container.NewVScroll(container.New(inner, roots...))
	p.Use.scroll, p.Queue.scroll = p.Scroll.Scrolled, p.Scroll.Scrolled
	p.Root = container.New(measureFrame{inner, func(card float32) {
		for _, text := range []*Wrapped{p.Simultaneity.Sentence, p.VM.Hint, p.VM.warning} {
			text.within(card)
		}
	}}, kit.NewBox(kit.ColorWindow), p.Scroll)
	return p
}

// Colours of the legends.
func lightFill(p *paint.Palette) color.RGBA {
	c := p.Category(model.Execution).Fill
	mix := func(a, b uint8) uint8 { return uint8((int(a) + 2*int(b)) / 3) }
	return color.RGBA{mix(c.R, p.Raised.R), mix(c.G, p.Raised.G), mix(c.B, p.Raised.B), 255}
}
func executionEdge(p *paint.Palette) color.RGBA  { return p.Category(model.Execution).Edge }
func preemptionFill(p *paint.Palette) color.RGBA { return p.Category(model.Preemption).Fill }

// wireTable connects the table with the window.
func (p *measurePage) wireTable() {
	t := p.Table
	t.Chosen = func(r *grid.Row) {
		if s := p.h.Session; r.Thread != model.NoThread && s.Selected().Thread != r.Thread {
			s.Select(timeline.SegmentRef{Thread: r.Thread, Index: -1})
		}
	}
	t.Preview = t.Chosen
	t.Enter = func(r *grid.Row) {
		if r.Thread == model.NoThread {
			return
		}
		p.h.Session.Update(func() {
			p.h.Session.SetViewing(keep.ViewThreads)
			p.h.Session.ShowThread(r.Thread)
			t.Chosen(r)
		})
	}
	p.h.WireTable(t, measureTable)
}

// menuButton is the button that opens the menu of the clock.
func (p *measurePage) menuButton() *kit.Button {
	b := kit.NewButton(kit.Flat, kit.IconDown, "", nil)
	b.Height = 24
	b.Run = func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
		p.h.PopUp(tickItems(p.h), at.AddXY(0, b.Size().Height))
	}
	return b.Explain(p.h.Tips, "Choose the period and phase of the emulated clock tick")
}

// update computes the figures for the session's window: immediately if that is quick, otherwise in
// the background, while the old ones stay.
func (p *measurePage) update() {
	if p.h.Session.Trace() == nil {
		return
	}
	q := p.h.Session.MeasureQuery(MeasureColumns)
	switch {
	case p.Busy(p.updateSeen):
		if !q.Same(&p.asked) {
			p.asked = query.Measure{}
			p.Cancel()
		}
	case p.Shown != nil && q.Same(&p.asked):
		p.VM.show(p.Shown)
		p.Use.follow()
		p.Queue.follow()
	case q.Cost() <= p.AtOnce:
		p.asked = q
		p.fill(q.Run(context.Background()))
	default:
		p.compute(q)
	}
}

// compute computes the figures in the background, one set at a time.
func (p *measurePage) compute(q query.Measure) {
	p.asked = q
	p.busy(true)
	kit.Make(&p.Background, q.Run, func(m *query.Measurement, err error) {
		if p.h.Session.Trace() == q.Trace {
			p.fill(m, err)
		}
	})
}

// updateSeen calls update while the view is shown.
func (p *measurePage) updateSeen() {
	if p.h.Session.Viewing() == keep.ViewMeasurement {
		p.update()
	}
}

func (p *measurePage) busy(on bool) {
	for _, c := range p.Cards {
		c.Busy(on)
	}
}

// fill shows new figures; if there are none, because the window is outside the trace, the old ones
// are removed.
func (p *measurePage) fill(m *query.Measurement, err error) {
	p.busy(false)
	p.Shown = m
	if err != nil {
		p.forget()
		return
	}
	p.Use.show(func() timeline.Plot { return m.UsePlot(p.h.Look.Current()) }, m.UseAt)
	p.Queue.show(func() timeline.Plot { return m.QueuePlot(p.h.Look.Current()) }, m.QueueAt)
	p.legends(m)
	p.Table.Hint = explain.NothingRan(p.h.Session.Trace())
	p.Table.Fill(m.Table, p.h.Session.GridScope())
	p.Simultaneity.show(m)
	p.VM.show(m)
	p.Scroll.Content.Refresh()
	p.h.Settled()
}

// legends fills the headers of the cards.
func (p *measurePage) legends(m *query.Measurement) {
	use, queue := m.UseWords(), m.QueueWords()
	p.Cards[cardUse].SetNote(use.About)
	p.Exact.Set(use.Exact.Title, use.Exact.Value)
	p.Sampled.Set(use.Sampled.Title, use.Sampled.Value)
	p.Cards[CardQueue].SetNote(queue.About)
	p.Length.Set(queue.Exact.Title, queue.Exact.Value)
	p.Reads.Set(queue.Sampled.Title, queue.Sampled.Value)
	p.Cards[CardTable].SetNote(kit.Plural(int(m.Ticks), "tick") + " per CPU " + m.In() + m.Few() + ", " + m.Unit())
	p.Cards[CardSimultaneity].SetNote(m.Counted())
}

// forget resets for another trace.
func (p *measurePage) forget() {
	p.Cancel()
	p.Shown, p.asked = nil, query.Measure{}
	p.Use.plot, p.Queue.plot = nil, nil
	p.Use.Refresh()
	p.Queue.Refresh()
	p.Table.Clear()
	p.VM.forget()
	for _, e := range []*kit.LegendEntry{p.Exact, p.Sampled, p.Length, p.Reads} {
		e.Set("", "")
	}
	for _, c := range p.Cards {
		c.SetNote("")
	}
}

// ReadCharts moves the reading position on both charts by one step in the direction dir.
func (p *measurePage) ReadCharts(dir int) {
	plot, ok := p.Use.Placed()
	area := plot.Area()
	if !ok || area.Empty() {
		return
	}
	x, out := area.Dx()/2, 0
	for _, v := range []*PlotView{p.Use, p.Queue} {
		if v.over {
			x, out = kit.ChartStep(int(v.At.X*v.scale())-area.Min.X, area.Dx(), dir)
		}
	}
	p.h.Session.Pan(out * p.h.Session.View().Width / area.Dx())
	for _, v := range []*PlotView{p.Use, p.Queue} {
		v.over, v.At = true, fyne.NewPos((float32(area.Min.X+x)+0.5)/v.scale(), v.Size().Height/2)
		v.follow()
	}
}

// Unread hides the reading position on both charts; it reports whether there was one.
func (p *measurePage) Unread() (any bool) {
	for _, v := range []*PlotView{p.Use, p.Queue} {
		any = any || v.over
		v.over = false
		v.follow()
	}
	return any
}
