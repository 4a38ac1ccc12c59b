package modeltest

import (
	"fmt"
	"math/rand/v2"

	"threadlens/model"
)

// checker collects violations, a bounded number of them.
type checker struct {
	t    *model.Trace
	rng  *rand.Rand
	errs []error
}

// maxErrors bounds how many violations Check reports.
const maxErrors = 20

func (c *checker) fail(invariant, format string, args ...any) {
	if len(c.errs) < maxErrors {
		c.errs = append(c.errs, fmt.Errorf("%s: %s", invariant, fmt.Sprintf(format, args...)))
	}
}

// Check verifies the structural invariants that hold for every trace, on all of its
// threads and CPUs and on random windows. It returns the violations, at most 20.
func Check(t *model.Trace) []error {
	c := &checker{t: t, rng: rand.New(rand.NewPCG(1, uint64(t.End)))}
	for ix := range t.Threads {
		c.thread(model.ThreadIx(ix))
		c.episodes(model.ThreadIx(ix))
		c.calls(model.ThreadIx(ix))
	}
	for cpu := range t.Cores {
		c.core(model.CPU(cpu))
	}
	if t.End > 0 {
		c.windows()
		c.concurrency()
		c.queue()
	}
	return c.errs
}

// thread checks the tiling of a life and the order of states.
func (c *checker) thread(ix model.ThreadIx) {
	th := &c.t.Threads[ix]
	if th.Life.From < 0 || th.Life.To > c.t.End || th.Life.From > th.Life.To {
		c.fail("I1", "thread %s: life %v outside the trace", th.Key(), th.Life)
	}
	at := th.Life.From
	var prev model.Segment
	for i := range th.Len() {
		s := c.t.Segment(ix, i)
		if s.From != at || s.To <= s.From {
			c.fail("I1", "thread %s: segment %d is [%d, %d), the one before ended at %d", th.Key(), i, s.From, s.To, at)
		}
		if s.Index != i {
			c.fail("I1", "thread %s: segment %d says it is %d", th.Key(), i, s.Index)
		}
		if i > 0 {
			c.follows(th, &prev, &s)
		}
		c.judged(th, &s)
		at, prev = s.To, s
	}
	if th.Len() > 0 && at != th.Life.To {
		c.fail("I1", "thread %s: segments end at %d, life at %d", th.Key(), at, th.Life.To)
	}
	if th.Len() == 0 && th.Life.Len() > 0 {
		c.fail("I1", "thread %s: life %v without segments", th.Key(), th.Life)
	}
}

// judged checks that only segments that wait for something have a verdict.
func (c *checker) judged(th *model.Thread, s *model.Segment) {
	if s.State != model.Waiting && (s.Flags&(model.LowConfidence|model.IdleWorker) != 0 || s.Evidence != model.NoEvidence) {
		c.fail("verdict", "thread %s: %v at %d was judged as a wait is: %v by %v", th.Key(), s.State, s.From, s.Flags, s.Evidence)
	}
}

// follows checks which state may follow which. Stored segments leave out states of
// length zero, so that most pairs are possible; but an unknown state does not
// become unknown, and only a waiting thread waits for its stack.
func (c *checker) follows(th *model.Thread, prev, s *model.Segment) {
	switch {
	case s.State == model.Unknown && prev.State == model.Unknown && s.Sub == prev.Sub && s.Likely == prev.Likely,
		s.Sub == model.SubInSwap && prev.State != model.Waiting && prev.State != model.Running,
		s.Sub == model.SubCreated, s.Sub == model.SubNotSeen:
		c.fail("I10", "thread %s: %v.%v follows %v.%v at %d", th.Key(), s.State, s.Sub, prev.State, prev.Sub, s.From)
	}
}

