package timeline

import (
	"threadlens/model"
	"threadlens/timeline/paint"
)

// columns is the grid of a frame: the instants at which its columns begin.
type columns struct {
	view  Viewport
	at    []model.Time // of columns 0 … Width
	scale float64      // columns a ns
	share uint64       // shares a ns, in units of 2^-48
}

func (c *columns) reset(v Viewport) {
	if c.view == v && len(c.at) == v.Width+1 {
		return
	}
	c.view = v
	c.scale = float64(v.Width) / float64(v.Len())
	longest := (v.Len() + model.Time(v.Width) - 1) / model.Time(v.Width)
	c.share = paint.FullShare << 48 / uint64(longest)
	c.at = c.at[:0]
	for x := range v.Width + 1 {
		c.at = append(c.at, v.TimeAt(x))
	}
}

// x is view.X for an instant of the window (its end included), without division:
// the estimate is off by one at most, and the grid knows better.
func (c *columns) x(t model.Time) int {
	x := min(int(float64(t-c.view.From)*c.scale), c.view.Width)
	for x < c.view.Width && c.at[x+1] <= t {
		x++
	}
	for c.at[x] > t {
		x--
	}
	return x
}
