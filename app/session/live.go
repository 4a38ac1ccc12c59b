package session

import (
	"threadlens/ingest/live"
	"threadlens/ingest/record"
	"threadlens/model/analysis"
)

// Watching is this machine being watched.
type Watching struct {
	Stop    func() error            // returns when nothing of it is left; may be called twice
	Save    func(path string) error // makes a trace of the last minute; no file is replaced
	Done    <-chan struct{}         // closed when it has ended
	LeftOut []string                // what cannot be watched, a sentence each
}

// watchSystem watches with what the operating system offers.
func watchSystem(tell func(*live.Moment, error)) (*Watching, error) {
	w, err := live.Watch(record.WatchOptions{Groups: record.DefaultGroups(), Program: programName}, tell)
	if err != nil {
		return nil, err
	}
	return &Watching{w.Stop, w.Save, w.Done(), w.LeftOut}, nil
}

// LiveView is what a monitor of what happens now shows.
type LiveView struct {
	Monitor analysis.Monitor
	State   RecordState
	Err     error // why the latest stretch could not be read; the rest is as it was
}

// StartLive has this machine watched. tell is called about once a second, on a
// goroutine of its own.
func (r Recorder) StartLive(tell func(LiveView)) (*Watching, error) {
	var rolling analysis.Rolling
	return r.Watch(func(m *live.Moment, err error) {
		if err != nil {
			tell(LiveView{Monitor: rolling.Monitor(), Err: err})
			return
		}
		rolling.Add(m.Trace, m.Range, m.Lost, m.Offline)
		tell(LiveView{Monitor: rolling.Monitor(), State: m.State})
	})
}
