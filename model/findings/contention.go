package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

var contentionLimits = []Limit{
	{"E2.share", 5, "%", "minimum time that threads wait for a lock, as a share of the total lifetime of the target's threads (threads that only wait until the program ends are not counted)"},
	{"E2.waits", 10, "", "minimum number of waits for the lock"},
}

// contention is E2: threads wait much for one lock. Whether it is a convoy is
// decided by report.ConvoyOf.
var contention = Rule{
	ID: "E2", Name: "Lock contention",
	Doc: "threads spend part of their lifetimes waiting for one lock; this is a lock convoy if they queue for the lock " +
		"all the time and hand-offs take long",
	rests:  onReasons,
	Report: "contention",
	limits: contentionLimits,
	check:  findContention,
}

// contended is what is known about a lock, or about a place where threads wait for
// each other.
type contended struct {
	lock    *blocking.LockUse // nil if the trace does not show it
	name    string            // its name in a sentence
	waiters []model.ThreadIx  // in order
	wakers  []model.ThreadIx
	total   model.Time // the part of it where no events are lost is certain
	sure    model.Time
	count   int
	longest longestWait
	of      map[model.ThreadIx]Evidence // the longest wait of each
}

// longestWait is the longest wait for a lock, and the thread that ended it.
type longestWait struct {
	Evidence
	by model.ThreadIx
}

// lockKey distinguishes locks that no call identifies: by where threads wait and are
// woken or, without stacks, by which thread waits for which.
type lockKey struct {
	sites string
	pair  pair
}

func findContention(l *ruleContext) []Finding {
	var list []Finding
	least := l.part("E2.share") * float64(l.alive())
	for _, c := range append(l.contendedLocks(), l.contendedPlaces()...) {
		if float64(c.sure) >= least && c.count >= int(l.number("E2.waits")) {
			list = append(list, l.contention(c))
		}
	}
	return list
}

// add adds a wait.
func (c *contended) add(l *ruleContext, wait Evidence, by model.ThreadIx, n int) {
	if c.of == nil {
		c.of = map[model.ThreadIx]Evidence{}
	}
	before, known := c.of[wait.Thread]
	if !known {
		c.waiters = append(c.waiters, wait.Thread)
	}
	if wait.Len() > before.Len() {
		c.of[wait.Thread] = wait
	}
	if by != model.NoThread && !slices.Contains(c.wakers, by) {
		c.wakers = append(c.wakers, by)
	}
	if wait.Len() > c.longest.Len() {
		c.longest = longestWait{wait, by}
	}
	c.total += wait.Len()
	c.count += n
	if l.clear(wait.From, wait.To) {
		c.sure += wait.Len()
	}
}

// contendedLocks are the locks that calls identify, with the waits that the report of
// locks counts.
func (l *ruleContext) contendedLocks() (list []*contended) {
	locks := blocking.LocksOf(l.t)
	for i := range locks.List {
		lock := &locks.List[i]
		if !lock.Owned || l.ctx.Err() != nil {
			continue
		}
		c := &contended{lock: lock, name: lock.LockTitle()}
		for w := range lock.EndedIn(l.Range) {
			if l.ours(w.Thread) {
				c.add(l, Evidence{w.Thread, w.Range}, w.By, 1)
			}
		}
		if c.count > 0 {
			list = append(list, c)
		}
	}
	return list
}

// contendedPlaces are the locks known only from stacks, or from the reasons of waits.
func (l *ruleContext) contendedPlaces() (list []*contended) {
	rows := blocking.UnknownContention(l.t, l.target, l.Range, func(s model.Segment) bool { return !l.parked(s.Thread, s.Range) })
	places := map[lockKey]*contended{}
	for i := range rows {
		r := &rows[i]
		if r.Kind != blocking.ByThread || !isLock(r) {
			continue
		}
		k, name := lockKey{sites: r.Sites}, "each other at "+r.Sites
		if r.Sites == "" {
			k.pair, name = pairOf(r.Waiter, r.Unblocker), "each other"
		}
		c := places[k]
		if c == nil {
			c = &contended{name: name}
			places[k] = c
			list = append(list, c)
		}
		longest := r.Longest.Clip(l.Range)
		c.add(l, Evidence{r.Waiter, longest}, r.Unblocker, int(r.Count))
		c.total += r.Total - longest.Len()
		if l.clear(longest.From, longest.To) {
			c.sure += r.Total - longest.Len()
		}
	}
	return list
}

// isLock reports whether waits were for a lock: a condition is not contended, and
// an object that may be one is not reported as a lock.
func isLock(c *blocking.Contention) bool {
	return c.Confidence >= blocking.Medium || slices.Contains(lockSubs[:], c.Longest.Sub)
}

// lockSubs are the wait reasons that are for locks.
var lockSubs = [...]model.Sub{
	model.SubLock, model.SubMutex, model.SubPushLock, model.SubKernelMutex, model.SubFastMutex, model.SubGuardedMutex,
	model.SubExecutiveResource, model.SubKeyedEvent,
}

func (l *ruleContext) contention(c *contended) Finding {
	slices.SortStableFunc(c.waiters, func(a, b model.ThreadIx) int { return cmp.Compare(c.of[b].Len(), c.of[a].Len()) })
	f := Finding{
		Severity: Warning, Range: l.Range, Cost: c.total, Threads: slices.Clone(c.waiters),
		Try: "Hold the lock for a shorter time, or split the data it protects. The contention report shows who waits for whom.",
	}
	var lives model.Time
	for _, ix := range c.waiters {
		f.Evidence = append(f.Evidence, c.of[ix])
		lives += l.t.Threads[ix].Life.Clip(l.Range).Len()
	}
	for _, ix := range c.wakers {
		if !slices.Contains(c.waiters, ix) {
			f.Threads = append(f.Threads, ix)
		}
	}
	who, whose := l.names(c.waiters)+" ("+l.counted(c.waiters)+")", "their lifetimes"
	if len(c.waiters) == 1 {
		who, whose = l.name(c.waiters[0]), "its lifetime"
	}
	f.Sentence = fmt.Sprintf("%s waited %s for %s (%s of %s, %s).",
		who, measure.Duration(c.total), c.name, share(c.total, lives), whose, plural(c.count, "wait", "waits"))
	whom := ""
	if c.longest.by != model.NoThread {
		whom = " waited for " + l.name(c.longest.by)
	}
	f.Details = []Detail{
		{"Longest wait", measure.Duration(c.longest.Len()), l.name(c.longest.Thread) + whom},
		{"Cost", measure.Duration(c.total), "total time of the threads' waits for the lock"},
	}
	if c.lock == nil {
		return f
	}
	if v, ok := blocking.ConvoyOf(l.t, c.lock, l.Range); ok {
		f.Severity, f.Range = Problem, v.Range
		f.Sentence = fmt.Sprintf("Lock convoy: on average, %.1f threads waited for %s. The lock was handed off %s times, in order of arrival. Median time of a hand-off: %s; median hold time: %s. %s waited %s in total.",
			v.Queue, c.name, measure.Count(int64(v.Handoffs)), measure.Duration(v.Handoff), measure.Duration(v.Hold), l.names(c.waiters), measure.Duration(c.total))
		f.Details = append(f.Details, Detail{
			"Convoy", fmt.Sprintf("%.2f", quotient(v.Arrivals(), v.Served())),
			fmt.Sprintf("arrivals at the lock per hand-off: %.0f arrivals and %.0f hand-offs per second", v.Arrivals(), v.Served()),
		})
		f.Try = "Use an unfair lock, which any thread may take as soon as it is free, or spin briefly before blocking."
	}
	return f
}
