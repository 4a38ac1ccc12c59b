package timeline

import (
	"fmt"
	"strings"
	"time"

	"threadlens/model"
)

// TimeAs is how instants are written.
type TimeAs uint8

// Ways to write an instant. The first five count from the start of the trace.
const (
	FromStart TimeAs = iota // in ms; along an axis in the unit that fits
	InNanoseconds
	InMicroseconds
	InMilliseconds
	InSeconds
	WallClock // the time of day
	RawClock  // what the clock of the trace read, in s
)

// Clock writes instants. The zero Clock counts from the start of the trace.
type Clock struct {
	As TimeAs
	// Wall is the time of day at trace start, in the zone that it is written in.
	Wall time.Time
	// Raw is what the clock of the trace read at its start, ns.
	Raw model.Time
}

// rawMost bounds the readings of a trace's clock, so that sums cannot overflow.
const rawMost = 1 << 62

// NewClock is the clock for a trace; if the trace lacks what as needs, it counts
// from the start of the trace. Times of day are in zone.
func NewClock(as TimeAs, info *model.Info, zone *time.Location) Clock {
	c := Clock{As: as}
	switch {
	case as == WallClock && HasWall(info):
		// One offset for the whole trace: a change of the zone's offset inside it
		// would make two instants look the same.
		name, offset := info.StartWall.In(zone).Zone()
		c.Wall = info.StartWall.In(time.FixedZone(name, offset))
	case as == RawClock && HasRaw(info):
		c.Raw = model.Time(info.Clock.StartNS)
	case as >= WallClock:
		c.As = FromStart
	}
	return c
}

// HasWall reports whether a trace contains the time of day.
func HasWall(info *model.Info) bool { return !info.StartWall.IsZero() }

// HasRaw reports whether a trace contains the readings of its clock.
func HasRaw(info *model.Info) bool {
	return info.Clock.Name != "" && max(info.Clock.StartNS, -info.Clock.StartNS) < rawMost
}

// unitOf is the unit in which instants are written, for all but WallClock, and
// the number of decimals that resolves 1 µs.
func (c Clock) unitOf() (u unit, decimals int) {
	switch c.As {
	case InNanoseconds:
		return unit{1, "ns", 0}, 0
	case InMicroseconds:
		return unit{microsecond, "µs", 0}, 0
	case InSeconds, RawClock:
		return unit{second, "s", 0}, 6
	}
	return unit{millisecond, "ms", 0}, 3
}

// Unit is the unit of the instants, "" for the time of day.
func (c Clock) Unit() string {
	if c.As == WallClock {
		return ""
	}
	u, _ := c.unitOf()
	return u.name
}

// Instant writes an instant, as exactly as a window of that length needs: to 1 µs,
// and below 10 µs to 1 ns: "7 611.000 ms" with a thin space, "12:00:07.611000".
func (c Clock) Instant(t, window model.Time) string {
	return strings.TrimSpace(c.number(t, window) + " " + c.Unit())
}

// Range writes "7 361.000 – 7 611.000 ms".
func (c Clock) Range(r model.Range) string {
	return c.number(r.From, r.Len()) + " " + enDash + " " + c.Instant(r.To, r.Len())
}

// number is an instant without its unit; decimals are truncated, not rounded.
func (c Clock) number(t, window model.Time) string {
	deep := window < 10*microsecond
	if c.As == WallClock {
		if deep {
			return c.timeOfDay(t, "15:04:05.000000000")
		}
		return c.timeOfDay(t, "15:04:05.000000")
	}
	u, decimals := c.unitOf()
	if deep && u.size > 1 {
		decimals += 3
	}
	return decimal(t+c.Raw, u.size, decimals)
}

func (c Clock) timeOfDay(t model.Time, layout string) string {
	return c.Wall.Add(time.Duration(t)).Format(layout)
}

// decimal writes t in units of size with a number of decimals, truncated; zero has
// no sign.
func decimal(t, size model.Time, decimals int) string {
	sign := ""
	if t < 0 {
		sign, t = minus, -t
	}
	s := FormatCount(int64(t / size))
	if decimals > 0 {
		s += "." + fmt.Sprintf("%09d", t%size*(second/size))[:decimals]
	}
	if strings.Trim(s, "0.") == "" {
		return s
	}
	return sign + s
}

// Axis chooses the ticks for a viewport, as NewAxis does: at round numbers of the
// written value. A time of day is divided like clocks.
func (c Clock) Axis(v Viewport, gap int) Axis {
	if c.As == FromStart {
		return NewAxis(v, gap)
	}
	step, minors := tickStep(v, gap)
	var zero model.Time
	switch c.As {
	case WallClock:
		step, minors = clockStep(step, minors)
		h, m, s := c.Wall.Clock()
		zero = model.Time(h)*hour + model.Time(m)*minute + model.Time(s)*second + model.Time(c.Wall.Nanosecond())
	case RawClock:
		zero = c.Raw
	}
	a := Axis{Step: step}
	if step <= 0 {
		return a
	}
	if c.As == WallClock {
		return c.wallAxis(a, v, minors, zero)
	}
	u, _ := c.unitOf()
	a.Unit = u.name
	if c.As == RawClock && step < millisecond {
		return c.deepAxis(a, v, minors, zero)
	}
	decimals := 0
	for size := u.size; size > step; size /= 10 {
		decimals++
	}
	a.ticks(v, minors, zero, func(t model.Time) string { return decimal(t, u.size, decimals) })
	return a
}

// deepAxis writes ticks that are too close for complete numbers: as a common part
// and the rest.
func (c Clock) deepAxis(a Axis, v Viewport, minors, zero model.Time) Axis {
	u := axisUnit(a.Step)
	base := floorTo(ceilTo(v.From+zero, a.Step), u.shift)
	a.Unit, a.Prefix = u.name, c.Instant(base-zero, second)+" +"
	a.ticks(v, minors, zero, func(t model.Time) string { return FormatCount(int64((t - base) / u.size)) })
	return a
}

// wallAxis writes times of day, and once the day and the zone.
func (c Clock) wallAxis(a Axis, v Viewport, minors, zero model.Time) Axis {
	if a.Step < microsecond {
		return c.deepAxis(a, v, minors, zero)
	}
	layout := "15:04:05.000000"
	switch {
	case a.Step >= 24*hour:
		layout = "01-02"
	case a.Step >= minute:
		layout = "15:04"
	case a.Step >= second:
		layout = "15:04:05"
	case a.Step >= millisecond:
		layout = "15:04:05.000"
	}
	a.Prefix = c.timeOfDay(max(v.From, 0), "2006-01-02 MST")
	a.ticks(v, minors, zero, func(t model.Time) string { return c.timeOfDay(t-zero, layout) })
	return a
}

// clockSteps are distances of ticks that divide minutes, hours and days, and the
// number of minor steps in each. No decimal step is between 6 and 12 hours.
var clockSteps = []struct{ step, minors model.Time }{
	{second, 5},
	{2 * second, 4},
	{5 * second, 5},
	{10 * second, 5},
	{30 * second, 3},
	{minute, 6},
	{2 * minute, 4},
	{5 * minute, 5},
	{10 * minute, 5},
	{30 * minute, 3},
	{hour, 6},
	{2 * hour, 4},
	{6 * hour, 6},
	{24 * hour, 4},
}

// clockStep is the smallest clock step that is at least as long as a decimal one.
func clockStep(step, minors model.Time) (model.Time, model.Time) {
	if step < second {
		return step, minors
	}
	for _, s := range clockSteps {
		if s.step >= step {
			return s.step, s.minors
		}
	}
	return ceilTo(step, 24*hour), 1
}
