package measure

import (
	"slices"

	"threadlens/model"
)

// Lengths is how long a queue had each length: Lengths[k] is in ns, and together
// they add up to the window. The last one is not zero, unless it is the only one.
type Lengths []model.Time

// Integral is the sum of the queue times of the threads, ns.
func (h Lengths) Integral() model.Time { return Concurrency{H: h}.Running() }

// Window is the length of the window, ns.
func (h Lengths) Window() model.Time { return Concurrency{H: h}.Window() }

// Mean is the time-weighted mean length.
func (h Lengths) Mean() float64 { return Quotient(h.Integral(), h.Window()) }

// Max is the greatest length that lasted for any time.
func (h Lengths) Max() int { return len(h) - 1 }

// Min is the least length that lasted for any time.
func (h Lengths) Min() int {
	return max(0, slices.IndexFunc(h, func(d model.Time) bool { return d > 0 }))
}

// Add adds another histogram.
func (h *Lengths) Add(o Lengths) {
	for k, d := range o {
		AddTo((*[]model.Time)(h), k, d)
	}
}
