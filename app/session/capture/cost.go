package capture

import (
	"fmt"
	"time"

	"threadlens/ingest/record"
	"threadlens/model"
	"threadlens/model/measure"
)

// RecordingCost is how much CPU time recording a switch or a wake-up takes, without and with the call
// stacks of all events; 0 where that is unknown.
type RecordingCost struct{ Plain, Stacks time.Duration }

// Cost measures the cost of recording with these options, whether or not they ask for call stacks.
func (r Recorder) Cost(o record.Options) RecordingCost {
	plain, stacks := o, o
	plain.Stacks, stacks.Stacks = false, true
	return RecordingCost{r.EventCost(&plain), r.EventCost(&stacks)}
}

// costExample is the number of events per second in an example, as a busy CPU has.
const costExample = 10_000

// Words are the cost of an event, without or with call stacks, next to the other one; and an example
// of the sum, "" where the cost is unknown.
func (c RecordingCost) Words(stacks bool) (each, example string) {
	chosen, other, comparison := c.Plain, c.Stacks, "with the call stacks of programs: "
	if stacks {
		chosen, other, comparison = other, chosen, "without the call stacks of programs: "
	}
	if chosen == 0 {
		return "Not known before the recording", ""
	}
	each = measure.Duration(model.Time(chosen)) + " per switch or wake-up"
	if other > 0 {
		each += " (" + comparison + measure.Duration(model.Time(other)) + ")"
	}
	return each, fmt.Sprintf("%s switches or wake-ups per second cost %s of one CPU; other events cost extra.",
		measure.Count(costExample), measure.Percent(100*costExample*chosen.Seconds(), 1))
}
