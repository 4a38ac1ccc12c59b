package panes

import (
	"threadlens/app/view/kit"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// TypedKey implements fyne.Focusable: the arrows go to callers, callees and neighbours, Enter zooms
// in, Backspace and Escape zoom out.
func (s *flameSheet) TypedKey(e *fyne.KeyEvent) {
	v := s.v
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome:
		v.walk(e.Name)
	case fyne.KeyReturn, fyne.KeyEnter:
		if of, ok := v.p.Node(); ok && v.Trees != nil {
			v.Zoom(v.zoomable(v.Bar(of)))
		}
	case fyne.KeySpace:
		if of, ok := v.p.Node(); ok && v.Trees != nil {
			v.p.choose(of, true)
		}
	case fyne.KeyBackspace:
		v.ZoomOut()
	case fyne.KeyEscape:
		if v.IsZoomed() {
			v.Zoom(-1)
		} else {
			v.p.Table.Leave()
		}
	case desktop.KeyMenu:
		v.menuByKey()
	case fyne.KeyF10:
		if v.p.b.Modifiers()&kit.Shift != 0 {
			v.menuByKey()
			return
		}
		kit.PassKey(s, e)
	default:
		kit.PassKey(s, e)
	}
}

// menuByKey opens the menu at the selected bar.
func (v *FlameView) menuByKey() {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(v.Root)
	if v.Frame.Visible() {
		at = at.Add(v.Frame.Position()).AddXY(0, v.Frame.Size().Height)
	}
	v.menu(at)
}

// walk selects the bar that an arrow leads to.
func (v *FlameView) walk(key fyne.KeyName) {
	if v.Trees == nil || len(v.Graph.Bars) == 0 {
		return
	}
	v.Over = -1 // the selected bar is described now
	of, ok := v.p.Node()
	if !ok || key == fyne.KeyHome {
		v.choose(max(v.Deep, 0))
		return
	}
	to, bar := -1, v.Bar(of)
	switch key {
	case fyne.KeyUp:
		to = v.parent(bar)
	case fyne.KeyDown:
		to = v.beside(bar, v.Graph.Bars[bar].Depth+1, 1)
	case fyne.KeyLeft:
		to = v.beside(bar, v.Graph.Bars[bar].Depth, -1)
	default:
		to = v.beside(bar, v.Graph.Bars[bar].Depth, 1)
	}
	if to >= 0 {
		v.choose(to)
	}
}

// beside is the next bar drawn at a depth after another (dir 1) or before it (dir -1), -1 for none.
// Deeper than that bar, only bars below it count.
func (v *FlameView) beside(bar, depth, dir int) int {
	g := v.Placed()
	from := g.Bars[bar]
	for i := bar + dir; i >= 0 && i < len(g.Bars); i += dir {
		b := &g.Bars[i]
		if depth > from.Depth && b.Depth <= from.Depth {
			return -1
		}
		if b.Depth == depth && !g.Rect(i).Empty() {
			return i
		}
	}
	return -1
}
