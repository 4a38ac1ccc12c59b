package picture

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"threadlens/app/view/kit"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// maxRelated is the maximum number of markers of one correlation that are outlined together.
const maxRelated = 64

// related outlines the markers with the same correlation as the one under the pointer.
type related struct {
	Frames []*canvas.Rectangle
}

func newRelated() *related {
	r := &related{}
	for range maxRelated {
		r.Frames = append(r.Frames, canvas.NewRectangle(color.Transparent))
	}
	return r
}

func (r *related) objects() (list []fyne.CanvasObject) {
	for _, f := range r.Frames {
		list = append(list, f)
	}
	return list
}

func (r *related) colour(p *paint.Palette) {
	for _, f := range r.Frames {
		f.StrokeColor, f.StrokeWidth = p.Accent, 2
	}
}

// show outlines the objects related to of and hides the frames that are not needed.
func (r *related) show(l *laneLayer, scene *timeline.Scene, of timeline.Object) {
	list := scene.Related(of)
	for i, f := range r.Frames {
		kit.Hide(f, i >= len(list))
		if i < len(list) {
			l.put(f, list[i], 1)
		}
	}
}
