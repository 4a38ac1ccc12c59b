package capture

import (
	"slices"

	"threadlens/ingest/live"
	"threadlens/ingest/record"
	"threadlens/model/measure"
)

// Watching is this machine being watched.
type Watching = live.Watching

// watchSystem watches with what the operating system offers. A monitor shows no marks of
// programs: they need not be made for it.
func watchSystem(tell func(*live.Moment, error)) (*Watching, error) {
	groups := slices.DeleteFunc(record.DefaultGroups(), func(g record.Group) bool { return g == record.Markers })
	if record.Calls.Here() { // what call stacks show is named at a recording's end
		groups = append(groups, record.Calls)
	}
	return live.Watch(live.Options{Groups: groups, Program: programName}, tell)
}

// LiveView is what a monitor of what happens now shows.
type LiveView struct {
	Monitor measure.Monitor
	State   RecordState
	Err     error // why the latest stretch could not be read; the rest is as it was
}

// StartLive has this machine watched. tell is called about once a second, on a
// goroutine of its own.
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
