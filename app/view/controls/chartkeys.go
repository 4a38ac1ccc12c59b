package controls

import (
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// readChart moves the place at which a chart is read by a step, as the pointer
// would, and begins in the middle; beyond an end of the window it pans. It reports
// whether the view shows a chart to read.
func (k *Controls) readChart(dir int) bool {
	switch {
	case !k.IsOpen():
		return false
	case k.Session.Viewing() == keep.ViewUtilization:
		k.Surface.ReadChart(dir)
	case k.Session.Viewing() == keep.ViewMeasurement:
		k.Measurement.ReadCharts(dir)
	default:
		return false
	}
	return true
}

// UnreadChart ends what readChart shows; it reports whether there was anything.
func (k *Controls) UnreadChart() bool {
	switch card := k.Surface.Chart.Card.Box; {
	case k.Session.Viewing() == keep.ViewUtilization && card.Visible():
		k.Surface.MouseOut()
		kit.Hide(card, true)
		return true
	case k.Session.Viewing() == keep.ViewMeasurement:
		return k.Measurement.Unread()
	}
	return false
}
