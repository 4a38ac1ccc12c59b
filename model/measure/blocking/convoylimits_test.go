package blocking_test

import (
	"testing"

	"threadlens/model/measure/blocking"
)

// TestConvoyLimits tests both sides of each threshold of a convoy.
func TestConvoyLimits(t *testing.T) {
	for _, c := range []struct {
		name    string
		arrived int
		change  func(c *blocking.Convoy)
		want    bool
	}{
		{"just one", 18, func(*blocking.Convoy) {}, true},
		{"too short a queue", 18, func(c *blocking.Convoy) { c.Queue = 1.99 }, false},
		{"seldom in order", 18, func(c *blocking.Convoy) { c.FIFO = 0.89 }, false},
		{"seldom again", 18, func(c *blocking.Convoy) { c.Again = 0.79 }, false},
		{"holds that are too long", 18, func(c *blocking.Convoy) { c.Hold++ }, false},
		{"more go than come", 17, func(*blocking.Convoy) {}, false},
	} {
		convoy := blocking.Convoy{Handoffs: 20, Queue: 2, FIFO: 0.9, Again: 0.8, Hold: 20, Handoff: 10}
		c.change(&convoy)
		if got := convoy.Holds(c.arrived); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
