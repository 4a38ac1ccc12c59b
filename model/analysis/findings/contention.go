package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/analysis"
)

var contentionLimits = []Limit{
	{"E2.share", 5, "%", "of the threads' lives that they wait for one lock"},
	{"E2.waits", 10, "", "waits for it"},
}

// contention is E2: threads wait much for one lock. Whether it is a convoy is
// told by analysis.ConvoyOf.
var contention = Rule{
	ID: "E2", Name: "Lock contention",
	Doc:   "threads spend a part of their lives waiting for one lock; a convoy where handing it over takes the time",
	rests: onReasons,
	check: findContention,
}

// contended is what is known of a lock, or of a place where threads wait for each
// other.
type contended struct {
	rows  []*analysis.Contention
	total model.Time
	count int64
}

// lockKey tells locks apart: by what they are or, where the trace does not tell, by
// where threads wait and are woken; without stacks by who waits for whom.
type lockKey struct {
	lock  *analysis.LockUse
	sites string
	pair  pair
}

func findContention(l *look) []Finding {
	rows := analysis.ContentionOf(l.t, l.target, l.Range)
	locks := map[lockKey]*contended{}
	var order []*contended
	for i := range rows {
		c := &rows[i]
		if c.Kind != analysis.ByThread || !isLock(c) {
			continue
		}
		k := lockKey{lock: c.Lock, sites: c.Sites}
		if c.Lock == nil && c.Sites == "" {
			k.pair = pairOf(c.Waiter, c.Unblocker)
		}
		if locks[k] == nil {
			locks[k] = &contended{}
			order = append(order, locks[k])
		}
		locks[k].rows = append(locks[k].rows, c)
		locks[k].total += c.Total
		locks[k].count += c.Count
	}
	var list []Finding
	least := l.part("E2.share") * float64(l.alive())
	for _, c := range order {
		if float64(c.total) >= least && c.count >= int64(l.number("E2.waits")) {
			list = append(list, l.contention(c))
		}
	}
	return list
}

// isLock reports whether waits were for a lock: a condition is not contended, and
// what may be one is not said to be a lock.
func isLock(c *analysis.Contention) bool {
	if c.Lock != nil {
		return c.Lock.Owned
	}
	return c.Confidence >= analysis.Medium || slices.Contains(lockSubs[:], c.Longest.Sub)
}

// lockSubs are the reasons of waits that are for locks.
var lockSubs = [...]model.Sub{
	model.SubLock, model.SubMutex, model.SubPushLock, model.SubKernelMutex, model.SubFastMutex, model.SubGuardedMutex,
	model.SubExecutiveResource, model.SubKeyedEvent,
}

func (l *look) contention(c *contended) Finding {
	slices.SortStableFunc(c.rows, func(a, b *analysis.Contention) int { return cmp.Compare(b.Max, a.Max) })
	worst := c.rows[0]
	f := Finding{
		Severity: Warning, Range: l.Range, Cost: c.total,
		Try: "Hold the lock for less time, or split what it protects; see in the contention report who waits for whom.",
	}
	for _, r := range c.rows {
		f.Evidence = append(f.Evidence, Evidence{r.Waiter, r.Longest.Range})
		for _, ix := range []model.ThreadIx{r.Waiter, r.Unblocker} {
			if !slices.Contains(f.Threads, ix) {
				f.Threads = append(f.Threads, ix)
			}
		}
	}
	lock, known := l.lockName(worst)
	part := analysis.Percent(100*quotient(c.total, l.alive()), 1)
	f.Sentence = fmt.Sprintf("%s waited %s for %s, %s of their lives in %s.",
		plural(len(f.Threads), "thread", "threads"), analysis.Duration(c.total), lock, part, plural(int(c.count), "wait", "waits"))
	f.Details = []Detail{
		{"Longest wait", analysis.Duration(worst.Max), l.name(worst.Waiter) + " waited for " + l.name(worst.Unblocker)},
		{"Cost", analysis.Duration(c.total), "of the threads' time was waiting for it"},
	}
	if !known {
		return f
	}
	if v, ok := analysis.ConvoyOf(l.t, worst.Lock, l.Range); ok {
		f.Severity, f.Range = Problem, v.Range
		f.Sentence = fmt.Sprintf("A convoy of %.1f waiters behind %s: %s hand-offs in the order of arrival, each taking %s, for holds of %s.",
			v.Queue, lock, analysis.Count(int64(v.Handoffs)), analysis.Duration(v.Handoff), analysis.Duration(v.Hold))
		f.Details = append(f.Details, Detail{
			"Convoy", fmt.Sprintf("%.2f", quotient(v.Arrivals(), v.Served())),
			fmt.Sprintf("of the rate of hand-offs: %.0f arrive and %.0f are served in a second", v.Arrivals(), v.Served()),
		})
		f.Try = "Let the lock go to whoever asks first instead of keeping the order, or spin shortly before waiting."
	}
	return f
}

// lockName is how a sentence calls what was waited for, and whether it is a lock
// that the trace knows.
func (l *look) lockName(c *analysis.Contention) (name string, known bool) {
	switch {
	case c.Lock != nil:
		return c.Lock.LockTitle(), true
	case c.Sites != "":
		return "each other at " + c.Sites, false
	}
	return "each other", false
}
