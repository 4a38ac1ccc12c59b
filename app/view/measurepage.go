package view

import (
	"context"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/export"
	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
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
	w      *window
	root   *fyne.Container
	scroll *container.Scroll

	use, queue                    *plotView
	exact, sampled, length, reads *legendEntry
	cards                         []*panelCard // utilization, queue, table, simultaneity, virtual machine
	table                         *tableView
	simultaneity                  *simultaneity
	vm                            *vmCard

	atOnce  int // measureAtOnce, but for tests
	asked   session.MeasureQuery
	shown   *session.Measurement
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

func newMeasurePage(w *window) *measurePage {
	p := &measurePage{
		w: w, use: newPlotView(w, useLeast), queue: newPlotView(w, queueLeast), table: newTableView(w.tips),
		simultaneity: newSimultaneity(), vm: newVMCard(w), atOnce: measureAtOnce, cancel: func() {},
	}
	p.exact = newLegendEntry(areaMark(lightFill, executionEdge))
	p.sampled = newLegendEntry(dotMark())
	p.length = newLegendEntry(areaMark(preemptionFill, preemptionFill))
	p.reads = newLegendEntry(dotMark())
	p.wireTable()
	copying := newLink("Copy", func() { w.copyGrid(export.TSV, p.table.g) }).explain(w.tips, "Copy the selected rows, or all, with tabs between the columns")
	exporting := newLink("Export", func() { w.table.get("exportTable").do() }).explain(w.tips, w.table.get("exportTable").tip())
	p.cards = []*panelCard{
		newPanelCard("CPU utilization", container.New(insets{0, 1}, p.use), []*legendEntry{p.exact, p.sampled}, p.menuButton()),
		newPanelCard("Run-queue length", container.New(insets{0, 1}, p.queue), []*legendEntry{p.length, p.reads}),
		newPanelCard("What a sampling tool would have shown", p.table, nil, copying, exporting),
		newPanelCard("Simultaneity", p.simultaneity.root, nil),
		newPanelCard("Virtual machine correction", p.vm.root, nil),
	}
	inner := &measureLayout{}
	var roots []fyne.CanvasObject
	for _, c := range p.cards {
		roots = append(roots, c.root)
	}
	p.scroll = container.NewVScroll(container.New(inner, roots...))
	p.use.scroll, p.queue.scroll = p.scroll.Scrolled, p.scroll.Scrolled
	p.root = container.New(measureFrame{inner, func(card float32) {
		for _, text := range []*wrapped{p.simultaneity.sentence, p.vm.hint, p.vm.warning} {
			text.within(card)
		}
	}}, newBox(colorWindow), p.scroll)
	return p
}

// Colours of the legends.
func lightFill(p *timeline.Palette) color.RGBA {
	c := p.Category(model.Execution).Fill
	mix := func(a, b uint8) uint8 { return uint8((int(a) + 2*int(b)) / 3) }
	return color.RGBA{mix(c.R, p.Raised.R), mix(c.G, p.Raised.G), mix(c.B, p.Raised.B), 255}
}
func executionEdge(p *timeline.Palette) color.RGBA  { return p.Category(model.Execution).Edge }
func preemptionFill(p *timeline.Palette) color.RGBA { return p.Category(model.Preemption).Fill }

// wireTable connects the table with the window.
func (p *measurePage) wireTable() {
	t := p.table
	t.chosen = func(r *grid.Row) {
		if s := p.w.s; r.Thread != model.NoThread && s.Selected().Thread != r.Thread {
			s.Select(timeline.SegmentRef{Thread: r.Thread, Index: -1})
		}
	}
	t.preview = t.chosen
	t.enter = func(r *grid.Row) {
		if r.Thread == model.NoThread {
			return
		}
		p.w.s.Update(func() {
			p.w.s.SetViewing(session.ViewThreads)
			p.w.s.ShowThread(r.Thread)
			t.chosen(r)
		})
	}
	p.w.wireTable(t, measureTable)
}

// menuButton opens the menu of the clock.
func (p *measurePage) menuButton() *button {
	b := newButton(flat, iconDown, "", nil)
	b.height = 24
	b.run = func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
		p.w.popUp(p.w.tickItems(), at.AddXY(0, b.Size().Height))
	}
	return b.explain(p.w.tips, "Clock tick and phase")
}

// update takes the figures of the session's window: at once where that is quick,
// else from the background, while the old ones stay.
func (p *measurePage) update() {
	if p.w.s.Trace() == nil {
		return
	}
	q := p.w.s.MeasureQuery(measureColumns)
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
func (p *measurePage) compute(q session.MeasureQuery) {
	ctx, cancel := context.WithCancel(context.Background())
	p.asked, p.running, p.cancel = q, true, cancel
	p.busy(true)
	go func() {
		m, err := q.Run(ctx)
		fyne.Do(func() {
			stopped := ctx.Err() != nil
			cancel()
			p.running = false
			if !stopped && p.w.s.Trace() == q.Trace {
				p.fill(m, err)
			}
			if again := p.again || stopped; again && p.w.s.Viewing() == session.ViewMeasurement {
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
		p.asked = session.MeasureQuery{}
	}
}

func (p *measurePage) busy(on bool) {
	for _, c := range p.cards {
		c.busy(on)
	}
}

// fill shows new figures; without any, because the window meets nothing, the old
// ones go.
func (p *measurePage) fill(m *session.Measurement, err error) {
	p.busy(false)
	p.shown = m
	if err != nil {
		p.forget()
		return
	}
	p.use.show(func() timeline.Plot { return m.UsePlot(p.w.look.current()) }, m.UseAt)
	p.queue.show(func() timeline.Plot { return m.QueuePlot(p.w.look.current()) }, m.QueueAt)
	p.legends(m)
	p.table.hint = session.NothingRan(p.w.s.Trace())
	p.table.show(m.Table, p.w.s.GridScope())
	p.simultaneity.show(m)
	p.vm.show(m)
	p.scroll.Content.Refresh()
	p.w.settled()
}

// legends writes the headers of the cards.
func (p *measurePage) legends(m *session.Measurement) {
	use, queue := m.UseWords(), m.QueueWords()
	p.cards[cardUse].note.set(use.About)
	p.exact.set(use.Exact.Title, use.Exact.Value)
	p.sampled.set(use.Sampled.Title, use.Sampled.Value)
	p.cards[cardQueue].note.set(queue.About)
	p.length.set(queue.Exact.Title, queue.Exact.Value)
	p.reads.set(queue.Sampled.Title, queue.Sampled.Value)
	p.cards[cardTable].note.set(plural(int(m.Ticks), "tick") + " per processor " + m.In() + m.Few() + ", " + m.Unit())
	p.cards[cardSimultaneity].note.set(m.Counted())
}

// forget resets for another trace.
func (p *measurePage) forget() {
	p.cancel()
	p.shown, p.asked = nil, session.MeasureQuery{}
	p.use.plot, p.queue.plot = nil, nil
	p.use.Refresh()
	p.queue.Refresh()
	p.table.g, p.table.hint = p.table.g.Fresh(), ""
	clear(p.table.usuals)
	p.table.update()
	p.vm.forget()
	for _, e := range []*legendEntry{p.exact, p.sampled, p.length, p.reads} {
		e.set("", "")
	}
	for _, c := range p.cards {
		c.note.set("")
	}
}

// cardCaption is a small title over part of a card.
func cardCaption(text string) *line { return newCaption(text, colorText2) }

// figureLine is the large figure of a card.
func figureLine() *line {
	l := newLine("", theme.ColorNameForeground)
	l.size = theme.SizeNameHeadingText
	return l
}
