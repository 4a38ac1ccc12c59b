package report

import (
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// correctedCell is the cell of a share, in any denominator, as the host saw it. It is
// not a lower bound even if the share is one: lost time is also missing from the guest's
// own figure, by which it is divided.
func correctedCell(c measure.Correction, share Value) Value {
	share.Float, share.AtLeast = c.Of(share.Float), false
	return share
}

// correctedTitle is the heading of corrected shares: "Corrected × 1.205".
func correctedTitle(c measure.Correction) string { return fmt.Sprintf("Corrected × %.3f", c.W) }

// correct adds a column with the shares of another, corrected as in the report vm, if
// there is a figure of the host; it is empty in the rows that are not used time. Notes
// give the factor.
func (t *Table) correct(tr *model.Trace, s measure.Scope, key string, unused map[int]bool) (corrected bool) {
	c, ok, notes := measure.GuestCorrection(tr, s)
	if !ok {
		if s.Guest.HasHost {
			t.Notes = append(t.Notes, notes...)
		}
		return false
	}
	column := t.Column(key)
	beside := t.Columns[column]
	beside.Name, beside.Key, beside.Title = beside.Name+"_corrected", key+"_corrected", correctedTitle(c)
	t.Columns = slices.Insert(t.Columns, column+1, beside)
	for i, cells := range t.Rows {
		v := Value{}
		if !unused[i] {
			v = correctedCell(c, cells[column])
		}
		t.Rows[i] = slices.Insert(cells, column+1, v)
	}
	if t.Total != nil {
		t.Total = slices.Insert(t.Total, column+1, Value{})
	}
	t.Notes = append(t.Notes, notes...)
	return true
}
