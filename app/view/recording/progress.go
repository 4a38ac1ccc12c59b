package recording

import (
	"threadlens/app/session/capture"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// running is the state of a running recording.
type running struct {
	Recording *capture.Recording
	State     capture.RecordState
	Begun     bool // the kernel is recording
	stopping  bool
}

// Progress is the time recorded so far, or what the recording is waiting for.
func (r *running) Progress() string {
	switch {
	case r.stopping:
		return "Completing the file" + kit.Ellipsis
	case !r.Begun:
		return "Starting" + kit.Ellipsis
	}
	return timeline.FormatDuration(model.Time(r.State.Elapsed))
}
