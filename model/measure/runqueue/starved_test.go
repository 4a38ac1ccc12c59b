package runqueue

import (
	"slices"
	"testing"

	"threadlens/model"
)

// TestStarvedPieces: stretches of at least a length are kept, and shorter ones only at the
// ends of a piece, where they may continue in another piece.
func TestStarvedPieces(t *testing.T) {
	queued, none := func(from model.Time) queueStep { return queueStep{from, 1, 1} }, func(from model.Time) queueStep { return queueStep{from: from} }
	for _, c := range []struct {
		name  string
		steps []queueStep // up to 100
		want  []model.Range
	}{
		{"none", []queueStep{none(0)}, nil},
		{"all", []queueStep{queued(0)}, []model.Range{{To: 100}}},
		{"inside", []queueStep{none(0), queued(10), none(20), queued(30), none(39)}, []model.Range{{From: 10, To: 20}}},
		{"short at the ends", []queueStep{queued(0), none(1), queued(99)}, []model.Range{{To: 1}, {From: 99, To: 100}}},
		{"in two steps", []queueStep{none(0), queued(10), {15, 2, 1}, none(20)}, []model.Range{{From: 10, To: 20}}},
		{"no idle processor", []queueStep{{0, 1, 0}}, nil},
		{"nobody queues", []queueStep{{0, 0, 1}}, nil},
	} {
		p := starvedSink{least: 10}
		p.steps(c.steps, 100)
		if !slices.Equal(p.list, c.want) {
			t.Errorf("%s: %v, want %v", c.name, p.list, c.want)
		}
	}
}
