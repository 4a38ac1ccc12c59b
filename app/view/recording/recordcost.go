package recording

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/capture"
	"threadlens/app/view/kit"
)

// costLines show what recording costs with the present choices, before anything is recorded.
type costLines struct {
	each, example *kit.Line
	of            string // the choices whose cost is known or being measured
	cost          capture.RecordingCost
	meter         kit.Background
}

func newCostLines() *costLines {
	return &costLines{
		each:    kit.NewLine("Measuring…", theme.ColorNameForeground).Fitting(),
		example: kit.NewLine("", kit.ColorText2).Fitting(),
	}
}

// follow shows the cost of a plan. It is measured in the background when other kinds of events are
// chosen, with and without call stacks: the difference is shown before they are chosen.
func (l *costLines) follow(r *capture.Recorder, p capture.RecordPlan) {
	if l.meter.Busy(func() { l.follow(r, p) }) {
		return
	}
	o, _ := p.Options()
	if of := fmt.Sprint(o.Tree, o.Groups); l.of != of || l.cost.Plain == 0 {
		l.of = of
		kit.Make(&l.meter, func(context.Context) (capture.RecordingCost, error) { return r.Cost(o), nil },
			func(c capture.RecordingCost, _ error) {
				l.cost = c
				l.tell(p.Stacks)
			})
		return
	}
	l.tell(p.Stacks)
}

// tell shows the measured cost.
func (l *costLines) tell(stacks bool) {
	each, example := l.cost.Words(stacks)
	l.each.Set(each)
	l.example.Set(example)
}
