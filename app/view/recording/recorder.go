package recording

import (
	"threadlens/app/session/capture"
	"threadlens/app/view/host"
)

// Recorder records for a window: a form that asks what, a dialog while a recording runs, and
// a strip above the picture while that is put away.
type Recorder struct {
	*host.Host
	Recorder            *capture.Recorder
	Strip               *recordStrip
	Live                *livePage
	LiveShown           func() bool // the live monitor is to be seen
	ShowLive, CloseLive func()
	Run                 *RecordRun         // a recording that runs, nil without
	Ran                 *capture.Recording // the last one that has ended
}
