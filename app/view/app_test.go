package view

import (
	"image"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// testApp is Fyne's app for tests, except that what other goroutines want done
// waits in a queue for the test's own goroutine, as it does in the real program.
// Fyne's test driver would run it at once, where it is.
type testApp struct {
	fyne.App
	driver *testDriver
}

type testDriver struct {
	fyne.Driver
	queue chan func()
}

func newApp(t testing.TB) *testApp {
	t.Helper()
	wrapped := &testApp{}
	// Runs last: what windows of this test still want done, by a timer, stays in
	// the queue instead of running beside the next test.
	t.Cleanup(func() { fyne.SetCurrentApp(wrapped) })
	a := test.NewTempApp(t)
	wrapped.App, wrapped.driver = a, &testDriver{a.Driver(), make(chan func(), 1000)}
	fyne.SetCurrentApp(wrapped)
	return wrapped
}

// Driver implements fyne.App.
func (a *testApp) Driver() fyne.Driver { return a.driver }

// DoFromGoroutine implements fyne.Driver.
func (d *testDriver) DoFromGoroutine(f func(), _ bool) { d.queue <- f }

// eventually runs what other goroutines ask for until done is true.
func eventually(t testing.TB, done func() bool) {
	t.Helper()
	queue := fyne.CurrentApp().Driver().(*testDriver).queue
	late := time.After(20 * time.Second)
	for !done() {
		select {
		case f := <-queue:
			f()
		case <-late:
			t.Fatal("it did not happen")
		}
	}
}

// paintOn draws a picture of a size.
func paintOn(w, h int, paint func(*image.RGBA, int)) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	paint(img, 1)
	return img
}
