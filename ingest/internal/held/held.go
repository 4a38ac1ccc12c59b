// Package held is a trace whose events are all in memory: what a reader that decodes a file in one
// pass makes of it.
package held

import (
	"cmp"
	"context"
	"slices"

	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// Reader is a trace in memory. It implements format.Reader.
type Reader struct {
	info     *model.Info
	tables   model.Tables
	prepass  *model.Prepass
	events   []model.Event
	progress func(done, total int64)
}

// batchEvents is how many events Events delivers at a time.
const batchEvents = 1 << 13

// New makes a Reader of what was put out, whose times are those of the trace's clock: it sorts the
// events by time, those at the same time in their order, and counts their times from the first one.
// info gets the clock's start and, unless it is set, the end. progress, which may be nil, is called
// by Events from half of the file's size on.
func New(info *model.Info, out *stage.Output, progress func(done, total int64)) *Reader {
	r := &Reader{info: info, events: out.Events, progress: progress}
	out.Tell(&r.tables)
	if !slices.IsSortedFunc(r.events, byTime) {
		slices.SortStableFunc(r.events, byTime)
	}
	if len(r.events) > 0 {
		start := r.events[0].Time
		for i := range r.events {
			shift(&r.events[i], start)
		}
		info.Clock.StartNS += int64(start)
		if info.End == 0 {
			info.End = r.events[len(r.events)-1].Time
		}
	}
	r.prepass = model.NewPrepass(info.CPUs)
	for i := range r.events {
		r.prepass.Add(&r.events[i])
	}
	return r
}

func byTime(a, b model.Event) int { return cmp.Compare(a.Time, b.Time) }

// shift counts the times of an event from start.
func shift(e *model.Event, start model.Time) {
	e.Time -= start
	switch e.Kind {
	case model.KindIrq, model.KindLoss, model.KindFault, model.KindIO:
		e.End -= start
	case model.KindCallEnter:
		if e.End != 0 {
			e.End -= start
		}
	}
}

// Info returns the facts about the trace.
func (r *Reader) Info() *model.Info { return r.info }

// Tables holds the names and stacks of the events.
func (r *Reader) Tables() *model.Tables { return &r.tables }

// Prepass is the pre-pass over all events.
func (r *Reader) Prepass() *model.Prepass { return r.prepass }

// Close does nothing: whoever opened the file closes it.
func (r *Reader) Close() error { return nil }

// Events delivers the events in the order of time. The error is yield's or the context's.
func (r *Reader) Events(ctx context.Context, yield func(batch []model.Event, settled model.Time) error) error {
	for left := r.events; ; {
		n := min(batchEvents, len(left))
		settled := model.Forever
		if n < len(left) {
			settled = left[n].Time
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := yield(left[:n], settled); err != nil {
			return err
		}
		if left = left[n:]; len(left) == 0 {
			return nil
		}
		if r.progress != nil {
			done := float64(len(r.events)-len(left)) / float64(len(r.events))
			r.progress(r.info.Size+int64(done*float64(r.info.Size)), 2*r.info.Size)
		}
	}
}
