package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// bandAlpha is the opacity of the 95 % interval on the chart, of 255.
const bandAlpha = 64

// band95 is the 95 % interval of what threads used according to the samples, as a
// band around the top of their sampled use.
type band95 struct {
	f     *frame
	plot  image.Rectangle
	x0, x int
	low   int32 // of the columns from x0 to x; high is 0 for none
	high  int32
	rects []image.Rectangle
}

// column adds a column, whose layers add up to all the time.
func (b *band95) column(x int, use *columnUse, all model.Time) {
	var low, high int32
	if s := &use.sampled; s.High > 0 {
		floor := use.times[paint.ClassTarget] + use.times[paint.ClassOther] + use.times[paint.ClassSystem] + use.times[paint.ClassInterrupt]
		l := layer{}
		low = l.height(b.plot.Dy(), all, floor+s.Low)
		high = max(l.height(b.plot.Dy(), all, min(floor+s.High, all)), low+1)
	}
	if low != b.low || high != b.high {
		b.flush()
		b.x0, b.low, b.high = x, low, high
	}
	b.x = x + 1
}

// flush ends the columns of equal height.
func (b *band95) flush() {
	if b.high == 0 || b.x <= b.x0 {
		return
	}
	r := image.Rect(b.plot.Min.X+b.x0, b.plot.Max.Y-int(b.high), b.plot.Min.X+b.x, b.plot.Max.Y-int(b.low)).Intersect(b.plot)
	if !r.Empty() {
		b.rects = append(b.rects, r)
	}
}

// draw draws the band.
func (b *band95) draw() {
	b.flush()
	for _, r := range b.rects {
		b.f.add(paint.Item{Kind: paint.ItemRect, Rect: r, Color: paint.Fade(b.f.Palette.Ink, bandAlpha), Row: -1})
	}
}
