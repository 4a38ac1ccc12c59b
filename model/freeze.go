package model

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Trace finishes the trace: processes the remaining events, closes what is open,
// and computes the sums that make queries fast. The Builder must not be used
// afterwards.
func (b *Builder) Trace() *Trace {
	b.Settle(Forever)
	t := b.trace
	t.End = max(b.now, t.Info.End)
	b.dropTail()
	b.stoppedCPUs()
	b.cutLostOuts()
	b.dropStates()
	for ix := range t.Threads {
		b.closeThread(ThreadIx(ix))
	}
	b.freezeGaps()
	parallel(len(t.Cores), func(c int) { b.freezeCore(CPU(c)) })
	parallel(len(t.Threads), func(ix int) {
		t.sum(ThreadIx(ix))
		t.Threads[ix].sumIdle()
	})
	b.freezeProcesses()
	t.Events[KindIrq] = b.pre.whole()
	t.NoWakeEvents = t.Events[KindSwitch] > 0 && t.Events[KindWake] == 0 && (t.Info.Cut.Len() == 0 || !t.Info.Has.Wakes)
	t.freezeLosses()
	slices.SortStableFunc(t.Markers, func(a, c Marker) int { return compareTime(a.Time, c.Time) })
	t.freezeSpans()
	b.freezeOpen()
	t.freezeDisks()
	t.freezeReads()
	b.settlePageWaits()
	t.Info.clean() // readers learn some facts while they deliver events
	t.placeSurroundings()
	t.freezeThrottles()
	t.Diagnostics = append(slices.Clone(t.Info.Diagnostics), b.diagnose()...)
	b.freezeLocks()
	b.freezeSystemCalls()
	b.freezeUnanswered()
	return t
}

// stoppedCPUs clears the suspicion about CPUs whose thread turned up elsewhere and
// that then recorded no further switch: a tracer that stops its CPUs one after
// another itself migrates off the first ones.
func (b *Builder) stoppedCPUs() {
	for c := range b.cpus {
		if b.cpus[c].pending != NoThread {
			b.trace.Counters[CountDoubleRunning]--
			b.count(CountStopped)
		}
	}
}

func (b *Builder) freezeCore(cpu CPU) {
	t := b.trace
	c := &t.Cores[cpu]
	for c.sl.len() > 1 && c.sl.startOfLast() >= t.End {
		c.sl.pop()
	}
	c.sl.seal()
	for i := range b.cpus[cpu].active {
		if irq := b.cpus[cpu].active[i]; irq.end == Forever {
			irq.end = t.End
			c.irqs.add(irq)
		}
	}
	c.irqs.clip(t.End)
	c.irqs.sort()
	c.flatten()
	b.doubtFrequency(&c.frequency)
	c.frequency.freeze(t.End)
	c.idleStates.freeze(t.End)
	c.Events += int64(b.cpus[cpu].whole.len())
	c.Known = c.sl.len() > 1
	if _, row := c.sl.last(); row != nil && row.occ != OccupantUnknown {
		c.Known = true
	}
	c.Known = c.Known || b.cpus[cpu].switched
	t.sumCore(c)
}

// sumCore computes the sums before each block of a CPU's slices, and charges
// running threads with the interrupts inside their slices.
func (t *Trace) sumCore(c *Core) {
	c.sums = make([]coreSums, len(c.sl.blocks))
	var s coreSums
	var irqs irqCursor
	var blocks []int32 // by thread: where in its column the last charge was added
	if len(c.irqBlocks) > 0 {
		blocks = make([]int32, len(t.Threads))
	}
	before := Time(0) // interrupts before the slice
	for k := range c.sl.blocks {
		c.sums[k] = s
		bl := &c.sl.blocks[k]
		for i := range bl.cells {
			r := Range{bl.start(i), c.sl.endOf(k, i, t.End)}
			upTo := irqs.before(c, r.To)
			s.addRow(&bl.cells[i].row, r.Len()-(upTo-before))
			if ix, ok := bl.cells[i].row.occ.Thread(); ok && upTo > before {
				t.Threads[ix].charge(&blocks[ix], r.From, upTo-before)
			}
			before = upTo
		}
	}
}

