package findings

import (
	"fmt"

	"threadlens/model"
	"threadlens/model/measure"
)

// A loop that a thread never leaves for more than the time between two samples, because what
// it waits for comes and it waits for the next, has no visible end. If it consists of only a
// few instructions, hardly any program computes there for long; and if another thread of the
// process wakes by itself in the meantime, that one may do what is waited for. The finding
// reports both, and that this is no proof.

// tinyLoop is the finding about a thread that runs in a few instructions.
func (l *ruleContext) tinyLoop(p *placed, samples []spinSample) (f Finding, ok bool) {
	lo, hi := p.stretches[0].lo, p.stretches[0].hi
	here, elsewhere := 0, 0
	for i := range p.stretches {
		s := &p.stretches[i]
		lo, hi = min(lo, s.lo), max(hi, s.hi)
		for k := s.first; k <= s.last; k++ {
			switch {
			case s.has(&samples[k]):
				here++
			case samples[k].addr != 0:
				elsewhere++
			}
		}
	}
	bytes := hi - lo + 1
	other, acts := l.mostActs(p)
	if p.length() < l.time("E12.long") || float64(bytes) > l.number("E12.tiny") || quotient(elsewhere, here+elsewhere) > l.part("E12.elsewhere") ||
		float64(acts) < l.number("E12.acts") {
		return f, false
	}
	f, worst := l.spinFinding(p.thread, p.ranges())
	f.Severity, f.Pattern = Info, "Probably busy waiting"
	f.Threads = append(f.Threads, other)
	f.Sentence = fmt.Sprintf("%s ran for %s in total in a loop within %d bytes of code at %s (longest interval: %s). If the loop computes nothing, the thread spins there and waits for another thread, perhaps %s, which woke up %s times meanwhile.",
		l.name(p.thread), measure.Duration(f.Cost), bytes, measure.FrameName(l.t, l.ownFrame(samples[p.stretches[0].first].stack)), measure.Duration(worst),
		l.name(other), measure.Count(int64(acts)))
	f.Details = append(f.Details, Detail{"Samples", measure.Count(int64(here)), fmt.Sprintf("in the loop, %d elsewhere in the program's code", elsewhere)})
	return f, true
}

// mostActs is the other thread of the process that most often wakes while a thread runs in
// its place, not woken by that one, and how often it does.
func (l *ruleContext) mostActs(p *placed) (most model.ThreadIx, acts int) {
	most = model.NoThread
	for _, ix := range l.t.Process(p.thread).Threads {
		if ix == p.thread || !l.ours(ix) {
			continue
		}
		n := 0
		for i := range p.stretches {
			for e := range l.t.Episodes(ix, p.stretches[i].Range) {
				if e.Kind == model.EpisodeWait && !e.Open && !e.Cut && e.Unblocker != p.thread && p.stretches[i].Contains(e.In) {
					n++
				}
			}
		}
		if n > acts {
			most, acts = ix, n
		}
	}
	return most, acts
}
