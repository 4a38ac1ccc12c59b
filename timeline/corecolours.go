package timeline

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// ColourBy is what the colours of slices on the lanes of CPUs distinguish.
type ColourBy uint8

// Choices of colours.
const (
	ColourThread ColourBy = iota
	ColourProcess
	ColourPriority
	ColourCategory
	ColourIPC // instructions per cycle
)

var colourWords = [...]struct{ key, title string }{
	{"thread", "Thread"}, {"process", "Process"}, {"priority", "Priority"}, {"category", "Category"}, {"ipc", "IPC"},
}

// ColourBys are all choices in the order of menus.
func ColourBys() []ColourBy {
	return []ColourBy{ColourThread, ColourProcess, ColourPriority, ColourCategory, ColourIPC}
}

// String is the name of the choice on screen.
func (c ColourBy) String() string { return colourWords[c].title }

// Key is the name of the choice in files.
func (c ColourBy) Key() string { return colourWords[c].key }

// ParseColourBy reads a name that Key returns.
func ParseColourBy(key string) (ColourBy, bool) {
	i := slices.IndexFunc(ColourBys(), func(c ColourBy) bool { return c.Key() == key })
	return ColourBy(max(i, 0)), i >= 0
}

const numHues = 10

// Hues are the threads or processes with their own hue, the busiest of the targets,
// each with the number of its hue. One that had a hue before gets it again.
type Hues map[uint32]int

// assign gives the first n hues to the first of a list.
func (h Hues) assign(list []uint32, n int) map[uint32]int {
	now := map[uint32]int{}
	used := make([]bool, n)
	list = list[:min(len(list), n)]
	for _, x := range list {
		if hue, ok := h[x]; ok && hue < n && !used[hue] {
			now[x], used[hue] = hue, true
		}
	}
	for _, x := range list {
		if _, ok := now[x]; ok {
			continue
		}
		hue := slices.Index(used, false)
		now[x], used[hue] = hue, true
		if _, ok := h[x]; !ok {
			h[x] = hue
		}
	}
	return now
}

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

// ownHues is the number of threads of the target that get a hue however busy other processes are,
// and otherProcess marks such a process in a list of threads.
const (
	ownHues      = 7
	otherProcess = 1 << 31
)

// busiestOf are what colours by thread distinguish: the busiest threads of the targets, and after
// these their further threads and the other processes by CPU time.
func busiestOf(t *model.Trace, targets []model.ProcIx) []uint32 {
	list := busiestThreads(t, targets)
	rest := list[min(len(list), ownHues):]
	ran := map[uint32]model.Time{}
	for _, ix := range rest {
		ran[ix] = t.Sums(model.ThreadIx(ix), t.Whole())[model.Execution]
	}
	for _, p := range busiestProcesses(t) {
		if !slices.Contains(targets, model.ProcIx(p)) {
			list = append(list, p|otherProcess)
			ran[p|otherProcess] = execution(t, model.ProcIx(p))
		}
	}
	rest = list[len(list)-len(ran):]
	slices.SortStableFunc(rest, func(a, b uint32) int { return cmp.Compare(ran[b], ran[a]) })
	return list
}

// busiestThreads are the threads of processes by CPU time, those that ran at all.
func busiestThreads(t *model.Trace, procs []model.ProcIx) []uint32 {
	var list []uint32
	ran := map[uint32]model.Time{}
	for _, p := range procs {
		for _, ix := range t.Processes[p].Threads {
			if sums := t.Sums(ix, t.Whole()); sums[model.Execution] > 0 && !t.Threads[ix].Idle {
				list = append(list, uint32(ix))
				ran[uint32(ix)] = sums[model.Execution]
			}
		}
	}
	slices.SortStableFunc(list, func(a, b uint32) int { return cmp.Compare(ran[b], ran[a]) })
	return list
}

// busiestProcesses are the processes other than the system's, by CPU time.
func busiestProcesses(t *model.Trace) []uint32 {
	var list []uint32
	ran := map[uint32]model.Time{}
	for p := range t.Processes {
		if c := t.Processes[p].Class; c == model.ClassSystem || c == model.ClassIdle {
			continue
		}
		if d := execution(t, model.ProcIx(p)); d > 0 {
			list = append(list, uint32(p))
			ran[uint32(p)] = d
		}
	}
	slices.SortStableFunc(list, func(a, b uint32) int { return cmp.Compare(ran[b], ran[a]) })
	return list
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

// processTitle is a process in a legend.
func processTitle(t *model.Trace, ix uint32) string {
	p := &t.Processes[ix]
	if name := Printable(p.Name); name != "" {
		return name + " " + id(p.PID)
	}
	return "Process " + id(p.PID)
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

// coreFill is the colour of a slot of the lanes of CPUs.
func coreFill(p *paint.Palette, by ColourBy, s paint.Slot) color.RGBA {
	switch {
	case s == lanes.CoreHues && by == ColourCategory:
		return p.Category(model.Execution).Fill
	case s < lanes.CoreOther && by == ColourIPC:
		return ipcHue(p, int(s))
	case s < lanes.CoreOther:
		return p.ThreadHue(int(s))
	}
	switch s {
	case lanes.CoreOther:
		return p.OtherHue(paint.ClassOther)
	case lanes.CoreSystem:
		return p.OtherHue(paint.ClassSystem)
	case lanes.CoreInterrupt:
		return p.Class(paint.ClassInterrupt)
	case lanes.CoreUnknown:
		return p.Category(model.UnknownCategory).Fill
	case lanes.CoreOffline:
		return p.Lane
	}
	return p.OtherHue(paint.ClassIdle)
}

// coreNames are the names of the slots after the hues in printed lists.
var coreNames = map[paint.Slot]string{
	lanes.CoreOther: "Other", lanes.CoreSystem: "System", lanes.CoreInterrupt: "Interrupt", lanes.CoreUnknown: "Unknown",
	lanes.CoreOffline: "Offline", lanes.CoreIdle: "Idle",
}

// newCoreStyle is the style of the lanes of CPUs; stolen is set for traces from
// which a host took time.
func newCoreStyle(p *paint.Palette, by ColourBy, stolen bool, scale float32) *paint.LaneStyle {
	var looks paint.Looks
	for i := range paint.Slot(paint.NumSlots) {
		name := coreNames[i]
		if i < lanes.CoreOther {
			name = "Hue" + string('0'+rune(i))
		}
		looks[i] = paint.Look{Name: name, Fill: coreFill(p, by, i)}
	}
	if by == ColourCategory {
		looks[lanes.CoreHues].Name = model.Execution.String()
	}
	unknown := p.Category(model.UnknownCategory)
	looks[lanes.CoreUnknown] = paint.NewLook(coreNames[lanes.CoreUnknown], unknown.Fill, unknown.Edge, unknown.Edge, paint.Diagonal, scale)
	if stolen {
		looks[lanes.CoreStolen] = p.ClassLook(paint.ClassStolen, 255, scale)
	}
	return paint.NewLaneStyle("cores", &looks, scale)
}

// labelOn is the colour of text on a fill: the one of two with the better contrast.
func labelOn(fill color.RGBA) color.RGBA {
	if luminance(fill) > 0.196 { // there both have the same contrast
		return paint.RGB(paint.InkLabel)
	}
	return paint.RGB(paint.WhiteLabel)
}

// luminance is the relative luminance of a colour (WCAG 2).
func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
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
