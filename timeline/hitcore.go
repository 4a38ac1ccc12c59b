package timeline

import (
	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// inCore finds what is at the point on a lane of the Cores view: the segment of the thread
// that runs there, or what else the CPU does.
func (f *finder) inCore(row *Row) {
	if f.inGutter {
		return
	}
	if row.Kind == RowQueue {
		if y, h := f.queueArea(f.at.Row); f.p.Y >= y && f.p.Y < y+h && f.Trace.Whole().Contains(f.at.Time) {
			f.at.Object = Object{Kind: ObjectQueue, At: f.at.Time}
		}
		return
	}
	if row.Kind == RowSteps {
		f.inSteps(row)
		return
	}
	y, h := f.segmentPlace(f.at.Row)
	if f.p.Y < y || f.p.Y >= y+h {
		return
	}
	f.at.Object = f.core(row.CPUs[0], y+h-1-f.p.Y)
	if ix := ObjectThread(f.Trace, f.at.Object); f.at.Object.Kind == ObjectSlice && ix != model.NoThread {
		if seg, ok := f.Trace.SegmentAt(ix, f.at.Object.At); ok && seg.State == model.Running {
			f.at.Segment, f.at.Object = SegmentRef{ix, seg.Index}, Object{}
		}
	}
}

// core is what a CPU does in the column at a height above the floor of its lane:
// what starts there if only one thing does and it lasts for a column, since it then
// has the column to itself, otherwise the longest of those with the colour drawn at
// that height.
func (f *finder) core(cpu model.CPU, above int) Object {
	o := f.nearby(func(column model.Range) (Object, bool) {
		column = column.Clip(f.Trace.Whole())
		list, shares, starts := f.coreColumn(cpu, column)
		if len(list) == 0 {
			return Object{}, false
		}
		last := list[len(list)-1].Object
		if len(list) == 1 || starts == 1 && ObjectRange(f.Trace, last).Len() >= column.Len() {
			return last, true
		}
		w := lanes.Writer{Core: true, Stolen: f.Rows.Cores.stolen, Height: f.coreLaneHeight()}
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
func (f *finder) coreColumn(cpu model.CPU, column model.Range) (list []corePiece, all paint.Sums, starts int) {
	f.Rows.Cores.Walk(f.Trace, cpu, column, func(from, to model.Time, sl paint.Slot) {
		all.Add(sl, to-from)
		if len(list) >= hitSegments {
			return
		}
		if from > column.From || from == column.From && f.beginsAt(cpu, from) {
			starts++
		}
		piece := corePiece{Object{Kind: ObjectInterrupt, Index: int(cpu)}, sl, to - from}
		if sl == lanes.CoreInterrupt {
			for irq := range f.Trace.Interrupts(cpu, model.Range{From: from, To: from + 1}) {
				piece.At = irq.From
			}
		} else if slice, ok := f.longestSlice(cpu, model.Range{From: from, To: to}); ok {
			piece.Kind, piece.At = ObjectSlice, slice.From
		}
		list = append(list, piece)
	})
	return list, all, starts
}

// beginsAt reports whether a slice of a CPU or an interrupt starts at an instant.
func (f *finder) beginsAt(cpu model.CPU, t model.Time) bool {
	if slice, ok := f.Trace.SliceAt(cpu, t); ok && slice.From == t {
		return true
	}
	for irq := range f.Trace.Interrupts(cpu, model.Range{From: t, To: t + 1}) {
		if irq.From == t {
			return true
		}
	}
	return false
}

// longestSlice is the slice with the largest part of r: several of one colour are
// one piece.
func (f *finder) longestSlice(cpu model.CPU, r model.Range) (best model.Slice, ok bool) {
	n := 0
	for slice := range f.Trace.Slices(cpu, r) {
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
