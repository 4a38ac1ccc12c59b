package runqueue

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// ClumpTest holds the limits from which wakes count as clumps. The report and the
// finding use the same ones.
type ClumpTest struct {
	Wakes     int     // with fewer nothing is proved
	Resultant float64 // resultant length from which the wakes count as one clump
	Excess    float64 // how many times more close followers than by chance
	Closely   float64 // share of the wakes: below it the excess over chance shows nothing
	Queue     int     // threads that queue after a tick: a single one does not wait for others
	Mean      float64 // average of these: below it most ticks wake only one thread
}

// DefaultClumpTest is the test of the report.
var DefaultClumpTest = ClumpTest{Wakes: 100, Resultant: 0.8, Excess: 3, Closely: 0.5, Queue: 2, Mean: 1.5}

// BusyMachine is the utilization from which clumps are more than an error of
// measurement.
const BusyMachine = 0.3

// ClumpWindow is how soon after a tick a wake belongs to its clump, ns.
const ClumpWindow model.Time = 5e5

// clumpTicks are the periods among which the detector searches for that of the
// timer.
var clumpTicks = [...]model.Time{measure.Tick, 10e6, 4e6, 1e6}

// Clumps reports whether the threads that timers wake are woken together.
type Clumps struct {
	// Clock has the period, of the usual ones, with which the wakes are most in
	// step, and the phase at which their clump starts.
	measure.Clock
	Wakes int // by timers and interrupts, not by threads
	// Lost is how many more there may have been while events were lost. The test
	// counts them as evidence against clumps.
	Lost int
	// Resultant is the Rayleigh resultant length of the wakes folded by the period:
	// 1 if all are at one phase, near 0 if they are at any phase.
	Resultant float64
	// Closely is the share of the wakes that follow another one within 500 µs,
	// Chance what it would be if the same number of wakes were random.
	Closely, Chance float64
	// Dots are the ticks after which threads were made ready, in order.
	Dots []Clump
	// Mean is the time-weighted mean length of the run queue. AtTicks is the mean
	// of the greatest lengths in the 500 µs after every tick at which any thread
	// was made ready, Peak the greatest of them.
	Mean, AtTicks float64
	Peak          int
	// Utilization is the share of the machine that threads had, 0 to 1.
	Utilization float64
	// Virtual is set if a hypervisor is known: it delivers ticks late and together,
	// which makes clumps worse.
	Virtual bool
}

// Clump is one tick of the clump timeline.
type Clump struct {
	At    model.Time
	Ready int // threads made ready within the first 500 µs
	Queue int // the greatest run-queue length in them
}

// Found reports whether the wakes come in clumps by the default test.
func (c *Clumps) Found() bool { return c.Passes(&DefaultClumpTest) }

// Passes reports whether the wakes come in clumps that make threads queue.
func (c *Clumps) Passes(test *ClumpTest) bool {
	return c.together(test) && c.Peak >= test.Queue && c.AtTicks >= test.Mean
}

// together reports whether the wakes come in clumps: there are enough of them, and
// either most are at one phase of the clock, or most closely follow another one,
// far more often than by chance.
func (c *Clumps) together(test *ClumpTest) bool {
	if c.Wakes == 0 || c.Wakes < test.Wakes {
		return false
	}
	n, all := float64(c.Wakes), float64(c.Wakes+c.Lost)
	length := (c.Resultant*n - float64(c.Lost)) / all
	closely := c.Closely * n / all
	return length >= test.Resultant || closely >= test.Closely && closely >= test.Excess*c.Chance
}

// Severity is how much clumps matter: while the machine has capacity for them, they
// only mislead tools that read the run queue at the tick, unless it is a virtual
// machine.
func (c *Clumps) Severity() model.Severity {
	if c.Found() && (c.Virtual || c.Utilization >= BusyMachine) {
		return model.SeverityWarning
	}
	return model.SeverityInfo
}

// ClumpsOf searches for clumps among the wakes of the threads in r. A clock whose
// Tick is not zero replaces the usual ones.
func ClumpsOf(t *model.Trace, threads []model.ThreadIx, r model.Range, tick model.Time) Clumps {
	c, _ := clumpsIf(t, threads, r, tick, func(*Clumps) bool { return true })
	return c
}

// ClumpsBy is ClumpsOf with a test; it returns early, without the run queue, if the
// wakes alone do not pass it.
func ClumpsBy(t *model.Trace, threads []model.ThreadIx, r model.Range, tick model.Time, test *ClumpTest) (Clumps, bool) {
	c, ok := clumpsIf(t, threads, r, tick, func(c *Clumps) bool { return c.together(test) })
	return c, ok && c.Passes(test)
}

