package command

import (
	"fmt"
	"io"
	"time"
)

// progress prints the progress of loading, a few times a second, on one line.
type progress struct {
	w       io.Writer
	on      bool
	started time.Time
	next    time.Time
	printed bool
}

func newProgress(w io.Writer, on bool) *progress {
	return &progress{w: w, on: on, started: time.Now()}
}

// report receives bytes done of total, and the events so far.
func (p *progress) report(done, total, events int64) {
	now := time.Now()
	if !p.on || total <= 0 || now.Before(p.next) {
		return
	}
	p.next = now.Add(250 * time.Millisecond)
	rate := float64(events) / max(1e-3, now.Sub(p.started).Seconds()) / 1e6
	fmt.Fprintf(p.w, "\r%3d%%  %.2f M events  %.2f M events/s ", 100*done/total, float64(events)/1e6, rate)
	p.printed = true
}

// done ends the line.
func (p *progress) done() {
	if p.printed {
		fmt.Fprintln(p.w)
	}
}
