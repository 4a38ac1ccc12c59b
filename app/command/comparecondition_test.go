package command

import (
	"testing"

	"threadlens/model/report"
)

// TestConditionsOfChanges: both sides of the limit, and rows that only B has.
func TestConditionsOfChanges(t *testing.T) {
	text := func(s string) report.Value { return report.Value{Kind: report.KindText, Text: s} }
	row := func(name string, after int64, change *float64) []report.Value {
		r := []report.Value{text("queue delay"), text("ready to running, " + name), {Kind: report.KindDuration, Int: after}, {}}
		if change != nil {
			r[3] = report.Value{Kind: report.KindChange, Float: *change}
		}
		return r
	}
	twenty := 20.0
	table := &report.Table{
		Columns: []report.Column{{Name: "section"}, {Name: "name"}, {Name: "b_ns"}, {Name: "change_percent"}},
		Rows:    [][]report.Value{row("p99", 120, &twenty), row("p50", 5, nil), row("p90", 0, nil)},
	}
	for text, want := range map[string]bool{
		"ready.p99>+20%": false, "ready.p99>19.9%": true, "ready.p99>-3%": true, "ready.p99<+20%": false, "ready.p99<+20.1%": true,
		"ready.p50>+1000%": true, "ready.p50<+1000%": false, "ready.p90>-10%": false,
		"queue delay: ready to running, p99 > 10%": false, // a blank before the number
		"queue delay: ready to running, p99 >10%":  true,
	} {
		c, err := parseCondition(text)
		if text == "queue delay: ready to running, p99 > 10%" {
			if err == nil {
				t.Errorf("%s is accepted", text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if _, holds, err := c.holds(table); err != nil || holds != want {
			t.Errorf("%s: %v, %v", text, holds, err)
		}
	}
}
