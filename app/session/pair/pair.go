package pair

import (
	"threadlens/app/session"
	"threadlens/model"
)

// Pair keeps two sessions together: the first has the open trace, the second the one with which it
// is compared, or nothing.
type Pair struct {
	First, Second *session.Session

	moving bool // one follows the other
	match  match
}

// New pairs a session with one that has nothing open.
func New(first, second *session.Session) *Pair {
	p := &Pair{First: first, Second: second}
	first.Subscribe(p.firstChanged)
	second.Subscribe(p.secondChanged)
	return p
}

// Open reports whether two traces are compared.
func (p *Pair) Open() bool { return p.Second.Trace() != nil }

// firstChanged follows the first session.
func (p *Pair) firstChanged(c session.Change) {
	if p.moving {
		return
	}
	p.together(func() {
		if other := p.First.Other(); other != p.Second.Trace() {
			p.begin(other)
		}
		if !p.Open() {
			return
		}
		if c&(session.ChangedOther|session.ChangedWindow) != 0 {
			p.align()
		}
		if c&session.ChangedRange != 0 {
			p.Second.Mark(moved(p.First.Marked(), p.First.Offset()))
		}
		if c&(session.ChangedRows|session.ChangedOther) != 0 {
			p.Second.SetOrder(p.match.order(p.First.Sorted()))
		}
		if c&session.ChangedSelection != 0 {
			p.showThread()
		}
		p.choose()
	})
}

// secondChanged follows the second session.
func (p *Pair) secondChanged(c session.Change) {
	if p.moving || !p.Open() {
		return
	}
	p.together(func() {
		if c&session.ChangedWindow != 0 {
			p.First.Show(moved(p.Second.Window(), -p.First.Offset()), session.MoveZoom)
			p.align() // the first may show less
		}
		if c&session.ChangedRange != 0 {
			p.First.Mark(moved(p.Second.Marked(), -p.First.Offset()))
		}
	})
}

// together lets one session follow the other, without an echo.
func (p *Pair) together(f func()) {
	p.moving = true
	defer func() { p.moving = false }()
	p.First.Update(func() { p.Second.Update(f) })
}

// begin opens the trace to compare with, or closes it if it is nil.
func (p *Pair) begin(other *model.Trace) {
	if other == nil {
		p.Second.Close()
		p.First.SetReach(model.Range{})
		return
	}
	p.Second.Open(session.Source{Name: other.Info.File}, other)
	p.match = newMatch(p.First.Trace(), other)
}

// Learn replaces the second trace by one of which more is known.
func (p *Pair) Learn(t *model.Trace) {
	p.together(func() {
		p.Second.Learn(t)
		p.First.LearnOther(t)
	})
}

// align makes both windows show the same time.
func (p *Pair) align() {
	offset := p.First.Offset()
	reach := union(p.First.Trace().Held(), moved(p.Second.Trace().Held(), -offset))
	p.First.SetReach(reach)
	p.Second.SetReach(moved(reach, offset))
	p.Second.Follow(moved(p.First.Window(), offset))
}

// choose makes the choices of the first session in the second one.
func (p *Pair) choose() {
	a, b := p.First, p.Second
	b.SetViewing(a.Viewing())
	b.SetTimeAs(a.TimeAs())
	b.SetPercent(a.Percent())
	if a.Focus() != b.Focus() {
		b.SetFocus(a.Focus())
	}
	if a.FocusClass() != b.FocusClass() {
		b.SetFocusClass(a.FocusClass())
	}
}

// showThread selects the thread that matches the selected one, and what it does in the middle of the
// window.
func (p *Pair) showThread() {
	ix, ok := p.match.of(p.First.Selected().Thread)
	if !ok {
		return
	}
	w := p.Second.Window()
	p.Second.ShowThread(ix)
	p.Second.SelectAt(ix, w.From+w.Len()/2)
}

// moved is a range that is later by an offset.
func moved(r model.Range, offset model.Time) model.Range {
	if r.Len() == 0 {
		return r
	}
	return model.Range{From: r.From + offset, To: r.To + offset}
}

// union is the shortest range that contains both.
func union(a, b model.Range) model.Range {
	return model.Range{From: min(a.From, b.From), To: max(a.To, b.To)}
}
