package view

import (
	"runtime"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/model"
)

// watchedApp is an app with a driver of the test.
type watchedApp struct {
	fyne.App
	driver fyne.Driver
}

// Driver implements fyne.App.
func (a watchedApp) Driver() fyne.Driver { return a.driver }

// watchedDriver counts how often a redraw of an object is requested.
type watchedDriver struct {
	fyne.Driver
	thing fyne.CanvasObject
	asked int
}

// CanvasForObject implements fyne.Driver: every refresh starts with a call of it.
func (d *watchedDriver) CanvasForObject(o fyne.CanvasObject) fyne.Canvas {
	if o == d.thing {
		d.asked++
	}
	return d.Driver.CanvasForObject(o)
}

// TestAKeyIsInTheNextPicture types keys and turns the wheel: a redraw must be requested, and the
// next picture must show the change, without any timer or other goroutine in between.
func TestAKeyIsInTheNextPicture(t *testing.T) {
	w := opened(t, story(t))
	w.Session.Show(model.Range{From: 100 * ms, To: 200 * ms}, session.MoveJump)
	app := fyne.CurrentApp()
	d := &watchedDriver{app.Driver(), w.Surface.Raster, 0}
	fyne.SetCurrentApp(watchedApp{app, d})
	defer fyne.SetCurrentApp(app)
	key := func(name fyne.KeyName) func() { return func() { w.press(name, 0) } }
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"W", key(fyne.KeyW)},
		{"S", key(fyne.KeyS)},
		{"A", key(fyne.KeyA)},
		{"D", key(fyne.KeyD)},
		{"C", key(fyne.KeyC)},
		{"G", key(fyne.KeyG)},
		{"O", key(fyne.KeyO)},
		{"wheel", func() { w.wheel(fyne.NewPos(900, 300), 2, kit.Ctrl) }},
		{"patterns", w.Commands.Get("patterns").Do},
		{"text size", w.Commands.Get("text.125").Do},
	} {
		before := cloned(w.Surface.Generate(1600, 600))
		d.asked = 0
		c.do()
		if d.asked == 0 {
			t.Errorf("%s: no picture is asked for", c.name)
		}
		if same(before, w.Surface.Generate(1600, 600)) {
			t.Errorf("%s: the next picture is the one before", c.name)
		}
	}
}

// TestMovingAboutLeavesNothingBehind zooms and pans a hundred times: no goroutine may be left, and
// memory use must not grow.
func TestMovingAboutLeavesNothingBehind(t *testing.T) {
	w := opened(t, story(t))
	kittest.Eventually(t, func() bool { return w.Surface.Summary != nil && w.Surface.Use != nil })
	move := func(n int) {
		for i := range n {
			w.wheel(fyne.NewPos(600+float32(i%5)*100, 300), []float32{1, 1, -1, -1}[i/2%4], kit.Ctrl)
			w.press([]fyne.KeyName{fyne.KeyA, fyne.KeyD, fyne.KeyDown, fyne.KeyC}[i%4], 0)
			w.Surface.Generate(1600, 600)
			w.paneTimer.Flush()
		}
	}
	move(20)
	goroutines, heap := runtime.NumGoroutine(), inUse()
	move(100)
	if grown := inUse() - heap; grown > 5_000_000 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines, %d before", n, goroutines)
	}
	runtime.KeepAlive(w)
}

// inUse is the heap in use.
func inUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
