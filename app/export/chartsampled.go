package export

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline/paint"
)

// sampledColumns is the sampled use in the columns of the utilization chart, each with its share of
// the use of its bucket.
type sampledColumns struct {
	use    *report.SampledUse
	cpus   int // about which nothing else is known
	pieces []report.SampledPiece
}

// none is a column without samples.
var none report.SampledPiece

// sampledUse computes the columns between edges.
func (c *chart) sampledUse(edges []model.Time) *sampledColumns {
	s := &sampledColumns{use: report.NewSampledUse(c.Trace, c.Scope.Target)}
	least := s.use.LeastBucket()
	if least == 0 {
		return s
	}
	_, s.cpus = s.use.CPUs()
	s.pieces = make([]report.SampledPiece, len(edges)-1)
	bucket := report.RoundUp(max(least, c.view.Len()*model.Time(c.px(sampledColumn))/model.Time(c.view.Width)))
	whole, last, piece := c.Trace.Held(), model.Range{}, none
	for i := range s.pieces {
		middle := edges[i] + (edges[i+1]-edges[i])/2
		from := middle / bucket * bucket
		if r := (model.Range{From: from, To: from + bucket}).Clip(whole); r != last {
			if last, piece = r, none; r.Len() >= least {
				piece = s.use.In(r)
			}
		}
		s.pieces[i] = piece.Scaled(edges[i+1]-edges[i], last.Len())
	}
	return s
}

// sampledColumn is the minimum width of a bucket of sampled use, dp.
const sampledColumn = 6

// sampled reports whether there is any sampled use.
func (s *sampledColumns) sampled() bool { return len(s.pieces) > 0 }

// at is the use in a column.
func (s *sampledColumns) at(i int) *report.SampledPiece {
	if !s.sampled() {
		return &none
	}
	return &s.pieces[i]
}

// takeFrom subtracts what was sampled from what is unknown in the columns.
func (s *sampledColumns) takeFrom(use []measure.Use, edges []model.Time) {
	for i := range s.pieces {
		s.fit(&use[i], &s.pieces[i], edges[i+1]-edges[i])
	}
}

// whole is the sampled use of a window, subtracted from what is unknown in it.
func (s *sampledColumns) whole(all *measure.Use, r model.Range) (p report.SampledPiece) {
	if !s.sampled() {
		return p
	}
	if r.Len() >= s.use.LeastBucket() {
		p = s.use.In(r)
	}
	s.fit(all, &p, r.Len())
	return p
}

// fit subtracts what was sampled from what is unknown, in a stretch of that length. Samples may
// represent more than there is, through rounding and in lost time.
func (s *sampledColumns) fit(use *measure.Use, p *report.SampledPiece, length model.Time) {
	use.Unknown += length * model.Time(s.cpus)
	if all := p.Threads() + p.Interrupts + p.Idle; all > use.Unknown {
		*p = p.Scaled(use.Unknown, all)
	}
	use.Unknown -= p.Threads() + p.Interrupts + p.Idle
}

// sampledOf is what was sampled of a class.
func sampledOf(p *report.SampledPiece, c paint.Class) model.Time {
	for i := range sampledLayers {
		if l := &sampledLayers[i]; l.sampled != nil && l.class == c {
			return l.sampled(p)
		}
	}
	return 0
}

// dots fills the area between two steps with dots: what was sampled of a class.
func (c *chart) dots(class paint.Class, top, bottom plotter.XYs) steps {
	ink := c.palette.SampledInk(class)
	radius, period := vg.Length(c.metrics.Scale*1.2), vg.Length(c.px(6))
	return steps{top, bottom, func(cv draw.Canvas, boxes []vg.Rectangle) {
		var path vg.Path
		for _, b := range boxes {
			for n := floor(b.Min.X / period); n*period < b.Max.X; n++ {
				for m := floor(b.Min.Y / period); m*period < b.Max.Y; m++ {
					at := vg.Point{X: (n + 0.5) * period, Y: (m + 0.5) * period}
					if at.X >= b.Min.X && at.X < b.Max.X && at.Y-radius >= b.Min.Y && at.Y+radius <= b.Max.Y {
						path.Move(vg.Point{X: at.X + radius, Y: at.Y})
						path.Arc(at, radius, 0, 2*3.141592653589793)
						path.Close()
					}
				}
			}
		}
		if len(path) > 0 {
			cv.SetColor(ink)
			cv.Fill(path)
		}
	}}
}

// interval is the band of the 95 % intervals of the threads' use.
func (c *chart) interval(edges []model.Time, use []measure.Use, s *sampledColumns, of func(d, length model.Time) float64) steps {
	end := func(bound func(p *report.SampledPiece) model.Time) plotter.XYs {
		return c.step(edges, func(i int) float64 {
			u := &use[i]
			return of(u.Target+u.Other+u.System+u.ISR+u.DPC+bound(s.at(i)), edges[i+1]-edges[i])
		}).XYs
	}
	ink := color.NRGBA(c.palette.Ink)
	ink.A = 64
	return steps{
		end(func(p *report.SampledPiece) model.Time { return p.High }), end(func(p *report.SampledPiece) model.Time { return p.Low }),
		func(cv draw.Canvas, boxes []vg.Rectangle) {
			cv.SetColor(ink)
			for _, b := range boxes {
				if b.Max.Y > b.Min.Y {
					cv.Fill(b.Path())
				}
			}
		},
	}
}

// steps fills the area between two steps.
type steps struct {
	top, bottom plotter.XYs
	fill        func(draw.Canvas, []vg.Rectangle)
}

// Plot implements plot.Plotter.
func (s steps) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	var boxes []vg.Rectangle
	i, k := 0, 0
	for x := s.top[0].X; i < len(s.top)-1 && k < len(s.bottom)-1; {
		next := min(s.top[i+1].X, s.bottom[k+1].X)
		boxes = append(boxes, vg.Rectangle{Min: vg.Point{X: trX(x), Y: trY(s.bottom[k].Y)}, Max: vg.Point{X: trX(next), Y: trY(s.top[i].Y)}})
		if x = next; s.top[i+1].X == next {
			i++
		}
		if s.bottom[k+1].X == next {
			k++
		}
	}
	s.fill(c, boxes)
}
