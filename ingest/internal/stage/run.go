package stage

import (
	"context"
	"fmt"

	"threadlens/ingest/internal/fault"
	"threadlens/model"
)

// Decoder turns the records of a file into events.
type Decoder interface {
	// Fill appends to the output until there are about BatchEvents events, and returns the time up
	// to which events are complete; end is set when there are no more. The error is the context's
	// or the file's.
	Fill(ctx context.Context) (settled model.Time, end bool, err error)
	// Output is where Fill puts the events.
	Output() *Output
	// Done is how many bytes of the file were read.
	Done() int64
}

// BatchEvents is about how many events go into a batch, Ahead how many batches the decoder may be
// ahead of the consumer. Passing one on can cost the wake-up of a sleeping goroutine, which is
// expensive on virtual machines: smaller batches, or fewer, halve the speed there.
const (
	BatchEvents = 1 << 13
	Ahead       = 8
)

// batch is what goes from the decoder to the consumer.
type batch struct {
	events  []model.Event
	names   []string
	stacks  []Stack
	settled model.Time
	done    int64
	err     error
}

// take makes the memory of an old batch the output's, keeping what it already contains.
func (o *Output) take(b *batch) {
	o.Events = append(b.events[:0], o.Events...)
	o.Names.fresh = append(b.names[:0], o.Names.fresh...)
	o.Stacks = append(b.stacks[:0], o.Stacks...)
}

// hand moves the output's contents to the batch.
func (o *Output) hand(b *batch) {
	b.events, b.names, b.stacks = o.Events, o.Names.fresh, o.Stacks
	o.Events, o.Names.fresh, o.Stacks = nil, nil, nil
}

// Consumer receives what a decoder puts out.
type Consumer struct {
	Format   string        // prefix of the decoder's errors
	Tables   *model.Tables // receives the names and stacks
	Progress func(done int64)
	Yield    func(batch []model.Event, settled model.Time) error
}

// Run decodes everything and passes it to c, batch by batch, while the next batch is being decoded
// concurrently. records is roughly the number of events. ended is set when the decoder came to its
// end; the error is the decoder's or that of c.Yield.
func Run(ctx context.Context, d Decoder, records int, c Consumer) error {
	inner, cancel := context.WithCancel(ctx)
	free, full := make(chan *batch, Ahead), make(chan *batch, Ahead)
	room := min(BatchEvents+BatchEvents/8, records)
	for range cap(free) {
		free <- &batch{events: make([]model.Event, 0, room)}
	}
	ended := false
	go func() {
		defer close(full)
		ended = decode(inner, d, free, full)
	}()
	err := c.consume(free, full)
	cancel()
	for range full {
		continue // until the decoder is gone
	}
	if err == nil && !ended {
		return fmt.Errorf("%s: %w", c.Format, ctx.Err())
	}
	return err
}

// decode fills batches that it takes from free and puts into full, until the end, which it reports,
// or until the context ends.
func decode(ctx context.Context, d Decoder, free, full chan *batch) (ended bool) {
	out := d.Output()
	for !ended {
		var b *batch
		select {
		case b = <-free:
		case <-ctx.Done():
			return false
		}
		out.take(b)
		b.settled, ended, b.err = guarded(ctx, d)
		out.hand(b)
		b.done = d.Done()
		select {
		case full <- b:
		case <-ctx.Done():
			return ended
		}
		if b.err != nil {
			return false
		}
	}
	return true
}

// guarded is d.Fill for bytes that may be mapped.
func guarded(ctx context.Context, d Decoder) (settled model.Time, end bool, err error) {
	defer fault.Guard(&err)()
	return d.Fill(ctx)
}

func (c *Consumer) consume(free, full chan *batch) error {
	stacks := 0
	for b := range full {
		for _, n := range b.names {
			c.Tables.Strings.ID(n)
		}
		for _, s := range b.stacks {
			if stacks++; stacks > c.Tables.Stacks.Len() { // not from an attempt that failed
				c.Tables.Stacks.Append(s.Caller, s.Frame)
			}
		}
		if b.err != nil {
			return fmt.Errorf("%s: %w", c.Format, b.err)
		}
		c.Progress(b.done)
		if err := c.Yield(b.events, b.settled); err != nil {
			return err
		}
		free <- b
	}
	return nil
}

// Prepass feeds p with the events from the beginning until every CPU in open, which has switches,
// has shown who occupied it at first, and as long as more, which may be nil, returns true: what
// follows a gap of lost events shows who has occupied the CPU since. The decoder's other output is
// discarded.
func Prepass(ctx context.Context, d Decoder, p *model.Prepass, open map[model.CPU]bool, more func() bool) error {
	out := d.Output()
	for end := false; !end && (len(open) > 0 || more != nil && more()); {
		var err error
		if _, end, err = d.Fill(ctx); err != nil {
			return err
		}
		for i := range out.Events {
			e := &out.Events[i]
			p.Add(e)
			if e.Kind == model.KindSwitch || e.Kind == model.KindLoss {
				delete(open, e.CPU)
			}
		}
		out.Events = out.Events[:0]
	}
	return nil
}
