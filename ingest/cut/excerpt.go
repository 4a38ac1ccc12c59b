package cut

import (
	"context"
	"io"

	"threadlens/ingest/format"
	"threadlens/model"
)

// WriteExcerpt writes the window of the trace that r delivers in its own format. All names stay.
func (f *File) WriteExcerpt(ctx context.Context, w io.Writer, r format.Excerpter) error {
	part := &format.Excerpt{Window: f.Window, Also: map[format.Instant]bool{}, Tables: f.Trace.Tables}
	c := New(f.Window, func(events []model.Event) error {
		for i := range events {
			note(part, &events[i])
		}
		return nil
	})
	if err := format.AllEvents(ctx, r, c.Events); err != nil {
		return err
	}
	if err := c.Close(); err != nil {
		return err
	}
	part.Known = append(Starts(f.Trace, f.Window), Targets(f.Trace, c.Last())...)
	return r.WriteExcerpt(ctx, w, part)
}

// note notes the instants of an event outside the window: of lost events also the end.
func note(part *format.Excerpt, e *model.Event) {
	if !part.Window.Contains(e.Time) {
		part.Also[format.Instant{CPU: e.CPU, Time: e.Time}] = true
	}
	if e.Kind == model.KindLoss && !part.Window.Contains(e.End) {
		part.Also[format.Instant{CPU: e.CPU, Time: e.End}] = true
	}
}
