package recording

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/capture"
	"threadlens/app/view/kit"
	"threadlens/ingest/record"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// costLine shows what recording costs with the present choices, before anything is recorded.
type costLine struct {
	line  *kit.Line
	share *kit.Line // of a CPU
	of    string // the choices whose cost is in each, or is being measured
	each  capture.RecordingCost
	meter kit.Background
}

func newCostLine() *costLine {
	return &costLine{
		line:  kit.NewLine("Measuring…", theme.ColorNameForeground).Fitting(),
		share: kit.NewLine("", kit.ColorText2).Fitting(),
	}
}

// follow shows the cost of these choices. It is measured in the background when another kind of event
// is chosen; with and without call stacks, so that the difference is shown before they are chosen.
func (l *costLine) follow(r *capture.Recorder, o record.Options) {
	of := fmt.Sprint(o.Tree, o.Groups)
	if l.of == of && l.each.Plain > 0 && !l.meter.Running {
		l.tell(o.Stacks)
		return
	}
	if l.meter.Busy(func() { l.follow(r, o) }) {
		return
	}
	l.of = of
	kit.Make(&l.meter, func(context.Context) (capture.RecordingCost, error) { return r.Cost(o), nil },
		func(c capture.RecordingCost, _ error) {
			l.each = c
			l.tell(o.Stacks)
		})
}

// perSecond is the number of events in the example: a busy CPU switches as often.
const perSecond = 10_000

// tell shows the measured cost.
func (l *costLine) tell(stacks bool) {
	chosen, other, without := l.each.Plain, l.each.Stacks, "with all call stacks: "
	if stacks {
		chosen, other, without = other, chosen, "without all call stacks: "
	}
	text, share := "Not known before the recording", ""
	if chosen > 0 {
		text = timeline.FormatDuration(model.Time(chosen)) + " per switch or wake-up"
		if other > 0 {
			text += " (" + without + timeline.FormatDuration(model.Time(other)) + ")"
		}
		share = fmt.Sprintf("%s per second take %s of one CPU; other kinds of events add to that.",
			measure.Count(perSecond), measure.Percent(100*perSecond*chosen.Seconds(), 1))
	}
	l.line.Set(text)
	l.share.Set(share)
}
