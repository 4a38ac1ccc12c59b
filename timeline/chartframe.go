package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// chartFrame is the layout of the chart of the CPU use, with its gutter.
type chartFrame struct{ *frame }

// partAlpha is the opacity of what is not part of the selection, of 255: 35 %.
const partAlpha = 89

// useAlpha is the opacity of a layer.
func (f chartFrame) useAlpha(c paint.Class, part bool) uint32 {
	switch focus := f.Chart.Focus; {
	case focus != paint.NoClass && focus != c:
		return fadedAlpha
	case focus == paint.NoClass && f.Chart.Part != nil && !part:
		return partAlpha
	}
	return 255
}

// classLook is the look of a class with an opacity.
func (f chartFrame) classLook(c paint.Class, alpha uint32) paint.Look {
	return f.Palette.ClassLook(c, alpha, f.Metrics.Scale)
}

// area adds a layer.
func (f chartFrame) area(a *paint.Area, clip image.Rectangle) {
	f.dl.Areas = append(f.dl.Areas, *a)
	f.add(paint.Item{Kind: paint.ItemArea, Rect: clip, Row: 0, Area: len(f.dl.Areas) - 1})
}

// atLeast writes a figure as a lower bound if lost events affect the scope.
func (f chartFrame) atLeast(figure string) string {
	if f.Trace.LossIn(model.AllCPUs, f.Chart.Scope) {
		return AtLeast(figure)
	}
	return figure
}

// averageTitle names what the figure is an average of.
func (f chartFrame) averageTitle() string {
	title := f.classTitle(paint.ClassTarget) + ", average"
	if f.Chart.Scope != f.View.Clip(f.Trace.Whole()) {
		title += " of selection"
	}
	return title
}

// classTitle is the name of a class of CPU use.
func (f chartFrame) classTitle(c paint.Class) string {
	if f.Utilization == nil {
		return c.Title()
	}
	return c.TitleOf(f.Utilization.Targets)
}
