package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/view/picture"
)

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