func clumpsIf(t *model.Trace, threads []model.ThreadIx, r model.Range, tick model.Time, want func(wakes *Clumps) bool) (c Clumps, ok bool) {
	r = r.Clip(t.Whole())
	wakes, ready := wakesOf(t, threads, r)
	c = Clumps{Wakes: len(wakes), Clock: measure.Clock{Tick: cmp.Or(tick, measure.Tick)}, Virtual: measure.Virtualized(t, measure.Scope{})}
	if tick == 0 {
		var lengths [len(clumpTicks)]float64
		measure.Each(len(clumpTicks), func() func(int) {
			return func(i int) { lengths[i] = resultant(wakes, clumpTicks[i]) }
		})
		for i, length := range lengths {
			if length > c.Resultant {
				c.Resultant, c.Tick = length, clumpTicks[i]
			}
		}
	} else {
		c.Resultant = resultant(wakes, tick)
	}
	c.Lost = measure.LostOf(len(wakes), t.BlindTime(r), r.Len())
	c.Closely, c.Chance = closely(wakes, c.Lost, r)
	if !want(&c) {
		return c, false
	}
	c.Phase = clumpPhase(wakes, c.Tick)
	c.timeline(t, threads, r, ready)
	busy := model.Time(0)
	for i := range t.Cores {
		busy += t.CoreTime(model.CPU(i), r).Run
	}
	c.Utilization = measure.Quotient(busy, r.Len()*model.Time(measure.KnownCores(t)))
	return c, true
}

// wakesOf returns the times in r at which threads were made ready: those by timers
// and interrupts, in order, and all of them, by thread.
func wakesOf(t *model.Trace, threads []model.ThreadIx, r model.Range) (timers []uint64, all [][]model.Time) {
	all = make([][]model.Time, len(threads))
	parts := make([][]uint64, len(threads))
	measure.Each(len(threads), func() func(int) {
		return func(i int) {
			n := measure.ValuesExpected(t, threads[i], r)
			all[i], parts[i] = make([]model.Time, 0, n), make([]uint64, 0, n)
			for ctx, at := range t.Wakes(threads[i], r) {
				all[i] = append(all[i], at)
				if ctx != model.CtxThread && ctx != model.CtxUnknown && ctx != model.CtxExit && ctx != model.CtxSignal {
					parts[i] = append(parts[i], uint64(at))
				}
			}
		}
	})
	return measure.MergeSorted(parts, uint64(r.To)), all
}

// fold is the phase of an instant in a period, for ascending instants: most are in
// the same period as the previous one, so that no division is needed.
type fold struct{ period, from uint64 }

func (f *fold) phase(at uint64) uint64 {
	if phase := at - f.from; phase < f.period {
		return phase
	}
	phase := at % f.period
	f.from = at - phase
	return phase
}

// resultant is the length of the mean of the unit vectors of the phases of
// ascending times. Its resolution is a thousandth of the period.
func resultant(times []uint64, period model.Time) float64 {
	if len(times) == 0 {
		return 0
	}
	const bins = 1024
	var counts [bins]int
	f := fold{period: uint64(period)}
	for _, at := range times {
		counts[f.phase(at)*bins/f.period]++
	}
	var x, y float64
	for i, n := range counts {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / bins)
		x, y = x+float64(n)*cos, y+float64(n)*sin
	}
	return math.Hypot(x, y) / float64(len(times))
}

// phaseStep is the step of clumpPhase, ns.
const phaseStep model.Time = 1e3

// clumpPhase is where, to a microsecond, the ClumpWindow starts that contains most
// of the ascending times after they are folded.
func clumpPhase(times []uint64, tick model.Time) model.Time {
	if len(times) == 0 {
		return 0
	}
	step := max(phaseStep, tick>>20) // however long the user's tick
	counts := make([]int32, (tick+step-1)/step)
	f := fold{period: uint64(tick)}
	for _, at := range times {
		counts[f.phase(at)/uint64(step)]++
	}
	n, window := len(counts), min(max(1, int(ClumpWindow/step)), len(counts))
	inside := 0
	for _, k := range counts[:window] {
		inside += int(k)
	}
	best, most := 0, 0
	for i := range counts {
		if counts[i] > 0 && inside > most { // it starts with a wake
			best, most = i, inside
		}
		inside += int(counts[(i+window)%n] - counts[i])
	}
	return model.Time(best) * step
}

// closely is the share of the times that follow another one within ClumpWindow, and
// what it would be for a Poisson process of the same rate, including lost ones.
func closely(times []uint64, lost int, r model.Range) (share, chance float64) {
	if len(times) == 0 || r.Len() == 0 {
		return 0, 0
	}
	n := 0
	for i := 1; i < len(times); i++ {
		if times[i]-times[i-1] <= uint64(ClumpWindow) {
			n++
		}
	}
	rate := float64(len(times)+lost) / float64(r.Len())
	return float64(n) / float64(len(times)), 1 - math.Exp(-rate*float64(ClumpWindow))
}