// calls checks that the system calls of a thread follow one another inside the trace.
func (c *checker) calls(ix model.ThreadIx) {
	at := model.Time(0)
	for call := range c.t.SystemCalls(ix, c.t.Whole()) {
		if call.From < at || call.To < call.From || call.To > c.t.End {
			c.fail("calls", "thread %s: a call is %v after %d", c.t.Threads[ix].Key(), call.Range, at)
		}
		at = call.To
	}
}

// episodes checks the times of a thread's episodes, and that its unblockers ran
// when they woke it.
func (c *checker) episodes(ix model.ThreadIx) {
	th := &c.t.Threads[ix]
	var last model.Time
	for e := range c.t.Episodes(ix, c.t.Whole()) {
		missing := e.Flags&model.WakeMissing != 0
		if e.Out > e.Ready && !missing || e.Ready > e.In && !missing || e.Out > e.In {
			c.fail("I8", "thread %s: episode out %d ready %d in %d", th.Key(), e.Out, e.Ready, e.In)
		}
		if (e.Kind == model.EpisodePreempt || e.Kind == model.EpisodeYield) && e.Ready != e.Out {
			c.fail("I8", "thread %s: preemption at %d is ready at %d", th.Key(), e.Out, e.Ready)
		}
		if e.Out < last {
			c.fail("I11", "thread %s: episode begins at %d, the one before ended at %d", th.Key(), e.Out, last)
		}
		last = e.In
		c.unblocker(th, &e)
	}
}

func (c *checker) unblocker(th *model.Thread, e *model.Episode) {
	if (e.Ctx == model.CtxThread) != (e.Unblocker != model.NoThread) {
		c.fail("I9", "thread %s at %d: context %v, unblocker %d", th.Key(), e.Out, e.Ctx, e.Unblocker)
		return
	}
	if e.Unblocker == model.NoThread {
		return
	}
	if e.Unblocker == e.Thread {
		c.fail("I9", "thread %s unblocks itself at %d", th.Key(), e.Ready)
	}
	slack := model.Time(0)
	if e.Flags&model.RaceWake != 0 || e.Enqueued != 0 {
		slack = model.DefaultOptions().RaceWindow // the wake came before the switch-out
	}
	from := max(0, e.Ready-slack-1)
	for s := range c.t.Segments(e.Unblocker, model.Range{From: from, To: e.Ready + 1}) {
		// Of a thread whose switches are missing, a wake-up may be all that was recorded.
		if s.State == model.Running || s.State == model.Unknown {
			return
		}
	}
	// A running time of length zero is not stored: the unblocker was switched
	// in and out at the very instant.
	if s, ok := c.t.SegmentAt(e.Unblocker, e.Ready); ok && s.From == e.Ready {
		return
	}
	if u := &c.t.Threads[e.Unblocker]; u.Life.To == e.Ready || u.Life.From == e.Ready {
		return
	}
	c.fail("I9", "thread %s woken at %d by %s, which did not run", th.Key(), e.Ready, c.t.Threads[e.Unblocker].Key())
}

// onCPU is a stretch of a CPU's time with one thread.
type onCPU struct {
	model.Range
	ix model.ThreadIx
}

// core checks the tiling of a CPU, and that its slices are the running segments of
// the threads.
func (c *checker) core(cpu model.CPU) {
	var busy model.Time
	for _, p := range c.tiles(cpu) {
		busy += p.Len()
		for s := range c.t.Segments(p.ix, p.Range) {
			if s.State != model.Running || s.CPU != cpu {
				c.fail("I4", "CPU %d runs thread %s in %v, which is %v on %d", cpu, c.t.Threads[p.ix].Key(), p.Range, s.State, s.CPU)
			}
		}
	}
	var running model.Time
	for ix := range c.t.Threads {
		for s := range c.t.Segments(model.ThreadIx(ix), c.t.Whole()) {
			if s.State == model.Running && s.CPU == cpu {
				running += s.Len()
			}
		}
	}
	if running != busy {
		c.fail("I4", "CPU %d: slices %d ns, running segments %d ns", cpu, busy, running)
	}
}

