package explain

import (
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
)

// CostFacts are what making a trace cost the system: what its recorder used and the cost of
// recording an event, where the trace contains that, or else an estimate of the latter.
func CostFacts(t *model.Trace) (facts []Fact) {
	if t.End == 0 {
		return nil
	}
	for i := range t.Processes {
		if p := &t.Processes[i]; p.Recorder {
			used := report.RecorderTime(t, p)
			facts = append(facts, Fact{Label: "Recorder", Value: naming.ProcessTitle(p) + " used " + timeline.FormatDuration(used) +
				" of CPU time, " + measure.Percent(100*float64(used)/float64(t.End), 1) + " of one CPU"})
		}
	}
	if s, _ := measure.RecordingCost(t); s != "" {
		return append(facts, Fact{Label: "Recording cost", Value: s})
	}
	var least, most int64
	for c := range t.Cores {
		if n := t.Cores[c].Events; n > 0 {
			if most == 0 {
				least = n
			}
			least, most = min(least, n), max(most, n)
		}
	}
	if most == 0 {
		return facts
	}
	share := func(events int64) string {
		return measure.Percent(measure.Overhead(events, 1, t.End, measure.EventCost), 1)
	}
	count, part := timeline.FormatCount(least), share(least)
	if least != most {
		count += " to " + timeline.FormatCount(most)
		if upTo := share(most); upTo != part {
			part += " to " + upTo
		}
	}
	return append(facts, Fact{Label: "Recording cost", Value: count + " events per CPU, " + part + " of the CPU's time, at " +
		timeline.FormatDuration(measure.EventCost) + " each (estimated)"})
}
