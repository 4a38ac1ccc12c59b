package format

import (
	"context"
	"iter"

	"threadlens/model"
)

// AllEvents passes on the events of a trace as r does, and the interrupts at their times also where
// they are not among the events.
func AllEvents(ctx context.Context, r Reader, take func(batch []model.Event, settled model.Time) error) error {
	none := iter.Seq[model.Event](func(func(model.Event) bool) {})
	if p := r.Prepass(); p.Apart {
		none = p.Interrupts()
	}
	next, stop := iter.Pull(none)
	defer stop()
	irq, ok := next()
	var batch []model.Event // including the interrupts
	err := r.Events(ctx, func(events []model.Event, settled model.Time) error {
		batch = batch[:0]
		for i := range events {
			for ; ok && irq.Time <= events[i].Time; irq, ok = next() {
				batch = append(batch, irq)
			}
			batch = append(batch, events[i])
		}
		return take(batch, settled)
	})
	for ; ok && err == nil; irq, ok = next() {
		err = take([]model.Event{irq}, model.Forever)
	}
	return err
}
