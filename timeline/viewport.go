package timeline

import (
	"math"
	"math/bits"

	"threadlens/model"
)

// MaxWidth is the widest lane area in device pixels.
const MaxWidth = 1 << 15

// marginPercent is how much empty time a viewport may show at either end of the
// trace, in percent of its length.
const marginPercent = 2

// Viewport is the visible time range and the width of the lane area that shows it,
// in device pixels. All its arithmetic is exact in integers, so that a column
// covers the same instants in the overview, the ruler and every lane.
//
// Column x, 0 <= x < Width, stands for the instants [TimeAt(x), TimeAt(x+1)). A
// clamped viewport has at least 1 ns per pixel, so no column is empty.
type Viewport struct {
	model.Range
	Width int
}

// X is the column that contains t: floor((t-From)·Width/Len). It lies outside
// [0, Width) for instants outside the range, and saturates far beyond it.
func (v Viewport) X(t model.Time) int {
	if v.Len() == 0 {
		return 0
	}
	d := t - v.From
	if d < 0 {
		return -int(mulDivUp(uint64(-d), uint64(v.Width), uint64(v.Len())))
	}
	return int(mulDiv(uint64(d), uint64(v.Width), uint64(v.Len())))
}

// TimeAt is the first instant of column x: the smallest t with X(t) >= x.
func (v Viewport) TimeAt(x int) model.Time {
	if v.Width <= 0 {
		return v.From
	}
	if x < 0 {
		return v.From - model.Time(mulDiv(uint64(-x), uint64(v.Len()), uint64(v.Width)))
	}
	return v.From + model.Time(mulDivUp(uint64(x), uint64(v.Len()), uint64(v.Width)))
}

// Column is the range of instants that column x stands for.
func (v Viewport) Column(x int) model.Range {
	return model.Range{From: v.TimeAt(x), To: v.TimeAt(x + 1)}
}

// Zoom narrows the range by factor (widens it below 1) around column x: the first
// instant of x stays the first instant of x, exactly, unless the limits of Clamp
// prevent it. A factor that is not positive changes nothing.
func (v Viewport) Zoom(x int, factor float64, whole model.Range) Viewport {
	if !(factor > 0) {
		return v
	}
	at := v.TimeAt(x)
	n := v
	wanted := min(math.Round(float64(v.Len())/factor), float64(maxLen(whole)))
	length := limitLen(model.Time(wanted), v.Width, whole)
	if length == v.Len() && factor != 1 && length > model.Time(v.Width) && length < maxLen(whole) {
		length += model.Time(sign(1 - factor)) // a step too small to round still changes it
	}
	n.From, n.To = 0, length
	d := n.TimeAt(x)
	n.From, n.To = at-d, at-d+length
	return n.Clamp(whole)
}

// Pan moves the range by px pixels to later times (to earlier ones if negative).
func (v Viewport) Pan(px int, whole model.Range) Viewport {
	if v.Width <= 0 {
		return v
	}
	d := model.Time(math.Round(float64(px) * float64(v.Len()) / float64(v.Width)))
	v.From += d
	v.To += d
	return v.Clamp(whole)
}

// Fit shows r, widened to the limits of Clamp if it is too short.
func (v Viewport) Fit(r, whole model.Range) Viewport {
	if short := model.Time(v.Width) - r.Len(); short > 0 {
		r.From -= short / 2
		r.To = r.From + model.Time(v.Width)
	}
	v.Range = r
	return v.Clamp(whole)
}

// Clamp returns the nearest viewport within the limits: at least 1 ns per pixel, at
// most the whole trace plus 2 % at either end, and nowhere beyond that. A trace that is shorter than
// its columns begins at the first one.
func (v Viewport) Clamp(whole model.Range) Viewport {
	length := limitLen(v.Len(), v.Width, whole)
	mid := v.From + v.Len()/2
	if length != v.Len() {
		v.From = mid - length/2
	}
	m := margin(whole)
	v.From = max(min(v.From, whole.To+m-length), whole.From-m)
	if length > maxLen(whole) {
		v.From = whole.From // nothing is known before it, and no time of a trace is negative
	}
	v.To = v.From + length
	return v
}

func margin(whole model.Range) model.Time {
	return whole.Len() / 100 * marginPercent
}

func maxLen(whole model.Range) model.Time { return whole.Len() + 2*margin(whole) }

func limitLen(length model.Time, width int, whole model.Range) model.Time {
	return max(min(length, maxLen(whole)), model.Time(width), 1)
}

func sign(f float64) int {
	switch {
	case f > 0:
		return 1
	case f < 0:
		return -1
	}
	return 0
}

// mulDiv is floor(a·b/c), or far beyond any column if that does not fit.
func mulDiv(a, b, c uint64) uint64 {
	q, _ := div(a, b, c)
	return q
}

// mulDivUp is ceil(a·b/c).
func mulDivUp(a, b, c uint64) uint64 {
	q, rem := div(a, b, c)
	if rem != 0 {
		q++
	}
	return q
}

func div(a, b, c uint64) (q, rem uint64) {
	hi, lo := bits.Mul64(a, b)
	const far = math.MaxInt64 / 2
	if hi >= c {
		return far, 0
	}
	if q, rem = bits.Div64(hi, lo, c); q > far {
		return far, 0
	}
	return q, rem
}
