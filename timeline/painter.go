package timeline

import (
	"image"
	"image/color"
	"runtime"
	"sync"
	"sync/atomic"

	"threadlens/model"
)

// Painter turns scenes into pixels. It keeps its buffers from frame to frame; it
// serves one goroutine at a time.
type Painter struct {
	list    DisplayList
	styles  *laneStyles
	look    styleKey // what styles were made for
	cols    columns  // of the viewport
	chart   chartColumns
	use     useColumns // of the chart of the CPU utilization view
	lanes   []laneSlot
	workers []*laneWorker
}

// Layout lays out a frame. The list is valid until the next call.
func (p *Painter) Layout(s *Scene) *DisplayList {
	p.list = DisplayList{Size: s.Size, Items: p.list.Items[:0], Lanes: p.list.Lanes[:0], Areas: p.list.Areas[:0]}
	m := s.Metrics
	f := frame{
		Scene: s, p: p, dl: &p.list,
		body: NewFace(false, m.Body*m.Scale), bold: NewFace(true, m.Body*m.Scale),
		caption: NewFace(false, m.Caption*m.Scale),
		styles:  p.stylesFor(styleKey{s.Palette, s.Focus, m.Scale}),
	}
	f.rect(image.Rectangle{Max: s.Size}, s.Palette.Lane)
	if s.View.Len() <= 0 || s.View.Width <= 0 || s.View.Width > MaxWidth {
		return &p.list
	}
	p.cols.reset(s.View)
	f.overview()
	f.ruler()
	f.rows()
	f.scrollBar()
	return &p.list
}

// styleKey is what laneStyles depend on.
type styleKey struct {
	palette *Palette
	focus   model.Category
	scale   float32
}

// stylesFor are the styles for a key, those of the frame before if it had the
// same.
func (p *Painter) stylesFor(key styleKey) *laneStyles {
	if p.styles == nil || p.look != key {
		p.styles, p.look = newLaneStyles(key.palette, key.focus, key.scale), key
	}
	return p.styles
}

// Frame lays out s and draws it into img, which must have the size of the scene
// and Stride = 4·width.
func (p *Painter) Frame(s *Scene, img *image.RGBA) { Raster(p.Layout(s), img) }

// Layout lays out a frame into a list of its own.
func Layout(s *Scene) *DisplayList { return new(Painter).Layout(s) }

// frame is a layout in progress.
type frame struct {
	*Scene
	p                   *Painter
	dl                  *DisplayList
	body, bold, caption *Face
	styles              *laneStyles
	queueTop            int // length of the run queue at the top of its strip, 0 while unknown
}

func (f *frame) add(it Item) { f.dl.Items = append(f.dl.Items, it) }

// px converts dp to device pixels.
func (f *frame) px(dp float32) int { return f.Metrics.Px(dp) }

func opaque(c color.RGBA) color.NRGBA { return color.NRGBA(c) }

func fade(c color.RGBA, alpha uint8) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, alpha} }

func (f *frame) rect(r image.Rectangle, c color.RGBA) {
	if !r.Empty() {
		f.add(Item{Kind: ItemRect, Rect: r, Color: opaque(c), Row: -1})
	}
}

// text writes s from x, its capitals centred on y, clipped to clip.
func (f *frame) text(s string, face *Face, c color.RGBA, x, y int, clip image.Rectangle) {
	if s == "" || clip.Empty() {
		return
	}
	f.add(Item{
		Kind: ItemText, Rect: clip, Color: opaque(c), Row: -1,
		Text: s, Face: face, X: x, Y: face.Centre(y),
	})
}

// textRight is text that ends at x. It returns where it begins.
func (f *frame) textRight(s string, face *Face, c color.RGBA, x, y int, clip image.Rectangle) int {
	x -= face.Width(s)
	f.text(s, face, c, x, y, clip)
	return x
}

// shape draws a triangle or an arrow into box.
func (f *frame) shape(k ItemKind, box image.Rectangle, c color.RGBA, row int, clip image.Rectangle) {
	if r := box.Intersect(clip); !r.Empty() {
		f.add(Item{Kind: k, Rect: r, Box: box, Color: opaque(c), Row: row})
	}
}

// line draws a horizontal line with its upper edge at y.
func (f *frame) line(x0, x1, y int, c color.RGBA, clip image.Rectangle) {
	f.rect(image.Rect(x0, y, x1, y+f.Metrics.Line()).Intersect(clip), c)
}

// vertical draws a vertical line with its left edge at x.
func (f *frame) vertical(x, y0, y1 int, c color.RGBA, clip image.Rectangle) {
	f.rect(image.Rect(x, y0, x+f.Metrics.Line(), y1).Intersect(clip), c)
}

// laneSlot is a row whose lane is being made.
type laneSlot struct {
	row    int // of Rows.List
	y      int // upper edge of the row in the picture, of a row with bands that of the line
	line   int // of a row with bands
	lane   slotLane
	labels []Item
	ticks  Area   // of samples
	ticked bool   // there are any
	over   []Item // labels above what lies across lanes
}

// slotLane is a lane with the memory of its columns, which is kept.
type slotLane struct {
	Lane
	spare []uint64
}

// laneWorker makes lanes; each goroutine has one.
type laneWorker struct {
	frame *frame
	lane  laneWriter
	strip stripWriter
	// runQueue computes the columns of the run queue.
	runQueue queueWriter
	sp       *splitter
}

// makeLanes fills the slots on several goroutines. What they make does not
// depend on how many there are.
func (f *frame) makeLanes(slots []laneSlot) {
	n := min(runtime.GOMAXPROCS(0), maxWorkers, 1+len(slots)/4)
	for len(f.p.workers) < n {
		f.p.workers = append(f.p.workers, new(laneWorker))
	}
	var next atomic.Int64
	work := func(w *laneWorker) {
		w.frame = f
		w.sp = f.Summary.splitterOf(f.Trace)
		for {
			i := int(next.Add(1) - 1)
			if i >= len(slots) {
				return
			}
			w.make(&slots[i])
		}
	}
	var wg sync.WaitGroup
	for _, w := range f.p.workers[1:n] {
		wg.Go(func() { work(w) })
	}
	work(f.p.workers[0])
	wg.Wait()
	for _, w := range f.p.workers {
		w.frame, w.sp = nil, nil // not to keep the trace
	}
}

// maxWorkers bounds the goroutines of a frame; more gain nothing that can be
// seen.
const maxWorkers = 4

// splitterOf is splitter for a summary that may be nil.
func (s *Summary) splitterOf(t *model.Trace) *splitter {
	if s == nil {
		return &splitter{trace: t}
	}
	return s.splitter()
}
