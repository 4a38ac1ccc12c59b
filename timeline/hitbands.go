package timeline

import (
	"sort"

	"threadlens/model"
	"threadlens/timeline/lanes"
)

// inBands finds what is at the point in a row with bands.
func (f *finder) inBands(row *Row) {
	if f.inGutter {
		f.at.Toggle = row.folds()
		return
	}
	line := f.lineAt(f.at.Row, f.p.Y)
	if line < 0 {
		return
	}
	if b, ok := row.bandAt(line); !ok {
		f.at.Object = f.point(row.points(f.Trace))
	} else if b.Kind == lanes.BandProcessor {
		_, bottom := f.lineY(f.at.Row, line)
		f.at.Object = f.processor(model.CPU(b.Ix), bottom-f.p.Y)
	} else {
		f.at.Object = f.bandObject(b)
	}
}

// bandObject is what a band of spans or transfers shows in the column.
func (f *finder) bandObject(b lanes.Band) Object {
	kind := ObjectSpan
	if b.Kind == lanes.BandChannel {
		kind = ObjectTransfer
	}
	return f.nearby(func(column model.Range) (Object, bool) {
		c := candidates{column: column}
		for i, r := range b.Each(f.Trace, column) {
			if !c.add(Object{Kind: kind, Index: i}, r) {
				break
			}
		}
		return c.best()
	})
}

// point is the flag or message whose stem or sign is in the column: the last that
// starts at or before it, as far as its sign reaches.
func (f *finder) point(list []int32) Object {
	t := f.Trace
	from := f.View.TimeAt(f.x - f.Metrics.Px(pennantSize) + 1)
	to := f.View.TimeAt(f.x + 1 + f.Metrics.Px(diamondSize)/2)
	after := func(at model.Time) int {
		return sort.Search(len(list), func(k int) bool { return t.Markers[list[k]].Time >= at })
	}
	lo, mid, hi := after(from), after(f.View.TimeAt(f.x+1)), after(to)
	k := mid - 1 // the last one at or before the column
	if k < lo {
		if k = mid; k >= hi || t.Markers[list[k]].Kind != model.MarkStep {
			return Object{}
		}
	}
	column := f.View.Column(f.View.X(t.Markers[list[k]].Time))
	return Object{
		Kind: ObjectPoint, Index: int(list[k]), At: t.Markers[list[k]].Time,
		Others: min(after(column.To)-after(column.From), hitSegments) - 1,
	}
}

// processor is what a CPU does in the column: an interrupt where interrupts are
// drawn, which is up to the height of their share of the column, otherwise what it
// ran.
func (f *finder) processor(cpu model.CPU, above int) Object {
	column := f.View.Column(f.x)
	irqs, slices := candidates{column: column}, candidates{column: column}
	var inIrq model.Time
	for irq := range f.Trace.Interrupts(cpu, column) {
		inIrq += irq.Overlap(column)
		if !irqs.add(Object{Kind: ObjectInterrupt, Index: int(cpu), At: irq.From}, irq.Range) {
			break
		}
	}
	for slice := range f.Trace.Slices(cpu, column) {
		if !slices.add(Object{Kind: ObjectSlice, Index: int(cpu), At: slice.From}, slice.Range) {
			break
		}
	}
	height := f.Metrics.banded(bandHeight)
	drawn := max(2, int(int64(inIrq)*int64(height)/int64(max(column.Len(), 1))))
	if o, ok := irqs.best(); ok && above <= drawn {
		return o
	}
	o, _ := slices.best()
	return o
}
