package main

import (
	"cmp"
	"maps"
	"slices"

	"threadlens/model"
	"threadlens/model/measure/blocking"
)

// ownerTally is how far claims about lock owners are right.
type ownerTally struct {
	// By is by type of the object: "mutex", "rwlock", ….
	By map[string]ownership
	// Elsewhere are claims about addresses at which the program logged nothing.
	Elsewhere ownership
}

// ownership compares the times during which objects of a type are claimed to be held with those in
// which they were.
type ownership struct {
	Objects, Claims    int
	Claimed, Wrong     model.Time // claimed to be held; claimed for a thread that did not hold it
	Held, HeldAndKnown model.Time // held while another thread waited; the part of that time claimed rightly
}

func (o ownership) plus(p ownership) ownership {
	return ownership{
		o.Objects + p.Objects, o.Claims + p.Claims, o.Claimed + p.Claimed, o.Wrong + p.Wrong,
		o.Held + p.Held, o.HeldAndKnown + p.HeldAndKnown,
	}
}

func (t *ownerTally) add(o *ownerTally) {
	for k, v := range o.By {
		t.By[k] = t.By[k].plus(v)
	}
	t.Elsewhere = t.Elsewhere.plus(o.Elsewhere)
}

// claim is a time during which a thread certainly holds an object, according to the trace.
type claim struct {
	thread model.ThreadIx
	model.Range
}

// judgeOwners compares the holds of a log with those that the trace shows. Objects whose holds are
// not logged are not judged.
func judgeOwners(r *recorded) ownerTally {
	t := ownerTally{By: map[string]ownership{}}
	claims := map[uint64][]claim{}
	locks := blocking.LocksOf(r.Trace)
	for i := range locks.List {
		use := &locks.List[i]
		if use.Proc == model.NoProc || r.Processes[use.Proc].PID != r.log.PID {
			continue
		}
		o, known := r.log.object(use.Addr)
		if !known {
			t.Elsewhere = t.Elsewhere.plus(unknownObject(use))
			continue
		}
		for k := range use.Holds {
			h := &use.Holds[k]
			claims[o.Addr] = append(claims[o.Addr], claim{h.Thread, model.Range{From: h.Sure, To: h.To}})
		}
	}
	for _, o := range r.log.Objects {
		if o.Type != "unlogged" {
			t.By[o.Type] = t.By[o.Type].plus(r.compareHolds(o, claims[o.Addr]))
		}
	}
	return t
}

func unknownObject(use *blocking.LockUse) (o ownership) {
	o.Objects = 1
	for k := range use.Holds {
		o.Claims++
		o.Claimed += use.Holds[k].To - use.Holds[k].Sure
	}
	return o
}

// compareHolds compares what is claimed of one object with its log.
func (r *recorded) compareHolds(o loggedObject, claims []claim) ownership {
	held := map[model.ThreadIx][]model.Range{}
	res := ownership{Objects: 1, Claims: len(claims)}
	for i := range r.log.Holds {
		if h := &r.log.Holds[i]; h.Object == o.Addr {
			if ix, at := r.held(h); ix != model.NoThread {
				held[ix] = append(held[ix], at)
			}
		}
	}
	known := map[model.ThreadIx][]model.Range{}
	for _, c := range claims {
		in := overlap(held[c.thread], []model.Range{c.Range})
		res.Claimed += c.Len()
		res.Wrong += c.Len() - in
		known[c.thread] = append(known[c.thread], c.Range)
	}
	wanted := r.wanted(o)
	for _, ix := range slices.Sorted(maps.Keys(held)) {
		contended := intersect(union(held[ix]), wanted)
		res.Held += length(contended)
		res.HeldAndKnown += length(intersect(contended, union(known[ix])))
	}
	return res
}

// held is the longest time for which a thread can have had a lock: from when it last began to run,
// or was woken, inside the call that got it, to the return of the call that released it.
func (r *recorded) held(h *loggedHold) (model.ThreadIx, model.Range) {
	asking := r.span(h.Asked, h.Got)
	ix := r.thread(h.TID, asking.From)
	if ix == model.NoThread {
		return ix, model.Range{}
	}
	at := model.Range{From: asking.From, To: r.at(h.Release)}
	for s := range r.Segments(ix, asking) {
		if s.State == model.Waiting {
			at.From = max(at.From, s.To)
		}
	}
	return ix, at
}

// wanted is when threads waited for an object, as they logged it.
func (r *recorded) wanted(o loggedObject) (list []model.Range) {
	for i := range r.log.Waits {
		w := &r.log.Waits[i]
		if w.Object != o.Addr {
			continue
		}
		for _, p := range r.waitsIn(w) {
			if p.State == model.Waiting {
				list = append(list, p.Clip(r.span(w.From, w.To)))
			}
		}
	}
	return union(list)
}

// union is ranges that cover what any of a list does, in order and disjoint.
func union(list []model.Range) (out []model.Range) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b model.Range) int { return cmp.Compare(a.From, b.From) })
	for _, r := range list {
		switch n := len(out); {
		case r.Len() <= 0:
		case n > 0 && r.From <= out[n-1].To:
			out[n-1].To = max(out[n-1].To, r.To)
		default:
			out = append(out, r)
		}
	}
	return out
}

// intersect is the intersection of two unions.
func intersect(a, b []model.Range) (out []model.Range) {
	for len(a) > 0 && len(b) > 0 {
		if r := a[0].Clip(b[0]); r.Len() > 0 {
			out = append(out, r)
		}
		if a[0].To < b[0].To {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return out
}

func length(list []model.Range) (sum model.Time) {
	for _, r := range list {
		sum += r.Len()
	}
	return sum
}

// overlap is how much of one list the other covers.
func overlap(a, b []model.Range) model.Time { return length(intersect(union(a), union(b))) }
