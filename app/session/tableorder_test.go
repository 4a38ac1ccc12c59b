package session

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"threadlens/app/grid"
	"threadlens/app/session/query"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// TestTablesTellTheirOrder: the column by which a table claims to be sorted is the one by which it
// is; rows that are not threads or processes come last.
func TestTablesTellTheirOrder(t *testing.T) {
	for name, tr := range recordings(t) {
		cpu := query.CPU{Trace: tr, Window: tr.Whole(), Targets: tr.Targets()}
		flat, starts := cpu, cpu
		flat.Group, starts.Group = query.GroupThread, query.GroupFunction
		emulated := query.Measure{
			Trace: tr, Window: tr.Whole(), Scope: tr.Whole(), Targets: tr.Targets(),
			Tick: measure.Clock{Tick: measure.Tick}, Columns: 10,
		}
		for table, run := range map[string]func() (*grid.Content, error){
			"cpu": cpu.Run, "flat cpu": flat.Run, "cpu by start": starts.Run,
			"migrations": query.Migrations{Trace: tr, Window: tr.Whole()}.Run,
			"monitor": func() (*grid.Content, error) {
				return query.MonitorContent(tr, tr.End, measure.PercentCores, measure.GuestFigures{})
			},
			"errors": func() (*grid.Content, error) {
				m, err := emulated.Run(context.Background())
				if err != nil {
					return nil, err
				}
				return m.Table, nil
			},
		} {
			c, err := run()
			if err != nil {
				t.Fatal(name, table, err)
			}
			checkOrder(t, name+", "+table, c)
		}
	}
}

func checkOrder(t *testing.T, name string, c *grid.Content) {
	t.Helper()
	at := slices.IndexFunc(c.Columns, func(col grid.Column) bool { return col.Name == c.Order.Column })
	if at < 0 || c.Order.Reverse {
		t.Fatalf("%s: sorted by %v", name, c.Order)
	}
	last := map[int]report.Value{} // of the rows below each
	for i := range c.Rows {
		r := &c.Rows[i]
		if r.Cells[0].Text == "System Interrupts" || r.Key[0] == '-' {
			continue
		}
		v := r.Cells[at]
		before, ok := last[r.Parent]
		if ok && cmp.Or(cmp.Compare(v.Int, before.Int), cmp.Compare(math.Abs(v.Float), math.Abs(before.Float))) > 0 {
			t.Errorf("%s: row %q has %v behind %v", name, r.Key, v, before)
		}
		last[r.Parent] = v
	}
}
