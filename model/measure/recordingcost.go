package measure

import (
	"cmp"
	"slices"
	"strings"

	"threadlens/model"
)

// EventCost is the CPU time that recording an event takes, ns, if it was not measured: the
// usual figure for Windows and Linux.
const EventCost model.Time = 1_000

// Overhead is the share in percent of the given number of CPUs that recording takes, from
// the number of events in a time and the cost of each.
func Overhead(events int64, cpus int, span, cost model.Time) float64 {
	if cpus < 1 || span < 1 {
		return 0
	}
	return 100 * float64(events) * float64(cost) / float64(span) / float64(cpus)
}

// The sentence about the cost of recording names at most mostRecorded processes, those
// with at least leastRecorded percent of the events.
const (
	mostRecorded  = 5
	leastRecorded = 1
)

// RecordingCost is a sentence, without a full stop, about the share of the machine that
// recording took, and the number of events: the cost of one event, measured when the
// recording started, times their number, and the processes in which they happened. It is ""
// if the cost was not measured.
func RecordingCost(t *model.Trace) (sentence string, events int64) {
	for _, p := range t.Info.ByProcess {
		events += p.Events
	}
	cost := t.Info.EventCost
	if cost == 0 || events == 0 || t.End == 0 {
		return "", 0
	}
	sentence = Count(events) + " events × " + Duration(cost) + " each (measured) = " + Duration(model.Time(float64(events)*float64(cost))) + ", " +
		Percent(Overhead(events, len(t.Cores), t.End, cost), 1) + " of the CPU time"
	if most := byProcess(t, events); len(most) > 0 {
		sentence += "; most of the events in: " + strings.Join(most, ", ")
	}
	return sentence, events
}

// byProcess are the processes in which most of the events happened, with their shares.
func byProcess(t *model.Trace, events int64) (list []string) {
	most := slices.Clone(t.Info.ByProcess)
	slices.SortStableFunc(most, func(a, b model.ProcessEvents) int { return cmp.Compare(b.Events, a.Events) })
	for _, p := range most[:min(len(most), mostRecorded)] {
		if part := 100 * float64(p.Events) / float64(events); part >= leastRecorded {
			list = append(list, recordedIn(t, p.PID)+" "+Percent(part, 0))
		}
	}
	return list
}

// recordedIn is the process in which events happened: the newest one of an id.
func recordedIn(t *model.Trace, pid uint32) string {
	switch pid {
	case 0:
		return "idle CPUs"
	case model.NoPID:
		return "unknown processes"
	}
	for i := range slices.Backward(t.Processes) {
		if p := &t.Processes[i]; p.Known && p.PID == pid {
			return ProcessName(p)
		}
	}
	return ProcessName(&model.Process{PID: pid, Known: true})
}
