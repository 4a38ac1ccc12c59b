package capture

import (
	"slices"

	"threadlens/ingest/live"
	"threadlens/ingest/record"
	"threadlens/model/measure"
)

// Watching is a running watch of this machine.
type Watching = live.Watching

// watchSystem watches this machine with the system's own means. A monitor shows no markers of
// programs, so they are not requested.
func watchSystem(tell func(*live.Moment, error)) (*Watching, error) {
	groups := slices.DeleteFunc(record.DefaultGroups(), func(g record.Group) bool { return g == record.Markers })
	if record.Calls.Here() { // what call stacks show is only named at the end of a recording
		groups = append(groups, record.Calls)
	}
	return live.Watch(live.Options{Groups: groups, Program: programName}, tell)
}

// LiveView is what a live monitor shows.
type LiveView struct {
	Monitor measure.Monitor
	State   RecordState
	Err     error // why the latest stretch could not be read; the rest is then unchanged
}

// StartLive starts watching this machine. tell is called about once a second, on a separate
// goroutine.
func (r Recorder) StartLive(tell func(LiveView)) (*Watching, error) {
	var rolling measure.Rolling
	return r.Watch(func(m *live.Moment, err error) {
		if err != nil {
			tell(LiveView{Monitor: rolling.Monitor(), Err: err})
			return
		}
		rolling.Add(m.Trace, m.Range, m.Lost, m.Offline)
		tell(LiveView{Monitor: rolling.Monitor(), State: m.State})
	})
}
