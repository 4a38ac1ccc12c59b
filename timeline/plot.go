package timeline

import (
	"image"
	"image/color"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Plot is a chart of values over time with its own axes: exact values as areas
// under steps, sampled ones as dots with their intervals. All its values are in the
// unit of its axis. Its layout depends on nothing else.
type Plot struct {
	Size    image.Point // device pixels
	Window  model.Range // from the left to the right end of the area
	Clock   Clock
	Metrics Metrics
	Palette *paint.Palette

	Top   float64 // the value at the upper end of the area; the lower one is 0
	Ticks []PlotTick
	Fill  color.RGBA // below the steps
	Edge  color.RGBA // along them
	// Steps are exact values over stretches of time, in order. Columns are used
	// instead for equal parts of the window, with the range of values in each.
	Steps   []PlotStep
	Columns []PlotColumn
	Dots    []PlotDot
	// Mean is the value at which a dashed line is drawn across, negative for none.
	Mean float64
	// Lost are the times in which events were lost.
	Lost []model.Range
	// Empty is the text if there is nothing to show, "" for none.
	Empty string
}

// PlotTick is a line of the grid and its label.
type PlotTick struct {
	Value float64
	Label string
}

// PlotStep is a value over a stretch of time.
type PlotStep struct {
	model.Range
	Value float64
}

// PlotColumn is the range of the value in a part of the window.
type PlotColumn struct{ Low, High float64 }

// PlotDot is a sampled value and the ends of its interval, which are equal if there
// is none.
type PlotDot struct {
	At               model.Time
	Value, Low, High float64
}

// Sizes in a plot, dp.
const (
	plotAbove    = 14 // above the area
	plotBelow    = 24 // below it, for the labels of time
	plotRight    = 24
	plotAxisGap  = 8 // between labels and area
	plotAxisLeft = 12
	plotLabels   = 32 // room for the labels of values, so that plots are aligned
	plotLoss     = 5  // height of the mark of lost events
	plotTickLow  = 4  // of the marks of time
	plotDotSize  = 9
	plotBarWidth = 6
	plotEdge     = 2
	plotDash     = 6
	plotDashGap  = 4
	plotBarAlpha = 102 // for the interval of a dot: 40 %
	plotMixAlpha = 140 // for values of only a part of a column
)

// Area is where the values are drawn, device pixels.
func (p *Plot) Area() image.Rectangle {
	m := p.Metrics
	wide := m.TextPx(plotLabels)
	face := p.captionFace()
	for _, t := range p.Ticks {
		wide = max(wide, face.Width(t.Label))
	}
	r := image.Rectangle{
		Min: image.Pt(m.Px(plotAxisLeft+plotAxisGap)+wide, m.TextPx(plotAbove)),
		Max: image.Pt(p.Size.X-m.Px(plotRight), p.Size.Y-m.TextPx(plotBelow)),
	}
	if r.Empty() {
		return image.Rectangle{}
	}
	return r
}

func (p *Plot) captionFace() *paint.Face {
	return paint.NewFace(false, p.Metrics.Caption*p.Metrics.Scale)
}

// View is the viewport of the area.
func (p *Plot) View() Viewport { return Viewport{p.Window, p.Area().Dx()} }

// X is the column of the picture at which an instant is.
func (p *Plot) X(t model.Time) int { return p.Area().Min.X + p.View().X(t) }

// TimeAt is the instant of a column of the picture, inside the window.
func (p *Plot) TimeAt(x int) model.Time {
	a := p.Area()
	if a.Empty() {
		return p.Window.From
	}
	return min(max(p.View().TimeAt(x-a.Min.X), p.Window.From), max(p.Window.From, p.Window.To-1))
}

// Y is the line of the picture at which a value is.
func (p *Plot) Y(v float64) int { return p.height(p.Area(), v) }

func (p *Plot) height(a image.Rectangle, v float64) int {
	if p.Top <= 0 {
		return a.Max.Y
	}
	v = min(max(v, 0), p.Top)
	return a.Max.Y - int(v/p.Top*float64(a.Dy())+0.5)
}
