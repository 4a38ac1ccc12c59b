package model

import (
	"slices"
	"sync/atomic"
)

// Amended returns the trace with other verdicts about why its threads waited. For
// every thread it calls, from several goroutines, the given function once; the
// function that this returns judges the thread's waits, or is nil to leave them as
// they are. It is called with the waits of the thread in order. It may change what
// Judge sets, and IdleWorker of Flags; other changes are ignored.
//
// All indexes stay the same, and unchanged parts are shared with t. Where nothing
// changes, the result is t.
func (t *Trace) Amended(judge func(ThreadIx) func(*Segment)) *Trace {
	c := t.shallow()
	c.Threads = slices.Clone(t.Threads)
	if c.plain == nil {
		c.plain = t.Threads
	}
	var changed atomic.Bool
	parallel(len(c.Threads), func(i int) {
		if verdict := judge(ThreadIx(i)); verdict != nil && c.Threads[i].amend(ThreadIx(i), verdict) {
			changed.Store(true)
		}
	})
	if !changed.Load() {
		return t
	}
	return c
}

// Plain returns the trace with the verdicts of the Builder, t itself where there
// are no others.
func (t *Trace) Plain() *Trace {
	if t.plain == nil {
		return t
	}
	c := t.shallow()
	c.Threads, c.plain, c.attested = t.plain, nil, nil
	return c
}

// shallow is a copy of the trace that shares its data, but keeps nothing that
// others have computed from t.
func (t *Trace) shallow() *Trace {
	return &Trace{
		Info: t.Info, Tables: t.Tables, End: t.End,
		Threads: t.Threads, plain: t.plain, attested: t.attested, Processes: t.Processes, Cores: t.Cores,
		Counters: t.Counters, Diagnostics: t.Diagnostics, Losses: t.Losses, lossRuns: t.lossRuns, Blind: t.Blind, blindBefore: t.blindBefore, Skews: t.Skews,
		NoWakeEvents: t.NoWakeEvents,
		Samples:      t.Samples, IdleSamples: t.IdleSamples, Markers: t.Markers, Spans: t.Spans, IOs: t.IOs, Unfinished: t.Unfinished, Disks: t.Disks,
		reads: t.reads, Faults: t.Faults, Counts: t.Counts,
		Unanswered: t.Unanswered, Throttles: t.Throttles, throttled: t.throttled,
		Locks: t.Locks, LockCalls: t.LockCalls, lockOwners: t.lockOwners, calls: t.calls, callNames: t.callNames, Events: t.Events,
	}
}

// judged are the flags that belong to a verdict.
const judged = LowConfidence | IdleWorker

// amend gives the waits of a thread other verdicts. Blocks of rows in which one
// changes are copied, the others stay shared. It reports whether any verdict
// changed.
func (th *Thread) amend(ix ThreadIx, verdict func(*Segment)) bool {
	var moved []Sums // what each block gains and loses
	copied := -1     // the last block that is the thread's own
	for k := range th.col.blocks {
		for i := range th.col.blocks[k].cells {
			if th.col.blocks[k].cells[i].row.state != Waiting {
				continue
			}
			was := th.segment(ix, k, i)
			s := was
			verdict(&s)
			flags := was.Flags&^judged | s.Flags&judged
			if s.Category == was.Category && s.Likely == was.Likely && s.Sub == was.Sub && s.Evidence == was.Evidence && flags == was.Flags {
				continue
			}
			if moved == nil {
				th.col.blocks = slices.Clone(th.col.blocks)
				moved = make([]Sums, len(th.col.blocks))
			}
			if copied != k {
				th.col.blocks[k].cells = slices.Clone(th.col.blocks[k].cells)
				copied = k
			}
			row := &th.col.blocks[k].cells[i].row
			row.cat, row.sub, row.flags = s.Likely, s.Sub, flags.with(s.Evidence)
			moved[k][was.Category] -= was.Len()
			moved[k][row.counted()] += was.Len()
		}
	}
	if moved == nil {
		return false
	}
	if copied == len(th.col.blocks)-1 {
		th.col.tail = th.col.blocks[copied] // which is the last block
	}
	th.moveSums(moved)
	th.sumIdle()
	return true
}

// moveSums brings the sums before each block up to date.
func (th *Thread) moveSums(moved []Sums) {
	th.sums = slices.Clone(th.sums)
	var sum Sums
	for k := range th.sums {
		th.sums[k].Add(&sum)
		if k < len(moved) {
			sum.Add(&moved[k])
		}
	}
}
