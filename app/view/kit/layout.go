package kit

import "fyne.io/fyne/v2"

// Insets is a layout that stacks its objects with space on the left and right (the first number)
// and above and below (the second).
type Insets [2]float32

// MinSize implements fyne.Layout.
func (in Insets) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var s fyne.Size
	for _, o := range objects {
		if o.Visible() {
			s = s.Max(o.MinSize())
		}
	}
	return s.Add(fyne.NewSize(2*in[0], 2*in[1]))
}

// Layout implements fyne.Layout.
func (in Insets) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.NewPos(in[0], in[1]))
		o.Resize(size.Subtract(fyne.NewSize(2*in[0], 2*in[1])))
	}
}

// Widest is the greatest width so far of something whose width changes, dp, at a scale of texts: with
// room for it, its neighbours stay where they are.
type Widest struct{ width, scale float32 }

// Of takes a width into account, and returns the greatest.
func (w *Widest) Of(width float32) float32 {
	if scale := Scaled(1); w.scale != scale {
		*w = Widest{scale: scale}
	}
	w.width = max(w.width, width)
	return w.width
}

// RowLayout places its objects from left to right, this far apart in dp, centred vertically.
// Objects with a minimum width of 0 share the remaining width.
type RowLayout float32

// MinSize implements fyne.Layout.
func (l RowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var s fyne.Size
	for i, o := range Visible(objects) {
		m := o.MinSize()
		s.Width += m.Width
		if i > 0 {
			s.Width += float32(l)
		}
		s.Height = max(s.Height, m.Height)
	}
	return s
}

// Layout implements fyne.Layout.
func (l RowLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects = Visible(objects)
	room, stretch := size.Width-l.MinSize(objects).Width, 0
	for _, o := range objects {
		if o.MinSize().Width == 0 {
			stretch++
		}
	}
	x := float32(0)
	for _, o := range objects {
		m := o.MinSize()
		if m.Width == 0 {
			m.Width = max(0, room/float32(stretch))
		}
		o.Move(fyne.NewPos(x, (size.Height-m.Height)/2))
		o.Resize(m)
		x += m.Width + float32(l)
	}
}

// YieldLayout is a RowLayout that hides objects, in the order of Yield, where the row is too narrow
// for all of them and Least for the stretching ones.
type YieldLayout struct {
	RowLayout
	Least float32
	Yield []fyne.CanvasObject
}

// Layout implements fyne.Layout.
func (l YieldLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	over := l.MinSize(objects).Width + Scaled(l.Least) - size.Width
	for _, o := range l.Yield {
		if !o.Visible() {
			over += o.MinSize().Width + float32(l.RowLayout)
		}
	}
	for _, o := range l.Yield {
		Hide(o, over > 0)
		if over > 0 {
			over -= o.MinSize().Width + float32(l.RowLayout)
		}
	}
	l.RowLayout.Layout(objects, size)
}

// ColumnLayout places its objects from top to bottom, this far apart in dp, over the whole width.
// Objects with a minimum height of 0 share the remaining height.
type ColumnLayout float32

// MinSize implements fyne.Layout.
func (l ColumnLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var s fyne.Size
	for i, o := range Visible(objects) {
		m := o.MinSize()
		s.Height += m.Height
		if i > 0 {
			s.Height += float32(l)
		}
		s.Width = max(s.Width, m.Width)
	}
	return s
}

// Layout implements fyne.Layout.
func (l ColumnLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects = Visible(objects)
	room, stretch := size.Height-l.MinSize(objects).Height, 0
	for _, o := range objects {
		if o.MinSize().Height == 0 {
			stretch++
		}
	}
	y := float32(0)
	for _, o := range objects {
		h := o.MinSize().Height
		if h == 0 {
			h = max(0, room/float32(stretch))
		}
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, h))
		y += h + float32(l)
	}
}

// Visible are the objects that are not hidden.
func Visible(objects []fyne.CanvasObject) []fyne.CanvasObject {
	var vs []fyne.CanvasObject
	for _, o := range objects {
		if o.Visible() {
			vs = append(vs, o)
		}
	}
	return vs
}

// Fixed is a layout that stacks its objects and gives them a fixed minimum size, which grows with
// the text; a width or height of 0 sets no minimum.
type Fixed [2]float32

// MinSize implements fyne.Layout.
func (f Fixed) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(Scaled(f[0]), Scaled(f[1]))
}

// Layout implements fyne.Layout.
func (f Fixed) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.Position{})
		o.Resize(size)
	}
}

// Hide hides or shows an object, if that changes anything.
func Hide(o fyne.CanvasObject, hidden bool) {
	switch {
	case hidden && o.Visible():
		o.Hide()
	case !hidden && !o.Visible():
		o.Show()
	}
}
