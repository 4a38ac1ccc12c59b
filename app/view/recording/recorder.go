package recording

import (
	"threadlens/app/session/capture"
	"threadlens/app/view/host"
)

// Recorder records traces for a window: a form asks what to record, a dialog shows the running
// recording, and a strip above the picture replaces the dialog while that is hidden.
type Recorder struct {
	runs
	Live *livePage
}

// New is a Recorder for a window. Its parts are made by AddParts.
func New(h *host.Host, c *capture.Recorder) *Recorder {
	r := &Recorder{}
	r.Host, r.Recorder = h, c
	return r
}

// AddParts makes the strip and the page of the live monitor, when the window has its commands.
func (r *Recorder) AddParts() {
	r.Live = newLivePage(&r.tools)
	r.Strip = newRecordStrip(r.Host, func() { r.Run.Show() })
}
