package views

import (
	"fyne.io/fyne/v2"

	"threadlens/app/view/picture"
)

// ReadCharts moves the place at which both charts are read by a step.
func (p *measurePage) ReadCharts(dir int) {
	plot, ok := p.Use.Placed()
	area := plot.Area()
	if !ok || area.Empty() {
		return
	}
	x, out := area.Dx()/2, 0
	for _, v := range []*PlotView{p.Use, p.Queue} {
		if v.over {
			x, out = picture.ChartStep(int(v.At.X*v.scale())-area.Min.X, area.Dx(), dir)
		}
	}
	p.h.Session.Pan(out * p.h.Session.View().Width / area.Dx())
	for _, v := range []*PlotView{p.Use, p.Queue} {
		v.over, v.At = true, fyne.NewPos((float32(area.Min.X+x)+0.5)/v.scale(), v.Size().Height/2)
		v.follow()
	}
}

// Unread ends the reading of both charts; it reports whether there was any.
func (p *measurePage) Unread() (any bool) {
	for _, v := range []*PlotView{p.Use, p.Queue} {
		any = any || v.over
		v.over = false
		v.follow()
	}
	return any
}
