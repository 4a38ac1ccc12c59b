package web

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"threadlens/app/export"
	"threadlens/app/session/naming"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
	timelanes "threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// Limits that keep the page small.
const (
	mostLanes  = 60
	mostPieces = 40_000
	mostNotes  = 1_500
	mostTicks  = 8
	finest     = 3_000 // columns
)

// timeline makes the lanes, the worst threads first as in the window.
func (b *builder) timeline(p *page) error {
	look := export.Threads{
		Trace: b.Trace, Range: b.scope.Range, Targets: b.scope.Target.Procs, Palette: paint.NewPalette(false, b.Safe), Scale: 1, Width: chartWidth,
	}
	sorted := func(list []model.ThreadIx) []model.ThreadIx { return slices.Sorted(slices.Values(list)) }
	if !slices.Equal(sorted(b.scope.Threads), sorted(measure.TargetThreads(b.Trace, b.scope.Target))) {
		look.Only = b.scope.Threads // these were requested: no idle ones share a row
	}
	look.Relevant, look.Named = query.Relevance(b.found)
	scene := look.Scene()
	threads, left := p.Timeline.heads(b, scene.Rows)
	p.Timeline.From, p.Timeline.Length, p.Timeline.Unit = b.scope.Range.From, b.scope.Range.Len(), unitOf(b.scope.Range.Len())
	p.Timeline.Width = inUnits(p.Timeline.Length, p.Timeline.Unit)
	p.Timeline.Left = left
	p.Timeline.draw(b, threads, scene.Summary.Splitter(b.Trace))
	p.Timeline.ticks(b.scope.Range)
	for _, c := range timeline.LegendOrder() {
		p.Timeline.Legend = append(p.Timeline.Legend, swatch{class(c), c.Title()})
	}
	b.lane = map[model.ThreadIx]int{}
	for i, ix := range threads {
		b.lane[ix] = i
	}
	return nil
}

// heads makes the rows, still without paths, and returns the threads of the lanes, in their order,
// and a sentence about the others.
func (l *lanes) heads(b *builder, rows *timeline.Rows) (threads []model.ThreadIx, left string) {
	others, processes := 0, 0
	for i := range rows.List {
		x := &rows.List[i]
		switch x.Kind {
		case timeline.RowThread:
			if len(threads) == mostLanes {
				others++
				continue
			}
			l.Rows = append(l.Rows, row{Name: x.Name, ID: x.ID, Number: len(threads)})
			threads = append(threads, x.Thread)
		case timeline.RowFold:
			l.Rows = append(l.Rows, row{Name: measure.Plural(len(x.Members), "idle thread", "idle threads"), Number: -1})
		case timeline.RowProcess, timeline.RowKernel, timeline.RowGroup:
			if !x.Expanded {
				others, processes = others+x.Shown, processes+1
				continue
			}
			l.Rows = append(l.Rows, row{Name: x.Name, ID: x.ID, Number: -1})
		}
	}
	l.Rows = slices.DeleteFunc(l.Rows, func(r row) bool { return r.Number < 0 && len(threads) == 0 })
	if others > 0 {
		left = measure.Plural(others, "more thread", "more threads") + " not shown"
		if processes > 0 {
			left += ", including those of " + measure.Plural(processes, "other process", "other processes")
		}
		left += "."
	}
	return threads, left
}

// draw adds the paths and the notes, as fine as there is room for.
func (l *lanes) draw(b *builder, threads []model.ThreadIx, split *timelanes.Splitter) {
	window := b.scope.Range
	var drawn []*laneWriter
	column := model.Time(1)
	for columns := model.Time(finest); ; columns /= 2 {
		drawn = drawn[:0]
		pieces := 0
		column = max(1, window.Len()/columns)
		for _, ix := range threads {
			w := &laneWriter{window: window, unit: l.Unit, column: column}
			split.Walk(ix, window, w.add)
			w.flush()
			drawn = append(drawn, w)
			pieces += w.pieces
		}
		if pieces <= mostPieces || columns < 100 {
			break
		}
	}
	var notes []note
	for i, w := range drawn {
		for at := range l.Rows {
			if l.Rows[at].Number == i {
				l.Rows[at].Paths = w.finish()
			}
		}
		for s := range b.Trace.Segments(threads[i], window) {
			if s.Overlap(window) >= column {
				notes = append(notes, note{lane: i, segment: s})
			}
		}
	}
	l.Notes = noteJSON(b.Trace, window, notes, len(threads))
}

// laneWriter makes the paths of a lane. Segments shorter than a column are put together.
type laneWriter struct {
	window model.Range
	unit   model.Time
	column model.Time
	paths  [model.NumCategories]strings.Builder
	pieces int

	short model.Range
	times model.Sums
}

