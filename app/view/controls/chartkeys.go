package controls

import (
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// readChart moves the reading position on a chart by one step, as the pointer would; it starts in
// the middle and pans beyond the ends of the window. It reports whether the view shows such a
// chart.
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

// UnreadChart hides what readChart shows; it reports whether there was anything.
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
