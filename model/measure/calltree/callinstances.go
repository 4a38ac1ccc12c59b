package calltree

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// CallPath is the way to a node of a call tree: the tree's category, and the names
// of the functions from below its root to the node.
type CallPath struct {
	Category model.Category
	Sampled  bool // CallTree.Sampled
	Names    []string
}

// Path is the way to node i.
func (c *CallTree) Path(i int) CallPath {
	p := CallPath{Category: c.Category, Sampled: c.Sampled}
	for ; c.Nodes[i].Parent >= 0; i = c.Nodes[i].Parent {
		p.Names = append(p.Names, c.Nodes[i].Name)
	}
	slices.Reverse(p.Names)
	return p
}

// Find is the node to which the names below the root lead; ok is false if there is
// none.
func (c *CallTree) Find(names []string) (node int, ok bool) {
	for _, name := range names {
		k := node + 1 // descendants of a node come after it
		for k < len(c.Nodes) && c.Nodes[k].Depth > c.Nodes[node].Depth && (c.Nodes[k].Parent != node || c.Nodes[k].Name != name) {
			k++
		}
		if k == len(c.Nodes) || c.Nodes[k].Depth <= c.Nodes[node].Depth {
			return 0, false
		}
		node = k
	}
	return node, true
}

// InstanceStep is an instance of a node and its place among them.
type InstanceStep struct {
	Instance
	// Number is its place among Count instances, from 1 on.
	Number, Count int64
}

// precedes reports whether i comes before o in time; of simultaneous ones, that of
// the thread with the lower index.
func (i *Instance) precedes(o *Instance) bool {
	return cmp.Or(cmp.Compare(i.From, o.From), cmp.Compare(i.Thread, o.Thread)) < 0
}

// CallInstance is the instance of a node that follows another one in time (dir 1),
// precedes it (dir -1), or is that one (dir 0); after the last one comes the first
// again. ok is false if the node has none or, with dir 0, not this one. The
// instances are those that CallNode.All of the node counts, likewise clipped to the
// query's range.
func CallInstance(t *model.Trace, q TreeQuery, path CallPath, from Instance, dir int) (step InstanceStep, ok bool) {
	q.Range = q.Range.Clip(t.Whole())
	if q.Kind != TreeExecution {
		q.Categories = []model.Category{path.Category}
	}
	var parts []*instanceSearch
	q.each(t, func() func(*treePiece) {
		s := &instanceSearch{matcher: newPathMatcher(t, q.Mine, path.Names), sampled: path.Sampled, from: from}
		parts = append(parts, s)
		return s.look
	})
	all := instanceSearch{}
	for _, s := range parts {
		all.merge(s)
	}
	return all.step(dir)
}

// instanceSearch finds the neighbours of an instance among those of a node.
type instanceSearch struct {
	matcher     *pathMatcher
	sampled     bool
	from        Instance
	first, last instanceSpot // of all instances
	prev, next  instanceSpot // the ones just before and after from
	same        instanceSpot // from itself
	before, all int64        // the number of instances before from, and of all
}

// instanceSpot is an instance, or none.
type instanceSpot struct {
	Instance
	ok bool
}

// earliest keeps the earlier of two.
func (s *instanceSpot) earliest(i *Instance) {
	if !s.ok || i.precedes(&s.Instance) {
		s.Instance, s.ok = *i, true
	}
}

// latest keeps the later of two.
func (s *instanceSpot) latest(i *Instance) {
	if !s.ok || s.Instance.precedes(i) {
		s.Instance, s.ok = *i, true
	}
}

// look takes a piece into account.
func (s *instanceSearch) look(p *treePiece) {
	if p.sum.Count == 0 || p.sampled != s.sampled || !s.matcher.matches(p.stack, p.instead) {
		return
	}
	i := &p.instance
	s.all++
	s.first.earliest(i)
	s.last.latest(i)
	switch {
	case i.precedes(&s.from):
		s.before++
		s.prev.latest(i)
	case s.from.precedes(i):
		s.next.earliest(i)
	default:
		s.same = instanceSpot{*i, true}
	}
}

// merge takes what another one has found.
func (s *instanceSearch) merge(o *instanceSearch) {
	s.all += o.all
	s.before += o.before
	for _, both := range []struct {
		to, from *instanceSpot
		take     func(*instanceSpot, *Instance)
	}{
		{&s.first, &o.first, (*instanceSpot).earliest},
		{&s.last, &o.last, (*instanceSpot).latest},
		{&s.prev, &o.prev, (*instanceSpot).latest},
		{&s.next, &o.next, (*instanceSpot).earliest},
		{&s.same, &o.same, (*instanceSpot).earliest},
	} {
		if both.from.ok {
			both.take(both.to, &both.from.Instance)
		}
	}
}

// step is the instance that was searched for.
func (s *instanceSearch) step(dir int) (step InstanceStep, ok bool) {
	behind := s.before
	if s.same.ok {
		behind++
	}
	switch {
	case s.all == 0 || dir == 0 && !s.same.ok:
		return step, false
	case dir == 0:
		return InstanceStep{s.same.Instance, s.before + 1, s.all}, true
	case dir > 0 && s.next.ok:
		return InstanceStep{s.next.Instance, behind + 1, s.all}, true
	case dir > 0:
		return InstanceStep{s.first.Instance, 1, s.all}, true
	case s.prev.ok:
		return InstanceStep{s.prev.Instance, s.before, s.all}, true
	}
	return InstanceStep{s.last.Instance, s.all, s.all}, true
}

// pathMatcher finds which stacks belong to a node.
type pathMatcher struct {
	frames callFrames
	names  []string
	depths []int32 // by stack: how many names of the path it has followed, plus one; see apart
}

// apart marks a stack that has left the path to the node.
const apart = -1

func newPathMatcher(t *model.Trace, mine bool, names []string) *pathMatcher {
	return &pathMatcher{newCallFrames(t, mine), names, make([]int32, t.Tables.Stacks.Len()+1)}
}

// matches reports whether a stack, or the entry in its place, belongs to the node.
func (m *pathMatcher) matches(id model.StackID, instead string) bool {
	if id == model.NoStack || int(id) >= len(m.depths) {
		return len(m.names) == 0 || len(m.names) == 1 && m.names[0] == instead
	}
	n := m.depth(id)
	if n == 0 && len(m.names) == 1 && m.names[0] == noProgram {
		return true // it has no frame that is shown
	}
	return n == len(m.names)
}

// depth is how many of the names lead to a stack, apart if it is elsewhere.
func (m *pathMatcher) depth(id model.StackID) int {
	if id == model.NoStack {
		return 0
	}
	if d := m.depths[id]; d != 0 {
		return int(max(d-1, apart))
	}
	caller, f := m.frames.t.Tables.Stacks.Node(id)
	n := m.depth(caller)
	if n != apart && n < len(m.names) && m.frames.shown(caller, f) {
		if m.frames.name(f) == m.names[n] {
			n++
		} else {
			n = apart
		}
	}
	m.depths[id] = int32(n + 1)
	if n == apart {
		m.depths[id] = apart
	}
	return n
}
