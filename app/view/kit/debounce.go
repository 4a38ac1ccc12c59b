package kit

import (
	"time"

	"fyne.io/fyne/v2"
)

// Debouncer runs a function on Fyne's goroutine after a delay, unless it is stopped or another
// request replaces it first. Use it only on that goroutine.
type Debouncer struct {
	timer  *time.Timer
	serial int // of the request that may run
}

// After runs a function after a delay, in place of the one that was pending.
func (r *Debouncer) After(d time.Duration, run func()) {
	r.Stop()
	serial := r.serial
	r.timer = time.AfterFunc(d, func() {
		fyne.Do(func() {
			if serial == r.serial {
				run()
			}
		})
	})
}

// Stop drops the pending function.
func (r *Debouncer) Stop() {
	r.serial++
	if r.timer != nil {
		r.timer.Stop()
	}
}

// Coalescer runs a function on Fyne's goroutine a moment after it was requested, once for all
// requests in that moment.
type Coalescer struct {
	delay   time.Duration
	run     func()
	Pending bool
}

// NewCoalescer calls run once for all calls of Soon within a delay.
func NewCoalescer(delay time.Duration, run func()) *Coalescer {
	return &Coalescer{delay: delay, run: run}
}

// Soon requests a run; call it on Fyne's goroutine.
func (l *Coalescer) Soon() {
	if l.Pending {
		return
	}
	l.Pending = true
	time.AfterFunc(l.delay, func() { fyne.Do(l.Flush) })
}

// Flush runs a pending request now.
func (l *Coalescer) Flush() {
	if l.Pending {
		l.Pending = false
		l.run()
	}
}
