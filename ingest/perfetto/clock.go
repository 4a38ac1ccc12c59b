package perfetto

import (
	"slices"

	"threadlens/model"
)

// Clocks with fixed numbers.
const (
	clockTrace     = 0 // that of the trace: the times of most packets need no conversion
	clockRealtime  = 1
	clockMonotonic = 3
	clockRaw       = 5
	clockBoot      = 6

	firstOwn = 64  // from here on a sequence's own clocks
	lastOwn  = 127 // up to here
)

// clockNames are the names of the clocks that may be the trace's.
var clockNames = map[uint64]string{
	1: "CLOCK_REALTIME", 2: "CLOCK_REALTIME_COARSE", 3: "CLOCK_MONOTONIC", 4: "CLOCK_MONOTONIC_COARSE",
	5: "CLOCK_MONOTONIC_RAW", 6: "CLOCK_BOOTTIME", 9: "TSC", 10: "perf clock",
}

// clockKey tells clocks apart: seq is the sequence that a sequence's own clock belongs to.
type clockKey struct{ number, seq uint64 }

// clockIx is a clock's place among those met.
type clockIx uint16

// noClock is the place of a clock for which there was no room.
const noClock clockIx = maxClocks

// clock is what is known of a clock.
type clock struct {
	number      uint64
	unit        uint64 // ns
	incremental bool   // a time is the difference to the one before
	last        uint64 // the latest time, ns
	backwards   bool   // its readings go backwards: it cannot be converted
	reading     uint64 // the latest one in a snapshot
	read        bool
	// next is the clock to convert to on the way to the trace's, by the pairs of readings.
	next  clockIx
	known bool // there is a way
	pairs []pair
}

// pair are readings of two clocks at one instant.
type pair struct{ from, to int64 }

// reading is that of a clock in a snapshot, ns.
type reading struct {
	clock clockIx
	at    uint64
}

// clocks are the clocks of a trace and how they are converted.
type clocks struct {
	list      []clock
	ix        map[clockKey]clockIx
	snapshots [][]reading
	trace     uint64 // the number of the trace's clock, as the file has it
	refused   int64  // readings that are not used
	boot      clockIx
}

func newClocks() *clocks {
	c := &clocks{ix: map[clockKey]clockIx{}}
	c.of(clockTrace, 0)
	c.boot = c.of(clockBoot, 0)
	return c
}

// of is the place of a clock as a packet of a sequence names it.
func (c *clocks) of(number, seq uint64) clockIx {
	key := clockKey{number: number}
	if number >= firstOwn && number <= lastOwn {
		key.seq = seq
	}
	if ix, ok := c.ix[key]; ok {
		return ix
	}
	if len(c.list) == maxClocks {
		return noClock
	}
	ix := clockIx(len(c.list))
	c.ix[key] = ix
	c.list = append(c.list, clock{number: number, unit: 1})
	return ix
}

// time is the time of a packet in ns of a clock; false for an impossible one.
func (c *clocks) time(ix clockIx, value uint64) (uint64, bool) {
	if ix == noClock {
		return 0, false
	}
	k := &c.list[ix]
	if k.unit > 1 && value > maxTime/k.unit && !k.incremental {
		return 0, false
	}
	at := value * k.unit
	if k.incremental {
		k.last += at
		at = k.last
	}
	return at, at < maxTime
}

// snapshot takes readings of several clocks at one instant.
func (c *clocks) snapshot(b []byte, seq uint64) {
	var list []reading
	m := over(b)
	for m.next() {
		switch {
		case m.num == 1 && m.bytes() && len(list) < maxReadings:
			if r, ok := c.read(m.data, seq); ok {
				list = append(list, r)
			} else {
				c.refused++
			}
		case m.num == 2 && !m.bytes() && c.trace == 0:
			c.trace = m.val
		}
	}
	c.together(list)
}

