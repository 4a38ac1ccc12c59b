package picture

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"threadlens/app/view/kit"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// maxPicked is the maximum number of segments outlined in addition to the selected one.
const maxPicked = 128

// picked outlines the segments that are highlighted in addition to the selected one.
type picked struct {
	halos, Frames []*canvas.Rectangle
}

func newPicked() *picked {
	p := &picked{}
	for range maxPicked {
		p.halos = append(p.halos, canvas.NewRectangle(color.Transparent))
		p.Frames = append(p.Frames, canvas.NewRectangle(color.Transparent))
	}
	return p
}

func (p *picked) objects() (list []fyne.CanvasObject) {
	for i := range p.Frames {
		list = append(list, p.halos[i], p.Frames[i])
	}
	return list
}

func (p *picked) colour(c *paint.Palette) {
	for i, f := range p.Frames {
		p.halos[i].StrokeColor, p.halos[i].StrokeWidth, p.halos[i].CornerRadius = c.Lane, 2, 4
		f.StrokeColor, f.StrokeWidth, f.CornerRadius = c.Ink, 2, 3
	}
}

// place outlines the highlighted segments in view and hides the frames that are not needed.
func (p *picked) place(l *laneLayer, scene *timeline.Scene) {
	n := 0
	for _, ref := range l.f.s.Picked() {
		r, ok := scene.SegmentRect(ref)
		if !ok || n == maxPicked {
			continue
		}
		l.put(p.halos[n], r, 4)
		l.put(p.Frames[n], r, 2)
		n++
	}
	for i := n; i < maxPicked; i++ {
		kit.Hide(p.halos[i], true)
		kit.Hide(p.Frames[i], true)
	}
}
