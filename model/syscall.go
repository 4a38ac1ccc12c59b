package model

import (
	"fmt"
	"iter"
	"math"
)

// SystemCall is a system call of a thread, as recorded by events of the call itself. The
// calls of one thread never overlap.
type SystemCall struct {
	// Range is from the entry to the return, as far as is known: see NoEntry, NoReturn and Cut.
	Range
	Name StringID
	// Descriptor is the file descriptor on which the call works, -1 if there is none or it is
	// unknown, and Type its type when the call was made.
	Descriptor int32
	Type       DescriptorType
	// Error is the errno that it returned, 0 for none.
	Error uint16
	// NoEntry: the entry was not seen, as for calls that were under way when the
	// recording started. Range starts with the last wait, which was in the call, or is
	// empty.
	NoEntry bool
	// NoReturn: the return was not seen. Range ends with the thread or the trace or, if it is
	// Cut, when the thread was last known to be in the call.
	NoReturn, Cut bool
}

// Ended is the last instant of a call.
func (c *SystemCall) Ended() Time { return max(0, c.To-1) }

// Limits of what is kept of system calls: 20 bytes each, 340 MB in all.
const (
	mostCalls     = 1 << 24
	mostCallNames = 1 << 16
)

// mostErrno is the greatest errno that a call returns, negated.
const mostErrno = 4095

// callRow is a stored system call: 16 bytes plus its 4-byte start.
type callRow struct {
	length     uint32 // ns, the low 32 bits
	longer     uint16 // in units of 1<<32 ns
	name       uint16 // index of Trace.callNames
	descriptor int32
	errno      uint16
	typ        DescriptorType
	flags      callFlags
}

// callFlags are what is known about a stored call.
type callFlags uint8

const (
	callNoEntry callFlags = 1 << iota
	callNoReturn
	callCut
)

// mostCallLength is the greatest length of a stored call, three days.
const mostCallLength Time = 1<<48 - 1

func (r *callRow) setLength(l Time) {
	l = min(max(l, 0), mostCallLength)
	r.length, r.longer = uint32(l&math.MaxUint32), uint16(l>>32)
}

func (r *callRow) len() Time { return Time(r.longer)<<32 | Time(r.length) }

// underWay reports whether the call may still return.
func (r *callRow) underWay() bool { return r.flags&(callNoReturn|callCut) == callNoReturn }

// callRegs is what the Builder keeps to fill Trace.calls.
type callRegs struct {
	slab  slab[cell[callRow]]
	names map[StringID]uint16
	kept  int
	most  int   // calls that are kept
	extra int64 // events of calls that are not kept
}

// HasSystemCalls reports whether the trace holds any event of a system call.
func (t *Trace) HasSystemCalls() bool { return len(t.calls) > 0 }

// Calls reports whether the trace holds any system call of a thread.
func (t *Trace) Calls(ix ThreadIx) bool { return int(ix) < len(t.calls) && t.calls[ix].len() > 0 }

// SystemCalls yields the system calls of a thread that overlap r, in order, unclipped.
func (t *Trace) SystemCalls(ix ThreadIx, r Range) iter.Seq[SystemCall] {
	return func(yield func(SystemCall) bool) {
		if int(ix) >= len(t.calls) {
			return
		}
		col := &t.calls[ix]
		u := col.seek(max(0, col.find(r.From)))
		for from, row := u.next(); row != nil && from <= r.To; from, row = u.next() {
			c := row.call(from, t.callNames)
			if c.To >= r.From && !yield(c) {
				return
			}
		}
	}
}

func (r *callRow) call(from Time, names []StringID) SystemCall {
	return SystemCall{
		Range: Range{from, from + r.len()}, Name: names[r.name], Descriptor: r.descriptor, Type: r.typ, Error: r.errno,
		NoEntry: r.flags&callNoEntry != 0, NoReturn: r.flags&callNoReturn != 0, Cut: r.flags&callCut != 0,
	}
}

// lastCall is the newest call of a thread and its start, nil if there is none.
func (b *Builder) lastCall(ix ThreadIx) (Time, *callRow) {
	if int(ix) >= len(b.trace.calls) {
		return 0, nil
	}
	return b.trace.calls[ix].last()
}

// enterSystemCall records that a thread enters a system call.
func (b *Builder) enterSystemCall(ix ThreadIx, k *callKind, e *Event) {
	if k.verb == verbLock || e.Flags&CallInferred != 0 {
		return
	}
	row := b.addCall(ix, e.Name, e.Time)
	if row == nil {
		return
	}
	row.flags = callNoReturn
	if fd := int32(e.Arg); k.onDescriptor && fd >= 0 {
		row.descriptor = fd
		if d := b.descriptorsOf(b.trace.Threads[ix].Proc); d != nil {
			row.typ, _ = b.madeDescriptor(d, int64(fd))
		}
	}
}

