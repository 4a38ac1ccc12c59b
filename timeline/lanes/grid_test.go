package lanes

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"threadlens/model"
)

// grid is a window with a number of columns.
type grid struct {
	model.Range
	Width int
}

// TimeAt is the start of a column, rounded up.
func (g grid) TimeAt(x int) model.Time {
	return g.From + model.Time(math.Ceil(float64(x)*float64(g.Len())/float64(g.Width)))
}

// Column is the time of a column.
func (g grid) Column(x int) model.Range { return model.Range{From: g.TimeAt(x), To: g.TimeAt(x + 1)} }

// columns are the columns of the grid.
func (g grid) columns() *Columns {
	c := &Columns{}
	c.Reset(g.Range, g.Width, g.TimeAt)
	return c
}

// randomGrid is a window of any length inside a trace.
func randomGrid(r *rand.Rand, end model.Time) grid {
	width := 50 + r.IntN(900)
	length := min(max(model.Time(float64(end)*math.Exp(-r.Float64()*9)), model.Time(width)), end)
	from := model.Time(r.Int64N(int64(end - length + 1)))
	return grid{model.Range{From: from, To: from + length}, width}
}

// summed is the summary of a trace, built.
func summed(t testing.TB, tr *model.Trace) *Summary {
	t.Helper()
	s := NewSummary(tr)
	if err := s.Build(context.Background(), 2, nil); err != nil {
		t.Fatal(err)
	}
	return s
}
