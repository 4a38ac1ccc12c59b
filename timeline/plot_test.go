package timeline

import (
	"bytes"
	"image"
	"maps"
	"strconv"
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// usePlot is exact use in steps with sampled dots, a second of six intervals.
func usePlot() *Plot {
	p := &Plot{
		Size: image.Pt(600, 200), Window: model.Range{From: 250e9, To: 251e9},
		Metrics: NewMetrics(Comfortable, 1, 1), Palette: paint.NewPalette(false, false),
		Top: 1, Ticks: []PlotTick{{0, "0"}, {0.5, "50%"}, {1, "100%"}}, Mean: -1,
	}
	c := p.Palette.Category(model.Execution)
	p.Fill, p.Edge = c.Fill, c.Edge
	for i, v := range []float64{0.25, 0.75, 0.75, 0, 1, 0.5} {
		from := p.Window.From + model.Time(i)*2e8
		r := model.Range{From: from, To: min(from+2e8, p.Window.To)}
		p.Steps = append(p.Steps, PlotStep{r, v})
		p.Dots = append(p.Dots, PlotDot{r.From + r.Len()/2, v * 0.9, v * 0.7, min(1, v*1.1)})
	}
	return p
}

// queuePlot is a queue in columns, read twice.
func queuePlot() *Plot {
	p := usePlot()
	p.Palette = paint.NewPalette(true, false)
	c := p.Palette.Category(model.Preemption)
	p.Fill, p.Edge, p.Steps = c.Fill, c.Edge, nil
	p.Top, p.Ticks, p.Mean = 4, []PlotTick{{0, "0"}, {2, "2"}, {4, "4"}}, 0.3
	p.Columns = []PlotColumn{{0, 0}, {0, 0}, {0, 3}, {1, 2}, {1, 2}, {4, 4}, {0, 0}, {0, 1}}
	p.Dots = []PlotDot{{250.25e9, 3, 3, 3}, {250.75e9, 0, 0, 0}}
	return p
}

// plots are the plots whose lists are goldens.
func plots() map[string]*Plot {
	large := usePlot()
	large.Metrics, large.Size = NewMetrics(Comfortable, 2, 1.5), image.Pt(1200, 400)
	large.Clock.As = InSeconds
	empty := usePlot()
	empty.Steps, empty.Dots, empty.Empty = nil, nil, "Nothing ran in this window"
	large.Lost = []model.Range{{From: 250.3e9, To: 250.45e9}, {From: 250.9e9, To: 250.9e9}, {From: 1, To: 2}}
	return map[string]*Plot{"plot-use": usePlot(), "plot-queue": queuePlot(), "plot-large": large, "plot-empty": empty}
}

func TestPlotLists(t *testing.T) {
	for name, p := range plots() {
		var b bytes.Buffer
		if _, err := p.Layout().WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".list", b.Bytes())
	}
}

// TestPlotPlaces: items are drawn where X, Y and TimeAt place them, and inside the
// picture at any size.
func TestPlotPlaces(t *testing.T) {
	p := usePlot()
	a := p.Area()
	if x := p.X(p.Window.From); x != a.Min.X {
		t.Errorf("the window begins at %d, the area at %d", x, a.Min.X)
	}
	if y0, y1 := p.Y(0), p.Y(1); y0 != a.Max.Y || y1 != a.Min.Y {
		t.Errorf("0 is at %d and the top at %d of %v", y0, y1, a)
	}
	if y := p.Y(7); y != a.Min.Y {
		t.Errorf("a value above the top is at %d of %v", y, a)
	}
	for x := a.Min.X; x < a.Max.X; x++ {
		if got := p.X(p.TimeAt(x)); got != x {
			t.Fatalf("column %d stands for an instant in column %d", x, got)
		}
	}
	for _, size := range []image.Point{{1, 1}, {60, 30}, {120, 80}, {3000, 60}} {
		p.Size = size
		dl := p.Layout()
		img := image.NewRGBA(image.Rectangle{Max: size})
		paint.Raster(dl, img)
		if got := img.RGBAAt(0, 0); got != p.Palette.Lane {
			t.Errorf("%v: the corner is %v", size, got)
		}
	}
}

