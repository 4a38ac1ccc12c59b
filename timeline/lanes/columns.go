package lanes

import (
	"threadlens/model"
	"threadlens/timeline/paint"
)

// Columns is the grid of a frame: the instants at which its columns start.
type Columns struct {
	span  model.Range
	width int
	At    []model.Time // of columns 0 … width
	scale float64      // columns per ns
	share uint64       // shares per ns, in units of 2^-48
}

// Reset makes the grid of the given number of columns of a window; timeAt returns
// where they start.
func (c *Columns) Reset(span model.Range, width int, timeAt func(x int) model.Time) {
	if c.span == span && c.width == width {
		return
	}
	c.span, c.width = span, width
	c.scale = float64(width) / float64(span.Len())
	longest := (span.Len() + model.Time(width) - 1) / model.Time(width)
	c.share = paint.FullShare << 48 / uint64(longest)
	c.At = c.At[:0]
	for x := range width + 1 {
		c.At = append(c.At, timeAt(x))
	}
}

// X is the column of an instant of the window (its end included), without division:
// the estimate is off by at most one, which the grid corrects.
func (c *Columns) X(t model.Time) int {
	x := min(int(float64(t-c.span.From)*c.scale), c.width)
	for x < c.width && c.At[x+1] <= t {
		x++
	}
	for c.At[x] > t {
		x--
	}
	return x
}