// read takes the reading of a clock.
func (c *clocks) read(b []byte, seq uint64) (r reading, ok bool) {
	f := flatten(b)
	number, value, unit := f.num[1], f.num[2], max(1, f.num[4])
	r.clock = c.of(number, seq)
	if f.bad || number == 0 || r.clock == noClock || value > maxTime/unit {
		return r, false
	}
	r.at = value * unit
	k := &c.list[r.clock]
	k.unit, k.incremental, k.last = unit, f.num[3] != 0, r.at
	return r, true
}

// together notes that clocks had these readings at one instant.
func (c *clocks) together(list []reading) {
	if len(list) == 0 {
		return
	}
	for _, r := range list {
		k := &c.list[r.clock]
		k.backwards = k.backwards || k.read && r.at < k.reading
		k.reading, k.read = r.at, true
	}
	c.snapshots = append(c.snapshots, list)
}

// finish finds for each clock the way to the trace's: to the clock that it is read together with and
// that is nearest to it.
func (c *clocks) finish() {
	if c.trace == 0 && c.list[c.boot].read {
		c.trace = clockBoot
	}
	goal := c.of(c.trace, 0)
	if goal == noClock {
		return
	}
	c.list[goal].known = true
	with := make([][]int32, len(c.list)) // snapshots, by clock
	for i, s := range c.snapshots {
		for _, r := range s {
			with[r.clock] = append(with[r.clock], int32(i))
		}
	}
	met := make([]bool, len(c.snapshots))
	for queue := []clockIx{goal}; len(queue) > 0; queue = queue[1:] {
		to := queue[0]
		for _, i := range with[to] {
			if met[i] {
				continue
			}
			met[i] = true
			for _, r := range c.snapshots[i] {
				if k := &c.list[r.clock]; !k.known && !k.backwards {
					k.known, k.next = true, to
					queue = append(queue, r.clock)
				}
			}
		}
	}
	for i := range c.snapshots {
		c.pair(c.snapshots[i])
	}
	c.list[goal].pairs = nil
}

// pair keeps of a snapshot what conversions need.
func (c *clocks) pair(s []reading) {
	for _, r := range s {
		k := &c.list[r.clock]
		if !k.known {
			continue
		}
		for _, to := range s {
			if to.clock == k.next && to.clock != r.clock {
				k.pairs = append(k.pairs, pair{int64(r.at), int64(to.at)})
			}
		}
	}
}

// same reports whether times of a clock need no conversion.
func (c *clocks) same(ix clockIx) bool {
	return ix == clockTrace || ix != noClock && (len(c.snapshots) == 0 || c.list[ix].number == c.trace)
}

// convert is a time of a clock as one of the trace's clock; false where there is no way to it. Each
// step is by the latest readings that are not later.
func (c *clocks) convert(ix clockIx, at uint64) (model.Time, bool) {
	t := int64(at)
	for range maxHops {
		if c.same(ix) {
			return model.Time(t), true
		}
		if ix == noClock || len(c.list[ix].pairs) == 0 {
			break
		}
		k := &c.list[ix]
		i, _ := slices.BinarySearchFunc(k.pairs, t+1, func(p pair, t int64) int {
			if p.from < t {
				return -1
			}
			return 1
		})
		p := k.pairs[max(0, i-1)]
		if t, ix = t-p.from+p.to, k.next; t < 0 || t > maxTime {
			break
		}
	}
	return 0, false
}

// wall is the time of day, in ns, at a time of the trace's clock; false if it is unknown.
func (c *clocks) wall(at model.Time) (ns int64, ok bool) {
	for _, s := range c.snapshots {
		var here, day *reading
		for i := range s {
			switch c.list[s[i].clock].number {
			case c.trace:
				here = &s[i]
			case clockRealtime:
				day = &s[i]
			}
		}
		if here == nil || day == nil {
			continue
		}
		if ok && int64(here.at) > int64(at) {
			break // the one before is nearer from below
		}
		ns, ok = int64(day.at)+int64(at)-int64(here.at), true
	}
	return ns, ok
}
