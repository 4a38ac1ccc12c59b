package timeline

import (
	"image"
	"image/color"
	"math"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
	"threadlens/timeline/paint/painttest"
)

// drawn is a VectorCanvas of pixels: what Vector draws must look like what Raster
// draws.
type drawn struct {
	painttest.Picture
	limit map[image.Point]int // on the difference of pixels that an outline touches
}

func newDrawn(size image.Point) *drawn {
	return &drawn{painttest.Picture{RGBA: image.NewRGBA(image.Rectangle{Max: size})}, map[image.Point]int{}}
}

func (d *drawn) Rect(r image.Rectangle, c color.NRGBA) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			d.Over(x, y, c)
		}
	}
}

func (d *drawn) Text(it *paint.Item) { d.Picture.Text(it) }

// Fill samples each pixel at 8×8 points.
func (d *drawn) Fill(outlines [][]paint.Point, c color.NRGBA) {
	const n = 8
	for _, o := range outlines {
		box := image.Rectangle{Min: image.Pt(math.MaxInt32, math.MaxInt32)}
		for _, p := range o {
			box.Min = image.Pt(min(box.Min.X, int(p.X)), min(box.Min.Y, int(p.Y)))
			box.Max = image.Pt(max(box.Max.X, int(math.Ceil(p.X))), max(box.Max.Y, int(math.Ceil(p.Y))))
		}
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				in := 0
				for i := range n * n {
					if within(o, float64(x)+(float64(i%n)+0.5)/n, float64(y)+(float64(i/n)+0.5)/n) {
						in++
					}
				}
				d.Over(x, y, color.NRGBA{c.R, c.G, c.B, uint8(in * 255 / (n * n))})
				d.limit[image.Pt(x, y)] = 48 // of 255: Raster takes fewer samples of some shapes
			}
		}
	}
}

// within counts how often a ray to the right crosses the outline.
func within(o []paint.Point, x, y float64) (in bool) {
	for i, p := range o {
		q := o[(i+1)%len(o)]
		if (p.Y > y) != (q.Y > y) && x < p.X+(y-p.Y)/(q.Y-p.Y)*(q.X-p.X) {
			in = !in
		}
	}
	return in
}

// lossyScene has lost events, unknown time, and rows clipped at both ends.
func lossyScene(t *testing.T) *Scene {
	tr := modeltest.Parse(t, "loss", `threadlens-trace 1
cpus 2
span 0ns 100ms
os linux
process 10 "work" target
thread 11 pid=10 name="main"
thread 12 pid=10 name="helper"
0us cpu0 switch idle 11 preempt
20ms cpu0 switch 11 12 wait linux=S
40ms cpu0 wake 11 ctx=timer
45ms cpu0 switch 12 11 preempt
60ms cpu0 loss 65ms n=1874
70ms cpu0 switch 11 idle wait linux=S
`)
	m := NewMetrics(Comfortable, 1, 1)
	s := &Scene{
		Trace: tr, Utilization: NewUtilization(tr, tr.Targets()), Rows: BuildRows(tr, RowsOptions{}, m),
		Size: image.Pt(700, 140), Palette: paint.NewPalette(false, false), Metrics: m, Parts: AllParts,
		Focus: NoFocus, Row: -1, Selected: NoSegment, QuietBackdrops: true, Grid: true, ScrollY: 9,
	}
	s.View = Viewport{tr.Whole(), LaneWidth(700, s.Parts, m)}
	return s
}

// TestVectorDrawsWhatRasterDoes draws frames both ways: every pixel that no
// outline touches is the same, those of outlines differ by the smoothing of
// their edges.
func TestVectorDrawsWhatRasterDoes(t *testing.T) {
	list := scenes(t)
	list["lossy"] = lossyScene(t)
	list["bands"] = bandsScene(t, 700, 640, NewMetrics(Comfortable, 1, 1))
	backdrop := storyScene(t, 700, 220, NewMetrics(Comfortable, 1, 1))
	waiter := thread(t, backdrop.Trace, 42)
	seg, _ := backdrop.Trace.SegmentAt(waiter, 22*millisecond)
	for i := range backdrop.Trace.Threads[waiter].Len() {
		if s := backdrop.Trace.Segment(waiter, i); s.State == model.Waiting && s.Len() > seg.Len() {
			seg = s
		}
	}
	backdrop.View.Range = model.Range{From: seg.From + seg.Len()/3, To: seg.To - seg.Len()/3}
	list["backdrop"] = backdrop
	lists := map[string]*paint.DisplayList{}
	for name, s := range list {
		lists[name] = Layout(s)
	}
	chart := chartScene(t, modeltest.Parse(t, "chart", chartTrace), 420, 240, NewMetrics(Comfortable, 1, 1))
	chart.Parts &^= PartOverview
	lists["chart"] = Layout(chart)
	plot := queuePlot()
	plot.Size = image.Pt(300, 120)
	lists["plot"] = plot.Layout()
	for name, dl := range lists {
		img := image.NewRGBA(image.Rectangle{Max: dl.Size})
		paint.Raster(dl, img)
		d := newDrawn(dl.Size)
		paint.Vector(dl, d)
		d.forgive(dl)
		wrong := 0
		for o := range img.Pix {
			at := image.Pt(o%img.Stride/4, o/img.Stride)
			diff := int(img.Pix[o]) - int(d.Pix[o])
			if max(diff, -diff) <= d.limit[at] {
				continue
			}
			if wrong++; wrong < 5 {
				t.Errorf("%s: at %v: %d, want %d", name, at, d.Pix[o], img.Pix[o])
			}
		}
		if wrong > 0 {
			t.Errorf("%s: %d values differ", name, wrong)
		}
	}
}

// forgive allows any difference where Raster draws hatches of whole pixels.
func (d *drawn) forgive(dl *paint.DisplayList) {
	for _, it := range dl.Items {
		for y := it.Rect.Min.Y; it.Kind == paint.ItemHatch && y < it.Rect.Max.Y; y++ {
			for x := it.Rect.Min.X; x < it.Rect.Max.X; x++ {
				d.limit[image.Pt(x, y)] = 255
			}
		}
	}
}
