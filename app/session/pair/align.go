package pair

import "threadlens/model"

// An Alignment is a way to find what is at the same time in two traces.
type Alignment struct {
	Key   string // of its command
	Title string
	Help  string
	Why   string // why it cannot be used
	// Offset is how much later it is in the second trace; ok is false where it cannot be used.
	Offset func(p *Pair) (offset model.Time, ok bool)
}

// Alignments lists them, the one with which a comparison begins first.
func Alignments() []Alignment {
	return []Alignment{
		{"start", "Start of Recording", "Align the starts of the two recordings", "", func(p *Pair) (model.Time, bool) {
			return p.Second.Trace().Held().From - p.First.Trace().Held().From, true
		}},
		{"marker", "First Common Marker", "Align the traces at the first marker or span whose name occurs in both", "No marker or span name occurs in both traces. Align their starts or selected segments instead.", (*Pair).marker},
		{"selection", "Selected Segments", "Align the timelines so that their selected segments begin at the same time", "First click a segment in each of the two timelines.", (*Pair).selection},
	}
}

// Align uses an alignment, and reports whether that was possible.
func (p *Pair) Align(a *Alignment) bool {
	if !p.Open() {
		return false
	}
	offset, ok := a.Offset(p)
	if ok {
		p.First.SetOffset(offset)
	}
	return ok
}

// Shift moves the second timeline by columns of pixels, to the left if negative.
func (p *Pair) Shift(columns int) {
	if v := p.First.View(); p.Open() && v.Width > 0 {
		p.First.SetOffset(p.First.Offset() - model.Time(columns)*max(1, v.Len()/model.Time(v.Width)))
	}
}

// marker aligns the first marker of the first trace with the first of that name in the second.
func (p *Pair) marker() (model.Time, bool) {
	a, b := p.First.Trace(), p.Second.Trace()
	first := map[string]model.Time{}
	for i := range b.Markers {
		m := &b.Markers[i]
		name := b.Tables.Strings.Get(m.Name)
		if at, ok := first[name]; !ok || m.Time < at {
			first[name] = m.Time
		}
	}
	for i := range a.Markers {
		m := &a.Markers[i]
		if at, ok := first[a.Tables.Strings.Get(m.Name)]; ok && m.Kind != model.MarkEnd {
			return at - m.Time, true
		}
	}
	return 0, false
}

// selection aligns the selected segments.
func (p *Pair) selection() (model.Time, bool) {
	a, ok := p.First.Segment()
	b, too := p.Second.Segment()
	return b.From - a.From, ok && too
}
