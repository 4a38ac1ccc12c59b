// Package kittest runs Fyne's app for tests with a queue: work that other goroutines submit waits
// for the test's own goroutine, as in the real program. Fyne's test driver would run it immediately
// on the calling goroutine.
package kittest

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// App is Fyne's app for tests, with a queue.
type App struct {
	fyne.App
	driver *driver
}

type driver struct {
	fyne.Driver
	queue chan func()
}

// NewApp makes an app that is the current one until the test ends.
func NewApp(t testing.TB) *App {
	t.Helper()
	wrapped := &App{}
	// Runs last: what timers of this test's windows still submit stays in the queue instead of
	// running during the next test.
	t.Cleanup(func() { fyne.SetCurrentApp(wrapped) })
	a := test.NewTempApp(t)
	wrapped.App, wrapped.driver = a, &driver{a.Driver(), make(chan func(), 1000)}
	fyne.SetCurrentApp(wrapped)
	return wrapped
}

// Driver implements fyne.App.
func (a *App) Driver() fyne.Driver { return a.driver }

// DoFromGoroutine implements fyne.Driver.
func (d *driver) DoFromGoroutine(f func(), _ bool) { d.queue <- f }

// Queue holds the work that other goroutines have submitted and that has not run yet.
func Queue() chan func() { return fyne.CurrentApp().Driver().(*driver).queue }

// Eventually runs the queued work until done is true; it fails the test after 20 s.
func Eventually(t testing.TB, done func() bool) {
	t.Helper()
	late := time.After(20 * time.Second)
	for !done() {
		select {
		case f := <-Queue():
			f()
		case <-late:
			t.Fatal("it did not happen")
		}
	}
}
