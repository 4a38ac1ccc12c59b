package timeline

import (
	"context"
	"sync"
	"sync/atomic"

	"threadlens/model"
)

// Summary holds what makes frames of large traces cheap; the essay in pyramid.go
// says how. It may be used by frames while it is being built: lanes that are not
// ready are walked, which gives the same picture more slowly.
type Summary struct {
	trace  *model.Trace
	lanes  []atomic.Pointer[lane]
	strips []atomic.Pointer[strip] // by process, the last one of all kernel threads
	groups groupStrips
	irqs   atomic.Pointer[[]interrupts]
	bands  sync.Map // band → *lane
	cores  atomic.Pointer[coreLanes]
	queue  atomic.Pointer[queueStrip]
}

// lane is the summary of a thread.
type lane struct {
	*pieces
	pyramid
}

// NewSummary returns an empty summary of t; Build fills it.
func NewSummary(t *model.Trace) *Summary {
	return &Summary{
		trace:  t,
		lanes:  make([]atomic.Pointer[lane], len(t.Threads)),
		strips: make([]atomic.Pointer[strip], len(t.Processes)+1),
	}
}

// Build computes everything on the given number of goroutines. progress, if not
// nil, is called with the number of threads done and of all, by one goroutine at
// a time. Build returns ctx.Err() when cancelled; the summary stays usable.
func (s *Summary) Build(ctx context.Context, workers int, progress func(done, total int)) error {
	irqs := make([]interrupts, len(s.trace.Cores))
	for c := range irqs {
		irqs[c] = newInterrupts(s.trace, model.CPU(c))
	}
	s.irqs.Store(&irqs)
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		next atomic.Int64
		done int
	)
	for range max(1, workers) {
		wg.Go(func() {
			b := pyramidBuilder{}
			sp := s.splitter()
			for ctx.Err() == nil {
				ix := int(next.Add(1) - 1)
				if ix >= len(s.lanes) {
					return
				}
				p := newPieces(sp, model.ThreadIx(ix))
				s.lanes[ix].Store(&lane{p, b.build(p, s.trace.End)})
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

func (s *Summary) splitter() *splitter {
	sp := &splitter{trace: s.trace}
	if irqs := s.irqs.Load(); irqs != nil {
		sp.irqs = *irqs
		sp.hint = make([]int, len(sp.irqs))
	}
	return sp
}

// lane returns the summary of a thread, nil while it is not ready.
func (s *Summary) lane(ix model.ThreadIx) *lane {
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
		bytes += l.(*lane).size()
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

func (l *lane) size() int64 {
	bytes := 5*int64(cap(l.dt)) + 16*int64(cap(l.blocks))
	for _, lv := range l.levels {
		bytes += 16*int64(cap(lv.tiles)) + 8*int64(cap(lv.main)) + 8*int64(cap(lv.rest))
	}
	return bytes
}
