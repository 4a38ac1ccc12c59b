package view

import (
	"time"

	"fyne.io/fyne/v2"
)

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
