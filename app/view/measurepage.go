package view

import (
	"context"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/export"
	"threadlens/app/grid"
	"threadlens/app/session/explain"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

const (
	// measureTable is the name under which the layout of the table is kept.
	measureTable = "sampling errors"
	// measureAtOnce is the number of context switches that are measured between two
	// frames; more are measured in the background.
	measureAtOnce = 20_000
	// measureColumns is the number of columns of the chart of the queue, about as
	// many as a wide window has.
	measureColumns = 2000
)

// measurePage is the Measurement view: what was, beside what tools that sample at
// the clock tick would have shown.
type measurePage struct {
	h      *Panes
	root   *fyne.Container
	scroll *container.Scroll

	use, queue                    *plotView
	exact, sampled, length, reads *kit.LegendEntry
	cards                         []*kit.PanelCard // utilization, queue, table, simultaneity, virtual machine
	table                         *kit.TableView
	simultaneity                  *simultaneity
	vm                            *vmCard

	atOnce  int // measureAtOnce, but for tests
	asked   query.Measure
	shown   *query.Measurement
	cancel  context.CancelFunc
	running bool // figures are computed in the background
	again   bool // and are out of date already
}

// Places in measurePage.cards.
const (
	cardUse = iota
	cardQueue
	cardTable
	cardSimultaneity
)

func newMeasurePage(h *Panes) *measurePage {
	p := &measurePage{
		h: h, use: newPlotView(h, useLeast), queue: newPlotView(h, queueLeast), table: kit.NewTableView(h.Tips),
		simultaneity: newSimultaneity(), vm: newVMCard(h), atOnce: measureAtOnce, cancel: func() {},
	}
	p.exact = kit.NewLegendEntry(kit.AreaMark(lightFill, executionEdge))
	p.sampled = kit.NewLegendEntry(kit.DotMark())
	p.length = kit.NewLegendEntry(kit.AreaMark(preemptionFill, preemptionFill))
	p.reads = kit.NewLegendEntry(kit.DotMark())
	p.wireTable()
	copying := kit.NewLink("Copy", func() { h.CopyGrid(export.TSV, p.table.Grid) }).Explain(h.Tips, "Copy the selected rows, or all, with tabs between the columns")
	exporting := kit.NewLink("Export", func() { h.Commands.Get("exportTable").Do() }).Explain(h.Tips, h.Commands.Get("exportTable").Tip())
	p.cards = []*kit.PanelCard{
		kit.NewPanelCard("CPU utilization", container.New(kit.Insets{0, 1}, p.use), []*kit.LegendEntry{p.exact, p.sampled}, p.menuButton()),
		kit.NewPanelCard("Run-queue length", container.New(kit.Insets{0, 1}, p.queue), []*kit.LegendEntry{p.length, p.reads}),
		kit.NewPanelCard("What a sampling tool would have shown", p.table, nil, copying, exporting),
		kit.NewPanelCard("Simultaneity", p.simultaneity.root, nil),
		kit.NewPanelCard("Virtual machine correction", p.vm.root, nil),
	}
	inner := &measureLayout{}
	var roots []fyne.CanvasObject
	for _, c := range p.cards {
		roots = append(roots, c.Root)
	}
	p.scroll = container.NewVScroll(container.New(inner, roots...))
	p.use.scroll, p.queue.scroll = p.scroll.Scrolled, p.scroll.Scrolled
	p.root = container.New(measureFrame{inner, func(card float32) {
		for _, text := range []*wrapped{p.simultaneity.sentence, p.vm.hint, p.vm.warning} {
			text.within(card)
		}
	}}, kit.NewBox(kit.ColorWindow), p.scroll)
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
	t := p.table
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

// menuButton opens the menu of the clock.
func (p *measurePage) menuButton() *kit.Button {
	b := kit.NewButton(kit.Flat, kit.IconDown, "", nil)
	b.Height = 24
	b.Run = func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
		p.h.PopUp(p.h.tickItems(), at.AddXY(0, b.Size().Height))
	}
	return b.Explain(p.h.Tips, "Clock tick and phase")
}

// update takes the figures of the session's window: at once where that is quick,
// else from the background, while the old ones stay.
func (p *measurePage) update() {
	if p.h.Session.Trace() == nil {
		return
	}
	q := p.h.Session.MeasureQuery(measureColumns)
	switch {
	case p.running:
		p.again = true
		if !q.Same(&p.asked) {
			p.cancel()
		}
	case p.shown != nil && q.Same(&p.asked):
		p.vm.show(p.shown)
		p.use.follow()
		p.queue.follow()
	case q.Cost() <= p.atOnce:
		p.asked = q
		p.fill(q.Run(context.Background()))
	default:
		p.compute(q)
	}
}

// compute has the figures made in the background, one lot at a time.
func (p *measurePage) compute(q query.Measure) {
	ctx, cancel := context.WithCancel(context.Background())
	p.asked, p.running, p.cancel = q, true, cancel
	p.busy(true)
	go func() {
		m, err := q.Run(ctx)
		fyne.Do(func() {
			stopped := ctx.Err() != nil
			cancel()
			p.running = false
			if !stopped && p.h.Session.Trace() == q.Trace {
				p.fill(m, err)
			}
			if again := p.again || stopped; again && p.h.Session.Viewing() == keep.ViewMeasurement {
				p.again = false
				p.shownOrForget(stopped)
				p.update()
			}
		})
	}()
}

// shownOrForget has figures that were given up asked for again.
func (p *measurePage) shownOrForget(stopped bool) {
	if stopped {
		p.asked = query.Measure{}
	}
}

func (p *measurePage) busy(on bool) {
	for _, c := range p.cards {
		c.Busy(on)
	}
}

// fill shows new figures; without any, because the window meets nothing, the old
// ones go.
func (p *measurePage) fill(m *query.Measurement, err error) {
	p.busy(false)
	p.shown = m
	if err != nil {
		p.forget()
		return
	}
	p.use.show(func() timeline.Plot { return m.UsePlot(p.h.Look.Current()) }, m.UseAt)
	p.queue.show(func() timeline.Plot { return m.QueuePlot(p.h.Look.Current()) }, m.QueueAt)
	p.legends(m)
	p.table.Hint = explain.NothingRan(p.h.Session.Trace())
	p.table.Fill(m.Table, p.h.Session.GridScope())
	p.simultaneity.show(m)
	p.vm.show(m)
	p.scroll.Content.Refresh()
	p.h.Settled()
}

// legends writes the headers of the cards.
func (p *measurePage) legends(m *query.Measurement) {
	use, queue := m.UseWords(), m.QueueWords()
	p.cards[cardUse].Note.Set(use.About)
	p.exact.Set(use.Exact.Title, use.Exact.Value)
	p.sampled.Set(use.Sampled.Title, use.Sampled.Value)
	p.cards[cardQueue].Note.Set(queue.About)
	p.length.Set(queue.Exact.Title, queue.Exact.Value)
	p.reads.Set(queue.Sampled.Title, queue.Sampled.Value)
	p.cards[cardTable].Note.Set(kit.Plural(int(m.Ticks), "tick") + " per processor " + m.In() + m.Few() + ", " + m.Unit())
	p.cards[cardSimultaneity].Note.Set(m.Counted())
}

// forget resets for another trace.
func (p *measurePage) forget() {
	p.cancel()
	p.shown, p.asked = nil, query.Measure{}
	p.use.plot, p.queue.plot = nil, nil
	p.use.Refresh()
	p.queue.Refresh()
	p.table.Grid, p.table.Hint = p.table.Grid.Fresh(), ""
	clear(p.table.Usuals)
	p.table.Update()
	p.vm.forget()
	for _, e := range []*kit.LegendEntry{p.exact, p.sampled, p.length, p.reads} {
		e.Set("", "")
	}
	for _, c := range p.cards {
		c.Note.Set("")
	}
}

// cardCaption is a small title over part of a card.
func cardCaption(text string) *kit.Line { return kit.NewCaption(text, kit.ColorText2) }

// figureLine is the large figure of a card.
func figureLine() *kit.Line {
	l := kit.NewLine("", theme.ColorNameForeground)
	l.TextSize = theme.SizeNameHeadingText
	return l
}
