package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var fileLockLimits = []Limit{
	{"E24.share", 10, "%", "minimum share of a thread's lifetime spent waiting for file locks"},
	{"E24.cost", 5, "%", "minimum total time of waits for file locks, as a share of the window"},
	{"E24.held", 75, "%", "the finding names one thread as the only holder if the waits that this thread ends make up at least this share of the wait time for file locks"},
}

// fileLocks is E24: threads wait for file locks.
var fileLocks = Rule{
	ID: "E24", Name: "Waiting for a file lock",
	Doc:    "a thread spends much time waiting for a file lock (flock, fcntl) that another thread or process holds",
	rests:  onReasons,
	Report: "peers",
	limits: fileLockLimits,
	check:  findFileLocks,
}

func findFileLocks(l *ruleContext) []Finding {
	b := l.waiters(l.part("E24.share"), []model.Category{model.Synchronization}, func(s *model.Segment) bool {
		return s.Sub == model.SubFileLock && s.Category == model.Synchronization
	})
	if b.waited == 0 || quotient(b.waited, l.Range.Len()) < l.part("E24.cost") {
		return nil
	}
	holders, ended := l.endersOf(b)
	together, lives := b.together()
	f := Finding{
		Severity: Warning, Range: l.Range, Threads: b.threads, Cost: b.waited, Evidence: b.evidence(l),
		Try: "Hold the lock for a shorter time, lock only parts of the file, or use separate files.",
		Details: []Detail{
			{"Waits", measure.Count(int64(b.times)), "longest " + measure.Duration(b.longest.Clip(l.Range).Len())},
			{"Waited", measure.Duration(b.waited), share(b.waited, b.alive) + " of " + lives},
		},
	}
	f.Sentence = fmt.Sprintf("%s waited %s%s for a file lock (%s of %s)", l.nameList(b.threads), measure.Duration(b.waited), together, share(b.waited, b.alive), lives)
	if len(holders) == 0 {
		f.Sentence += "; the holder of the lock is unknown."
		return []Finding{f}
	}
	if part := ended[holders[0]]; quotient(part, b.waited) >= l.part("E24.held") {
		f.Sentence += fmt.Sprintf("; %s held the lock: the waits that this thread ended make up %s of the wait time.", l.name(holders[0]), share(part, b.waited))
	} else {
		f.Sentence += "; " + l.nameList(holders) + " held the lock in turn."
	}
	for _, ix := range holders[:min(len(holders), MaxNamed)] {
		f.Details = append(f.Details, Detail{"Holder", l.name(ix), "ended " + measure.Duration(ended[ix]) + " of the wait time"})
	}
	return []Finding{f}
}

// endersOf are the threads that ended the waits, by the share of each, and that share.
func (l *ruleContext) endersOf(b *bareWaits) (list []model.ThreadIx, ended map[model.ThreadIx]model.Time) {
	ended = map[model.ThreadIx]model.Time{}
	for _, ix := range b.threads {
		for s := range l.t.Segments(ix, l.Range) {
			if by := s.Unblocker(); by != model.NoThread && s.State == model.Waiting && b.has(&s) {
				if ended[by] == 0 {
					list = append(list, by)
				}
				ended[by] += s.Clip(l.Range).Len()
			}
		}
	}
	slices.SortStableFunc(list, func(x, y model.ThreadIx) int { return cmp.Compare(ended[y], ended[x]) })
	return list, ended
}
