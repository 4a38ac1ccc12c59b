package paint

import (
	"fmt"
	"image"
	"io"
)

// Area is a layer of a stacked chart: in each column the part between two heights
// above the floor.
type Area struct {
	Name      string
	X, Bottom int     // left edge and floor, device pixels
	Low, High []int32 // by column, above the floor
	Look      Look
}

// runs calls f for the stretches of equal columns in which the layer has a
// height, as rectangles of the picture.
func (a *Area) runs(f func(image.Rectangle)) {
	for x := 0; x < len(a.Low); {
		x0, low, high := x, a.Low[x], a.High[x]
		for x++; x < len(a.Low) && a.Low[x] == low && a.High[x] == high; x++ {
		}
		if high > low {
			f(image.Rect(a.X+x0, a.Bottom-int(high), a.X+x, a.Bottom-int(low)))
		}
	}
}

// print writes the layer as WriteTo does.
func (a *Area) print(w io.Writer) {
	fmt.Fprintf(w, " %s %s", a.Name, hex(Opaque(a.Look.Fill)))
	if a.Look.Pattern != Plain {
		fmt.Fprintf(w, " %s %s", a.Look.Pattern, hex(Opaque(a.Look.Ink)))
	}
	fmt.Fprintln(w)
	a.runs(func(r image.Rectangle) {
		fmt.Fprintf(w, "  %d..%d %d..%d\n", r.Min.X-a.X, r.Max.X-a.X, a.Bottom-r.Max.Y, a.Bottom-r.Min.Y)
	})
}

// outline goes around the columns x0 … x1-1: along their tops to the right, and
// along their bottoms back.
func (a *Area) outline(x0, x1 int) []Point {
	var list []Point
	add := func(x int, h int32) {
		p := Point{float64(a.X + x), float64(a.Bottom - int(h))}
		if n := len(list); n > 1 && list[n-1].Y == p.Y && list[n-2].Y == p.Y {
			list[n-1] = p // still along the same line
			return
		}
		list = append(list, p)
	}
	for x := x0; x < x1; x++ {
		add(x, a.High[x])
		add(x+1, a.High[x])
	}
	for x := x1 - 1; x >= x0; x-- {
		add(x+1, a.Low[x])
		add(x, a.Low[x])
	}
	return list
}

// leastBorder is the least number of adjacent columns that have a border.
const leastBorder = 4

// DropNarrow empties stretches of columns that are narrower than leastBorder. It
// reports whether anything is left.
func (a *Area) DropNarrow() (left bool) {
	for x := 0; x < len(a.Low); x++ {
		x0 := x
		for x < len(a.Low) && a.High[x] > a.Low[x] {
			x++
		}
		if x-x0 < leastBorder {
			clear(a.Low[x0:x])
			clear(a.High[x0:x])
		} else {
			left = true
		}
	}
	return left
}
