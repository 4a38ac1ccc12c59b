package kit

import (
	"time"

	"fyne.io/fyne/v2"
)

// Debouncer runs a function on Fyne's goroutine when nobody has stopped it or asked
// for another one for a while. It is used on that goroutine alone.
type Debouncer struct {
	timer  *time.Timer
	serial int // of the request that may run
}

// After runs something after a time, in place of what was to run before.
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

// Stop forgets what was to run.
func (r *Debouncer) Stop() {
	r.serial++
	if r.timer != nil {
		r.timer.Stop()
	}
}

// Coalescer runs a function on Fyne's goroutine a moment after it was asked for,
// and once however often it was asked for in that moment.
type Coalescer struct {
	delay   time.Duration
	run     func()
	Pending bool
}

// NewCoalescer runs something once for all calls of Soon within a delay.
func NewCoalescer(delay time.Duration, run func()) *Coalescer {
	return &Coalescer{delay: delay, run: run}
}

// Soon asks for a run; call it on Fyne's goroutine.
func (l *Coalescer) Soon() {
	if l.Pending {
		return
	}
	l.Pending = true
	time.AfterFunc(l.delay, func() { fyne.Do(l.Flush) })
}

// Flush runs now what was asked for.
func (l *Coalescer) Flush() {
	if l.Pending {
		l.Pending = false
		l.run()
	}
}
