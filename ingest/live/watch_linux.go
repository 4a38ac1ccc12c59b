package live

import (
	"context"
	"fmt"

	"threadlens/ingest"
	"threadlens/ingest/record"
	"threadlens/model"
)

// Ending is the file name ending of what Watching.Save makes.
const Ending = ".perf.data"

func watch(o Options, tell func(m *Moment, err error)) (*Watching, error) {
	w, err := record.Watch(record.WatchOptions{Every: o.Every, Groups: o.Groups, Program: o.Program}, func(c *record.Cut) { tell(Read(c)) })
	if err != nil {
		return nil, err
	}
	return &Watching{w.Stop, w.Save, w.Done(), w.LeftOut}, nil
}

// Read makes a trace of a recorded stretch.
func Read(c *record.Cut) (*Moment, error) {
	t, err := ingest.LoadBytes(context.Background(), "live events", c.Data, ingest.Options{})
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
