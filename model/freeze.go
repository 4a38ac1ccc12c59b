package model

import (
	"fmt"
	"runtime"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
)

// Trace finishes the trace: processes what is left, closes what is open, and
// computes the sums that make queries fast. The Builder must not be used
// afterwards.
func (b *Builder) Trace() *Trace {
	b.Settle(Forever)
	t := b.trace
	t.End = max(b.now, t.Info.End)
	b.stoppedCPUs()
	b.soleSamples()
	for ix := range t.Threads {
		b.closeThread(ThreadIx(ix))
	}
	for c := range t.Cores {
		b.closeCore(CPU(c))
	}
	parallel(len(t.Cores), func(c int) { b.freezeCore(CPU(c)) })
	parallel(len(t.Threads), func(ix int) { t.Threads[ix].sum() })
	b.freezeProcesses()
	t.Events[KindIrq] = b.pre.whole()
	t.NoWakeEvents = t.Events[KindSwitch] > 0 && t.Events[KindWake] == 0
	slices.SortStableFunc(t.Losses, func(a, c Loss) int {
		if a.From != c.From {
			return compareTime(a.From, c.From)
		}
		return int(a.CPU) - int(c.CPU)
	})
	b.flagLosses()
	t.Diagnostics = append(slices.Clone(t.Info.Diagnostics), b.diagnose()...)
	return t
}

// stoppedCPUs takes back the suspicion against CPUs whose thread turned up
// elsewhere and that then recorded no further switch: a tracer that stops its
// CPUs one after another migrates off the first ones itself.
func (b *Builder) stoppedCPUs() {
	for c := range b.cpus {
		if b.cpus[c].pending != NoThread {
			b.trace.Counters[CountDoubleRunning]--
			b.count(CountStopped)
		}
	}
}

// soleSamples lets a CPU without switches be occupied by the one thread that
// all its samples name (thread_model 2.4).
func (b *Builder) soleSamples() {
	for c := range b.cpus {
		r := &b.cpus[c]
		if r.switched || r.mixed || r.sampled == NoThread || r.occ != OccupantUnknown {
			continue
		}
		if reg := &b.regs[r.sampled]; reg.state == Unknown && reg.sub == SubNotSeen && reg.since <= r.since {
			b.run(r.sampled, CPU(c), r.since, Inferred, false)
		}
	}
}

// closeCore ends the slices of a CPU at the end of the trace.
func (b *Builder) closeCore(cpu CPU) {
	c := &b.trace.Cores[cpu]
	for c.sl.len() > 1 && c.sl.startOfLast() >= b.trace.End {
		c.sl.pop()
	}
	_, row := c.sl.last()
	c.Known = c.sl.len() > 1 || row.occ != OccupantUnknown
	c.sl.seal()
}

func (b *Builder) freezeCore(cpu CPU) {
	t := b.trace
	c := &t.Cores[cpu]
	for i := range b.cpus[cpu].active {
		if irq := b.cpus[cpu].active[i]; irq.end == Forever {
			irq.end = t.End
			c.irqs.add(irq)
		}
	}
	c.irqs.clip(t.End)
	c.irqs.sort()
	c.flatten()
	t.sumCore(c)
}

// sumCore computes the sums before each block of a CPU's slices, and charges
// the running threads with the interrupts inside their slices.
func (t *Trace) sumCore(c *Core) {
	c.sums = make([]coreSums, len(c.sl.blocks))
	var s coreSums
	var irqs irqCursor
	var room [blockLen]cell[sliceRow]
	var blocks []int32 // by thread: where in its column the last charge went
	if len(c.irqBlocks) > 0 {
		blocks = make([]int32, len(t.Threads))
	}
	before := Time(0) // of interrupts, up to the slice
	for k := range c.sl.blocks {
		c.sums[k] = s
		cells := c.sl.cells(k, &room)
		for i := range cells {
			x := &cells[i]
			end := c.sl.endOf(k, t.End)
			if i+1 < len(cells) {
				end = cells[i+1].start
			}
			upTo := irqs.before(c, end)
			s.addRow(&x.row, end-x.start-(upTo-before))
			if ix, ok := x.row.occ.Thread(); ok && upTo > before {
				t.Threads[ix].charge(&blocks[ix], x.start, upTo-before)
			}
			before = upTo
		}
	}
}

