package view

import "fyne.io/fyne/v2"

// insets is a layout that stacks its objects with room left and right (the
// first number) and above and below (the second).
type insets [2]float32

// MinSize implements fyne.Layout.
func (in insets) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var s fyne.Size
	for _, o := range objects {
		if o.Visible() {
			s = s.Max(o.MinSize())
		}
	}
	return s.Add(fyne.NewSize(2*in[0], 2*in[1]))
}

// Layout implements fyne.Layout.
func (in insets) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.NewPos(in[0], in[1]))
		o.Resize(size.Subtract(fyne.NewSize(2*in[0], 2*in[1])))
	}
}

// rowLayout places its objects from left to right, gap apart, centred in the
// height. Objects that ask for no width share what is left over.
type rowLayout struct{ gap float32 }

// MinSize implements fyne.Layout.
func (l rowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var s fyne.Size
	for i, o := range visible(objects) {
		m := o.MinSize()
		s.Width += m.Width
		if i > 0 {
			s.Width += l.gap
		}
		s.Height = max(s.Height, m.Height)
	}
	return s
}

// Layout implements fyne.Layout.
func (l rowLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects = visible(objects)
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
		x += m.Width + l.gap
	}
}

// yieldLayout is a rowLayout some of whose objects are left out, the first of
// them first, where the row is too narrow for all and least for the stretching.
type yieldLayout struct {
	rowLayout
	least float32
	yield []fyne.CanvasObject
}

// Layout implements fyne.Layout.
func (l yieldLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	over := l.MinSize(objects).Width + scaled(l.least) - size.Width
	for _, o := range l.yield {
		if !o.Visible() {
			over += o.MinSize().Width + l.gap
		}
	}
	for _, o := range l.yield {
		hide(o, over > 0)
		if over > 0 {
			over -= o.MinSize().Width + l.gap
		}
	}
	l.rowLayout.Layout(objects, size)
}

// columnLayout places its objects from top to bottom, gap apart, over the whole
// width. Objects that ask for no height share what is left over.
type columnLayout struct{ gap float32 }

// MinSize implements fyne.Layout.
func (l columnLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var s fyne.Size
	for i, o := range visible(objects) {
		m := o.MinSize()
		s.Height += m.Height
		if i > 0 {
			s.Height += l.gap
		}
		s.Width = max(s.Width, m.Width)
	}
	return s
}

// Layout implements fyne.Layout.
func (l columnLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects = visible(objects)
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
		y += h + l.gap
	}
}

func visible(objects []fyne.CanvasObject) []fyne.CanvasObject {
	var vs []fyne.CanvasObject
	for _, o := range objects {
		if o.Visible() {
			vs = append(vs, o)
		}
	}
	return vs
}

// fixed is a layout that gives its objects, stacked, a fixed minimum size, which
// grows with the text; a zero width or height asks for nothing.
type fixed fyne.Size

// MinSize implements fyne.Layout.
func (f fixed) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(scaled(f.Width), scaled(f.Height))
}

// Layout implements fyne.Layout.
func (f fixed) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.Position{})
		o.Resize(size)
	}
}

// hide hides an object, or shows it, where it is not so already.
func hide(o fyne.CanvasObject, hidden bool) {
	switch {
	case hidden && o.Visible():
		o.Hide()
	case !hidden && !o.Visible():
		o.Show()
	}
}
