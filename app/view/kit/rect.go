package kit

import "fyne.io/fyne/v2"

// Rect is a rectangle, dp.
type Rect struct {
	Pos  fyne.Position
	Size fyne.Size
}

// Contains reports whether p is in the rectangle.
func (r Rect) Contains(p fyne.Position) bool {
	return p.X >= r.Pos.X && p.Y >= r.Pos.Y && p.X < r.Pos.X+r.Size.Width && p.Y < r.Pos.Y+r.Size.Height
}

// Intersect is the part that two rectangles have in common.
func (r Rect) Intersect(o Rect) Rect {
	x0, y0 := max(r.Pos.X, o.Pos.X), max(r.Pos.Y, o.Pos.Y)
	x1 := min(r.Pos.X+r.Size.Width, o.Pos.X+o.Size.Width)
	y1 := min(r.Pos.Y+r.Size.Height, o.Pos.Y+o.Size.Height)
	return Rect{fyne.NewPos(x0, y0), fyne.NewSize(max(0, x1-x0), max(0, y1-y0))}
}
