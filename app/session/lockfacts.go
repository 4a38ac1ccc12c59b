package session

import (
	"strings"

	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

// lock adds the lock that a wait was for, and who held it, as far as the calls on
// it tell.
func (f *Facts) lock(t *model.Trace, seg *model.Segment) {
	locks := analysis.LocksAtHand(t)
	if locks == nil || seg.State != model.Waiting {
		return
	}
	lock, _, ok := locks.At(seg)
	if !ok {
		return
	}
	f.add("Waits on", lock.LockTitle())
	f.add("Held by", heldBy(t, lock, seg, f.terms))
}

// heldNames is the number of owners of a lock that are named.
const heldNames = 3

// heldBy names those who held a lock during a wait one after the other, and for how
// long of it.
func heldBy(t *model.Trace, lock *analysis.LockUse, seg *model.Segment, terms Terms) string {
	if !lock.Owned {
		return ""
	}
	var names []string
	others, sure := 0, analysis.Certain
	for h, r := range lock.Owners(seg.Range) {
		if h.Thread == seg.Thread {
			continue
		}
		if sure = min(sure, h.Confidence); len(names) == heldNames {
			others++
			continue
		}
		names = append(names, terms.Thread(t, h.Thread)+" "+timeline.FormatDuration(r.Len()))
	}
	switch {
	case len(names) == 0:
		return "not known: no call tells"
	case others > 0:
		names = append(names, timeline.FormatCount(int64(others))+" more")
	}
	return strings.Join(names, ", then ") + " (" + confidenceWords[sure] + ")"
}

// confidenceWords say how sure it is who held a lock.
var confidenceWords = map[analysis.Confidence]string{
	analysis.Certain: "named by the system",
	analysis.High:    "its calls show it",
	analysis.Medium:  "its release shows it",
	analysis.Low:     "uncertain",
}
