package explain

import (
	"strings"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// RanMeanwhile names the other threads of the process that ran during a wait, the longest first. It
// is for waits of which the trace does not show what ended them: one of these threads may have, but
// the sentence does not say so. "" where none of them ran.
func RanMeanwhile(t *model.Trace, seg *model.Segment, terms naming.Terms) string {
	list := measure.RanMeanwhile(t, seg.Thread, seg.Range)
	if len(list) == 0 {
		return ""
	}
	var names []string
	rest := model.Time(0)
	for i, r := range list {
		if i >= occupantRows {
			rest += r.Time
			continue
		}
		names = append(names, terms.Thread(t, r.Thread)+" for "+timeline.FormatDuration(r.Time))
	}
	if n := len(list) - len(names); n > 0 {
		names = append(names, timeline.FormatCount(int64(n))+" more for "+timeline.FormatDuration(rest))
	}
	return "During the wait, these threads of the process ran: " + strings.Join(names, ", ") + "."
}

// ranMeanwhile is RanMeanwhile as a list, nil where none of them ran or where the trace shows what
// ended the segment, or that it did not end.
func ranMeanwhile(t *model.Trace, seg *model.Segment, terms naming.Terms) *Meanwhile {
	e, ok := episodeOf(t, seg)
	if !ok || !endUnknown(seg, &e) {
		return nil
	}
	had := measure.RanMeanwhile(t, seg.Thread, seg.Range)
	if len(had) == 0 {
		return nil
	}
	list := make([]Occupant, len(had))
	for i, r := range had {
		list[i] = Occupant{Thread: r.Thread, Title: terms.Thread(t, r.Thread), Time: r.Time, At: seg.From}
		list[i].Whose = list[i].Title
	}
	for i := range list[:min(len(list), occupantRows)] {
		list[i].At = firstRun(t, list[i].Thread, seg.Range)
	}
	m := &Meanwhile{}
	m.fill(list)
	return m
}

// endUnknown reports whether a segment is a wait that ended, and the trace does not show how.
func endUnknown(seg *model.Segment, e *model.Episode) bool {
	ended := !e.Open || e.Queued
	return seg.State == model.Waiting && ended && e.Unblocker == model.NoThread && endedBy[e.Ctx] == ""
}

// firstRun is when a thread that runs in r does so for the first time.
func firstRun(t *model.Trace, ix model.ThreadIx, r model.Range) model.Time {
	for s := range t.Segments(ix, r) {
		if s.State == model.Running {
			return max(s.From, r.From)
		}
	}
	return r.From
}
