package measure

import "threadlens/model"

// ForkJoin is how a main thread and the others of a program take turns.
type ForkJoin struct {
	// A thread takes part while it runs, and one other than the main thread also while
	// it is ready or preempted: then it lacks a CPU, not work.
	Active model.Time // any of the threads took part, ns
	One    model.Time // exactly one did, ns
	Alone  model.Time // only the main one did, ns
	// Serial are the stretches in which only the main thread took part, each between
	// two in which several did, in order.
	Serial []model.Range
}

// ForkJoinOf looks in r for stretches of at least the given length in which main is
// the only one of the threads that runs, between stretches in which several do. A
// runnable thread counts as running: main is not alone while others lack a CPU.
// Shorter interruptions do not end a stretch.
func ForkJoinOf(t *model.Trace, threads []model.ThreadIx, main model.ThreadIx, r model.Range, least model.Time) (f ForkJoin) {
	const others, itself = 0, 1
	selected := InSet(t, threads)
	var parts [concurrencyPieces]turns
	sweepInPieces(r.Clip(t.Whole()), func(p *SweepPiece) {
		for cpu := range t.Cores {
			for s := range t.Slices(model.CPU(cpu), p.Range) {
				ix, ok := s.Occupant.Thread()
				if !ok || !selected[ix] {
					continue
				}
				kind := others
				if ix == main {
					kind = itself
				}
				if !p.Span(kind, s.Range) {
					return
				}
			}
		}
		for _, ix := range threads {
			if ix == main {
				continue
			}
			for _, q := range t.Queued(ix, p.Range) {
				if !p.Span(others, q) {
					return
				}
			}
		}
	}, func(i int) func(level) {
		parts[i].least = least
		return func(l level) { parts[i].add(l.Range, l.n[others], l.n[itself]) }
	})
	all := turns{least: least}
	for i := range parts {
		f.Active += parts[i].active
		f.One += parts[i].one
		f.Alone += parts[i].alone
		for _, u := range parts[i].list {
			all.take(u)
		}
	}
	f.Serial = all.between()
	return f
}

// turnKind is which threads run.
type turnKind uint8

const (
	turnMain  turnKind = iota // the main thread alone
	turnOther                 // another thread alone
	turnMany                  // several
)

// turn is the time from the first to the last instant of one kind, without long ones of
// another kind in between; there may be times in which no thread runs.
type turn struct {
	model.Range
	busy model.Time // of this kind
	all  model.Time // of any kind
	kind turnKind
}

// mostly reports whether a turn is of its kind for at least half of its time, rather
// than rapid alternation.
func (u *turn) mostly(kind turnKind) bool { return u.kind == kind && 2*u.busy >= u.all }

// turns are those of a part of the window, in order. Short ones are left out,
// except the first and the last, which adjacent parts may lengthen.
type turns struct {
	least              model.Time
	active, one, alone model.Time
	list               []turn
}

// add takes the next stretch of the part.
func (p *turns) add(r model.Range, others, itself int) {
	n := others + itself
	if n == 0 {
		return
	}
	p.active += r.Len()
	kind := turnMany
	if n == 1 {
		p.one += r.Len()
		kind = turnOther
		if itself == 1 {
			p.alone += r.Len()
			kind = turnMain
		}
	}
	p.take(turn{r, r.Len(), r.Len(), kind})
}

// take appends a turn to the previous ones.
func (p *turns) take(u turn) {
	if n := len(p.list); n > 1 && p.list[n-1].kind != u.kind && p.list[n-1].busy < p.least {
		p.list[n-2].all += p.list[n-1].all
		p.list = p.list[:n-1]
	}
	if n := len(p.list); n > 0 && p.list[n-1].kind == u.kind {
		p.list[n-1].To = u.To
		p.list[n-1].busy += u.busy
		p.list[n-1].all += u.all
		return
	}
	p.list = append(p.list, u)
}

// between are the turns of the main thread that lie between two turns of several
// threads.
func (p *turns) between() (list []model.Range) {
	for i := 1; i+1 < len(p.list); i++ {
		if p.list[i].mostly(turnMain) && p.list[i-1].mostly(turnMany) && p.list[i+1].mostly(turnMany) {
			list = append(list, p.list[i].Range)
		}
	}
	return list
}
