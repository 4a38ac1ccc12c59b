package recording

import (
	"threadlens/app/session/capture"
	"threadlens/app/view/host"
)

// Recorder records traces for a window: a form asks what to record, a dialog shows the running
// recording, and a strip above the picture replaces the dialog while that is hidden.
type Recorder struct {
	*host.Host
	Recorder            *capture.Recorder
	Strip               *recordStrip
	Live                *livePage
	LiveShown           func() bool // reports whether the live monitor is visible
	ShowLive, CloseLive func()
	Run                 *RecordRun         // the running recording, nil if there is none
	Ran                 *capture.Recording // the last recording that has ended
}
