package explain

import (
	"slices"
	"testing"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// TestPrecision: an interval of a trace that has microseconds only says so, in the facts of a
// segment and of a time slice; finer traces do not.
func TestPrecision(t *testing.T) {
	const scene = `threadlens-trace 1
cpus 1
span 0us 100us
os linux
10us cpu0 switch idle 8 preempt
30us cpu0 switch 8 idle wait
`
	const coarse = "±1.00 µs (the trace records times in steps of 1.00 µs)"
	tr := modeltest.Parse(t, "precision", scene)
	thread := model.ThreadIx(slices.IndexFunc(tr.Threads, func(th model.Thread) bool { return th.TID == 8 }))
	for step, want := range map[int64]string{0: "", 1: "", 100: "", 999: "", 1000: coarse, 10_000: "±10.0 µs (the trace records times in steps of 10.0 µs)"} {
		tr.Info.Clock.ResolutionNS = step
		terms := naming.Terms{}
		seg, _ := tr.SegmentAt(thread, 20_000)
		got := ""
		for _, row := range FactsOf(tr, seg, tr.Whole(), terms).Rows {
			if row.Label == "Precision" {
				got = row.Value
			}
		}
		slice := ObjectFactsOf(tr, timeline.Object{Kind: timeline.ObjectSlice, At: 20_000}, terms)
		if got != want || slices.Contains(slice.Lines, want) != (want != "") {
			t.Errorf("step of %d ns: segment %q, slice %q, want %q", step, got, slice.Lines, want)
		}
	}
}
