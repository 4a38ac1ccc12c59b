package analysis

import (
	"fmt"
	"slices"

	"threadlens/model"
)

// Inside is how much of its known processors a machine used in r, in percent, as
// the trace tells it: what the host's figure is compared with where the guest's own
// is not given.
func Inside(t *model.Trace, r model.Range) float64 {
	return 100 * quotient(machineBusy(t, r), r.Len()*model.Time(knownCores(t)))
}

// Value is the cell of a share, in any denominator, as the host saw it. It is no
// lower bound where the share is one: lost time is missing from the guest's own
// figure too, by which it is divided.
func (c Correction) Value(share Value) Value {
	share.Float, share.AtLeast = c.Of(share.Float), false
	return share
}

// title is the heading of corrected shares: "Corrected × 1.205".
func (c Correction) title() string { return fmt.Sprintf("Corrected × %.3f", c.W) }

// correct puts what the report vm makes of the shares in a column beside them, in
// the rows that are used time, as far as there is a figure of the host. Notes tell
// the factor.
func (t *Table) correct(tr *model.Trace, s Scope, column int, used func(cells []Value) bool) (corrected bool) {
	c, ok, notes := guestCorrection(tr, s)
	if !ok {
		if s.Guest.HasHost {
			t.Notes = append(t.Notes, notes...)
		}
		return false
	}
	raw := t.Columns[column]
	beside := raw
	beside.Name, beside.Title = raw.Name+"_corrected", c.title()
	t.Columns = slices.Insert(t.Columns, column+1, beside)
	for i, cells := range t.Rows {
		v := Value{}
		if used(cells) {
			v = c.Value(cells[column])
		}
		t.Rows[i] = slices.Insert(cells, column+1, v)
	}
	if t.Total != nil {
		t.Total = slices.Insert(t.Total, column+1, Value{})
	}
	t.Notes = append(t.Notes, notes...)
	return true
}
