package modeltest

import (
	"fmt"

	"threadlens/model"
	"threadlens/model/measure/blocking"
)

// CheckPath checks a critical path: its hops tile its window, each lies in a
// segment with its state, and the totals add up.
func CheckPath(t *model.Trace, p *blocking.CriticalPath) error {
	at := p.Range.From
	for i := range p.Hops {
		h := &p.Hops[i]
		if h.From != at || h.To <= h.From {
			return fmt.Errorf("I15: hop %d of the path of thread %d in %v is %v, wants to begin at %d", i, p.Thread, p.Range, h.Range, at)
		}
		at = h.To
		s, alive := t.SegmentAt(h.Thread, h.From)
		if !alive && h.State == model.Unknown {
			continue
		}
		if !alive || s.State != h.State || s.Index != int(h.Index) || h.To > s.To {
			return fmt.Errorf("I15: hop %d of the path of thread %d, %s of thread %d in %v, is %v in %v", i, p.Thread, h.Label(), h.Thread, h.Range, s.State, s.Range)
		}
	}
	if at != p.Range.To {
		return fmt.Errorf("I15: the path of thread %d in %v ends at %d", p.Thread, p.Range, at)
	}
	var total model.Time
	for _, k := range p.Totals() {
		total += k.Time
	}
	if total != p.Range.Len() {
		return fmt.Errorf("the totals of the path of thread %d in %v add up to %d", p.Thread, p.Range, total)
	}
	return nil
}