// leaveSystemCall records that a thread returns from a system call: from the one that it was
// last seen to enter, or from one whose entry was not seen. In that case nothing that would
// have been recorded came between its last wait and the return, so it waited in the call. A
// new thread returns 0 from the call by which another one made it.
func (b *Builder) leaveSystemCall(ix ThreadIx, k *callKind, e *Event) {
	if k.verb == verbLock || e.Flags&CallInferred != 0 {
		return
	}
	from, row := b.lastCall(ix)
	switch {
	case row != nil && row.underWay() && b.trace.callNames[row.name] == e.Name:
		row.flags &^= callNoReturn
	case k.begets && e.Arg2 == 0:
		return
	default:
		if row = b.addCall(ix, e.Name, b.unseenEntry(ix, e)); row == nil {
			return
		}
		from, _ = b.lastCall(ix)
		row.flags = callNoEntry
	}
	row.setLength(e.Time - from)
	if e.Flags&CallResultUnknown == 0 && e.Arg2 < 0 && e.Arg2 >= -mostErrno {
		row.errno = uint16(-e.Arg2)
	}
}

// unseenEntry is since when a thread is known to have been in the call from which it returns.
func (b *Builder) unseenEntry(ix ThreadIx, e *Event) Time {
	last, row := b.lastCall(ix)
	if row != nil {
		if row.underWay() {
			return e.Time
		}
		last += row.len()
	}
	if out, _, wait := b.lastWait(ix); wait != nil && out >= last && !b.gapSince(out) && b.told(e.Name) {
		return out
	}
	return e.Time
}

// told reports whether all entries and returns of a call are known to have been recorded.
func (b *Builder) told(name StringID) bool {
	s := b.trace.Tables.Strings.Get(name)
	return b.trace.Info.Recorded.HasCalls(s, s+":exit")
}

// addCall adds a call of a thread that is in no other one, and returns its row; nil if no
// more are kept.
func (b *Builder) addCall(ix ThreadIx, name StringID, at Time) *callRow {
	last, row := b.lastCall(ix)
	if row != nil {
		if row.underWay() {
			row.flags |= callCut
		}
		at = max(at, last+row.len())
	}
	n, ok := number(b.sysCalls.names, &b.trace.callNames, mostCallNames, name)
	if !ok || b.sysCalls.kept >= b.sysCalls.most {
		b.sysCalls.extra++
		return nil
	}
	b.sysCalls.kept++
	for len(b.trace.calls) <= int(ix) {
		b.trace.calls = append(b.trace.calls, column[callRow]{})
	}
	row = b.trace.calls[ix].extend(at, &b.sysCalls.slab)
	*row = callRow{name: n, descriptor: -1}
	return row
}

// number is the index of a value in a list of at most the given number of distinct ones, to
// which it is added if it is new; ok is false if there are too many.
func number[K comparable, I uint16 | uint32](index map[K]I, list *[]K, most int, k K) (i I, ok bool) {
	i, ok = index[k]
	if !ok && len(*list) < most {
		i, ok = I(len(*list)), true
		index[k] = i
		*list = append(*list, k)
	}
	return i, ok
}

// freezeSystemCalls ends the calls that did not return, and those during which events of
// their thread were lost: it may have returned, and a later return may be that of another
// call.
func (b *Builder) freezeSystemCalls() {
	t := b.trace
	parallel(len(t.calls), func(ix int) {
		col, th := &t.calls[ix], &t.Threads[ix]
		if last, row := col.last(); row != nil && row.underWay() {
			row.setLength(th.Life.To - last)
			if !t.Info.Recorded.BothEnds(t.String(t.callNames[row.name])) {
				row.setLength(0)
				row.flags |= callCut
			}
		}
		col.seal()
		if len(th.lost) == 0 {
			return
		}
		for k := range col.blocks {
			bl := &col.blocks[k]
			for i := range bl.cells {
				row, from := &bl.cells[i].row, bl.start(i)
				if at, ok := th.lostIn(Range{from, from + row.len()}); ok && row.flags&callCut == 0 {
					row.setLength(at - from)
					row.flags |= callNoReturn | callCut
					row.errno = 0
				}
			}
		}
	})
	if n := b.sysCalls.extra; n > 0 {
		t.Diagnostics = append(t.Diagnostics, Diagnostic{
			Severity: SeverityWarning, Code: CallsLeftOut, Count: n,
			Text: fmt.Sprintf("%d system-call events were left out: too many to keep", n),
		})
	}
}

// CallsLeftOut is the code of the diagnostic that counts the events of system calls that are left
// out.
const CallsLeftOut = "system-calls"