// TestPlotLabelsApart: a label of the value axis that overlaps the one below it, or
// comes closer than 4 pixels, is left out; its line stays.
func TestPlotLabelsApart(t *testing.T) {
	for _, scale := range []float32{1, 2} {
		p := usePlot()
		p.Metrics, p.Steps, p.Dots, p.Size = NewMetrics(Comfortable, scale, 1), nil, nil, image.Pt(900, 400)
		p.Top = float64(p.Area().Dy()) // a pixel is a unit
		least := float64(2*(p.captionFace().Ascent/2) + int(4*scale))
		for _, c := range []struct {
			at   []float64
			want string
		}{
			{[]float64{0, least}, "0 1"},
			{[]float64{0, least - 1}, "0"},
			{[]float64{0, least - 1, least}, "0 2"},
			{[]float64{0, least, 2*least - 1, 2 * least}, "0 1 3"},
		} {
			p.Ticks = nil
			for i, v := range c.at {
				p.Ticks = append(p.Ticks, PlotTick{v, strconv.Itoa(i)})
			}
			a, lines, labels := p.Area(), 0, ""
			for _, it := range p.Layout().Items {
				switch {
				case it.Kind == paint.ItemRect && it.Rect.Min.X == a.Min.X && it.Rect.Dx() == a.Dx() && it.Rect.Dy() == p.Metrics.Line():
					lines++
				case it.Kind == paint.ItemText && it.X < a.Min.X && it.Rect == image.Rectangle{Max: p.Size} && len(it.Text) == 1:
					labels += " " + it.Text
				}
			}
			if labels != " "+c.want || lines != len(c.at) {
				t.Errorf("at %v: labels%s at %d lines, want %s", c.at, labels, lines, c.want)
			}
		}
	}
}

// TestPlotColumnsCover: columns leave no gap and keep values that were in only one
// of them, even if there are more columns than pixels.
func TestPlotColumnsCover(t *testing.T) {
	p := queuePlot()
	p.Dots, p.Mean, p.Ticks = nil, -1, nil
	for _, n := range []int{1, 7, 300, p.Area().Dx(), 2000} {
		p.Columns = make([]PlotColumn, n)
		for i := range p.Columns {
			p.Columns[i] = PlotColumn{4, 4}
		}
		p.Columns[n/2].Low = 0 // for only a part of the time
		img := image.NewRGBA(image.Rectangle{Max: p.Size})
		paint.Raster(p.Layout(), img)
		a, part := p.Area(), 0
		for x := a.Min.X; x < a.Max.X; x++ {
			got := img.RGBAAt(x, a.Min.Y+1)
			if got == p.Palette.Lane {
				t.Fatalf("%d columns: nothing in pixel column %d", n, x)
			}
			if got != p.Fill {
				part++
			}
		}
		if part == 0 {
			t.Errorf("%d columns: one of them is lost", n)
		}
	}
}

// TestPlotOfManyLosses: a plot draws no more stretches of lost events than it has
// columns, and hatches the same columns as if it drew each loss.
func TestPlotOfManyLosses(t *testing.T) {
	p := usePlot()
	step := p.Window.Len() / 200_000
	for i := range model.Time(200_000) {
		if i%20_000 < 15_000 {
			p.Lost = append(p.Lost, model.Range{From: p.Window.From + i*step, To: p.Window.From + i*step + step/2})
		}
	}
	hatched := func() (n int, columns map[int]bool) {
		columns = map[int]bool{}
		for _, item := range p.Layout().Items {
			if item.Kind == paint.ItemHatch {
				n++
				for x := item.Rect.Min.X; x < item.Rect.Max.X; x++ {
					columns[x] = true
				}
			}
		}
		return n, columns
	}
	n, got := hatched()
	if n > p.Area().Dx() || n < 2 {
		t.Errorf("%d stretches in %d columns", n, p.Area().Dx())
	}
	all, want := p.Lost, map[int]bool{}
	for i := 0; i < len(all); i += 300 {
		p.Lost = all[i : i+1]
		_, one := hatched()
		maps.Copy(want, one)
	}
	if hole := p.X(p.Window.From + 17_500*step); got[hole] {
		t.Errorf("column %d is hatched, where nothing was lost", hole)
	}
	for x := range want {
		if !got[x] {
			t.Errorf("column %d is not hatched", x)
		}
	}
}
