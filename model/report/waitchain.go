package report

import (
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// ChainEnd is where a wait chain ends.
type ChainEnd uint8

// Ends of wait chains.
const (
	ChainCould   ChainEnd = iota // at a thread that runs or is runnable
	ChainSource                  // at a wait that an interrupt ended, such as a timer's
	ChainUnknown                 // where the trace does not show more
	ChainMutual                  // at a thread that is already in the chain
	ChainNever                   // at a wait that lasted to the end of the trace or of the thread
)

var chainWords = [...]string{"running or runnable", "waits for an interrupt", "unknown", "mutual wait", "never woken"}

// String describes it in words.
func (e ChainEnd) String() string { return chainWords[e] }

// WaitChain is which thread a thread waited for at an instant, which one that
// waited for, and so on, as it turned out later.
type WaitChain struct {
	// Links are what each thread did at the instant: for all except the last, the wait that the next
	// one ended or, if no thread did, the wait for its lock. There are none for a thread that is not
	// alive.
	Links []model.Segment
	End   ChainEnd
}

// WaitChainOf follows the waits at an instant from a thread to the threads that ended
// them, or to the owner of the lock if no thread did. A thread that ends a process
// does not count as ending waits of its threads.
func WaitChainOf(t *model.Trace, ix model.ThreadIx, at model.Time) WaitChain {
	var c WaitChain
	for {
		s, alive := t.SegmentAt(ix, at)
		if !alive {
			c.End = ChainUnknown
			return c
		}
		c.Links = append(c.Links, s)
		never := false
		if s.State == model.Waiting {
			if ix, never = s.Unblocker(), neverWoken(t, &s); never {
				ix = ownerOf(t, &s, at)
			}
		}
		switch {
		case s.State == model.Unknown:
			c.End = ChainUnknown
		case s.State != model.Waiting:
			c.End = ChainCould
		case ix != model.NoThread && int(ix) < len(t.Threads):
			if !slices.ContainsFunc(c.Links, func(s model.Segment) bool { return s.Thread == ix }) {
				continue
			}
			c.End = ChainMutual
		case never:
			c.End = ChainNever
		case blocking.IsSource(s.Ctx):
			c.End = ChainSource
		default:
			c.End = ChainUnknown
		}
		return c
	}
}

// neverWoken reports whether a wait ended only with the trace or with its thread.
func neverWoken(t *model.Trace, s *model.Segment) bool {
	w, ok := blocking.LastWait(t, s.Thread)
	return ok && w.Index == s.Index
}

// ownerOf is the owner at an instant of the lock that a wait is for, NoThread if that
// is not attested.
func ownerOf(t *model.Trace, s *model.Segment, at model.Time) model.ThreadIx {
	lock, _, ok := blocking.LocksOf(t).At(s)
	if !ok {
		return model.NoThread
	}
	for h := range lock.Owners(model.Range{From: at, To: at + 1}) {
		if h.Confidence >= blocking.Medium && h.Thread != s.Thread {
			return h.Thread
		}
	}
	return model.NoThread
}

// waitChains lists which threads waited for others at the start of the window, and
// nested below each for which.
func waitChains(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "wait-chains", "Wait chains"
	table.Columns = []Column{
		{Name: "depth", Title: "Depth", Kind: KindCount},
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "process", Title: "Process", Kind: KindText},
		{Name: "category", Title: "Category", Kind: KindText},
		{Name: "reason", Title: "Reason", Kind: KindText, Sparse: true},
		{Name: "since_ns", Title: "Since", Kind: KindInstant},
		{Name: "until_ns", Title: "Until", Kind: KindInstant},
		{Name: "end", Title: "End of the chain", Kind: KindText},
	}
	for _, ix := range s.Threads {
		c := WaitChainOf(t, ix, s.Range.From)
		if len(c.Links) < 2 && c.End != ChainMutual {
			continue // it waits for no thread
		}
		for depth := range c.Links {
			link := &c.Links[depth]
			end := Value{}
			if depth == len(c.Links)-1 {
				end = text(c.End.String())
			}
			table.add(uint8(min(depth, maxLevel)), []Value{
				count(depth), thread(t, link.Thread), processName(t.Process(link.Thread)), category(link.Category),
				reason(link.Sub), instant(link.From), instant(link.To), end,
			})
		}
	}
	table.Notes = []string{
		s.Shown(t) + "; listed: the threads that wait for another thread at " + measure.Instant(s.Range.From, t.Held()) + ", the start of the window.",
		"Below each thread is the thread that it waited for: the one that later ended the wait or, if no thread ended it, the lock owner.",
	}
	return nil
}
