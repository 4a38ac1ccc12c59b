package timeline

import (
	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// NewCoreColours chooses the colours for a view of the given processes. hues is the
// hues of earlier calls for the same trace and choice; new ones are added.
func NewCoreColours(t *model.Trace, by ColourBy, targets []model.ProcIx, hues Hues) *CoreColours {
	c := &CoreColours{By: by, stolen: t.Counters[model.CountStolen] > 0, slots: make([]paint.Slot, len(t.Threads))}
	hueCount := numHues
	if c.stolen {
		hueCount = int(lanes.CoreStolen)
	}
	switch by {
	case ColourThread:
		c.byThread(t, hues.assign(busiestOf(t, targets), hueCount))
	case ColourProcess:
		c.byProcess(t, hues.assign(busiestProcesses(t), hueCount))
	case ColourPriority:
		c.byPriority(t)
	case ColourCategory:
		c.legend = []CoreColour{{model.Execution.Title(), lanes.CoreHues}}
	case ColourIPC:
		c.byIPC(t)
	}
	c.legend = append(c.legend, CoreColour{"Interrupt", lanes.CoreInterrupt}, CoreColour{"Unknown", lanes.CoreUnknown})
	if c.stolen {
		c.legend = append(c.legend, CoreColour{model.StolenTitle, lanes.CoreStolen})
	}
	c.legend = append(c.legend, CoreColour{"Idle", lanes.CoreIdle})
	return c
}

func (c *CoreColours) byThread(t *model.Trace, hues map[uint32]int) {
	for ix := range c.slots {
		c.slots[ix] = greyOf(t, t.Threads[ix].Proc)
		hue, ok := hues[uint32(ix)]
		if !ok {
			hue, ok = hues[uint32(t.Threads[ix].Proc)|otherProcess]
		}
		if ok {
			c.slots[ix] = lanes.CoreHues + paint.Slot(hue)
		}
	}
	c.hueLegend(hues, func(x uint32) string {
		if x&otherProcess != 0 {
			return processTitle(t, x&^otherProcess)
		}
		name := t.ThreadLabel(model.ThreadIx(x))
		if name == "" {
			name = t.Process(model.ThreadIx(x)).Name
		}
		return threadID(t, model.ThreadIx(x)) + " " + Printable(name)
	})
}

func (c *CoreColours) byProcess(t *model.Trace, hues map[uint32]int) {
	for ix := range c.slots {
		p := t.Threads[ix].Proc
		c.slots[ix] = greyOf(t, p)
		if hue, ok := hues[uint32(p)]; ok {
			c.slots[ix] = lanes.CoreHues + paint.Slot(hue)
		}
	}
	c.hueLegend(hues, func(x uint32) string { return processTitle(t, x) })
}

// hueLegend explains hues, in the order of their numbers, and the greys.
func (c *CoreColours) hueLegend(hues map[uint32]int, title func(uint32) string) {
	for hue := range numHues {
		for x, h := range hues {
			if h == hue {
				c.legend = append(c.legend, CoreColour{title(x), lanes.CoreHues + paint.Slot(hue)})
			}
		}
	}
	c.legend = append(c.legend, CoreColour{"Others", lanes.CoreOther}, CoreColour{"System", lanes.CoreSystem})
}

// greyOf is the slot of an occupant without a hue.
func greyOf(t *model.Trace, p model.ProcIx) paint.Slot {
	if t.Processes[p].Class == model.ClassSystem {
		return lanes.CoreSystem
	}
	return lanes.CoreOther
}

// priorityLevels are the levels of priority that colours distinguish, the most
// urgent first, with the last priority of each on Windows (from it up) and on Linux
// (down to it).
var priorityLevels = [...]struct {
	title          string
	windows, linux int16
	slot           paint.Slot
}{
	{"Real time", 16, 99, lanes.CoreHues + 1},
	{"Above normal", 9, 119, lanes.CoreHues + 4},
	{"Normal", 8, 120, lanes.CoreHues},
	{"Below normal", -1 << 15, 1<<15 - 1, lanes.CoreHues + 6},
}

func (c *CoreColours) byPriority(t *model.Trace) {
	linux := t.Info.OS.Family == "linux"
	for ix := range c.slots {
		c.slots[ix] = lanes.CoreOther
		p := t.Threads[ix].Priority
		for _, l := range priorityLevels {
			if p.Known && (linux && p.Last <= l.linux || !linux && p.Last >= l.windows) {
				c.slots[ix] = l.slot
				break
			}
		}
	}
	for _, l := range priorityLevels {
		c.legend = append(c.legend, CoreColour{l.title, l.slot})
	}
	c.legend = append(c.legend, CoreColour{"Priority not recorded", lanes.CoreOther})
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
