package timeline

import (
	"sort"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// Path is a path through a range of time from thread to thread: the critical path.
// NewPath makes one; it does not change.
type Path struct {
	model.Range
	// Thread is the thread that the path is about.
	Thread model.ThreadIx
	// Hops tile the range in order of time: each lasts up to the next, the last
	// one to the end of the range.
	Hops []PathHop

	steps []int       // indexes of Hops at which the thread changes, including the first
	lane  *lanes.Lane // summary of the hops, by category
}

// PathHop is what one thread did on a path.
type PathHop struct {
	From     model.Time
	Thread   model.ThreadIx
	Segment  int32 // of Thread, in which the hop lies; -1 outside its life
	Category model.Category
}

// NewPath is the path of hops that tile r, a part of the trace.
func NewPath(t *model.Trace, thread model.ThreadIx, r model.Range, hops []PathHop) *Path {
	p := &Path{Range: r, Thread: thread, Hops: hops}
	list := &lanes.Pieces{End: r.To}
	for i, h := range hops {
		if i == 0 || h.Thread != hops[i-1].Thread {
			p.steps = append(p.steps, i)
		}
		list.Push(h.From, paint.SlotOf[h.Category])
	}
	p.lane = lanes.NewLane(list, t.End)
	return p
}

// find is the last hop that starts at or before t, -1 if all start later.
func (p *Path) find(t model.Time) int {
	return sort.Search(len(p.Hops), func(i int) bool { return p.Hops[i].From > t }) - 1
}

// hop is the time of a hop.
func (p *Path) hop(i int) model.Range {
	r := model.Range{From: p.Hops[i].From, To: p.To}
	if i+1 < len(p.Hops) {
		r.To = p.Hops[i+1].From
	}
	return r
}

// hopAround is the hop at an instant, to look for its ends.
func (p *Path) hopAround(t model.Time) (model.Range, bool) {
	if p == nil || !p.Contains(t) || len(p.Hops) == 0 {
		return model.Range{}, false
	}
	return p.hop(max(p.find(t), 0)), true
}
