package perfetto

// Numbers of the fields of compact scheduling events: columns of numbers, one for each event.
const (
	compactSwitchTime   fieldNum = 1
	compactSwitchState  fieldNum = 2
	compactSwitchNext   fieldNum = 3
	compactSwitchPrio   fieldNum = 4
	compactNames        fieldNum = 5
	compactSwitchName   fieldNum = 6
	compactWakingTime   fieldNum = 7
	compactWakingTID    fieldNum = 8
	compactWakingTarget fieldNum = 9
	compactWakingName   fieldNum = 11
	compactWakingFlags  fieldNum = 12
	compactFields       fieldNum = 13
)

// compact is the compact scheduling events of a bundle taken apart.
type compact struct {
	columns [compactFields][]uint64 // by the number of the field
	names   [][]byte
	// switches and wakes are how many there are whose columns are complete; short is set where some
	// are not.
	switches, wakes int
	flags           bool // wakes have flags
	short           bool
}

// parse takes the events apart; false where they are damaged.
func (c *compact) parse(b []byte) bool {
	for i := range c.columns {
		c.columns[i] = c.columns[i][:0]
	}
	c.names = c.names[:0]
	m, ok := over(b), true
	for m.next() {
		switch {
		case m.num == compactNames:
			c.names = append(c.names, m.data)
		case m.num < compactFields:
			col := &c.columns[m.num]
			ok = m.numbers(func(v uint64) { *col = append(*col, v) }) && ok
		}
	}
	c.short = false
	c.sum(compactSwitchTime)
	c.sum(compactWakingTime)
	c.switches = c.complete(compactSwitchName, compactSwitchTime, compactSwitchState, compactSwitchNext, compactSwitchPrio)
	c.wakes = c.complete(compactWakingName, compactWakingTime, compactWakingTID, compactWakingTarget)
	c.flags = len(c.columns[compactWakingFlags]) >= c.wakes
	c.short = c.short || c.switches < len(c.columns[compactSwitchTime]) || c.wakes < len(c.columns[compactWakingTime])
	return ok && !m.bad
}

// sum makes times of the differences in a column, up to the first impossible one.
func (c *compact) sum(column fieldNum) {
	at := uint64(0)
	for i, d := range c.columns[column] {
		if at += d; at >= maxTime {
			c.columns[column] = c.columns[column][:i]
			c.short = true
			return
		}
		c.columns[column][i] = at
	}
}

// complete is how many events have a value in each of the columns, and a name that is in the table.
func (c *compact) complete(name fieldNum, columns ...fieldNum) int {
	n := len(c.columns[name])
	for _, col := range columns {
		n = min(n, len(c.columns[col]))
	}
	for i, ix := range c.columns[name][:n] {
		if ix >= uint64(len(c.names)) {
			return i
		}
	}
	return n
}

// countCompact takes from compact events what the first pass needs.
func (s *scan) countCompact(h *bundleHead, b []byte) {
	c := &s.compact
	if !c.parse(b) || c.short {
		s.leftOut.compact++
	}
	for _, at := range c.columns[compactSwitchTime][:c.switches] {
		h.covers(at)
	}
	for _, at := range c.columns[compactWakingTime][:c.wakes] {
		h.covers(at)
	}
	s.specs.of(eventSwitch, nil).count += int64(c.switches)
	s.specs.of(eventWaking, nil).count += int64(c.wakes)
}

// called is the name of the i-th event, by a column of names.
func (c *compact) called(column fieldNum, i int) []byte { return c.names[c.columns[column][i]] }
