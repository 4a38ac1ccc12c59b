package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/picture"
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
		w.measurement.readCharts(dir)
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
		return w.measurement.unread()
	}
	return false
}

// readCharts moves the place at which both charts are read by a step.
func (p *measurePage) readCharts(dir int) {
	plot, ok := p.use.placed()
	area := plot.Area()
	if !ok || area.Empty() {
		return
	}
	x, out := area.Dx()/2, 0
	for _, v := range []*plotView{p.use, p.queue} {
		if v.over {
			x, out = picture.ChartStep(int(v.at.X*v.scale())-area.Min.X, area.Dx(), dir)
		}
	}
	p.h.Session.Pan(out * p.h.Session.View().Width / area.Dx())
	for _, v := range []*plotView{p.use, p.queue} {
		v.over, v.at = true, fyne.NewPos((float32(area.Min.X+x)+0.5)/v.scale(), v.Size().Height/2)
		v.follow()
	}
}

// unread ends the reading of both charts; it reports whether there was any.
func (p *measurePage) unread() (any bool) {
	for _, v := range []*plotView{p.use, p.queue} {
		any = any || v.over
		v.over = false
		v.follow()
	}
	return any
}
