package blocking

import (
	"cmp"
	"slices"
	"strconv"

	"threadlens/model"
	"threadlens/model/measure"
)

// ThreadGroup is the threads of one process that do the same work: their names have the
// same stem or, for threads without a name, they start in the same place. Threads of
// which neither is known form one group.
type ThreadGroup struct {
	Proc    model.ProcIx
	Stem    string           // of their names; "" if they have none
	Start   string           // where threads without a name start; "" if that is unknown
	Threads []model.ThreadIx // in order of their names
}

// ThreadGroups are all groups of threads of a trace, and the group of each thread.
type ThreadGroups struct {
	List []ThreadGroup
	of   []int32
}

// GroupThreads puts the threads of a trace into groups.
func GroupThreads(t *model.Trace) *ThreadGroups {
	type key struct {
		proc        model.ProcIx
		stem, start string
	}
	starts := t.StartsOf(unnamed(t))
	g := &ThreadGroups{of: make([]int32, len(t.Threads))}
	index := map[key]int32{}
	for i := range t.Threads {
		th := &t.Threads[i]
		k := key{th.Proc, model.Stem(th.Name()), starts[model.ThreadIx(i)].Place()}
		at, ok := index[k]
		if !ok {
			at = int32(len(g.List))
			index[k] = at
			g.List = append(g.List, ThreadGroup{Proc: k.proc, Stem: k.stem, Start: k.start})
		}
		g.of[i] = at
		g.List[at].Threads = append(g.List[at].Threads, model.ThreadIx(i))
	}
	for i := range g.List {
		slices.SortStableFunc(g.List[i].Threads, func(a, b model.ThreadIx) int {
			return model.CompareNames(t.Threads[a].Name(), t.Threads[b].Name())
		})
	}
	return g
}

// unnamed are the threads that never had a name.
func unnamed(t *model.Trace) (list []model.ThreadIx) {
	for i := range t.Threads {
		if t.Threads[i].Name() == "" {
			list = append(list, model.ThreadIx(i))
		}
	}
	return list
}

// Title names the threads of a group: the only one, the first and the last, or where
// they start.
func (g *ThreadGroup) Title(t *model.Trace) string {
	n := len(g.Threads)
	first, last := g.Threads[0], g.Threads[n-1]
	a, b := t.Threads[first].Name(), t.Threads[last].Name()
	switch {
	case n == 1:
		return measure.ThreadName(t, first)
	case g.Start != "":
		return measure.Count(int64(n)) + " threads that start in " + g.Start
	case a == "" && b == "":
		return measure.Plural(n, "unnamed thread", "unnamed threads")
	case a == b:
		return a + " (" + strconv.Itoa(n) + " threads)"
	}
	return a + " … " + b
}

// Peer sums up the waits of the threads of one group that had the same reason and were
// ended by threads of one group, or by the same source other than a thread.
type Peer struct {
	Waiter *ThreadGroup
	Ender  Ender
	Peer   *ThreadGroup // for EndedByThread, and for EndedByNetwork if the sender is known; otherwise nil
	// Through is the channel, ChannelUnknown if the trace does not show it.
	Through Channel
	Sub     model.Sub
	// Category is the category of the waits.
	Category model.Category
	// Latency describes the times waited in the window: N counts waits.
	measure.Latency
	Total model.Time
	// Longest is the longest part of a wait in the window.
	Longest model.Segment
	Lost    bool // lost events affect one: all lengths are lower bounds
}

// PeersOf sums up the waits of threads in r, the largest total first. The totals add up
// to the waiting time of the threads.
func PeersOf(t *model.Trace, threads []model.ThreadIx, r model.Range) []Peer {
	groups := GroupThreads(t)
	parts := make([]keyed[peerKey, peerPart], len(threads))
	measure.Each(len(threads), func() func(int) {
		w := peerWalk{t, r, groups, NewChannels(t)}
		return func(i int) { parts[i] = w.of(threads[i]) }
	})
	all := keyed[peerKey, peerPart]{}
	for _, p := range parts {
		for _, x := range p.list {
			all.at(x.key, peerPart{key: x.key}).join(&x)
		}
	}
	list := make([]Peer, len(all.list))
	measure.Each(len(list), func() func(int) {
		return func(i int) { list[i] = all.list[i].peer(groups) }
	})
	slices.SortStableFunc(list, func(a, b Peer) int { return cmp.Compare(b.Total, a.Total) })
	return list
}

// peerKey is what the waits of a row have in common.
type peerKey struct {
	waiter, peer int32 // groups; peer is -1 if none
	ender        Ender
	through      Channel
	category     model.Category
	sub          model.Sub
}

// peerPart is the part of a row from one thread, or from all of them.
type peerPart struct {
	key     peerKey
	lengths [][]model.Time
	longest model.Segment
	most    model.Time
	lost    bool
}

// keyed are rows in the order in which their keys first appeared.
type keyed[K comparable, P any] struct {
	index map[K]int
	list  []P
}

// at is the row of a key, a new one if there is none yet.
func (p *keyed[K, P]) at(k K, fresh P) *P {
	i, ok := p.index[k]
	if !ok {
		if p.index == nil {
			p.index = map[K]int{}
		}
		i = len(p.list)
		p.index[k] = i
		p.list = append(p.list, fresh)
	}
	return &p.list[i]
}

// peerWalk collects the waits of threads in r.
type peerWalk struct {
	t        *model.Trace
	r        model.Range
	groups   *ThreadGroups
	channels *Channels
}

// of collects the waits of a thread.
func (w *peerWalk) of(ix model.ThreadIx) (p keyed[peerKey, peerPart]) {
	for s := range w.t.Segments(ix, w.r) {
		part := s.Clip(w.r)
		if s.State != model.Waiting || part.Len() == 0 {
			continue
		}
		end := waitEndOf(w.t, &s, w.r)
		k := peerKey{waiter: w.groups.of[ix], peer: -1, ender: end.Ender(), through: w.channels.segment(&s), category: s.Category, sub: s.Sub}
		if s.Flags&model.OpenEnd != 0 {
			k.ender = NotEnded
		}
		if k.ender == EndedByThread {
			k.peer = w.groups.of[end.unblocker]
		} else if by := s.Sender(); by != model.NoThread && k.ender == EndedByNetwork {
			k.peer = w.groups.of[by]
		}
		x := p.at(k, peerPart{key: k})
		if len(x.lengths) == 0 {
			x.lengths = append(x.lengths, nil)
		}
		x.lengths[0] = append(x.lengths[0], part.Len())
		x.lost = x.lost || s.Flags&model.LossOverlap != 0
		if part.Len() > x.most {
			x.longest, x.most = s, part.Len()
		}
	}
	return p
}

// join adds the waits of another thread.
func (p *peerPart) join(o *peerPart) {
	p.lengths = append(p.lengths, o.lengths...)
	p.lost = p.lost || o.lost
	if o.most > p.most {
		p.longest, p.most = o.longest, o.most
	}
}

func (p *peerPart) peer(groups *ThreadGroups) Peer {
	x := Peer{
		Waiter: &groups.List[p.key.waiter], Ender: p.key.ender, Through: p.key.through, Sub: p.key.sub, Category: p.key.category,
		Longest: p.longest, Lost: p.lost,
	}
	if p.key.peer >= 0 {
		x.Peer = &groups.List[p.key.peer]
	}
	x.Latency, x.Total = measure.LatencyOf(p.lengths...)
	return x
}