// ticksAtOnce is how many ticks are counted at a time: their counts fit in a CPU's
// own cache.
const ticksAtOnce = 1 << 9

// dots counts the wakes, which are ordered by thread, in the windows of all ticks.
func (c *Clumps) dots(wakes [][]model.Time, r model.Range) []Clump {
	first := c.Number(r.From) // the previous tick
	parts := make([][]Clump, (c.Number(r.To)-first)/ticksAtOnce+1)
	measure.Each(len(parts), func() func(int) {
		var counts [ticksAtOnce]int32
		return func(i int) {
			clear(counts[:])
			from := first + int64(i)*ticksAtOnce
			for _, list := range wakes {
				c.count(list, from, &counts)
			}
			for k, n := range counts {
				if n > 0 {
					parts[i] = append(parts[i], Clump{At: c.At(from + int64(k)), Ready: int(n)})
				}
			}
		}
	})
	return slices.Concat(parts...)
}

// count adds the wakes of a thread to the counts of the ticks from one on.
func (c *Clumps) count(wakes []model.Time, from int64, counts *[ticksAtOnce]int32) {
	k, tick, next := from, c.At(from), c.At(from+1)
	end := c.At(from + ticksAtOnce)
	i, _ := slices.BinarySearch(wakes, tick)
	for _, at := range wakes[i:] {
		if at >= end {
			return
		}
		if at >= next {
			k = c.Number(at)
			tick, next = c.At(k), c.At(k+1)
		}
		if at-tick < ClumpWindow {
			counts[k-from]++
		}
	}
}

// timeline makes the dots of the wakes, which are ordered by thread.
func (c *Clumps) timeline(t *model.Trace, threads []model.ThreadIx, r model.Range, wakes [][]model.Time) {
	c.Dots = c.dots(wakes, r)
	peaks := make([]model.Range, len(c.Dots))
	for i := range c.Dots {
		peaks[i] = model.Range{From: c.Dots[i].At, To: c.Dots[i].At + ClumpWindow}
	}
	lengths, mean := queuePeaks(t, threads, r, peaks)
	c.Mean = mean
	for i, k := range lengths {
		c.Dots[i].Queue = k
		c.Peak = max(c.Peak, k)
		c.AtTicks += float64(k) / float64(len(lengths))
	}
}

// Sentences describe what was found, the verdict first.
func (c *Clumps) Sentences() []string {
	verdict := "Wake-ups by timers and interrupts do not come in clumps."
	switch {
	case c.Wakes < DefaultClumpTest.Wakes:
		verdict = fmt.Sprintf("Too few wake-ups by timers and interrupts to show whether they come in clumps: %s, at least %d are needed.", measure.Count(int64(c.Wakes)), DefaultClumpTest.Wakes)
	case c.together(&DefaultClumpTest) && !c.Found():
		verdict = "Wake-ups by timers and interrupts come close together, but do not count as clumps: too few threads queue after a tick."
	case c.Found() && c.Severity() == model.SeverityInfo:
		verdict = "Wake-ups by timers and interrupts come in clumps, but the machine has enough CPU capacity for the woken threads. Tools that read the run queue at the tick greatly overestimate its length."
	case c.Found() && c.Utilization < BusyMachine:
		verdict = "Wake-ups by timers and interrupts come in clumps. The machine is virtual: a hypervisor delivers ticks late, which makes the " +
			"clumps larger. Tools that read the run queue at the tick greatly overestimate its length."
	case c.Found():
		verdict = "Wake-ups by timers and interrupts come in clumps: the threads would queue less if they woke up at different times."
	}
	list := []string{verdict}
	if c.Found() {
		list = append(list, "Severity: "+c.Severity().String()+".")
	}
	if c.Wakes > 0 {
		list = append(list, fmt.Sprintf("%s by timers and interrupts. Their concentration at one phase of a clock period of %s is %.3f (mean resultant length, from 0, evenly spread, to 1, all at the same phase). At least %.1f, from at least %d wake-ups, indicates clumps. Most are at phase %s.",
			measure.Plural(c.Wakes, "wake-up", "wake-ups"), measure.AllDigits(c.Tick), c.Resultant, DefaultClumpTest.Resultant, DefaultClumpTest.Wakes, measure.AllDigits(c.Phase)),
			fmt.Sprintf("%s of these wake-ups follow another one within %s (%s expected by chance).", measure.Percent(100*c.Closely, 1), measure.Duration(ClumpWindow), measure.Percent(100*c.Chance, 1)),
			fmt.Sprintf("Run-queue length after the clock ticks: peak %d, mean %.3f. Its mean over the whole window is %.5f. CPU utilization: %s.",
				c.Peak, c.AtTicks, c.Mean, measure.Percent(100*c.Utilization, 1)))
	}
	return list
}