// charge notes interrupts inside the running segment that starts at from, which
// lies in the given block or a later one. It only adds, so that the CPUs may
// come in any order.
func (th *Thread) charge(block *int32, from, irq Time) {
	k := int(*block)
	for k+1 < len(th.col.blocks) && th.col.blocks[k+1].base <= from {
		k++
	}
	*block = int32(k)
	atomic.AddInt64((*int64)(&th.sums[k][Interrupt]), int64(irq))
}

// closeThread ends what is open of a thread at the end of the trace.
func (b *Builder) closeThread(ix ThreadIx) {
	t := b.trace
	th, r := &t.Threads[ix], &b.regs[ix]
	if r.state != Dead {
		th.Life.To = t.End
		// A hole that reaches beyond the last event can leave several rows there.
		open := true
		for ; r.col.len() > 0 && r.col.startOfLast() >= t.End; open = false {
			b.dropLast(ix)
		}
		if _, row := r.col.last(); open && row != nil && (row.state != Unknown || row.sub != SubNotSeen) {
			row.flags |= OpenEnd
		}
		if r.ep.open && r.ep.spurious+uint32(min(r.ep.enqueued, 1)) > 0 && r.col.len() > 0 {
			th.notes = append(th.notes, episodeNote{
				row: uint32(r.col.len()), spurious: r.ep.spurious, enqueued: r.ep.enqueued,
			})
		}
	}
	r.col.seal()
	th.col = r.col
	th.sums = make([]Sums, len(th.col.blocks)+1)
	if th.Proc == NoProc {
		th.Proc = b.unknownProcess()
	}
}

// parallel calls do(0) … do(n-1) on all processors, in any order.
func parallel(n int, do func(int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				do(int(i))
			}
		})
	}
	group.Wait()
}

// sum computes the sums before each block of a thread, whose interrupts were
// charged to the blocks.
func (th *Thread) sum() {
	var s Sums
	var room [blockLen]cell[segRow]
	for k := range th.col.blocks {
		irq := th.sums[k][Interrupt]
		th.sums[k] = s
		cells := th.col.cells(k, &room)
		for i := range cells {
			end := th.col.endOf(k, th.Life.To)
			if i+1 < len(cells) {
				end = cells[i+1].start
			}
			s.addRow(&cells[i].row, Range{cells[i].start, end}, 0)
		}
		s[Interrupt] += irq
		s[Execution] -= irq
	}
	th.sums[len(th.col.blocks)] = s
}

// unknownProcess is the process of threads whose process nothing tells.
func (b *Builder) unknownProcess() ProcIx {
	p, ok := b.procs[0]
	if !ok {
		p = b.process(0)
		b.trace.Processes[p].Known = false
	}
	if b.trace.Processes[p].Name == "" {
		b.trace.Processes[p].Name = "unknown"
	}
	return p
}

func (b *Builder) freezeProcesses() {
	t := b.trace
	for ix := range t.Threads {
		th := &t.Threads[ix]
		p := &t.Processes[th.Proc]
		if len(p.Threads) == 0 {
			p.Life = th.Life
		} else {
			p.Life = Range{min(p.Life.From, th.Life.From), max(p.Life.To, th.Life.To)}
		}
		p.Threads = append(p.Threads, ThreadIx(ix))
		if p.Name == "" && uint32(th.TID) == p.PID {
			p.Name = th.Name()
		}
	}
}

// flagLosses marks the off-CPU segments that a loss window overlaps: a wake or
// a dispatch may be missing there (thread_model 2.11).
func (b *Builder) flagLosses() {
	losses := mergeLosses(b.trace.Losses)
	if len(losses) == 0 {
		return
	}
	for ix := range b.trace.Threads {
		th := &b.trace.Threads[ix]
		i := sort.Search(len(losses), func(i int) bool { return losses[i].To > th.Life.From })
		for k := max(0, th.col.blockAt(losses[min(i, len(losses)-1)].From)); k < len(th.col.blocks); k++ {
			for i < len(losses) && losses[i].To <= th.col.blocks[k].base {
				i++
			}
			if i == len(losses) {
				break
			}
			if end := th.col.endOf(k, th.Life.To); losses[i].From < end {
				th.flagBlock(k, end, losses[i:])
			}
		}
	}
}

