package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/model"
)

// classify settles in the background, after the first picture, why the threads
// waited, and shows what came of it.
func (w *window) classify(t *model.Trace) {
	dir := w.settingsDir
	go func() {
		known, problems := session.Classify(t, dir)
		fyne.Do(func() {
			if w.s.Trace() != t {
				return
			}
			w.replace(known)
			if len(problems) > 0 {
				w.status.point("", sentence(problems[0]))
			}
		})
	}()
}

// replace shows the open trace as it is known better meanwhile.
func (w *window) replace(t *model.Trace) {
	if t == w.s.Trace() {
		w.panes.soon() // the functions that threads wait in are known now
		return
	}
	w.s.Replace(t)
	w.prepare(t)
}
