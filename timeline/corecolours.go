package timeline

import (
	"image/color"
	"sort"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// CoreColours are the colours of the slices on the lanes of CPUs. They do not
// change, and are identified by their address.
type CoreColours struct {
	By     ColourBy
	stolen bool         // a host took time: coreStolen is it, not a hue
	slots  []paint.Slot // by thread
	ipc    [][]ipcSlice // by CPU, with ColourIPC
	legend []CoreColour
}

// CoreColour is one colour and its meaning.
type CoreColour struct {
	Title string
	slot  paint.Slot
}

// Legend is the colours in use and their meanings.
func (c *CoreColours) Legend() []CoreColour { return c.legend }

// slot is the slot of an occupant of a CPU.
func (c *CoreColours) slot(o model.Occupant) paint.Slot {
	switch o {
	case model.OccupantIdle:
		return lanes.CoreIdle
	case model.OccupantUnknown:
		return lanes.CoreUnknown
	case model.OccupantOffline:
		return lanes.CoreOffline
	case model.OccupantStolen:
		return lanes.CoreStolen
	}
	if ix, ok := o.Thread(); ok {
		return c.slots[ix]
	}
	return lanes.CoreUnknown
}

// Walk calls add for the pieces of a CPU that overlap r, clipped to it, in order
// and without gaps.
func (c *CoreColours) Walk(t *model.Trace, cpu model.CPU, r model.Range, add func(from, to model.Time, s paint.Slot)) {
	s := lanes.Sweep{Add: add, At: r.From}
	for slice := range t.Slices(cpu, r) {
		s.Slots = [4]paint.Slot{c.sliceSlot(cpu, &slice), lanes.CoreInterrupt, lanes.CoreInterrupt, lanes.CoreInterrupt}
		part := slice.Clip(r)
		for irq := range t.Interrupts(cpu, part) {
			s.GoTo(max(irq.From, part.From))
			s.Until[0] = max(s.Until[0], irq.To)
		}
		s.GoTo(part.To)
	}
	s.Flush()
}

// Fill is the colour of a thread's slices.
func (c *CoreColours) Fill(p *paint.Palette, ix model.ThreadIx) color.RGBA {
	return coreFill(p, c.By, c.slots[ix])
}

// LegendFill is the colour of an entry of Legend.
func (c *CoreColours) LegendFill(p *paint.Palette, e CoreColour) color.RGBA {
	if class, ok := c.HatchClass(e); ok {
		return p.Class(class)
	}
	return coreFill(p, c.By, e.slot)
}

// HatchClass is the class of CPU use whose hatched look an entry of Legend has; ok
// is false for those without a hatch.
func (c *CoreColours) HatchClass(e CoreColour) (class paint.Class, ok bool) {
	switch {
	case e.slot == lanes.CoreUnknown:
		return paint.ClassUnknown, true
	case e.slot == lanes.CoreStolen && c.stolen:
		return paint.ClassStolen, true
	}
	return paint.NoClass, false
}

// Times is how long each colour of Legend occurs on all CPUs in r, added up.
func (c *CoreColours) Times(t *model.Trace, r model.Range) []model.Time {
	var all paint.Sums
	for cpu := range t.Cores {
		if t.Cores[cpu].Known {
			c.Walk(t, model.CPU(cpu), r.Clip(t.Whole()), func(from, to model.Time, s paint.Slot) { all.Add(s, to-from) })
		}
	}
	times := make([]model.Time, len(c.legend))
	for i, e := range c.legend {
		times[i] = all.NS[e.slot]
	}
	return times
}

// sliceSlot is the slot of a slice of a CPU.
func (c *CoreColours) sliceSlot(cpu model.CPU, s *model.Slice) paint.Slot {
	if _, ok := s.Occupant.Thread(); !ok || c.By != ColourIPC {
		return c.slot(s.Occupant)
	}
	list := c.ipc[cpu]
	i := sort.Search(len(list), func(i int) bool { return list[i].from >= s.From })
	if i < len(list) && list[i].from == s.From {
		return list[i].slot
	}
	return lanes.CoreOther
}

// sliceFill is the colour of a slice of a CPU.
func (c *CoreColours) sliceFill(p *paint.Palette, cpu model.CPU, s *model.Slice) color.RGBA {
	return coreFill(p, c.By, c.sliceSlot(cpu, s))
}
