package explain

import (
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// noSwitches is why a state without any bound is unknown.
const noSwitches = "the trace has no context switches"

// stateReason is the reason of a segment in words; in a trace without context switches it is that
// there are none.
func stateReason(t *model.Trace, seg *model.Segment) string {
	if seg.State == model.Unknown && seg.Sub == model.SubNotSeen && t.SwitchCount() == 0 {
		return noSwitches
	}
	return naming.ReasonWords(seg)
}

// sampled adds the sampled CPU time of a thread while its state is unknown.
func (f *Facts) sampled(t *model.Trace, seg *model.Segment) {
	if seg.State != model.Unknown {
		return
	}
	if s := measure.SampledOf(t, seg.Range); s.Any() && (s.Thread(seg.Thread) > 0 || t.SwitchCount() == 0) {
		e := s.OfThread(t, seg.Thread)
		f.add("Sampled", e.String())
	}
}

// SampleText is a sample in a few words: in which function it was taken, when and where.
func SampleText(t *model.Trace, s *model.Sample, terms naming.Terms) string {
	when := "at " + terms.Clock.Instant(s.Time, t.End) + ", CPU " + timeline.FormatCount(int64(s.CPU))
	frames := framesOf(t, s.Stack)
	if len(frames) == 0 {
		return "sampled " + when + ", without a stack"
	}
	f := &frames[0]
	function := f.Function + f.Offset
	if f.Module != "" {
		function = f.Module + "!" + function
	}
	return "sampled in " + function + " " + when
}

// NothingRan replaces an empty table of what ran by the reason.
func NothingRan(t *model.Trace) string {
	if t != nil && t.SwitchCount() == 0 {
		return "What ran is unknown: " + noSwitches
	}
	return "No thread ran in this time window"
}
