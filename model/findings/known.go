package findings

import (
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// No finding rests on what is not attested. If a rule needs much of something, only
// what is attested counts. If it needs little or nothing of something, everything
// unknown counts as if it had been there: a trace with gaps never has a finding
// that it would not have without them.

// known is the extent of what the trace does not show.
type known struct {
	// blind are the stretches of the window in which a CPU is blind, in order and
	// not touching; blindTime is their sum.
	blind     []model.Range
	blindTime model.Time
	// hidden is how long it is unknown what threads of the target did, by thread;
	// allHidden is the sum, and hiddenRun how much of it they may have been
	// running.
	hidden               map[model.ThreadIx]model.Time
	allHidden, hiddenRun model.Time
}

// findOut fills in known. The target must be set.
func (l *ruleContext) findOut() {
	l.blind, l.hidden = measure.Blind(l.t, l.Range), map[model.ThreadIx]model.Time{}
	l.blindTime = l.t.BlindTime(l.Range)
	hidden := make([]model.Time, len(l.target))
	l.each(len(hidden), func(i int) { hidden[i] = l.hiddenOf(l.target[i]) })
	for i, d := range hidden {
		if d > 0 {
			l.hidden[l.target[i]] = d
			l.allHidden += d
		}
	}
	if l.hiddenRun = l.allHidden; !l.t.Info.PerTask {
		var unknown model.Time
		for c := range l.t.Cores {
			if l.t.Cores[c].Known {
				unknown += l.t.CoreTime(model.CPU(c), l.Range).Unknown
			}
		}
		l.hiddenRun = min(l.hiddenRun, unknown)
	}
}

// hiddenOf is how long it is unknown what a thread did. A thread not yet seen did
// nothing, except while a CPU was blind.
func (l *ruleContext) hiddenOf(ix model.ThreadIx) (sum model.Time) {
	left := l.t.Sums(ix, l.Range)[model.UnknownCategory]
	if left == 0 {
		return 0
	}
	for s := range l.t.Segments(ix, l.Range) {
		if s.State != model.Unknown {
			continue
		}
		r := s.Clip(l.Range)
		if s.Sub == model.SubNotSeen {
			sum += l.t.BlindTime(r)
		} else {
			sum += r.Len()
		}
		if left -= r.Len(); left <= 0 {
			break // nothing is unknown after it
		}
	}
	return sum
}

// firstBlind is the index of the first blind stretch that ends after at.
func (l *ruleContext) firstBlind(at model.Time) int {
	i, _ := slices.BinarySearchFunc(l.blind, at, func(r model.Range, at model.Time) int {
		if r.To <= at {
			return -1
		}
		return 1
	})
	return i
}

// clear reports whether no CPU is blind in [from, to].
func (l *ruleContext) clear(from, to model.Time) bool {
	i := l.firstBlind(from)
	return i == len(l.blind) || l.blind[i].From > to
}

// attested reports whether it is known throughout r what a thread did, and no CPU
// is blind in it.
func (l *ruleContext) attested(ix model.ThreadIx, r model.Range) bool {
	return l.clear(r.From, r.To) && l.t.Sums(ix, r)[model.UnknownCategory] == 0
}

// lost is how many more of n things there may have been while CPUs were blind: as
// many as at twice the rate of the rest of the window.
func (l *ruleContext) lost(n int) int { return measure.LostOf(n, l.blindTime, l.Range.Len()) }
