package picture

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// laneLayer is what is placed above the lanes, relative to them.
type laneLayer struct {
	f        *pointer
	Clip     *container.Clip // the lane area; its children are placed relative to it
	lanes    *fyne.Container
	laneArea image.Rectangle // device pixels
}

// put places obj, a child of lanes, on a rectangle in device pixels of the surface, enlarged by out
// dp.
func (l *laneLayer) put(obj fyne.CanvasObject, r image.Rectangle, out float32) {
	obj.Move(fyne.NewPos(l.f.Dp(r.Min.X-l.laneArea.Min.X)-out, l.f.Dp(r.Min.Y-l.laneArea.Min.Y)-out))
	obj.Resize(fyne.NewSize(l.f.Dp(r.Dx())+2*out, l.f.Dp(r.Dy())+2*out))
	obj.Show()
}
