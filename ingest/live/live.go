package live

import (
	"context"
	"fmt"

	"threadlens/ingest"
	"threadlens/ingest/record"
	"threadlens/model"
)

// Moment is a stretch of time.
type Moment struct {
	// Trace is a trace that holds the stretch, Range. It goes some way beyond it on
	// both sides, without all that happened there.
	Trace *model.Trace
	Range model.Range
	// Lost is set where events of the stretch were lost.
	Lost bool
	// Offline are the processors of the machine that do not run.
	Offline []model.CPU
	State   record.State
}

// Watch begins to watch this machine. It tells of each stretch, one after the other,
// on a goroutine of its own; err is why one of them could not be read. Errors of Watch
// are those of record.Watch.
func Watch(o record.WatchOptions, tell func(m *Moment, err error)) (*record.Watcher, error) {
	return record.Watch(o, func(c *record.Cut) { tell(Read(c)) })
}

// Read makes a trace of a stretch.
func Read(c *record.Cut) (*Moment, error) {
	t, err := ingest.LoadBytes(context.Background(), "what happens now", c.Data, ingest.Options{})
	if err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	m := &Moment{Trace: t, Lost: c.Lost > 0, State: c.State}
	begin := model.Time(t.Info.Clock.StartNS)
	m.Range = model.Range{From: model.Time(c.From) - begin, To: model.Time(c.To) - begin}
	for _, cpu := range c.Offline {
		m.Offline = append(m.Offline, model.CPU(cpu))
	}
	return m, nil
}
