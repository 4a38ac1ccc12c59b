package view

import (
	"time"

	"fyne.io/fyne/v2"
)

// debouncer runs a function on Fyne's goroutine when nobody has stopped it or asked
// for another one for a while. It is used on that goroutine alone.
type debouncer struct {
	timer  *time.Timer
	serial int // of the request that may run
}

func (r *debouncer) after(d time.Duration, run func()) {
	r.stop()
	serial := r.serial
	r.timer = time.AfterFunc(d, func() {
		fyne.Do(func() {
			if serial == r.serial {
				run()
			}
		})
	})
}

func (r *debouncer) stop() {
	r.serial++
	if r.timer != nil {
		r.timer.Stop()
	}
}

// coalescer runs a function on Fyne's goroutine a moment after it was asked for,
// and once however often it was asked for in that moment.
type coalescer struct {
	delay   time.Duration
	run     func()
	pending bool
}

func newCoalescer(delay time.Duration, run func()) *coalescer {
	return &coalescer{delay: delay, run: run}
}

// soon asks for a run; call it on Fyne's goroutine.
func (l *coalescer) soon() {
	if l.pending {
		return
	}
	l.pending = true
	time.AfterFunc(l.delay, func() { fyne.Do(l.flush) })
}

// flush runs now what was asked for.
func (l *coalescer) flush() {
	if l.pending {
		l.pending = false
		l.run()
	}
}
