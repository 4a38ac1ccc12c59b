package timeline

import (
	"image"

	"threadlens/timeline/paint"
)

// triangleSize is the size of the triangle of a row that can be expanded, dp.
const triangleSize = 6

// gutterFrame is the layout of the names of rows.
type gutterFrame struct{ *frame }

// triangle draws the sign of a row that can be expanded.
func (f gutterFrame) triangle(i int, expanded bool, x, y int, clip image.Rectangle) {
	kind := paint.ItemRight
	if expanded {
		kind = paint.ItemDown
	}
	size := f.Metrics.TextPx(triangleSize)
	f.shape(kind, image.Rect(x, y-size/2, x+size, y-size/2+size), f.Palette.Text2, i, clip)
}

// nameAndID writes a name followed by the id between x and end; the name is
// shortened, the id never.
func (f gutterFrame) nameAndID(row *Row, face, idFace *paint.Face, x, end, y int, clip image.Rectangle) {
	room := end - x
	if row.ID != "" {
		room -= idFace.Width(row.ID) + f.px(gutterGap)
	}
	name := face.Fit(row.Name, room)
	f.text(name, face, f.Palette.Text, x, y, clip)
	if name != "" {
		x += face.Width(name) + f.px(gutterGap)
	}
	f.text(row.ID, idFace, f.Palette.Text2, x, y, clip)
}

// pin draws a drawing pin left of the name of a pinned thread.
func (f gutterFrame) pin(y int, clip image.Rectangle) {
	x, unit := f.px(triangleLeft), f.px(1)
	f.rect(image.Rect(x, y-4*unit, x+6*unit, y-3*unit).Intersect(clip), f.Palette.Text2)
	f.rect(image.Rect(x+unit, y-3*unit, x+5*unit, y).Intersect(clip), f.Palette.Text2)
	f.rect(image.Rect(x, y, x+6*unit, y+unit).Intersect(clip), f.Palette.Text2)
	f.rect(image.Rect(x+3*unit-f.Metrics.Line()/2, y+unit, x+3*unit+f.Metrics.Line(), y+4*unit).Intersect(clip), f.Palette.Text2)
}
