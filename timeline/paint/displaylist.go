package paint

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
)

// ItemKind is what an Item draws.
type ItemKind uint8

// Kinds of items.
const (
	// ItemRect fills Rect with Color; a Color that is not opaque is blended.
	ItemRect ItemKind = iota
	// ItemText writes Text in Face and Color from (X, Y), Y being the baseline,
	// clipped to Rect.
	ItemText
	// ItemLane draws lane Lane of the list, clipped to Rect.
	ItemLane
	// ItemHatch draws diagonal lines of Color into Rect.
	ItemHatch
	// ItemRight and ItemDown fill a triangle in Box that points in that direction,
	// clipped to Rect.
	ItemRight
	ItemDown
	// ItemChevron draws an open arrow that points down into Box, clipped to
	// Rect.
	ItemChevron
	// ItemUp is ItemDown upside down.
	ItemUp
	// ItemDiamond fills the square in Box that stands on a corner, clipped to
	// Rect.
	ItemDiamond
	// ItemLeft fills a triangle in Box that points left, clipped to Rect.
	ItemLeft
	// ItemArea draws area Area of the list, clipped to Rect.
	ItemArea
	// ItemLine draws a line Width wide from Box.Min to Box.Max, wherever these are,
	// clipped to Rect.
	ItemLine
	// ItemDisc fills the circle in Box, clipped to Rect.
	ItemDisc
)

var itemNames = [...]string{"rect", "text", "lane", "hatch", "right", "down", "chevron", "up", "diamond", "left", "area", "line", "disc"}

// Item is one thing to draw.
type Item struct {
	Kind  ItemKind
	Rect  image.Rectangle
	Color color.NRGBA
	Row   int // of Rows.List that it belongs to, -1 for none
	Lane  int // for ItemLane
	Area  int // for ItemArea
	Box   image.Rectangle
	Text  string
	Face  *Face
	X, Y  int
	Width float32 // for ItemLine
}

// DisplayList is a frame before it becomes pixels: what to draw, in device pixels
// and in paint order. Everything in it is opaque unless stated. It belongs to the
// Painter that made it and is valid until the Painter's next Layout.
type DisplayList struct {
	Size  image.Point
	Items []Item
	Lanes []Lane
	Areas []Area
}

// Put adds the items of a frame to dl, moved by at; the size of dl stays.
func (dl *DisplayList) Put(frame *DisplayList, at image.Point) {
	for _, it := range frame.Items {
		it.Rect, it.Box = it.Rect.Add(at), it.Box.Add(at)
		it.X += at.X
		it.Y += at.Y
		if it.Kind == ItemLane {
			it.Lane += len(dl.Lanes)
		}
		it.Area += len(dl.Areas)
		dl.Items = append(dl.Items, it)
	}
	for _, a := range frame.Areas {
		a.X, a.Bottom = a.X+at.X, a.Bottom+at.Y
		dl.Areas = append(dl.Areas, a)
	}
	for _, l := range frame.Lanes {
		l.X += at.X
		l.Y += at.Y
		dl.Lanes = append(dl.Lanes, l)
	}
}

// WriteTo prints the list, one item per line and below each lane its runs, preceded
// by the styles of the lanes: tests compare frames in this form.
func (dl *DisplayList) WriteTo(w io.Writer) (int64, error) {
	c := &counter{w: w}
	fmt.Fprintf(c, "size %d %d\n", dl.Size.X, dl.Size.Y)
	printed := map[*LaneStyle]bool{}
	for i := range dl.Lanes {
		if st := dl.Lanes[i].Style; !printed[st] {
			printed[st] = true
			st.print(c)
		}
	}
	for i := range dl.Items {
		it := &dl.Items[i]
		r := it.Rect
		fmt.Fprintf(c, "%s %d..%d %d..%d", itemNames[it.Kind], r.Min.X, r.Max.X, r.Min.Y, r.Max.Y)
		switch it.Kind {
		case ItemLane:
			dl.Lanes[it.Lane].print(c)
		case ItemArea:
			dl.Areas[it.Area].print(c)
		case ItemText:
			fmt.Fprintf(c, " %s at %d,%d %s %q\n", hex(it.Color), it.X, it.Y, it.Face, it.Text)
		case ItemLine:
			fmt.Fprintf(c, " %s from %d,%d to %d,%d width %g\n", hex(it.Color), it.Box.Min.X, it.Box.Min.Y, it.Box.Max.X, it.Box.Max.Y, it.Width)
		default:
			fmt.Fprintf(c, " %s\n", hex(it.Color))
		}
	}
	return c.n, c.err
}

func (st *LaneStyle) print(w io.Writer) {
	for i := range st.looks {
		l := &st.looks[i]
		if l.Name == "" {
			continue
		}
		fmt.Fprintf(w, "style %s %s %s", st.Name, l.Name, hex(Opaque(l.Fill)))
		if l.Edge.A != 0 {
			fmt.Fprintf(w, " edge %s", hex(Opaque(l.Edge)))
		}
		if l.Pattern != Plain {
			fmt.Fprintf(w, " %s", l.Pattern)
		}
		fmt.Fprintln(w)
	}
}

func (l *Lane) print(w io.Writer) {
	fmt.Fprintf(w, " %s at %d,%d height %d\n", l.Style.Name, l.X, l.Y, l.Height)
	for r := range l.Runs() {
		fmt.Fprintf(w, "  %d..%d", r.X0, r.X1)
		for s := range Slot(NumSlots) {
			h := r.heights.At(s)
			switch {
			case h == 0:
			case r.Solid:
				fmt.Fprintf(w, " %s", l.Style.looks[s].Name)
			default:
				fmt.Fprintf(w, " %s:%d", l.Style.looks[s].Name, h)
			}
		}
		if r.Backdrop {
			fmt.Fprint(w, " backdrop")
		}
		if r.Loss {
			fmt.Fprint(w, " loss")
		}
		if r.Gap {
			fmt.Fprintf(w, " likely %v", r.Likely)
		}
		if r.Inferred {
			fmt.Fprint(w, " inferred")
		}
		fmt.Fprintln(w)
	}
}

// counter counts what is written, and keeps the first error.
type counter struct {
	w   io.Writer
	n   int64
	err error
}

func (c *counter) Write(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.w.Write(p)
	c.n += int64(n)
	c.err = err
	return n, err
}

// ends are the ends of an ItemLine, at the centres of their pixels.
func (it *Item) ends() (a, b Point) {
	return Point{float64(it.Box.Min.X) + 0.5, float64(it.Box.Min.Y) + 0.5},
		Point{float64(it.Box.Max.X) + 0.5, float64(it.Box.Max.Y) + 0.5}
}

// outline are the corners of an ItemLine.
func (it *Item) outline() []Point {
	a, b := it.ends()
	dx, dy := b.X-a.X, b.Y-a.Y
	length := max(math.Hypot(dx, dy), 1e-9)
	x, y := -dy/length*float64(it.Width)/2, dx/length*float64(it.Width)/2
	return []Point{{a.X + x, a.Y + y}, {b.X + x, b.Y + y}, {b.X - x, b.Y - y}, {a.X - x, a.Y - y}}
}
