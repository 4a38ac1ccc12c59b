package timeline

import (
	"image"

	"threadlens/model"
)

// SnapTime is the boundary of a segment of the thread row at p nearest to p, if
// one lies within reach pixels.
func (s *Scene) SnapTime(p image.Point, reach int) (t model.Time, ok bool) {
	hit := s.Hit(p)
	if hit.Region != RegionLane || hit.Row < 0 {
		return 0, false
	}
	at, ok := s.rangesOf(&s.Rows.List[hit.Row])
	if !ok {
		return 0, false
	}
	x := p.X - s.LaneArea().Min.X
	best := model.Time(-1)
	consider := func(at model.Time) {
		d := max(at-hit.Time, hit.Time-at)
		if best < 0 || d < best {
			best, t = d, at
		}
	}
	// Only the segments at the pixels within reach count, and of those only the
	// nearest: few look-ups are needed.
	for _, when := range []model.Time{s.View.TimeAt(x - reach), hit.Time, s.View.TimeAt(x + reach + 1)} {
		if r, ok := at(when); ok {
			consider(r.From)
			consider(r.To)
		}
	}
	r := model.Range{From: s.View.TimeAt(x - reach), To: s.View.TimeAt(x + reach + 1)}
	return t, best >= 0 && t >= r.From && t < r.To
}

// rangesOf returns the ranges in a row: the segments of a thread, the hops of the
// path, the slices of a CPU. ok is false for other rows.
func (s *Scene) rangesOf(row *Row) (at func(model.Time) (model.Range, bool), ok bool) {
	switch row.Kind {
	case RowThread:
		return func(t model.Time) (model.Range, bool) {
			seg, ok := s.Trace.SegmentAt(row.Thread, t)
			return seg.Range, ok
		}, true
	case RowCore:
		return func(t model.Time) (model.Range, bool) {
			slice, ok := s.Trace.SliceAt(row.CPUs[0], t)
			return slice.Range, ok
		}, true
	case RowPath:
		return s.Path.hopAround, true
	}
	return nil, false
}
