package timeline

import (
	"image"
	"sort"

	"threadlens/model"
	"threadlens/timeline/lanes"
)

// ObjectKind is what an Object is.
type ObjectKind uint8

// Kinds of objects.
const (
	NoObject        ObjectKind = iota
	ObjectSpan                 // Index of Trace.Spans.List
	ObjectPoint                // Index of Trace.Markers: a flag or a message
	ObjectTransfer             // Index of Trace.IOs
	ObjectSlice                // what CPU Index ran from At on
	ObjectInterrupt            // the interrupt that CPU Index handled from At on
	ObjectQueue                // the run queue at At
)

// Object refers to something in a row that is not a thread's.
type Object struct {
	Kind  ObjectKind
	Index int
	At    model.Time
	// Others is the number of others of its kind in the same column, as far as
	// they were counted.
	Others int
}

// hitBands finds what is at p in a row with bands.
func (s *Scene) hitBands(at *Place, p image.Point, gutter bool) {
	row := &s.Rows.List[at.Row]
	if gutter {
		at.Toggle = row.folds()
		return
	}
	line := s.lineAt(at.Row, p.Y)
	if line < 0 {
		return
	}
	x := p.X - s.gutter()
	if b, ok := row.bandAt(line); !ok {
		at.Object = s.pointAt(row.points(s.Trace), x)
	} else if b.Kind == lanes.BandProcessor {
		_, bottom := s.lineY(at.Row, line)
		at.Object = s.processorAt(model.CPU(b.Ix), x, bottom-p.Y)
	} else {
		at.Object = s.bandObjectAt(b, x)
	}
}

// bandObjectAt is what a band of spans or transfers shows at column x.
func (s *Scene) bandObjectAt(b lanes.Band, x int) Object {
	kind := ObjectSpan
	if b.Kind == lanes.BandChannel {
		kind = ObjectTransfer
	}
	return s.nearby(x, func(column model.Range) (Object, bool) {
		c := candidates{column: column}
		for i, r := range b.Each(s.Trace, column) {
			if !c.add(Object{Kind: kind, Index: i}, r) {
				break
			}
		}
		return c.best()
	})
}

// nearby searches column x and, if it is empty, the adjacent ones: a summary's
// bucket belongs to the column of its middle, and may reach into the next.
func (s *Scene) nearby(x int, look func(column model.Range) (Object, bool)) Object {
	for _, d := range []int{0, -1, 1} {
		if o, ok := look(s.View.Column(x + d)); ok {
			return o
		}
	}
	return Object{}
}

// candidates chooses among the things in a column: the one that starts in it, or
// the longest inside if there are several.
type candidates struct {
	column        model.Range
	begun, all    Object
	starts, n     int
	longest, most model.Time
}

// add adds a thing; it returns false when there are enough.
func (c *candidates) add(o Object, r model.Range) bool {
	d := max(r.Overlap(c.column), 1)
	if r.From >= c.column.From {
		c.starts++
		if d > c.longest {
			c.longest, c.begun = d, o
		}
	}
	if d > c.most {
		c.most, c.all = d, o
	}
	c.n++
	return c.n < hitSegments
}

func (c *candidates) best() (Object, bool) {
	o := c.all
	if c.starts == 1 {
		o = c.begun
	}
	o.Others = c.n - 1
	return o, c.n > 0
}

// pointAt is the flag or message whose stem or sign is at column x: the last that
// starts at or before it, as far as its sign reaches.
func (s *Scene) pointAt(list []int32, x int) Object {
	t := s.Trace
	from := s.View.TimeAt(x - s.Metrics.Px(pennantSize) + 1)
	to := s.View.TimeAt(x + 1 + s.Metrics.Px(diamondSize)/2)
	after := func(at model.Time) int {
		return sort.Search(len(list), func(k int) bool { return t.Markers[list[k]].Time >= at })
	}
	lo, mid, hi := after(from), after(s.View.TimeAt(x+1)), after(to)
	k := mid - 1 // the last one at or before x
	if k < lo {
		if k = mid; k >= hi || t.Markers[list[k]].Kind != model.MarkStep {
			return Object{}
		}
	}
	column := s.View.Column(s.View.X(t.Markers[list[k]].Time))
	return Object{
		Kind: ObjectPoint, Index: int(list[k]), At: t.Markers[list[k]].Time,
		Others: min(after(column.To)-after(column.From), hitSegments) - 1,
	}
}

// processorAt is what a CPU does in column x: an interrupt where interrupts are
// drawn, which is up to the height of their share of the column, otherwise what it
// ran.
func (s *Scene) processorAt(cpu model.CPU, x, above int) Object {
	column := s.View.Column(x)
	irqs, slices := candidates{column: column}, candidates{column: column}
	var inIrq model.Time
	for irq := range s.Trace.Interrupts(cpu, column) {
		inIrq += irq.Overlap(column)
		if !irqs.add(Object{Kind: ObjectInterrupt, Index: int(cpu), At: irq.From}, irq.Range) {
			break
		}
	}
	for slice := range s.Trace.Slices(cpu, column) {
		if !slices.add(Object{Kind: ObjectSlice, Index: int(cpu), At: slice.From}, slice.Range) {
			break
		}
	}
	height := s.Metrics.banded(bandHeight)
	drawn := max(2, int(int64(inIrq)*int64(height)/int64(max(column.Len(), 1))))
	if o, ok := irqs.best(); ok && above <= drawn {
		return o
	}
	o, _ := slices.best()
	return o
}

