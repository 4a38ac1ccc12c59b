package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// hitCore finds what is at p on a lane of the Cores view: the segment of the thread
// that runs there, or what else the CPU does.
func (s *Scene) hitCore(at *Place, p image.Point, gutter bool) {
	row := &s.Rows.List[at.Row]
	if gutter {
		return
	}
	if row.Kind == RowQueue {
		if y, h := s.queueArea(at.Row); p.Y >= y && p.Y < y+h && s.Trace.Whole().Contains(at.Time) {
			at.Object = Object{Kind: ObjectQueue, At: at.Time}
		}
		return
	}
	y, h := s.segmentPlace(at.Row)
	if p.Y < y || p.Y >= y+h {
		return
	}
	at.Object = s.coreAt(row.CPUs[0], p.X-s.gutter(), y+h-1-p.Y)
	if ix := ObjectThread(s.Trace, at.Object); at.Object.Kind == ObjectSlice && ix != model.NoThread {
		if seg, ok := s.Trace.SegmentAt(ix, at.Object.At); ok && seg.State == model.Running {
			at.Segment, at.Object = SegmentRef{ix, seg.Index}, Object{}
		}
	}
}

// coreAt is what a CPU does in column x at a height above the floor of its lane:
// what starts there if only one thing does and it lasts for a column, since it then
// has the column to itself, otherwise the longest of those with the colour drawn at
// that height.
func (s *Scene) coreAt(cpu model.CPU, x, above int) Object {
	o := s.nearby(x, func(column model.Range) (Object, bool) {
		column = column.Clip(s.Trace.Whole())
		list, shares, starts := s.coreColumn(cpu, column)
		if len(list) == 0 {
			return Object{}, false
		}
		last := list[len(list)-1].Object
		if len(list) == 1 || starts == 1 && ObjectRange(s.Trace, last).Len() >= column.Len() {
			return last, true
		}
		w := lanes.Writer{Core: true, Stolen: s.Rows.Cores.stolen, Height: s.coreLaneHeight()}
		want := slotAt(w.Heights(shares.Shares(column.Len())), above)
		best := -1
		for i := range list {
			if list[i].slot == want && (best < 0 || list[i].in > list[best].in) {
				best = i
			}
		}
		if best < 0 {
			best = len(list) - 1
		}
		o := list[best].Object
		o.Others = len(list) - 1
		return o, true
	})
	return o
}

// corePiece is something that a CPU did, and for how long in a column.
type corePiece struct {
	Object
	slot paint.Slot
	in   model.Time
}

// coreColumn is what a CPU did in a column, as far as it is examined, and how many
// things started in it.
func (s *Scene) coreColumn(cpu model.CPU, column model.Range) (list []corePiece, all paint.Sums, starts int) {
	s.Rows.Cores.Walk(s.Trace, cpu, column, func(from, to model.Time, sl paint.Slot) {
		all.Add(sl, to-from)
		if len(list) >= hitSegments {
			return
		}
		if from > column.From || from == column.From && s.beginsAt(cpu, from) {
			starts++
		}
		piece := corePiece{Object{Kind: ObjectInterrupt, Index: int(cpu)}, sl, to - from}
		if sl == lanes.CoreInterrupt {
			for irq := range s.Trace.Interrupts(cpu, model.Range{From: from, To: from + 1}) {
				piece.At = irq.From
			}
		} else if slice, ok := s.longestSlice(cpu, model.Range{From: from, To: to}); ok {
			piece.Kind, piece.At = ObjectSlice, slice.From
		}
		list = append(list, piece)
	})
	return list, all, starts
}

// beginsAt reports whether a slice of a CPU or an interrupt starts at an instant.
func (s *Scene) beginsAt(cpu model.CPU, t model.Time) bool {
	if slice, ok := s.Trace.SliceAt(cpu, t); ok && slice.From == t {
		return true
	}
	for irq := range s.Trace.Interrupts(cpu, model.Range{From: t, To: t + 1}) {
		if irq.From == t {
			return true
		}
	}
	return false
}

// longestSlice is the slice with the largest part of r: several of one colour are
// one piece.
func (s *Scene) longestSlice(cpu model.CPU, r model.Range) (best model.Slice, ok bool) {
	n := 0
	for slice := range s.Trace.Slices(cpu, r) {
		if !ok || slice.Overlap(r) > best.Overlap(r) {
			best, ok = slice, true
		}
		if n++; n == hitSegments {
			break
		}
	}
	return best, ok
}

// slotAt is the slot drawn at a height above the floor of a column; the highest
// slot above all of them.
func slotAt(heights paint.Mix, above int) paint.Slot {
	y, last := 0, paint.Slot(0)
	for s := range paint.Slot(paint.NumSlots) {
		if h := heights.At(s); h > 0 {
			last = s
			if y += h; above < y {
				return s
			}
		}
	}
	return last
}

// coreObjectRect is ObjectRect for the rows of the Cores view.
func (s *Scene) coreObjectRect(row int, o Object) (r image.Rectangle, ok bool) {
	lane := &s.Rows.List[row]
	span := ObjectRange(s.Trace, o)
	y, h := s.segmentPlace(row)
	switch {
	case o.Kind == ObjectQueue && lane.Kind == RowQueue:
		y, h = s.queueArea(row)
		span = s.View.Column(s.View.X(o.At))
	case lane.Kind != RowCore || o.Kind != ObjectSlice && o.Kind != ObjectInterrupt || int(lane.CPUs[0]) != o.Index:
		return r, false
	}
	if span.From >= s.View.To || max(span.To, span.From+1) <= s.View.From {
		return r, false
	}
	x0, x1 := s.wideRangeX(span)
	r = image.Rect(x0, y, x1, y+h).Intersect(s.LaneArea()).Intersect(s.RowRect(row))
	return r, !r.Empty()
}