// tiles checks that a CPU's slices tile the trace and returns those of threads,
// adjacent ones merged.
func (c *checker) tiles(cpu model.CPU) []onCPU {
	at := model.Time(0)
	var tiles []onCPU
	for s := range c.t.Slices(cpu, c.t.Whole()) {
		if s.From != at || s.To <= s.From {
			c.fail("I2", "CPU %d: slice [%d, %d), the one before ended at %d", cpu, s.From, s.To, at)
		}
		at = s.To
		ix, ok := s.Occupant.Thread()
		if !ok {
			continue
		}
		if n := len(tiles); n > 0 && tiles[n-1].ix == ix && tiles[n-1].To == s.From {
			tiles[n-1].To = s.To
		} else {
			tiles = append(tiles, onCPU{s.Range, ix})
		}
	}
	if at != c.t.End {
		c.fail("I2", "CPU %d: slices end at %d, the trace at %d", cpu, at, c.t.End)
	}
	return tiles
}

// windows checks the conservation laws of queries.
func (c *checker) windows() {
	for range 20 {
		r := Window(c.t, c.rng)
		mid := r.From + model.Time(c.rng.Int64N(int64(r.Len())+1))
		stolen := model.Time(0)
		for cpu := range c.t.Cores {
			ct := c.t.CoreTime(model.CPU(cpu), r)
			if sum := ct.Run + ct.Idle + ct.ISR + ct.DPC + ct.Unknown + ct.Offline + ct.Stolen; sum != r.Len() {
				c.fail("I3", "CPU %d in %v: %d ns accounted: %+v", cpu, r, sum, ct)
			}
			stolen += ct.Stolen
		}
		for ix := range c.t.Threads {
			stolen -= c.t.StolenTime(model.ThreadIx(ix), r)
		}
		if stolen != 0 {
			c.fail("I3", "%v: CPUs were taken for %d ns more than from threads", r, stolen)
		}
		for range min(8, len(c.t.Threads)) {
			ix := model.ThreadIx(c.rng.IntN(len(c.t.Threads)))
			c.sums(ix, r, mid)
		}
	}
}

func (c *checker) sums(ix model.ThreadIx, r model.Range, mid model.Time) {
	th := &c.t.Threads[ix]
	s := c.t.Sums(ix, r)
	if s.Total() != r.Overlap(th.Life) {
		c.fail("I7", "thread %s in %v: categories sum to %d, life there is %d", th.Key(), r, s.Total(), r.Overlap(th.Life))
	}
	a, b := c.t.Sums(ix, model.Range{From: r.From, To: mid}), c.t.Sums(ix, model.Range{From: mid, To: r.To})
	a.Add(&b)
	if a != s {
		c.fail("I18", "thread %s: %v split at %d gives %v, whole %v", th.Key(), r, mid, a, s)
	}
	c.account(ix, r, mid)
	if n := c.naive(ix, r); n != s {
		c.fail("I17", "thread %s in %v: query %v, naive sum %v", th.Key(), r, s, n)
	}
}

// account checks the kernel's own account of CPU time: windows add up, and the
// switch times of booked and open time together equal those of the window.
func (c *checker) account(ix model.ThreadIx, r model.Range, mid model.Time) {
	th := &c.t.Threads[ix]
	whole := c.t.Account(ix, r)
	a := c.t.Account(ix, model.Range{From: r.From, To: mid})
	a.Add(c.t.Account(ix, model.Range{From: mid, To: r.To}))
	s := c.t.Sums(ix, r)
	if a != whole || whole.Kernel < 0 || whole.Switches < 0 || whole.Open < 0 ||
		c.t.Accounts() && whole.Switches+whole.Open != s[model.Execution]+s[model.Interrupt] {
		c.fail("I18", "thread %s in %v: account %+v, of its parts %+v, execution %d", th.Key(), r, whole, a, s[model.Execution])
	}
}

