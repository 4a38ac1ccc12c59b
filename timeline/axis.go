package timeline

import (
	"fmt"

	"threadlens/model"
)

// Tick is a mark of an axis.
type Tick struct {
	X     int // column of the viewport
	Time  model.Time
	Label string // without unit; "" for minor ticks
}

// Axis is how the time of a viewport is written along the ruler.
type Axis struct {
	Step model.Time // between major ticks
	Unit string     // of the labels
	// Prefix is the common part of all labels, to be written once at the left end,
	// "7 611 ms +"; "" if the labels are complete.
	Prefix         string
	Majors, Minors []Tick
}

// NewAxis chooses the ticks for a viewport: major ones at multiples of 1, 2 or
// 5·10ⁿ ns, at least gap pixels apart, minor ones at fifths of these (halves of
// 2·10ⁿ).
func NewAxis(v Viewport, gap int) Axis {
	step, minors := tickStep(v, gap)
	a := Axis{Step: step}
	if step <= 0 {
		return a
	}
	u := axisUnit(step)
	a.Unit = u.name
	var base model.Time
	if u.shift > 0 {
		base = floorTo(ceilTo(v.From, step), u.shift)
		a.Prefix = u.prefix(base) + " +"
	}
	a.ticks(v, minors, 0, func(t model.Time) string { return FormatCount(int64((t - base) / u.size)) })
	return a
}

// ticks sets the ticks for a clock that reads zero at time 0: major ones where its
// reading is a multiple of a.Step; label formats a reading.
func (a *Axis) ticks(v Viewport, minors, zero model.Time, label func(model.Time) string) {
	for t := ceilTo(v.From+zero, a.Step/minors); t < v.To+zero; t += a.Step / minors {
		at := t - zero
		if floorTo(t, a.Step) != t {
			a.Minors = append(a.Minors, Tick{X: v.X(at), Time: at})
			continue
		}
		a.Majors = append(a.Majors, Tick{v.X(at), at, label(t)})
	}
}

// tickStep is the smallest 1, 2, 5·10ⁿ ns that is gap pixels wide, and the
// number of minor steps in it.
func tickStep(v Viewport, gap int) (step, minors model.Time) {
	if v.Width <= 0 || v.Len() <= 0 {
		return 0, 1
	}
	least := model.Time(mulDivUp(uint64(v.Len()), uint64(gap), uint64(v.Width)))
	for p := model.Time(1); p < 1<<58; p *= 10 {
		for _, m := range []model.Time{1, 2, 5} {
			if m*p < least {
				continue
			}
			minors = 5
			if m == 2 {
				minors = 4
			}
			for m*p%minors != 0 {
				minors-- // steps of 1, 2, 5 ns cannot be divided
			}
			return m * p, minors
		}
	}
	return 0, 1
}

// unit is how the labels of an axis are written.
type unit struct {
	size  model.Time // one unit in ns
	name  string
	shift model.Time // the prefix counts whole shifts; 0: no prefix
}

// axisUnit chooses the unit for a distance of major ticks.
func axisUnit(step model.Time) unit {
	switch {
	case step >= second:
		return unit{second, "s", 0}
	case step >= millisecond:
		return unit{millisecond, "ms", 0}
	case step >= microsecond:
		return unit{microsecond, "µs", millisecond}
	}
	return unit{1, "ns", microsecond}
}

// prefix writes the common part: whole ms, and µs as decimals where the ticks
// are finer.
func (u unit) prefix(base model.Time) string {
	whole := floorTo(base, millisecond)
	s := FormatCount(int64(whole / millisecond))
	if u.shift < millisecond {
		s += fmt.Sprintf(".%03d", (base-whole)/microsecond)
	}
	return s + " ms"
}

// floorTo is the greatest multiple of step at or before t.
func floorTo(t, step model.Time) model.Time {
	m := t % step
	if m < 0 {
		m += step
	}
	return t - m
}

// ceilTo is the least multiple of step at or after t.
func ceilTo(t, step model.Time) model.Time { return -floorTo(-t, step) }