// flagBlock marks the segments of block k, which ends at end, that losses
// overlap.
func (th *Thread) flagBlock(k int, end Time, losses []Range) {
	var room [blockLen]cell[segRow]
	cells := th.col.cells(k, &room)
	changed := false
	for i := range cells {
		x := &cells[i]
		to := end
		if i+1 < len(cells) {
			to = cells[i+1].start
		}
		for len(losses) > 0 && losses[0].To <= x.start {
			losses = losses[1:]
		}
		if len(losses) == 0 {
			break
		}
		if losses[0].From < to && x.row.state != Running && x.row.state != Unknown {
			x.row.flags |= LossOverlap
			changed = true
		}
	}
	if changed {
		th.col.rewrite(k, cells)
	}
}

// mergeLosses are the windows in which anything was lost, in order and apart;
// the losses come by their start.
func mergeLosses(losses []Loss) (list []Range) {
	for _, l := range losses {
		if n := len(list); n > 0 && l.From <= list[n-1].To {
			list[n-1].To = max(list[n-1].To, l.To)
		} else if l.Len() > 0 {
			list = append(list, l.Range)
		}
	}
	return list
}

// complaints are the sentences about counters that tell of damage.
var complaints = []struct {
	counter  Counter
	severity Severity
	code     string
	text     string // with the count
}{
	{CountLoss, SeverityWarning, "loss", "windows of lost events, in which states are unknown: %d"},
	{
		CountBrokenChain, SeverityWarning, "broken-chain",
		"the switch out of idle is missing %d times; the gaps were closed from other evidence",
	},
	{
		CountMismatch, SeverityWarning, "mismatch",
		"a switch does not continue the one before %d times: events are missing without notice",
	},
	{CountStreamError, SeverityWarning, "stream-error", "time steps back inside a processor's stream %d times"},
	{
		CountDoubleRunning, SeverityWarning, "skew",
		"a thread was switched in while running elsewhere %d times: clock skew or lost events",
	},
	{CountClampedTs, SeverityInfo, "clamped", "timestamps ran backwards by less than the skew window %d times"},
	{CountBadCPU, SeverityWarning, "bad-cpu", "an event names a processor that does not exist %d times"},
	{
		CountStolen, SeverityInfo, "stolen",
		"a running thread did not execute %d times: a hypervisor, or interrupts not recorded, took its processor",
	},
}

// diagnose turns what the Builder met into sentences.
func (b *Builder) diagnose() []Diagnostic {
	t := b.trace
	var ds []Diagnostic
	for _, c := range complaints {
		if n := t.Counters[c.counter]; n > 0 {
			ds = append(ds, Diagnostic{Severity: c.severity, Code: c.code, Text: fmt.Sprintf(c.text, n), Count: n})
		}
	}
	if t.NoWakeEvents {
		ds = append(ds, Diagnostic{
			Severity: SeverityWarning, Code: "no-wakes", Count: 1,
			Text: "the trace holds no wakes: ready times and unblockers are not recorded",
		})
	}
	if silent := b.silentCPUs(); len(silent) > 0 {
		names := fmt.Sprint(silent[:min(8, len(silent))])
		ds = append(ds, Diagnostic{
			Severity: SeverityWarning, Code: "cpu-unknown", Count: int64(len(silent)),
			Text: fmt.Sprintf("no switch was recorded on %d of %d processors, first %s: they are left out of utilization",
				len(silent), len(t.Cores), names),
		})
	}
	return ds
}

// silentCPUs are the processors of which nothing is known at any time.
func (b *Builder) silentCPUs() []int {
	var silent []int
	for c := range b.trace.Cores {
		if !b.trace.Cores[c].Known {
			silent = append(silent, c)
		}
	}
	return silent
}
