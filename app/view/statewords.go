package view

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline/paint"
)

// textState is a text on screen, and the place of the object that shows it.
type textState struct {
	Text string `json:"text"`
	Rect [4]int `json:"rect"`
}

// replayState is the state of the replay in the Monitor view.
type replayState struct {
	At      model.Time `json:"at"`
	Speed   int        `json:"speed"`
	Playing bool       `json:"playing"`
}

// stateOfTexts are the visible texts: those of the topmost dialog, menu or popup, or of the window
// if there is none.
func (w *window) stateOfTexts() []textState {
	c := w.Win.Canvas()
	root := c.Overlays().Top()
	if root == nil {
		root = c.Content()
	}
	s := &placedTexts{px: w.Surface.Px}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(root)
	s.walk(root, at.Subtract(root.Position()), kit.Rect{Size: c.Size()})
	return s.list
}

// placedTexts collects texts with their places.
type placedTexts struct {
	px   func(dp float32) int
	list []textState
}

// walk collects the texts in an object whose parent is at a place, where clip shows them.
func (s *placedTexts) walk(o fyne.CanvasObject, at fyne.Position, clip kit.Rect) {
	if o == nil || !o.Visible() {
		return
	}
	at = at.Add(o.Position())
	text, parts := spoken(o)
	// An object may be given less than its minimum height, even 0, and still be visible.
	r := kit.Rect{Pos: at, Size: o.Size().Max(o.MinSize())}.Intersect(clip)
	if text != "" && r.Size.Width > 0 && r.Size.Height > 0 {
		s.list = append(s.list, textState{text, [4]int{s.px(r.Pos.X), s.px(r.Pos.Y), s.px(r.Size.Width), s.px(r.Size.Height)}})
	}
	switch o := o.(type) {
	case *container.Scroll, *container.Clip:
		clip = kit.Rect{Pos: at, Size: o.Size()}.Intersect(clip)
	case drawing:
		s.drawn(o, image.Pt(s.px(at.X), s.px(at.Y)))
	}
	for _, part := range parts {
		s.walk(part, at, clip)
	}
}

// drawn collects the texts of a drawing.
func (s *placedTexts) drawn(p drawing, at image.Point) {
	list, _ := p.DisplayList()
	if list == nil {
		return
	}
	for _, it := range list.Items {
		if it.Kind == paint.ItemText {
			r := image.Rect(it.X, it.Y-int(it.Face.Size()), it.X+it.Face.Width(it.Text), it.Y).Intersect(it.Rect).Add(at)
			s.list = append(s.list, textState{it.Text, [4]int{r.Min.X, r.Min.Y, r.Dx(), r.Dy()}})
		}
	}
}
