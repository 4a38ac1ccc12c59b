package explain

import (
	"strings"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure/blocking"
	"threadlens/timeline"
)

// lock adds the lock that a wait was for, and who held it, as far as the calls on it show.
func (f *Facts) lock(t *model.Trace, seg *model.Segment) {
	locks := blocking.LocksAtHand(t)
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

// heldNames is the number of lock owners that are named.
const heldNames = 3

// heldBy names the owners of a lock during a wait one after another, and how long each held it.
func heldBy(t *model.Trace, lock *blocking.LockUse, seg *model.Segment, terms naming.Terms) string {
	if !lock.Owned {
		return ""
	}
	type turn struct {
		*blocking.Hold
		length model.Time
	}
	var turns []turn
	sure := blocking.Certain
	for o, r := range lock.Owners(seg.Range) {
		if o.Thread == seg.Thread {
			continue
		}
		if sure = min(sure, o.Confidence); len(turns) == 0 || turns[len(turns)-1].Hold != o.Hold {
			turns = append(turns, turn{Hold: o.Hold})
		}
		turns[len(turns)-1].length += r.Len()
	}
	if len(turns) == 0 {
		return "unknown: no lock or unlock call shows the owner"
	}
	var names []string
	for _, o := range turns[:min(heldNames, len(turns))] {
		names = append(names, terms.Thread(t, o.Thread)+" "+timeline.FormatDuration(o.length))
	}
	if others := len(turns) - len(names); others > 0 {
		names = append(names, timeline.FormatCount(int64(others))+" more")
	}
	return strings.Join(names, ", then ") + " (" + confidenceWords[sure] + ")"
}

// confidenceWords describe how certain it is who held a lock.
var confidenceWords = map[blocking.Confidence]string{
	blocking.Certain: "reported by the system",
	blocking.High:    "known from the lock call and the unlock call",
	blocking.Medium:  "known from the unlock call; the lock call was not recorded",
	blocking.Low:     "uncertain",
}
