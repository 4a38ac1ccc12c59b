package lanes

import (
	"context"
	"sync"
	"sync/atomic"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Summary holds what makes frames of large traces cheap; pyramid.go explains how.
// It may be used by frames while it is being built: lanes that are not ready are
// walked, which gives the same picture more slowly.
type Summary struct {
	trace  *model.Trace
	lanes  []atomic.Pointer[Lane]
	strips []atomic.Pointer[strip] // by process, the last one of all kernel threads
	groups groupStrips
	irqs   atomic.Pointer[[]Interrupts]
	bands  sync.Map // band → *lane
	cores  atomic.Pointer[coreLanes]
	Queue  atomic.Pointer[QueueStrip]
}

// NewSummary returns an empty summary of t; Build fills it.
func NewSummary(t *model.Trace) *Summary {
	return &Summary{
		trace:  t,
		lanes:  make([]atomic.Pointer[Lane], len(t.Threads)),
		strips: make([]atomic.Pointer[strip], len(t.Processes)+1),
	}
}

// Build computes everything on the given number of goroutines. progress, if not
// nil, is called with the number of threads done and of all, by one goroutine at
// a time. Build returns ctx.Err() when cancelled; the summary stays usable.
func (s *Summary) Build(ctx context.Context, workers int, progress func(done, total int)) error {
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		next atomic.Int64
		done int
	)
	for range max(1, workers) {
		wg.Go(func() {
			b := pyramidBuilder{}
			sp := s.Splitter(s.trace)
			for ctx.Err() == nil {
				ix := int(next.Add(1) - 1)
				if ix >= len(s.lanes) {
					return
				}
				p := newPieces(sp, model.ThreadIx(ix))
				s.lanes[ix].Store(&Lane{p, b.build(p, s.trace.End)})
				mu.Lock()
				done++
				if progress != nil {
					progress(done, len(s.lanes))
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if ctx.Err() == nil {
		s.buildStrips(ctx)
		return s.buildBands(ctx, bands(s.trace))
	}
	return ctx.Err()
}

// Splitter cuts the segments of threads of t at the interrupts. If s is nil, it looks for these each
// time.
func (s *Summary) Splitter(t *model.Trace) *Splitter {
	irqs := s.interrupts(t)
	return &Splitter{Trace: t, irqs: irqs, hint: make([]int, len(irqs))}
}

// interrupts are those of each CPU.
func (s *Summary) interrupts(t *model.Trace) []Interrupts {
	if s != nil {
		if irqs := s.irqs.Load(); irqs != nil {
			return *irqs
		}
	}
	irqs := make([]Interrupts, len(t.Cores))
	for c := range irqs {
		irqs[c] = NewInterrupts(t, model.CPU(c))
	}
	if s != nil {
		s.irqs.Store(&irqs)
	}
	return irqs
}

// Lane returns the summary of a thread, nil while it is not ready.
func (s *Summary) Lane(ix model.ThreadIx) *Lane {
	if s == nil {
		return nil
	}
	return s.lanes[ix].Load()
}

// Size is the memory of the summary in bytes, as far as it is built.
func (s *Summary) Size() (bytes int64) {
	for i := range s.lanes {
		if l := s.lanes[i].Load(); l != nil {
			bytes += l.size()
		}
	}
	for i := range s.strips {
		if st := s.strips[i].Load(); st != nil {
			for _, l := range st.levels {
				bytes += 4 * int64(cap(l))
			}
		}
	}
	s.bands.Range(func(_, l any) bool {
		bytes += l.(*Lane).size()
		return true
	})
	bytes += s.coreSize()
	if irqs := s.irqs.Load(); irqs != nil {
		for _, l := range *irqs {
			bytes += 16 * int64(cap(l))
		}
	}
	return bytes
}

// buildBands computes the summaries of bands.
func (s *Summary) buildBands(ctx context.Context, list []Band) error {
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

// BuildProcessors computes what makes frames with rows of CPUs cheap. Few users
// need those rows, so Build leaves it out.
func (s *Summary) BuildProcessors(ctx context.Context) error {
	var list []Band
	for c := range s.trace.Cores {
		list = append(list, Band{BandProcessor, model.NoThread, c})
	}
	return s.buildBands(ctx, list)
}

// Band is the summary of a band, nil while it is not ready.
func (s *Summary) Band(b Band) *Lane {
	if s == nil {
		return nil
	}
	l, ok := s.bands.Load(b)
	if !ok {
		return nil
	}
	return l.(*Lane)
}

// BuildCores computes what makes frames of the Cores view cheap, in these colours
// instead of those of the last call, and the run queue once. Few users need that
// view, so Build leaves it out. Until it is done, lanes that would take too long to
// draw without it stay empty.
func (s *Summary) BuildCores(ctx context.Context, c CoreSlots) error {
	all := s.cores.Load()
	if all == nil || all.colours != c {
		all = &coreLanes{c, make([]atomic.Pointer[Lane], len(s.trace.Cores))}
		s.cores.Store(all)
	}
	var builder pyramidBuilder
	for cpu := range all.lanes {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if all.lanes[cpu].Load() != nil {
			continue
		}
		p := &Pieces{End: s.trace.End}
		c.Walk(s.trace, model.CPU(cpu), s.trace.Whole(), func(from, _ model.Time, sl paint.Slot) { p.Push(from, sl) })
		all.lanes[cpu].Store(&Lane{p, builder.build(p, s.trace.End)})
	}
	if s.Queue.Load() == nil {
		q, err := newQueueStrip(ctx, s.trace)
		if err != nil {
			return err
		}
		s.Queue.Store(q)
	}
	return nil
}

// Core is the summary of the lane of a CPU, nil while it is not ready.
func (s *Summary) Core(c CoreSlots, cpu model.CPU) *Lane {
	if s == nil {
		return nil
	}
	if all := s.cores.Load(); all != nil && all.colours == c {
		return all.lanes[cpu].Load()
	}
	return nil
}

// coreSize is the memory of what BuildCores made, bytes.
func (s *Summary) coreSize() (bytes int64) {
	if all := s.cores.Load(); all != nil {
		for i := range all.lanes {
			if l := all.lanes[i].Load(); l != nil {
				bytes += l.size()
			}
		}
	}
	if q := s.Queue.Load(); q != nil {
		bytes += q.size()
	}
	return bytes
}

// stripIx is the index of the strip of a process, or of KernelGroup.
func (s *Summary) stripIx(p model.ProcIx) int { return min(int(p), len(s.strips)-1) }

func (s *Summary) buildStrips(ctx context.Context) {
	for p := range s.trace.Processes {
		if ctx.Err() != nil {
			return
		}
		s.strips[p].Store(newStrip(s.trace, s.Lane, s.trace.Processes[p].Threads))
	}
	s.strips[len(s.strips)-1].Store(newStrip(s.trace, s.Lane, KernelThreads(s.trace)))
}

// groupStrip is the strip of a group of threads, nil while the summary is not
// built.
func (s *Summary) groupStrip(threads []model.ThreadIx) *strip {
	if s == nil || s.strips[len(s.strips)-1].Load() == nil {
		return nil
	}
	key := keyOfGroup(threads)
	s.groups.mu.Lock()
	defer s.groups.mu.Unlock()
	st, ok := s.groups.known[key]
	if !ok {
		if len(s.groups.known) >= maxGroupStrips || s.groups.known == nil {
			s.groups.known = map[groupKey]*strip{}
		}
		st = newStrip(s.trace, s.Lane, threads)
		s.groups.known[key] = st
	}
	return st
}