// charge notes interrupts inside the running segment that starts at from, which
// lies in the given block or a later one. It only adds, so that the CPUs can be in
// any order.
func (th *Thread) charge(block *int32, from, irq Time) {
	k := int(*block)
	for k+1 < len(th.col.blocks) && th.col.blocks[k+1].base <= from {
		k++
	}
	*block = int32(k)
	atomic.AddInt64((*int64)(&th.sums[k][Interrupt]), int64(irq))
}

// closeThread ends what is still open of a thread at the end of the trace.
func (b *Builder) closeThread(ix ThreadIx) {
	t := b.trace
	th, r := &t.Threads[ix], &b.regs[ix]
	if r.state != Dead {
		th.Life.To = t.End
		// A hole that reaches beyond the last event can leave several open rows.
		open := !b.dropsLater(ix)
		if open && r.col.len() > 0 {
			b.gapToEnd(ix, t.End)
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
	th.freezeBookings(&r.ran)
	th.sums = make([]Sums, len(th.col.blocks)+1)
	if th.Proc == NoProc {
		th.Proc = b.unknownProcess()
	}
}

// parallel calls do(0) … do(n-1) on all CPUs, in any order.
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

// sum computes the sums before each block of a thread, to which interrupts have
// been charged.
func (t *Trace) sum(ix ThreadIx) {
	var s Sums
	th := &t.Threads[ix]
	for k := range th.col.blocks {
		irq := th.sums[k][Interrupt]
		th.sums[k] = s
		bl := &th.col.blocks[k]
		for i := range bl.cells {
			row, r := &bl.cells[i].row, Range{bl.start(i), th.col.endOf(k, i, th.Life.To)}
			if row.state == Waiting {
				if row.sub == SubInterruptible && row.flags&LowConfidence != 0 {
					row.likelyByWake(row.peer != NoThread && t.Threads[row.peer].Proc == th.Proc)
				}
				if row.flags&evidenceBits == 0 {
					row.flags = row.flags.with(row.sub.evidence())
				}
			}
			s.addRow(row, r, 0)
			if row.sub == SubLoss || row.sub == SubGap {
				th.addLost(r)
			}
		}
		s[Interrupt] += irq
		s[Execution] -= irq
	}
	th.sums[len(th.col.blocks)] = s
}

// unknownProcess is the process of threads whose process is unknown.
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
		p.Recorder = p.Known && p.PID != 0 && p.PID == t.Info.Recorder
	}
	b.freezeParents()
}

// freezeParents decides which process started which: the one whose thread created its first
// thread or, for a process that existed before the trace, the one that the source names.
func (b *Builder) freezeParents() {
	t := b.trace
	byPID := map[uint32][]ProcIx{}
	for ix := range t.Processes {
		if pid := t.Processes[ix].PID; t.Processes[ix].Known {
			byPID[pid] = append(byPID[pid], ProcIx(ix))
		}
	}
	for i := range t.Processes {
		ix, p := ProcIx(i), &t.Processes[i]
		p.Parent = NoProc
		if !p.Known {
			continue
		}
		if len(p.Threads) > 0 {
			if c := t.Threads[p.Threads[0]].Creator; c != NoThread && t.Threads[c].Proc != ix {
				p.Parent = t.Threads[c].Proc
				continue
			}
		}
		for _, parent := range byPID[b.parents[ix]] {
			if parent != ix && t.Processes[parent].Life.From <= p.Life.From {
				p.Parent = parent // the last one that existed before
			}
		}
	}
}

