package explain

import (
	"strconv"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// frequency explains the frequency of a CPU at an instant.
func (f *ObjectFacts) frequency(t *model.Trace, o timeline.Object, terms naming.Terms) {
	series := t.Frequency(model.CPU(o.Index))
	step := series.At(o.At)
	f.Length = "for " + timeline.FormatDuration(step.Len())
	if step.Value == model.StepUnknown {
		f.Title, f.Category = "Frequency unknown", model.UnknownCategory
	} else {
		f.Title = timeline.FormatFrequency(step.Value)
		share := measure.Percent(100*float64(step.Value)/float64(series.Most()), 0)
		f.add(share + " of " + timeline.FormatFrequency(series.Most()) + ", the highest recorded")
	}
	f.add(terms.Clock.Range(step.Range), naming.CPUTitle(model.CPU(o.Index)))
}

// idleState explains the idle state of a CPU at an instant.
func (f *ObjectFacts) idleState(t *model.Trace, o timeline.Object, terms naming.Terms) {
	step := t.IdleStates(model.CPU(o.Index)).At(o.At)
	f.Length = "for " + timeline.FormatDuration(step.Len())
	switch step.Value {
	case model.StepUnknown:
		f.Title, f.Category = "Idle state unknown", model.UnknownCategory
	case model.NotIdle:
		f.Title = "CPU not idle"
	default:
		f.Title = "Idle state " + strconv.FormatInt(step.Value, 10)
	}
	f.add(terms.Clock.Range(step.Range), naming.CPUTitle(model.CPU(o.Index)))
}
