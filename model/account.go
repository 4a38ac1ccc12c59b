package model

import "math/bits"

// Linux books the CPU time of threads by itself, at every switch and tick, by the
// clock of the run queue, and tells each booking as an event (sched_stat_runtime,
// KindRan). Segments are those of the switches all the same, since only these say
// who had a processor when, and have every processor's time add up. Both differ where
// the clock of the run queue was not read just before the switch was recorded: a few
// hundred ns each time, and all since a wake, where that asked for the switch and the
// kernel reuses its reading. What the one thread lacks, the next one has too much.

// ranRow is a booking: the thread has executed for so many ns since the one before.
type ranRow struct{ ran uint32 }

// mostRan bounds how many rows a booking takes: kernels book a running thread every
// second at the latest, so that one of 68 s is no booking.
const mostRan = 16

// book keeps what the kernel has accounted of a thread. What lies before the trace,
// which the first booking of a thread that ran at its begin holds too, is left out.
func (b *Builder) book(r *reg, e *Event) {
	if b.trace.Info.PartialRan {
		return
	}
	left := max(0, Time(e.Arg))
	at, last := r.ran.last()
	if last == nil {
		left = min(left, e.Time)
	}
	at = max(at, e.Time)
	for range mostRan {
		part := min(left, 1<<32-1)
		r.ran.extend(at, &b.bookings).ran = uint32(part)
		if left -= part; left == 0 {
			return
		}
	}
}

// Account is the CPU time of a thread in a window, told twice.
type Account struct {
	Kernel   Time // as the kernel has booked it
	Switches Time // as the switches tell it, of the time that was booked; interrupts included
	Open     Time // what the switches tell besides: the trace does not show it booked
}

// Accounts reports whether the trace tells the kernel's own account of CPU time.
func (t *Trace) Accounts() bool { return t.Events[KindRan] > 0 && !t.Info.PartialRan }

// Account returns the CPU time of a thread in r. Where r begins or ends between two
// bookings, the later one counts by the share of its running time that lies in r.
// Accounts of adjacent windows add up.
func (t *Trace) Account(ix ThreadIx, r Range) Account {
	r = r.Clip(t.Whole())
	if !t.Accounts() || r.Len() == 0 {
		return Account{}
	}
	a, before := t.accountBefore(ix, r.To), t.accountBefore(ix, r.From)
	a.Kernel -= before.Kernel
	a.Switches -= before.Switches
	a.Open = t.runningBefore(ix, r.To) - t.runningBefore(ix, r.From) - a.Switches
	return a
}

// Add adds o to a.
func (a *Account) Add(o Account) {
	a.Kernel += o.Kernel
	a.Switches += o.Switches
	a.Open += o.Open
}

// accountBefore is the account of a thread before an instant, without Open.
func (t *Trace) accountBefore(ix ThreadIx, at Time) (a Account) {
	th := &t.Threads[ix]
	i := th.ran.find(at)
	from := Time(0)
	if i >= 0 {
		from = th.bookedTo(i, &a)
	}
	next := th.ran.seek(i + 1)
	to, row := next.next()
	if row == nil {
		a.Switches = t.runningBefore(ix, from)
		return a
	}
	booked := Time(row.ran)
	for next.peek(to+1) == to {
		_, row = next.next()
		booked += Time(row.ran)
	}
	begin := t.runningBefore(ix, from)
	a.Switches = t.runningBefore(ix, at)
	a.Kernel += booked.part(a.Switches-begin, t.runningBefore(ix, to)-begin)
	return a
}

// bookedTo sums up the bookings up to row i, and returns its time.
func (th *Thread) bookedTo(i int, a *Account) Time {
	u := th.ran.seek(i)
	b := &th.ran.blocks[u.k]
	a.Kernel = th.booked[u.k]
	for j := range u.i + 1 {
		a.Kernel += Time(b.cells[j].row.ran)
	}
	return b.start(u.i)
}

// part is n of whole parts of t, 0 where there are none.
func (t Time) part(n, whole Time) Time {
	if n <= 0 || whole < n {
		return 0
	}
	hi, lo := bits.Mul64(uint64(t), uint64(n))
	q, _ := bits.Div64(hi, lo, uint64(whole)) // below t, since n is not above whole
	return Time(q)
}

// runningBefore is how long a thread has had a processor before an instant, with the
// interrupts meanwhile.
func (t *Trace) runningBefore(ix ThreadIx, at Time) Time {
	s := t.sumsBefore(ix, at)
	return s[Execution] + s[Interrupt]
}

// freezeBookings computes the sums before each block of bookings.
func (th *Thread) freezeBookings(ran *column[ranRow]) {
	ran.seal()
	th.ran = *ran
	var sum Time
	th.booked = make([]Time, len(th.ran.blocks))
	for k := range th.ran.blocks {
		th.booked[k] = sum
		for i := range th.ran.blocks[k].cells {
			sum += Time(th.ran.blocks[k].cells[i].row.ran)
		}
	}
}