// ObjectRange is the time of an object; that of a flag or message has no length.
func ObjectRange(t *model.Trace, o Object) model.Range {
	switch o.Kind {
	case ObjectSpan:
		return t.Spans.List[o.Index].Range
	case ObjectTransfer:
		return t.IOs[o.Index].Range
	case ObjectSlice:
		s, _ := t.SliceAt(model.CPU(o.Index), o.At)
		return s.Range
	case ObjectInterrupt:
		irq, _ := InterruptAt(t, o)
		return irq.Range
	}
	return model.Range{From: o.At, To: o.At}
}

// InterruptAt is the interrupt that an object names; of several with the same start
// the innermost.
func InterruptAt(t *model.Trace, o Object) (irq model.IrqSpan, ok bool) {
	for i := range t.Interrupts(model.CPU(o.Index), model.Range{From: o.At, To: o.At + 1}) {
		if i.From == o.At {
			irq, ok = i, true
		}
	}
	return irq, ok
}

// ObjectThread is the thread that an object belongs to, NoThread if there is none.
func ObjectThread(t *model.Trace, o Object) model.ThreadIx {
	switch o.Kind {
	case ObjectSpan:
		return t.Spans.List[o.Index].Thread
	case ObjectPoint:
		return t.Markers[o.Index].Thread
	case ObjectTransfer:
		return t.IOs[o.Index].Thread
	case ObjectSlice:
		if s, ok := t.SliceAt(model.CPU(o.Index), o.At); ok {
			if ix, ok := s.Occupant.Thread(); ok {
				return ix
			}
		}
	}
	return model.NoThread
}

// ObjectRect is where a row shows an object, at least 3 dp wide and clipped to the
// lane area; ok is false if it does not show it.
func (s *Scene) ObjectRect(row int, o Object) (r image.Rectangle, ok bool) {
	if row < 0 || row >= len(s.Rows.List) {
		return r, false
	}
	if s.Rows.List[row].Kind.isCore() {
		return s.coreObjectRect(row, o)
	}
	line := s.objectLine(&s.Rows.List[row], o)
	at := ObjectRange(s.Trace, o)
	if line < 0 || at.From >= s.View.To || max(at.To, at.From+1) <= s.View.From {
		return r, false
	}
	area := s.LaneArea()
	x0, x1 := s.wideRangeX(at)
	y0, y1 := s.lineY(row, line)
	if o.Kind == ObjectPoint {
		x0, _ = s.RangeX(at)
		size := s.Metrics.Px(pennantSize)
		if x1 = x0 + size; s.Trace.Markers[o.Index].Kind == model.MarkStep {
			x0, x1 = x0-s.Metrics.Px(diamondSize), x0+s.Metrics.Px(diamondSize)
		}
	}
	r = image.Rect(x0, y0, x1, y1).Intersect(area)
	return r, !r.Empty()
}

// objectLine is the line of a row that shows an object, -1 if there is none.
func (s *Scene) objectLine(row *Row, o Object) int {
	all := row.Kind == RowMarkers
	if !all && row.Kind != RowSpans {
		return s.channelLine(row, o)
	}
	m := MarkerOf(s.Trace, o)
	switch {
	case m == nil || !all && row.Thread != ObjectThread(s.Trace, o):
		return -1
	case o.Kind == ObjectPoint && row.Bands.Points:
		return 0
	case o.Kind == ObjectPoint:
		return -1
	}
	span := &s.Trace.Spans.List[o.Index]
	line := int(span.Level)
	if !all {
		line = int(span.Depth)
	}
	line = min(line, row.Bands.Levels) // the last line has all levels above it
	if row.Bands.Points {
		line++
	}
	return line
}

// channelLine is objectLine for a channel, which has one line.
func (s *Scene) channelLine(row *Row, o Object) int {
	b := row.Bands.channel
	shown := false
	switch {
	case row.Kind != RowChannel:
	case o.Kind == ObjectTransfer && b.Kind == lanes.BandChannel:
		io := &s.Trace.IOs[o.Index]
		shown = io.Device == s.Trace.Disks[b.Ix/model.NumDirections].Device && int(io.Direction) == b.Ix%model.NumDirections
	case o.Kind == ObjectSlice || o.Kind == ObjectInterrupt:
		shown = b.Kind == lanes.BandProcessor && b.Ix == o.Index
	}
	if shown {
		return 0
	}
	return -1
}

// maxRelated bounds the spans and the points that Related finds.
const maxRelated = 64

// Related is where the markers with an object's correlation are in view, including
// itself; empty if it has none.
func (s *Scene) Related(o Object) (list []image.Rectangle) {
	m := MarkerOf(s.Trace, o)
	if m == nil || m.Correlation == 0 {
		return nil
	}
	spans, points := s.Trace.Related(m.Correlation, maxRelated)
	for row := range s.rowsInView() {
		if !s.Rows.List[row].Kind.isBands() {
			continue
		}
		for _, i := range spans {
			if r, ok := s.ObjectRect(row, Object{Kind: ObjectSpan, Index: i}); ok {
				list = append(list, r)
			}
		}
		for _, i := range points {
			if r, ok := s.ObjectRect(row, Object{Kind: ObjectPoint, Index: i, At: s.Trace.Markers[i].Time}); ok {
				list = append(list, r)
			}
		}
	}
	return list
}

// MarkerOf is the marker that names a span, a flag or a message, nil for other
// objects.
func MarkerOf(t *model.Trace, o Object) *model.Marker {
	switch o.Kind {
	case ObjectSpan:
		return &t.Markers[t.Spans.List[o.Index].Marker()]
	case ObjectPoint:
		return &t.Markers[o.Index]
	}
	return nil
}