// naive computes the sums of a thread by walking its segments, with the
// interrupts taken one nanosecond-exact boundary at a time.
func (c *checker) naive(ix model.ThreadIx, r model.Range) model.Sums {
	var sums model.Sums
	for s := range c.t.Segments(ix, r) {
		p := s.Range.Clip(r)
		if s.State != model.Running {
			sums[s.Category] += p.Len()
			continue
		}
		at := p.From
		var irq model.Time
		for i := range c.t.Interrupts(s.CPU, p) {
			q := i.Range.Clip(p)
			if q.To > at { // by start, so what lies before at is already counted
				irq += q.To - max(at, q.From)
				at = q.To
			}
		}
		sums[model.Interrupt] += irq
		sums[model.Execution] += p.Len() - irq
	}
	return sums
}

// concurrency checks the histogram of running threads .
func (c *checker) concurrency() {
	r := Window(c.t, c.rng)
	if r.Len() == 0 {
		return
	}
	hist, running := histogram(c.t, r)
	var total, weighted model.Time
	for k, h := range hist {
		total += h
		weighted += model.Time(k) * h
	}
	var threads model.Time
	for ix := range c.t.Threads {
		s := c.t.Sums(model.ThreadIx(ix), r)
		threads += s[model.Execution] + s[model.Interrupt]
	}
	if total != r.Len() || weighted != running || running != threads {
		c.fail("I13", "in %v: histogram %d of %d ns, weighted %d, slices %d, threads %d",
			r, total, r.Len(), weighted, running, threads)
	}
	n := float64(len(c.t.Cores))
	ratio := float64(weighted) / float64(r.Len()) / n
	anti := float64(r.Len()-hist[0]) / float64(r.Len())
	if eps := 1e-9; ratio > anti+eps || anti > 1+eps || anti > n*ratio+eps {
		c.fail("I14", "ratio %v, antiratio %v on %v CPUs", ratio, anti, n)
	}
}

// histogram is the time during which exactly k CPUs run a thread inside r, and
// the busy time of all CPUs there.
func histogram(t *model.Trace, r model.Range) (h []model.Time, busy model.Time) {
	type step struct {
		at model.Time
		by int
	}
	var steps []step
	for cpu := range t.Cores {
		for s := range t.Slices(model.CPU(cpu), r) {
			if _, ok := s.Occupant.Thread(); ok {
				p := s.Range.Clip(r)
				steps = append(steps, step{p.From, 1}, step{p.To, -1})
				busy += p.Len()
			}
		}
	}
	h = make([]model.Time, len(t.Cores)+1)
	sortBy(steps, func(s step) model.Time { return s.at*2 + model.Time(s.by+1)/2 }) // ends first
	at, k := r.From, 0
	for _, s := range steps {
		h[k] += s.at - at
		at, k = s.at, k+s.by
	}
	h[k] += r.To - at
	return h, busy
}

// queue checks the run-queue integral .
func (c *checker) queue() {
	r := Window(c.t, c.rng)
	var steps []queueStep
	var want model.Time
	for ix := range c.t.Threads {
		for s := range c.t.Segments(model.ThreadIx(ix), r) {
			if s.State.Queued() {
				p := s.Range.Clip(r)
				steps = append(steps, queueStep{p.From, 1}, queueStep{p.To, -1})
			}
		}
		s := c.t.Sums(model.ThreadIx(ix), r)
		want += s[model.Dispatch] + s[model.Preemption]
	}
	sortBy(steps, func(s queueStep) model.Time { return s.at*2 + model.Time(1-s.by)/2 }) // starts first
	var got model.Time
	at, n := r.From, 0
	for _, s := range steps {
		got += model.Time(n) * (s.at - at)
		at, n = s.at, n+s.by
		if n < 0 {
			c.fail("I12", "run queue of length %d at %d", n, at)
		}
	}
	if got != want {
		c.fail("I12", "in %v: integral %d, ready and preempted %d", r, got, want)
	}
}

type queueStep struct {
	at model.Time
	by int
}
