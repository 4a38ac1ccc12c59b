package views

import (
	"image/color"

	"threadlens/app/view/kit"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Sizes of a line, dp.
const (
	followRow      = 18
	followLabel    = 48
	followBar      = 8
	followBarShare = 0.62 // of the room next to the label, for the longest bar
)

// followLine shows how long the followed thread ran on a CPU: the CPU's name, a bar, and the time
// after the bar.
type followLine struct {
	widget.BaseWidget
	name, time *kit.Line
	bar        *canvas.Rectangle
	share      float32 // of the longest bar
}

func newFollowLine() *followLine {
	l := &followLine{
		name: kit.NewCaption("", kit.ColorText2), time: kit.NewCaption("", theme.ColorNameForeground), bar: canvas.NewRectangle(color.Transparent),
	}
	l.bar.CornerRadius = 2
	l.ExtendBaseWidget(l)
	return l
}

func (l *followLine) set(name, time string, share float32, fill color.Color) {
	l.name.Set(name)
	l.time.Set(time)
	l.share, l.bar.FillColor = share, fill
	kit.Hide(l.bar, share == 0)
	l.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (l *followLine) CreateRenderer() fyne.WidgetRenderer { return &followLineRenderer{l} }

type followLineRenderer struct{ l *followLine }

func (r *followLineRenderer) Destroy()           {}
func (r *followLineRenderer) MinSize() fyne.Size { return fyne.NewSize(0, kit.Scaled(followRow)) }

func (r *followLineRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.l.name, r.l.bar, r.l.time}
}

func (r *followLineRenderer) Layout(size fyne.Size) {
	l := r.l
	label := kit.Scaled(followLabel)
	kit.Place(l.name, 0, 0, label, size.Height)
	room := max(0, (size.Width-label)*followBarShare)
	bar := room * l.share
	if l.share > 0 {
		bar = max(bar, 2)
	}
	kit.Place(l.bar, label, (size.Height-kit.Scaled(followBar))/2, bar, kit.Scaled(followBar))
	kit.Place(l.time, label+bar+8, 0, max(0, size.Width-label-bar-8), size.Height)
}

func (r *followLineRenderer) Refresh() {
	r.Layout(r.l.Size())
	r.l.bar.Refresh()
	canvas.Refresh(r.l)
}