// add draws a piece of the lane, or puts it together with others.
func (w *laneWriter) add(from, to model.Time, slot paint.Slot) {
	r, c := model.Range{From: from, To: to}, paint.StackOrder[slot]
	switch {
	case r.Len() <= 0:
	case r.Len() >= w.column:
		w.flush()
		w.rect(c, r, 0, 1)
	default:
		if w.short.Len() == 0 {
			w.short.From = r.From
		}
		w.short.To = r.To
		if w.times[c] += r.Len(); w.short.Len() >= w.column {
			w.flush()
		}
	}
}

// flush draws what was put together: the categories one above the other, by their shares, in the
// order of the window.
func (w *laneWriter) flush() {
	all := w.short.Len()
	if all == 0 {
		return
	}
	y := 0.0
	for _, c := range paint.StackOrder {
		if d := w.times[c]; d > 0 {
			h := float64(d) / float64(all)
			w.rect(c, w.short, 1-y-h, h)
			y += h
		}
	}
	w.short, w.times = model.Range{}, model.Sums{}
}

func (w *laneWriter) rect(c model.Category, r model.Range, y, h float64) {
	length := inUnits(r.Len(), w.unit)
	share := func(v float64) string {
		return cmp.Or(strings.TrimPrefix(strconv.FormatFloat(math.Round(v*1000)/1000, 'f', -1, 64), "0"), "0")
	}
	b := &w.paths[c]
	b.WriteString("M" + inUnits(r.From-w.window.From, w.unit) + " " + share(max(0, y)))
	b.WriteString("h" + length + "v" + share(h) + "h-" + length + "z")
	w.pieces++
}

// unitOf is the unit of paths, ns: a power of ten for which the window is at most a million wide.
// Browsers draw with 32 bits.
func unitOf(window model.Time) model.Time {
	unit := model.Time(1)
	for window/unit > 1_000_000 {
		unit *= 10
	}
	return unit
}

// inUnits is a time in a unit, with all decimals.
func inUnits(t, unit model.Time) string {
	text := strconv.FormatInt(int64(t/unit), 10)
	if rest := t % unit; rest > 0 {
		text += "." + strings.TrimRight(strconv.FormatInt(int64(unit+rest), 10)[1:], "0")
	}
	return text
}

// finish are the paths of the categories that the lane has.
func (w *laneWriter) finish() (list []path) {
	for _, c := range timeline.LegendOrder() {
		if w.paths[c].Len() > 0 {
			list = append(list, path{class(c), c.Title(), w.paths[c].String()})
		}
	}
	return list
}

// note is a segment that has a text.
type note struct {
	lane    int
	segment model.Segment
}

// noteJSON is, for each lane, a list of starts and texts: those of the longest waits and
// preemptions, in the order of time.
func noteJSON(t *model.Trace, window model.Range, notes []note, lanes int) string {
	notes = slices.DeleteFunc(notes, func(n note) bool { return noteText(t, &n.segment) == "" })
	slices.SortStableFunc(notes, func(a, b note) int { return cmp.Compare(b.segment.Len(), a.segment.Len()) })
	notes = notes[:min(len(notes), mostNotes)]
	slices.SortStableFunc(notes, func(a, b note) int { return cmp.Compare(a.segment.From, b.segment.From) })
	all := make([][]any, lanes)
	for i := range all {
		all[i] = []any{}
	}
	for _, n := range notes {
		from := max(n.segment.From, window.From) - window.From
		all[n.lane] = append(all[n.lane], int64(from), noteText(t, &n.segment))
	}
	text, err := json.Marshal(all)
	if err != nil {
		return "[]" // integers and strings cannot fail
	}
	return string(text)
}

// noteText is why a thread did not run, and who ended that.
func noteText(t *model.Trace, s *model.Segment) string {
	switch s.State {
	case model.Waiting:
		text := naming.ReasonWords(s)
		switch by := s.Unblocker(); {
		case by != model.NoThread:
			text += ", ended by " + measure.ThreadName(t, by)
		case s.Ctx != model.CtxNone:
			text += ", ended by " + s.Ctx.Title()
		}
		return text
	case model.Preempted:
		text := naming.ReasonWords(s)
		if by := s.Displacer(); by != model.NoThread {
			text += ", by " + measure.ThreadName(t, by)
		}
		return text
	}
	return ""
}

// ticks are the labels of the time axis.
func (l *lanes) ticks(window model.Range) {
	step := tickStep(window.Len() / mostTicks)
	if step == 0 {
		return
	}
	for at := (window.From + step - 1) / step * step; at < window.To; at += step {
		share := 100 * float64(at-window.From) / float64(window.Len())
		l.Ticks = append(l.Ticks, tick{strconv.FormatFloat(share, 'f', 3, 64) + "%", measure.Instant(at, window)})
	}
}

// tickStep is the next number from least on that is 1, 2 or 5 times a power of ten.
func tickStep(least model.Time) model.Time {
	for step := model.Time(1); step > 0; step *= 10 {
		for _, k := range []model.Time{1, 2, 5} {
			if step*k >= least {
				return step * k
			}
		}
	}
	return 0
}
