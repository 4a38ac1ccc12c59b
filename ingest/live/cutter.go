package live

import (
	"errors"
	"io"
	"slices"
	"time"

	"threadlens/ingest/text"
	"threadlens/model"
)

// cutter cuts events, which come in the order of their times, into stretches. It belongs to the
// goroutine that adds names to tables.
type cutter struct {
	o      cutOptions
	info   model.Info
	tables *model.Tables

	// The next stretch.
	from   model.Time // its start
	events []model.Event
	before *known

	// What is kept, one piece a stretch, and the state before it.
	kept  []piece
	count int
	base  *known
}

// cutOptions are how long stretches are, and how much of them is kept.
type cutOptions struct {
	Every model.Time // a stretch, at least
	Span  model.Time // how long events are kept
	Most  int        // how many of them
}

// piece is the events of a stretch.
type piece struct {
	to     model.Time
	events []model.Event
}

func newCutter(o cutOptions, info model.Info, tables *model.Tables) *cutter {
	return &cutter{o: o, info: info, tables: tables, before: newKnown(), base: newKnown()}
}

// take adds events, all later events being at or after settled, and returns the stretch that is now
// complete, nil without one.
func (c *cutter) take(events []model.Event, settled model.Time, cpus int) *Moment {
	c.events = append(c.events, events...)
	c.info.CPUs = max(c.info.CPUs, cpus)
	if settled-c.from < c.o.Every {
		return nil
	}
	n, _ := slices.BinarySearchFunc(c.events, settled, func(e model.Event, at model.Time) int { return int(min(max(e.Time-at, -1), 1)) })
	m := &Moment{Trace: c.trace(c.before, settled, c.events[:n]), Range: model.Range{From: c.from, To: settled}}
	c.before.take(c.events[:n], c.info.CPUs)
	c.keep(piece{settled, slices.Clone(c.events[:n])})
	c.events = slices.Clone(c.events[n:])
	c.from = settled
	return m
}

// trace is a trace of events and the state before them.
func (c *cutter) trace(before *known, end model.Time, pieces ...[]model.Event) *model.Trace {
	info := c.info
	info.End = end
	list := before.events()
	for _, p := range pieces {
		list = append(list, p...)
	}
	return model.Build(&info, c.tables, model.PrepassOf(info.CPUs, list), list)
}

// keep adds a stretch, and drops those that are too old or too many.
func (c *cutter) keep(p piece) {
	c.kept = append(c.kept, p)
	c.count += len(p.events)
	for len(c.kept) > 1 && (c.count > c.o.Most || p.to-c.kept[0].to > c.o.Span) {
		c.base.take(c.kept[0].events, c.info.CPUs)
		c.count -= len(c.kept[0].events)
		c.kept[0].events = nil
		c.kept = c.kept[1:]
	}
}

// writeText writes what is kept as a trace in the text format, from its start on.
func (c *cutter) writeText(to io.Writer) error {
	if len(c.kept) == 0 {
		return errNothingKept
	}
	info, begin := c.info, c.begin()
	info.End = c.from - begin
	info.Clock.StartNS += int64(begin)
	if !info.StartWall.IsZero() {
		info.StartWall = info.StartWall.Add(time.Duration(begin))
	}
	w := text.NewWriter(to, &info, c.tables)
	err := w.Events(append(c.base.there(), c.base.lost(begin)...))
	for _, p := range c.kept {
		events := slices.Clone(p.events)
		for i := range events {
			shift(&events[i], begin)
		}
		err = errors.Join(err, w.Events(events))
	}
	return errors.Join(err, w.Close())
}

// begin is when the first kept event happened that is not about the time before.
func (c *cutter) begin() model.Time {
	for _, p := range c.kept {
		for i := range p.events {
			if p.events[i].Time > 0 {
				return p.events[i].Time
			}
		}
	}
	return 0
}
