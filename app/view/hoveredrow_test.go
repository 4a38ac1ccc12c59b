package view

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/model"
)

// tableLines are the rows of all tables on screen.
func (w *window) tableLines() (list []*kit.TableLine) {
	eachIn(w.Win.Content(), func(o fyne.CanvasObject) bool {
		if l, ok := o.(*kit.TableLine); ok && l.Visible() && l.Row != nil {
			list = append(list, l)
		}
		return false
	})
	return list
}

// TestHoveredRowGoes: the pointer may leave, move over and click a row that its table no longer has:
// after the trace was closed, a filter was typed, or other figures came. Nothing happens then.
func TestHoveredRowGoes(t *testing.T) {
	goes := map[string]func(w *window){
		"the trace is closed":     func(w *window) { w.closeTrace() },
		"another trace is opened": func(w *window) { w.Session.Open(w.Session.Source(), story(t)) },
		"a filter lets nothing through": func(w *window) {
			for _, p := range w.TablePanes() {
				p.Table.Grid.SetFilter("no such row")
				p.Table.Update()
			}
		},
		"the window has less in it": func(w *window) {
			w.Session.Mark(model.Range{From: 1, To: 2})
			w.paneTimer.Flush()
		},
	}
	for name, change := range goes {
		poked := 0
		for _, v := range []keep.ViewKind{keep.ViewThreads, keep.ViewUtilization, keep.ViewCores, keep.ViewMeasurement, keep.ViewMonitor} {
			for _, tab := range []string{panes.TabReport, panes.TabContention, panes.TabReports} {
				w := opened(t, story(t))
				w.Session.SetViewing(v)
				w.Tabs.Choose(tab)
				w.paneTimer.Flush()
				var lines []*kit.TableLine
				late := time.AfterFunc(300*time.Millisecond, func() { fyne.Do(func() {}) }) // some tables have no rows
				start := time.Now()
				kittest.Eventually(t, func() bool {
					lines = w.tableLines()
					return len(lines) > 0 || time.Since(start) > 250*time.Millisecond
				})
				late.Stop()
				poked += len(lines)
				for _, l := range lines {
					l.MouseIn(&desktop.MouseEvent{})
				}
				change(w)
				for _, l := range lines {
					poke(l)
				}
				if v != keep.ViewThreads {
					break // the tabs are those of the Threads view
				}
			}
		}
		if poked < 40 {
			t.Errorf("when %s: only %d rows were tested", name, poked)
		}
	}
}

// poke does with a row whatever a pointer can.
func poke(l *kit.TableLine) {
	for x := float32(0); x < 1200; x += 60 {
		at := fyne.PointEvent{Position: fyne.NewPos(x, 5)}
		l.MouseMoved(&desktop.MouseEvent{PointEvent: at})
		l.Cursor()
		l.MouseDown(&desktop.MouseEvent{PointEvent: at, Button: desktop.MouseButtonPrimary})
		l.Tapped(&at)
	}
	l.Refresh()
	l.MouseOut()
	l.MouseIn(&desktop.MouseEvent{})
	l.MouseOut()
}
