package timeline

import (
	"image/color"
	"sort"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// ipcBands are the bands of instructions per cycle that colours distinguish,
// starting with the one that waits most for memory; each ends below its limit.
var ipcBands = [...]struct {
	title       string
	limit       float64
	light, dark uint32
}{
	{"IPC below 0.25", 0.25, 0xfdd49e, 0x6b3a1e},
	{"IPC 0.25 to 0.5", 0.5, 0xfdbb84, 0xa35a2a},
	{"IPC 0.5 to 1", 1, 0xef8a62, 0xd6854a},
	{"IPC 1 to 2", 2, 0xc4514a, 0xf0b27a},
	{"IPC 2 and more", 0, 0x7f1d3a, 0xfde3c8},
}

// ipcSlot is the slot of slices with an IPC.
func ipcSlot(ipc float64) paint.Slot {
	for i, b := range ipcBands[:len(ipcBands)-1] {
		if ipc < b.limit {
			return lanes.CoreHues + paint.Slot(i)
		}
	}
	return lanes.CoreHues + paint.Slot(len(ipcBands)-1)
}

// ipcHue is the colour of a band.
func ipcHue(p *paint.Palette, i int) color.RGBA {
	if p.Dark {
		return paint.RGB(ipcBands[i%len(ipcBands)].dark)
	}
	return paint.RGB(ipcBands[i%len(ipcBands)].light)
}

// byIPC chooses the colours of slices by their own counts, and those of threads by
// the counts of all their slices.
func (c *CoreColours) byIPC(t *model.Trace) {
	sums := make([]model.SliceIPC, len(t.Threads))
	c.ipc = make([][]ipcSlice, len(t.Cores))
	for cpu := range t.Cores {
		for _, s := range t.SlicesIPC(model.CPU(cpu)) {
			ipc, ok := s.IPC()
			if !ok {
				continue
			}
			c.ipc[cpu] = append(c.ipc[cpu], ipcSlice{s.From, ipcSlot(ipc)})
			slice, _ := t.SliceAt(model.CPU(cpu), s.From)
			if ix, ok := slice.Occupant.Thread(); ok {
				sums[ix].Cycles += s.Cycles
				sums[ix].Instructions += s.Instructions
			}
		}
	}
	for ix := range c.slots {
		c.slots[ix] = lanes.CoreOther
		if ipc, ok := sums[ix].IPC(); ok {
			c.slots[ix] = ipcSlot(ipc)
		}
	}
	for i, b := range ipcBands {
		c.legend = append(c.legend, CoreColour{b.title, lanes.CoreHues + paint.Slot(i)})
	}
	c.legend = append(c.legend, CoreColour{"IPC not recorded", lanes.CoreOther})
}

// ipcSlice is the colour of the slice that starts at an instant.
type ipcSlice struct {
	from model.Time
	slot paint.Slot
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
