package explain

import (
	"cmp"
	"slices"
	"strings"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/timeline"
)

// RanMeanwhile names the other threads of the process that ran during a wait, the longest first. It
// is for waits of which the trace does not show what ended them: one of these threads may have, but
// the sentence does not say so. "" where none of them ran.
func RanMeanwhile(t *model.Trace, seg *model.Segment, terms naming.Terms) string {
	type runner struct {
		ix   model.ThreadIx
		time model.Time
	}
	var list []runner
	p := &t.Processes[t.Threads[seg.Thread].Proc]
	if !p.Known {
		return ""
	}
	for _, ix := range p.Threads {
		sums := t.Sums(ix, seg.Range)
		if ran := sums[model.Execution]; ran > 0 && ix != seg.Thread {
			list = append(list, runner{ix, ran})
		}
	}
	if len(list) == 0 {
		return ""
	}
	slices.SortStableFunc(list, func(a, b runner) int { return cmp.Compare(b.time, a.time) })
	var names []string
	rest := model.Time(0)
	for i, r := range list {
		if i >= occupantRows {
			rest += r.time
			continue
		}
		names = append(names, terms.Thread(t, r.ix)+" for "+timeline.FormatDuration(r.time))
	}
	if n := len(list) - len(names); n > 0 {
		names = append(names, timeline.FormatCount(int64(n))+" more for "+timeline.FormatDuration(rest))
	}
	return "During the wait, these threads of the process ran: " + strings.Join(names, ", ") + "."
}
