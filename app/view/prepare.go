package view

import (
	"context"
	"runtime"
	"slices"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

// prepare computes in the background what the picture can do without for a
// while: the CPU use for the overview, the summary that makes frames of large
// traces cheap, and what makes their reports quick.
func (w *window) prepare(t *model.Trace) {
	w.summaries()
	ctx, cancel := context.WithCancel(context.Background())
	w.summaries = cancel
	sum := timeline.NewSummary(t)
	w.surface.summary, w.preparing = sum, ctx
	w.prepareRows()
	w.coresReady = nil
	w.prepareCores()
	w.measure()
	go func() {
		err := sum.Build(ctx, max(1, runtime.GOMAXPROCS(0)-1), nil)
		if err == nil {
			err = analysis.Prepare(ctx, t)
		}
		fyne.Do(func() {
			if err == nil && w.s.Trace() == t {
				w.status.memory(session.MemoryInUse())
			}
		})
	}()
}

// measure computes the CPU use that the overview shows, which depends on whose
// view it is.
func (w *window) measure() {
	t, targets := w.s.Trace(), w.s.Targets()
	w.measured = targets
	go func() {
		use := timeline.NewUtilization(t, targets)
		fyne.Do(func() {
			if w.s.Trace() == t && slices.Equal(w.measured, targets) {
				w.surface.use = use
				w.surface.redraw()
			}
		})
	}()
}
