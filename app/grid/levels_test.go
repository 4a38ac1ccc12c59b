package grid

import (
	"testing"

	"threadlens/model/report"
)

// TestLevels: rows that a table marks as parts of others belong to them.
func TestLevels(t *testing.T) {
	table := &report.Table{
		Columns: []report.Column{{Name: "ipc", Title: "IPC", Kind: report.KindNumber, Digits: 3}},
		Levels:  []uint8{0, 1, 2, 1, 0},
	}
	for range table.Levels {
		table.Rows = append(table.Rows, []report.Value{{Kind: report.KindNumber, Float: 0.5}})
	}
	c := FromTable(table, Shape{})
	for i, want := range []int{NoParent, 0, 1, 0, NoParent} {
		if got := c.Rows[i].Parent; got != want {
			t.Errorf("row %d belongs to %d, want %d", i, got, want)
		}
	}
}
