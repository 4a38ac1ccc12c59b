package timeline

import (
	"context"
	"slices"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Bands are the lanes that are no thread's: a level of marker spans, a channel of
// a disk, a processor. They are pieces like those of a thread, so that the same
// summary and the same writer make their columns, at the same cost and with the
// same exactness; only the slots mean something else (bandSlots), and one of them
// is that nothing is there.

// Slots of bands. Execution and Synchronization are the two that get a pixel
// however small their share is (mix.go): what is rare and short stays seen.
const (
	bandFirst  = paint.SlotExecution // a span; a transfer; an interrupt (ISR or NMI)
	bandSecond = paint.SlotSync      // a transfer of a page file; a DPC
	bandBoth   = paint.SlotSleep     // transfers of a page file and of others
	bandRun    = paint.Slot(4)       // a processor runs a process
	bandSystem = paint.Slot(5)       // or the system
	bandEmpty  = paint.Slot(6)       // nothing; a processor idles
	bandStolen = paint.Slot(7)       // the host took a processor from a thread
)

// bandKind tells the bands apart.
type bandKind uint8

const (
	bandLevel     bandKind = iota // the spans of a level, of all threads or of one
	bandMore                      // those of a level and of all above
	bandChannel                   // the transfers of a disk in one direction
	bandProcessor                 // what a processor runs, and its interrupts
)

// band names a band.
type band struct {
	kind   bandKind
	thread model.ThreadIx // of spans; NoThread: of all threads
	ix     int            // level; channel: of the directions of all disks; CPU
}

// channelOf is the channel of a bandChannel.
func (b band) channelOf(t *model.Trace) *model.Channel {
	return &t.Disks[b.ix/model.NumDirections].Channels[b.ix%model.NumDirections]
}

// each yields what a band of spans or of transfers shows in r, by its index in
// Spans.List or Trace.IOs, in the order of beginnings.
func (b band) each(t *model.Trace, r model.Range) func(yield func(int, model.Range) bool) {
	return func(yield func(int, model.Range) bool) {
		switch b.kind {
		case bandLevel:
			b.eachOfLevel(t, r, yield)
		case bandMore:
			for i := range t.SpansIn(r) {
				s := &t.Spans.List[i]
				level := s.Level
				if b.thread != model.NoThread {
					level = s.Depth
				}
				if (b.thread == model.NoThread || b.thread == s.Thread) && int(level) >= b.ix && !yield(i, s.Range) {
					return
				}
			}
		case bandChannel:
			c := b.channelOf(t)
			for k := range c.In(r) {
				if i := int(c.List[k]); !yield(i, t.IOs[i].Range) {
					return
				}
			}
		}
	}
}

// eachOfLevel is each for a level, whose spans do not overlap.
func (b band) eachOfLevel(t *model.Trace, r model.Range, yield func(int, model.Range) bool) {
	levels := t.Spans.Levels
	if b.thread != model.NoThread {
		levels = t.Spans.Threads[b.thread].Levels
	}
	list := levels[b.ix]
	for k := firstSpan(t, list, r.From); k < len(list); k++ {
		s := &t.Spans.List[list[k]]
		if s.From >= r.To || !yield(int(list[k]), s.Range) {
			return
		}
	}
}

// walk calls add for the pieces of a band that meet r, clipped to it, in order
// and without gaps.
func (b band) walk(t *model.Trace, r model.Range, add func(from, to model.Time, s paint.Slot)) {
	if b.kind == bandProcessor {
		walkProcessor(t, model.CPU(b.ix), r, add)
		return
	}
	s := sweep{add: add, at: r.From, slots: [4]paint.Slot{bandEmpty, bandFirst, bandSecond, bandBoth}}
	for i, x := range b.each(t, r) {
		s.goTo(min(max(x.From, r.From), r.To))
		k := 0
		if b.kind == bandChannel && t.IOs[i].Paging {
			k = 1
		}
		s.until[k] = max(s.until[k], x.To, x.From+1)
	}
	s.goTo(r.To)
	s.flush()
}

// walkProcessor is walk for a processor.
func walkProcessor(t *model.Trace, cpu model.CPU, r model.Range, add func(from, to model.Time, s paint.Slot)) {
	s := sweep{add: add, at: r.From}
	for slice := range t.Slices(cpu, r) {
		base := occupied(t, slice.Occupant)
		s.slots = [4]paint.Slot{base, bandFirst, bandSecond, bandFirst}
		c := slice.Clip(r)
		for irq := range t.Interrupts(cpu, c) {
			s.goTo(max(irq.From, c.From))
			k := 0
			if irq.Level == model.LevelDpc {
				k = 1
			}
			s.until[k] = max(s.until[k], irq.To)
		}
		s.goTo(c.To)
	}
	s.flush()
}

// occupied is the slot of what occupies a processor.
func occupied(t *model.Trace, o model.Occupant) paint.Slot {
	switch o {
	case model.OccupantIdle:
		return bandEmpty
	case model.OccupantStolen:
		return bandStolen
	case model.OccupantUnknown, model.OccupantOffline:
		return paint.SlotUnknown
	}
	if ix, ok := o.Thread(); ok && t.Process(ix).Class == model.ClassSystem {
		return bandSystem
	}
	return bandRun
}

// sweep makes pieces of ranges of two kinds that come by their beginnings and may
// overlap.
type sweep struct {
	add   func(from, to model.Time, s paint.Slot)
	slots [4]paint.Slot // nothing, the first kind, the second, both
	at    model.Time
	until [2]model.Time // up to which each kind goes on
	// The piece that may still grow.
	from, to model.Time
	last     paint.Slot
}

// goTo makes the pieces up to t.
func (s *sweep) goTo(t model.Time) {
	for s.at < t {
		k, end := 0, t
		for i, until := range s.until {
			if until > s.at {
				k |= 1 << i
				end = min(end, until)
			}
		}
		if s.from == s.to || s.slots[k] != s.last {
			s.flush()
			s.from, s.last = s.at, s.slots[k]
		}
		s.at, s.to = end, end
	}
}

// flush hands over the last piece.
func (s *sweep) flush() {
	if s.from < s.to {
		s.add(s.from, s.to, s.last)
	}
	s.from = s.to
}

// lane makes the summary of a band.
func (b band) lane(t *model.Trace, builder *pyramidBuilder) *lane {
	p := &pieces{end: t.End}
	b.walk(t, t.Whole(), func(from, _ model.Time, s paint.Slot) { p.push(from, s) })
	return &lane{p, builder.build(p, t.End)}
}

// bands are those of the rows that a trace has by itself; processors are extra.
func bands(t *model.Trace) []band {
	var list []band
	add := func(thread model.ThreadIx, levels int) {
		for l := range levels {
			if l < model.MaxSpanLevels {
				list = append(list, band{bandLevel, thread, l})
			}
		}
		for _, l := range []int{spanRows, model.MaxSpanLevels} {
			if levels > l {
				list = append(list, band{bandMore, thread, l})
			}
		}
	}
	add(model.NoThread, len(t.Spans.Levels))
	for ix, th := range t.Spans.Threads {
		add(ix, len(th.Levels))
	}
	for i := range model.NumDirections * len(t.Disks) {
		list = append(list, band{bandChannel, model.NoThread, i})
	}
	return list
}

// buildBands computes the summaries of bands.
func (s *Summary) buildBands(ctx context.Context, list []band) error {
	var builder pyramidBuilder
	for _, b := range list {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if _, ok := s.bands.Load(b); !ok {
			s.bands.Store(b, b.lane(s.trace, &builder))
		}
	}
	return nil
}

// BuildProcessors computes what makes frames with rows of processors cheap. Few
// ask for those rows, so Build leaves it out.
func (s *Summary) BuildProcessors(ctx context.Context) error {
	var list []band
	for c := range s.trace.Cores {
		list = append(list, band{bandProcessor, model.NoThread, c})
	}
	return s.buildBands(ctx, list)
}

// band is the summary of a band, nil while it is not ready.
func (s *Summary) band(b band) *lane {
	if s == nil {
		return nil
	}
	l, ok := s.bands.Load(b)
	if !ok {
		return nil
	}
	return l.(*lane)
}

// band makes the columns of a band: from its summary, or by a walk over it while
// there is none. Where nothing is, the columns stay empty.
func (w *laneWriter) band(t *model.Trace, l *lane, b band) {
	switch r := w.span.Clip(t.Whole()); {
	case r.Len() == 0:
	case l == nil:
		b.walk(t, r, w.piece)
	default:
		w.summarised(l, r)
	}
	w.finish()
	clear(w.main[w.xc:])
	if b.kind != bandProcessor {
		for x := range w.main {
			w.main[x] &^= 0xFF << (8 * bandEmpty)
		}
	}
}

// spanRows is the number of levels of spans that are shown unless the user wants
// all.
const spanRows = 4

// firstSpan is the place in a list of spans that do not overlap of the first that
// ends after t.
func firstSpan(t *model.Trace, list []int32, at model.Time) int {
	k, _ := slices.BinarySearchFunc(list, at, func(i int32, at model.Time) int {
		if r := t.Spans.List[i].Range; max(r.To, r.From+1) > at {
			return 1
		}
		return -1
	})
	return k
}
