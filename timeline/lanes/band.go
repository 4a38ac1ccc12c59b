package lanes

import (
	"slices"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Bands are the lanes that are not a thread's: a level of marker spans, a channel
// of a disk, a CPU. They consist of pieces like those of a thread, so that the same
// summary and the same writer make their columns, at the same cost and with the
// same exactness; only the slots have other meanings (see below), and one of them
// means that there is nothing.

// Slots of bands. Execution and Synchronization are the two that get a pixel
// however small their share is (mix.go): rare and short things stay visible.
const (
	BandFirst  = paint.SlotExecution // a span; a transfer; an interrupt (ISR or NMI)
	BandSecond = paint.SlotSync      // a transfer of a page file; a DPC
	BandBoth   = paint.SlotSleep     // transfers of a page file and of others
	BandRun    = paint.Slot(4)       // a CPU runs a process
	BandSystem = paint.Slot(5)       // or the system
	BandEmpty  = paint.Slot(6)       // nothing; a CPU idles
	BandStolen = paint.Slot(7)       // the host took a CPU from a thread
)

// BandKind is the kind of a band.
type BandKind uint8

const (
	BandLevel     BandKind = iota // the spans of a level, of all threads or of one
	BandMore                      // the spans of a level and of all levels above
	BandChannel                   // the transfers of a disk in one direction
	BandProcessor                 // what a CPU runs, and its interrupts
)

// Band identifies a band.
type Band struct {
	Kind   BandKind
	Thread model.ThreadIx // for spans; NoThread: of all threads
	Ix     int            // level; channel: of the directions of all disks; CPU
}

// ChannelOf is the channel of a bandChannel.
func (b Band) ChannelOf(t *model.Trace) *model.Channel {
	return &t.Disks[b.Ix/model.NumDirections].Channels[b.Ix%model.NumDirections]
}

// Each yields what a band of spans or of transfers shows in r, by its index in
// Spans.List or Trace.IOs, in order of start.
func (b Band) Each(t *model.Trace, r model.Range) func(yield func(int, model.Range) bool) {
	return func(yield func(int, model.Range) bool) {
		switch b.Kind {
		case BandLevel:
			b.eachOfLevel(t, r, yield)
		case BandMore:
			for i := range t.SpansIn(r) {
				s := &t.Spans.List[i]
				level := s.Level
				if b.Thread != model.NoThread {
					level = s.Depth
				}
				if (b.Thread == model.NoThread || b.Thread == s.Thread) && int(level) >= b.Ix && !yield(i, s.Range) {
					return
				}
			}
		case BandChannel:
			c := b.ChannelOf(t)
			for k := range c.In(r) {
				if i := int(c.List[k]); !yield(i, t.IOs[i].Range) {
					return
				}
			}
		}
	}
}

// eachOfLevel is Each for a level, whose spans do not overlap.
func (b Band) eachOfLevel(t *model.Trace, r model.Range, yield func(int, model.Range) bool) {
	levels := t.Spans.Levels
	if b.Thread != model.NoThread {
		levels = t.Spans.Threads[b.Thread].Levels
	}
	list := levels[b.Ix]
	for k := firstSpan(t, list, r.From); k < len(list); k++ {
		s := &t.Spans.List[list[k]]
		if s.From >= r.To || !yield(int(list[k]), s.Range) {
			return
		}
	}
}

// Walk calls add for the pieces of a band that overlap r, clipped to it, in order
// and without gaps.
func (b Band) Walk(t *model.Trace, r model.Range, add func(from, to model.Time, s paint.Slot)) {
	if b.Kind == BandProcessor {
		walkProcessor(t, model.CPU(b.Ix), r, add)
		return
	}
	s := Sweep{Add: add, At: r.From, Slots: [4]paint.Slot{BandEmpty, BandFirst, BandSecond, BandBoth}}
	for i, x := range b.Each(t, r) {
		s.GoTo(min(max(x.From, r.From), r.To))
		k := 0
		if b.Kind == BandChannel && t.IOs[i].Paging {
			k = 1
		}
		s.Until[k] = max(s.Until[k], x.To, x.From+1)
	}
	s.GoTo(r.To)
	s.Flush()
}

// walkProcessor is Walk for a CPU.
func walkProcessor(t *model.Trace, cpu model.CPU, r model.Range, add func(from, to model.Time, s paint.Slot)) {
	s := Sweep{Add: add, At: r.From}
	for slice := range t.Slices(cpu, r) {
		base := occupied(t, slice.Occupant)
		s.Slots = [4]paint.Slot{base, BandFirst, BandSecond, BandFirst}
		c := slice.Clip(r)
		for irq := range t.Interrupts(cpu, c) {
			s.GoTo(max(irq.From, c.From))
			k := 0
			if irq.Level == model.LevelDpc {
				k = 1
			}
			s.Until[k] = max(s.Until[k], irq.To)
		}
		s.GoTo(c.To)
	}
	s.Flush()
}

// occupied is the slot of what occupies a CPU.
func occupied(t *model.Trace, o model.Occupant) paint.Slot {
	switch o {
	case model.OccupantIdle:
		return BandEmpty
	case model.OccupantStolen:
		return BandStolen
	case model.OccupantUnknown, model.OccupantOffline:
		return paint.SlotUnknown
	}
	if ix, ok := o.Thread(); ok && t.Process(ix).Class == model.ClassSystem {
		return BandSystem
	}
	return BandRun
}

// Sweep makes pieces of ranges of two kinds, which must be in order of start and
// may overlap.
type Sweep struct {
	Add   func(from, to model.Time, s paint.Slot)
	Slots [4]paint.Slot // nothing, the first kind, the second, both
	At    model.Time
	Until [2]model.Time // up to which each kind lasts
	// The piece that may still grow.
	from, to model.Time
	last     paint.Slot
}

// GoTo makes the pieces up to t.
func (s *Sweep) GoTo(t model.Time) {
	for s.At < t {
		k, end := 0, t
		for i, until := range s.Until {
			if until > s.At {
				k |= 1 << i
				end = min(end, until)
			}
		}
		if s.from == s.to || s.Slots[k] != s.last {
			s.Flush()
			s.from, s.last = s.At, s.Slots[k]
		}
		s.At, s.to = end, end
	}
}

// Flush hands over the last piece.
func (s *Sweep) Flush() {
	if s.from < s.to {
		s.Add(s.from, s.to, s.last)
	}
	s.from = s.to
}

// lane makes the summary of a band.
func (b Band) lane(t *model.Trace, builder *pyramidBuilder) *Lane {
	p := &Pieces{End: t.End}
	b.Walk(t, t.Whole(), func(from, _ model.Time, s paint.Slot) { p.Push(from, s) })
	return &Lane{p, builder.build(p, t.End)}
}

// bands are the bands of the rows that a trace has by default; CPUs are extra.
func bands(t *model.Trace) []Band {
	var list []Band
	add := func(thread model.ThreadIx, levels int) {
		for l := range levels {
			if l < model.MaxSpanLevels {
				list = append(list, Band{BandLevel, thread, l})
			}
		}
		for _, l := range []int{SpanRows, model.MaxSpanLevels} {
			if levels > l {
				list = append(list, Band{BandMore, thread, l})
			}
		}
	}
	add(model.NoThread, len(t.Spans.Levels))
	for ix, th := range t.Spans.Threads {
		add(ix, len(th.Levels))
	}
	for i := range model.NumDirections * len(t.Disks) {
		list = append(list, Band{BandChannel, model.NoThread, i})
	}
	return list
}

// Band makes the columns of a band: from its summary, or by a walk over it while
// there is none. Where there is nothing, the columns stay empty.
func (w *Writer) Band(t *model.Trace, l *Lane, b Band) {
	switch r := w.span.Clip(t.Whole()); {
	case r.Len() == 0:
	case l == nil:
		b.Walk(t, r, w.piece)
	default:
		w.summarised(l, r)
	}
	w.finish()
	clear(w.Main[w.xc:])
	if b.Kind != BandProcessor {
		for x := range w.Main {
			w.Main[x] &^= 0xFF << (8 * BandEmpty)
		}
	}
}

// SpanRows is the number of levels of spans that are shown by default.
const SpanRows = 4

// firstSpan is the index of the first span that ends after t in a list of spans
// that do not overlap.
func firstSpan(t *model.Trace, list []int32, at model.Time) int {
	k, _ := slices.BinarySearchFunc(list, at, func(i int32, at model.Time) int {
		if r := t.Spans.List[i].Range; max(r.To, r.From+1) > at {
			return 1
		}
		return -1
	})
	return k
}