// complaints are the sentences for counters that indicate damage.
var complaints = []struct {
	counter   Counter
	severity  Severity
	code      string
	text      string // with the count and its noun
	one, many string
}{
	{CountLoss, SeverityWarning, "loss", "events were lost in %s: thread states may be unknown during that time", "gap", "gaps"},
	{
		CountBrokenChain, SeverityWarning, "broken-chain",
		"%s from the idle task to a thread: not recorded, but inferred from other events", "context switch", "context switches",
	},
	{
		CountMismatch, SeverityWarning, "mismatch",
		"%s from a thread that was not running: events are missing although no loss was recorded", "context switch", "context switches",
	},
	{CountStreamError, SeverityWarning, "stream-error", "timestamps went backward %s by more than 1 ms: treated as lost events", "time", "times"},
	{
		CountDoubleRunning, SeverityWarning, "skew",
		"%s to a thread that was running on another CPU: clock skew or lost events", "context switch", "context switches",
	},
	{CountClampedTs, SeverityInfo, "clamped", "timestamps went backward %s by at most 1 ms: replaced by the time of the event before", "time", "times"},
	{CountBadCPU, SeverityWarning, "bad-cpu", "%s left out: invalid CPU number", "event", "events"},
	{
		CountStolen, SeverityInfo, "stolen",
		"%s, a thread had a CPU but did not execute: unrecorded interrupts or, in a virtual machine, the host used the CPU", "time", "times",
	},
}

// countText is a count with its noun.
func countText(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// ms is a time in milliseconds.
func ms(t Time) float64 { return float64(t) / 1e6 }

// diagnose turns what the Builder encountered into sentences.
func (b *Builder) diagnose() []Diagnostic {
	t := b.trace
	var ds []Diagnostic
	cpus, lacks, arrivals := b.silentIdle()
	if len(cpus) > 0 {
		ds = append(ds, silentDiagnostic(cpus, lacks+arrivals))
	}
	if t.Info.Cut.Len() > 0 {
		ds = append(ds, cutDiagnostic(t))
	}
	for _, c := range complaints {
		n := t.Counters[c.counter]
		if c.counter == CountBrokenChain && n > 0 {
			n -= lacks
		}
		if n > 0 {
			ds = append(ds, Diagnostic{Severity: c.severity, Code: c.code, Text: fmt.Sprintf(c.text, countText(n, c.one, c.many)), Count: n})
		}
	}
	if t.SwitchCount() == 0 {
		ds = append(ds, Diagnostic{Severity: SeverityWarning, Code: "no-switches", Count: 1, Text: b.noSwitches()})
	}
	if n := t.Counters[CountRing]; n > 0 {
		r := t.Covered()
		text := fmt.Sprintf("the recording kept only the latest events: events of all CPUs are available from %.3f ms to %.3f ms", ms(r.From), ms(r.To))
		if r == t.Whole() {
			text = "the recording kept only the latest events of each CPU, and at no time does it contain those of all CPUs: record with larger buffers"
		}
		ds = append(ds, Diagnostic{Severity: SeverityInfo, Code: "ring", Count: n, Range: r, Text: text})
	}
	if t.NoWakeEvents {
		ds = append(ds, Diagnostic{
			Severity: SeverityWarning, Code: "no-wakes", Count: 1,
			Text: "the trace has no wake-up events: ready times and wakers are not recorded",
		})
	}
	if silent := b.silentCPUs(); len(silent) > 0 && (b.stateTold || t.SwitchCount() > 0) {
		ds = append(ds, Diagnostic{
			Severity: SeverityWarning, Code: "cpu-unknown", Count: int64(len(silent)),
			Text: fmt.Sprintf("no context switches were recorded on %d of %d CPUs: utilization excludes %s",
				len(silent), len(t.Cores), listed(silent)),
		})
	}
	return ds
}

// listed names some CPUs, at most eight of them.
func listed(cpus []int) string {
	text := "CPU "
	if len(cpus) > 1 {
		text = "CPUs "
	}
	text += strings.Trim(fmt.Sprint(cpus[:min(8, len(cpus))]), "[]")
	if len(cpus) > 8 {
		text += " …"
	}
	return text
}

// silentCPUs are the CPUs about which nothing is ever known.
func (b *Builder) silentCPUs() []int {
	var silent []int
	for c := range b.trace.Cores {
		if !b.trace.Cores[c].Known {
			silent = append(silent, c)
		}
	}
	return silent
}
