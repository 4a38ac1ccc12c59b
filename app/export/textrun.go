package export

import (
	"image"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"threadlens/timeline/paint"
)

// textRun is a stretch of a text in one font, without spaces at its ends or two in a row, which SVG
// would not keep.
type textRun struct {
	item  *paint.Item
	font  typeface
	x     float64 // start of the pen, device pixels
	width float64 // its advance
	text  string
}

// textRuns splits an item of text into its runs.
func textRuns(it *paint.Item) (list []textRun) {
	x, space := float64(it.X), true // space: the next character begins a run
	pending := false                // a space precedes it
	for _, r := range it.Text {
		advance, isMono := it.Face.Advance(r)
		font := faceOf(it.Face, isMono)
		if r == ' ' {
			space, pending = space || pending, !space && !pending
			x += advance
			continue
		}
		if n := len(list); space || list[n-1].font != font {
			list = append(list, textRun{item: it, font: font, x: x})
			pending = false
		}
		run := &list[len(list)-1]
		if pending {
			run.text += " "
		}
		run.text += string(r)
		space, pending = false, false
		x += advance
		run.width = x - run.x
	}
	return list
}

// outlines are the outlines of a run's characters, device pixels.
func (run *textRun) outlines() (list [][]paint.Point) {
	var buf sfnt.Buffer
	f := wholeFonts()[run.font]
	size := fixed.Int26_6(run.item.Face.Size() * 64)
	x := run.x
	for _, r := range run.text {
		if g, err := f.GlyphIndex(&buf, r); err == nil {
			if segments, err := f.LoadGlyph(&buf, g, size, nil); err == nil {
				list = append(list, flattened(segments, x, float64(run.item.Y))...)
			}
		}
		advance, _ := run.item.Face.Advance(r)
		x += advance
	}
	return list
}

// bounds is the rectangle of pixels that outlines touch.
func bounds(outlines [][]paint.Point) (r image.Rectangle) {
	for _, o := range outlines {
		for _, q := range o {
			x, y := int(math.Floor(q.X)), int(math.Floor(q.Y))
			r = r.Union(image.Rect(x, y, int(math.Ceil(q.X)), int(math.Ceil(q.Y))).Union(image.Rect(x, y, x+1, y+1)))
		}
	}
	return r
}

// curveSteps is the number of lines for a curve of a character: its curves are a few pixels long.
const curveSteps = 6

// flattened are the closed outlines of a glyph whose pen is at (x, y), with lines instead of
// curves.
func flattened(segments sfnt.Segments, x, y float64) (list [][]paint.Point) {
	at := func(q fixed.Point26_6) paint.Point {
		return paint.Point{X: x + float64(q.X)/64, Y: y + float64(q.Y)/64}
	}
	for _, s := range segments {
		if s.Op == sfnt.SegmentOpMoveTo {
			list = append(list, []paint.Point{at(s.Args[0])})
			continue
		}
		o := &list[len(list)-1]
		if s.Op == sfnt.SegmentOpLineTo {
			*o = append(*o, at(s.Args[0]))
			continue
		}
		// TrueType has no other curves.
		a, b, c := (*o)[len(*o)-1], at(s.Args[0]), at(s.Args[1])
		for i := 1; i <= curveSteps; i++ {
			t := float64(i) / curveSteps
			u := 1 - t
			*o = append(*o, paint.Point{
				X: u*u*a.X + 2*u*t*b.X + t*t*c.X, Y: u*u*a.Y + 2*u*t*b.Y + t*t*c.Y,
			})
		}
	}
	return list
}
