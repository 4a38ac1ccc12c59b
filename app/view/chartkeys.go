package view

import (
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// readChart moves the place at which a chart is read by a step, as the pointer
// would, and begins in the middle; beyond an end of the window it pans. It reports
// whether the view shows a chart to read.
func (w *window) readChart(dir int) bool {
	switch {
	case !w.IsOpen():
		return false
	case w.Session.Viewing() == keep.ViewUtilization:
		w.surface.ReadChart(dir)
	case w.Session.Viewing() == keep.ViewMeasurement:
		w.Measurement.ReadCharts(dir)
	default:
		return false
	}
	return true
}

// unreadChart ends what readChart shows; it reports whether there was anything.
func (w *window) unreadChart() bool {
	switch card := w.surface.Chart.Card.Box; {
	case w.Session.Viewing() == keep.ViewUtilization && card.Visible():
		w.surface.MouseOut()
		kit.Hide(card, true)
		return true
	case w.Session.Viewing() == keep.ViewMeasurement:
		return w.Measurement.Unread()
	}
	return false
}
