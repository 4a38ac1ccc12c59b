package view

import (
	"threadlens/app/session/capture"
	"threadlens/app/view/host"
)

// Recorder records for a window: a form that asks what, a dialog while a recording runs, and
// a strip above the picture while that is put away.
type Recorder struct {
	*host.Host
	recorder            *capture.Recorder
	strip               *recordStrip
	live                *livePage
	liveShown           func() bool // the live monitor is to be seen
	showLive, closeLive func()
	run                 *recordRun         // a recording that runs, nil without
	ran                 *capture.Recording // the last one that has ended
}
