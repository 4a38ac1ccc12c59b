// Package kittest runs Fyne's app for tests with a queue: what other goroutines want done
// waits for the test's own goroutine, as it does in the real program. Fyne's test driver would
// run it at once, where it is.
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

// NewApp makes an app, the current one for the time of a test.
func NewApp(t testing.TB) *App {
	t.Helper()
	wrapped := &App{}
	// Runs last: what windows of this test still want done, by a timer, stays in
	// the queue instead of running during the next test.
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

// Queue is what other goroutines want done and is not done yet.
func Queue() chan func() { return fyne.CurrentApp().Driver().(*driver).queue }

// Eventually runs what other goroutines ask for until done is true; after 20 s it fails.
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
