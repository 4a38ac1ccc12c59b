package calltree

import (
	"sort"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// treePiece is a stretch that a call tree counts, with the stack for which it
// counts.
type treePiece struct {
	category model.Category
	stack    model.StackID
	instead  string // the entry in the tree if there is no stack
	sum      CallSum
	instance Instance // of no thread if unknown
	sampled  bool     // the time is that for which a sample stands, not a known one
}

// Entries in a tree if there is no stack.
const (
	noStack  = "[no stack]"
	noSample = "[no sample]"
)

// blocked passes on where a thread was while it did not run.
func blocked(t *model.Trace, ix model.ThreadIx, r model.Range, wanted *[model.NumCategories]bool, add func(*treePiece)) {
	p := treePiece{instead: noStack}
	for stop := range t.Stops(ix, r) {
		if wanted[stop.Category] {
			p.category, p.stack, p.sum, p.instance = stop.Category, stop.Stack, CallSum{stop.Len(), 1}, Instance{stop.Range, ix}
			add(&p)
		}
	}
}

// unblocked passes on where others were when they ended the waits of a thread.
func unblocked(t *model.Trace, ix model.ThreadIx, r model.Range, wanted *[model.NumCategories]bool, add func(*treePiece)) {
	var p treePiece
	for stop := range t.Stops(ix, r) {
		if stop.State == model.Waiting && wanted[stop.Category] {
			p = treePiece{
				category: stop.Category, stack: stop.Wake, instead: endedBy(&stop),
				sum: CallSum{stop.Len(), 1}, instance: Instance{stop.Range, ix},
			}
			add(&p)
		}
	}
}

// endedBy is the entry in an unblocking tree in place of a stack.
func endedBy(stop *model.Stop) string {
	switch {
	case stop.Ctx == model.CtxThread:
		return noStack
	case stop.Flags&model.OpenEnd != 0:
		return "[not ended]"
	case stop.Ctx == model.CtxTimer:
		return "[by timer]"
	case blocking.IsSource(stop.Ctx), stop.Ctx == model.CtxIpi:
		return "[by interrupt]"
	}
	return "[not recorded]"
}

// executed passes on what a thread executed according to its samples, and finally
// the time that no sample covers.
func executed(t *model.Trace, ix model.ThreadIx, r model.Range, samples measure.ThreadSamples, add func(*treePiece)) {
	rest := t.Sums(ix, r)[model.Execution]
	times := samples.Times
	first := sort.Search(len(times), func(i int) bool { return times[i] >= r.From })
	if seg, ok := t.SegmentAt(ix, r.From); ok { // the function running at the start may have been sampled before
		first = sort.Search(first, func(i int) bool { return times[i] >= seg.From })
	}
	p := treePiece{category: model.Execution, instead: noStack}
	i := first
	for seg := range t.Segments(ix, r) {
		for i < len(times) && times[i] < seg.From {
			i++
		}
		if i == len(times) {
			break
		}
		since := seg.From // nothing else shows what the thread did before its first sample
		for ; i < len(times) && times[i] < seg.To; i++ {
			at := model.Range{From: since, To: seg.To}
			if i+1 < len(times) {
				since = times[i+1]
				at.To = min(at.To, since)
			}
			if at = at.Clip(r); seg.State == model.Running && at.Len() > 0 {
				net := executedIn(t, seg.CPU, at)
				rest -= net
				p.stack, p.sum, p.instance = samples.Stacks[i], CallSum{net, 1}, Instance{at, ix}
				add(&p)
			}
		}
	}
	if rest > 0 {
		add(&treePiece{category: model.Execution, instead: noSample, sum: CallSum{Time: rest}, instance: Instance{Thread: model.NoThread}})
	}
}

// eachSampled passes on the samples of a thread that stand for time themselves.
func eachSampled(s *measure.Sampled, t *model.Trace, ix model.ThreadIx, add func(*treePiece)) {
	if !s.Any() {
		return
	}
	of := &s.Index.Of[ix]
	p := treePiece{category: model.Execution, instead: noStack, sum: CallSum{s.Period, 1}, sampled: true}
	first := sort.Search(len(of.Times), func(i int) bool { return of.Times[i] >= s.Range.From })
	for i := first; i < len(of.Times) && of.Times[i] < s.Range.To; i++ {
		at := model.Range{From: of.Times[i], To: of.Times[i] + max(s.Period, 1)}
		p.stack, p.instance = of.Stacks[i], Instance{at.Clip(t.Whole()), ix}
		add(&p)
	}
}

// executedIn is how long in r a thread that has a CPU runs, without interrupts.
func executedIn(t *model.Trace, cpu model.CPU, r model.Range) model.Time {
	isr, dpc := t.InterruptsBefore(cpu, r.From)
	isr2, dpc2 := t.InterruptsBefore(cpu, r.To)
	return r.Len() - (isr2 - isr) - (dpc2 - dpc)
}
