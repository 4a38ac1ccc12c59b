package measure

import "threadlens/model"

// unclassifiedPercent is the share of the waiting time above which a recording
// should have contained more.
const unclassifiedPercent = 5

// LikelyNote notes that likely reasons are counted, "" for a trace in which they
// are not. It accompanies every table and picture of the trace.
func LikelyNote(t *model.Trace) string {
	if !t.LikelyCounted() {
		return ""
	}
	return "Unclassified waits are counted under their likely reasons."
}

// UnclassifiedPart is the part of the waiting time in sums, from 0 to 1, whose purpose
// is unknown.
func UnclassifiedPart(sums *model.Sums) float64 {
	var waiting model.Time
	for _, c := range []model.Category{
		model.Synchronization, model.IO, model.Sleep, model.MemoryManagement, model.UIProcessing,
		model.WaitForWork, model.Unclassified,
	} {
		waiting += sums[c]
	}
	if waiting == 0 {
		return 0
	}
	return float64(sums[model.Unclassified]) / float64(waiting)
}

// UnclassifiedNote describes what a trace lacks, and how to record it, if more than 5
// % of the waiting time in sums is Unclassified; otherwise it is "".
func UnclassifiedNote(t *model.Trace, sums *model.Sums) string {
	part := UnclassifiedPart(sums)
	if 100*part <= unclassifiedPercent {
		return ""
	}
	return Percent(100*part, 1) + " of the wait time is unclassified: " + lacking(t) + "."
}

// lacking is what a recording lacks that would show why threads wait, and the
// command that records it.
func lacking(t *model.Trace) string {
	has := t.Info.Has
	switch family := t.Info.OS.Family; {
	case family == "linux" && !has.Calls:
		return "no system calls were recorded. “threadlens record” records the calls in which threads wait and, with " +
			"--stacks, also the programs' call stacks"
	case (family == "linux" || family == "windows") && !has.Stacks:
		return "no call stacks were recorded. “threadlens record --stacks” records them"
	case family == "linux":
		return "neither the recorded calls nor the stacks show the wait reasons. “threadlens record --stacks --with syscalls,faults” records everything that may show them"
	case family == "windows":
		return "neither Windows' wait reasons nor the call stacks show why the threads waited. The program's symbols (--symbols) may give names to more functions on the stacks"
	}
	return "the trace does not show why the threads waited"
}
