package view

import (
	"time"

	"fyne.io/fyne/v2"
)

// rest runs a function on Fyne's goroutine when nobody has stopped it or asked
// for another one for a while. It is used on that goroutine alone.
type rest struct {
	timer  *time.Timer
	serial int // of the request that may run
}

func (r *rest) after(d time.Duration, run func()) {
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

func (r *rest) stop() {
	r.serial++
	if r.timer != nil {
		r.timer.Stop()
	}
}

// later runs a function on Fyne's goroutine a moment after it was asked for,
// and once however often it was asked for in that moment.
type later struct {
	delay   time.Duration
	run     func()
	pending bool
}

func newLater(delay time.Duration, run func()) *later { return &later{delay: delay, run: run} }

// soon asks for a run; call it on Fyne's goroutine.
func (l *later) soon() {
	if l.pending {
		return
	}
	l.pending = true
	time.AfterFunc(l.delay, func() { fyne.Do(l.flush) })
}

// flush runs now what was asked for.
func (l *later) flush() {
	if l.pending {
		l.pending = false
		l.run()
	}
}
