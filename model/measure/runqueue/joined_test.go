package runqueue

import (
	"slices"
	"testing"

	"threadlens/model"
)

// TestJoined: ranges that touch are joined, also three of them.
func TestJoined(t *testing.T) {
	list := []model.Range{{From: 1, To: 3}, {From: 3, To: 5}, {From: 5, To: 6}, {From: 7, To: 9}, {From: 9, To: 12}}
	if got, want := joined(list), []model.Range{{From: 1, To: 6}, {From: 7, To: 12}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
