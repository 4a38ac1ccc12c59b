package model

import "math/bits"

// Linux books the CPU time of threads by itself, at every switch and tick, by the run
// queue's clock, and records each booking as an event (sched_stat_runtime, KindRan).
// Segments still follow the switches, since only these show which thread had a CPU
// when, and make every CPU's time add up. The two differ where the run queue's clock
// was not read just before the switch was recorded: by a few hundred ns each time,
// and by all the time since a wake that asked for the switch, where the kernel reuses
// its reading. What one thread is short of, the next one has in excess.

// ranRow is a booking: the thread has executed for so many ns since the previous
// booking.
type ranRow struct{ ran uint32 }

// mostRan bounds how many rows a booking takes: kernels book a running thread at
// least once a second, so a booking of 68 s is not a real one.
const mostRan = 16

// book keeps the CPU time that the kernel has accounted to a thread. Time before
// the trace is left out; the first booking of a thread that was running at the
// start includes some.
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

// Account is the CPU time of a thread in a window, from two sources.
type Account struct {
	Kernel   Time // as booked by the kernel
	Switches Time // booked time as the switches show it; interrupts included
	Open     Time // further time shown by the switches whose booking is not in the trace
}

// Accounts reports whether the trace contains the kernel's own accounting of CPU
// time.
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

// accountBefore is the account of a thread before t, without Open.
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

// part is n/of of t, 0 where of is 0.
func (t Time) part(n, whole Time) Time {
	if n <= 0 || whole < n {
		return 0
	}
	hi, lo := bits.Mul64(uint64(t), uint64(n))
	q, _ := bits.Div64(hi, lo, uint64(whole)) // below t, since n is not above whole
	return Time(q)
}

// runningBefore is how long a thread has had a CPU before an instant, including the
// interrupts during that time.
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
