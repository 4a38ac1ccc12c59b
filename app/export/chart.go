package export

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"threadlens/model/analysis"
	"threadlens/timeline"
)

// chartLayers are the layers of the utilization chart from the floor up: the
// columns of the table that each adds up.
var chartLayers = []struct {
	class   timeline.Class
	columns []string
}{
	{timeline.ClassTarget, []string{"target_cores"}},
	{timeline.ClassOther, []string{"other_cores"}},
	{timeline.ClassSystem, []string{"system_cores"}},
	{timeline.ClassInterrupt, []string{"isr_cores", "dpc_cores"}},
	{timeline.ClassUnknown, []string{"unknown_cores"}},
}

// chartDPI is the resolution of charts in pixels an inch.
const chartDPI = 96

// WriteUtilizationChart draws the answer of the analysis "utilization" as
// stacked steps, one a bucket, into a PNG of the given size in pixels. Idle is
// the empty space up to the number of processors. It fails for tables of other
// analyses, and with the error of w.
func WriteUtilizationChart(w io.Writer, t *analysis.Table, width, height int, p *timeline.Palette) error {
	if t.Name != "utilization" || len(t.Rows) == 0 {
		return fmt.Errorf("no chart of the table %q with %d rows", t.Name, len(t.Rows))
	}
	c := utilizationChart{table: t, plot: plot.New(), palette: p}
	c.axes()
	base := make([]float64, len(t.Rows))
	for _, l := range chartLayers {
		if err := c.layer(base, l.columns, p.Class(l.class), l.class.Title()); err != nil {
			return err
		}
	}
	c.plot.X.Min, c.plot.X.Max = c.ms(0), c.ms(len(t.Rows))
	c.plot.Y.Min, c.plot.Y.Max = 0, math.Round(c.sum(t.Rows[0]))
	return c.writePNG(w, width, height)
}

// writePNG draws the title, the legend beside it and the chart below.
func (c *utilizationChart) writePNG(w io.Writer, width, height int) error {
	pixel := vg.Inch / chartDPI
	canvas := vgimg.NewWith(
		vgimg.UseWH(vg.Length(width)*pixel, vg.Length(height)*pixel),
		vgimg.UseDPI(chartDPI), vgimg.UseBackgroundColor(c.palette.Lane),
	)
	area := draw.Crop(draw.New(canvas), 10, -14, 8, -8)
	c.plot.Draw(draw.Crop(area, 0, 0, 0, -headHeight))
	c.head(area)
	if _, err := (vgimg.PngCanvas{Canvas: canvas}).WriteTo(w); err != nil {
		return fmt.Errorf("writing the utilization chart: %w", err)
	}
	return nil
}

// headHeight is the height of the line with title and legend.
const headHeight = 24 * vg.Length(1)

// head writes the title and, behind it, a swatch and a name for each layer.
func (c *utilizationChart) head(area draw.Canvas) {
	const swatch = 10 * vg.Length(1)
	style := c.textStyle(11, c.palette.Text)
	y := area.Max.Y - headHeight/2
	x := area.Min.X
	area.FillText(style, vg.Point{X: x, Y: y}, c.table.Title)
	x += style.Width(c.table.Title) + 2*swatch
	for _, l := range c.legend {
		area.SetColor(l.fill)
		box := vg.Rectangle{Min: vg.Point{X: x, Y: y - swatch/2}, Max: vg.Point{X: x + swatch, Y: y + swatch/2}}
		area.Fill(box.Path())
		x += swatch + swatch/2
		area.FillText(style, vg.Point{X: x, Y: y}, l.title)
		x += style.Width(l.title) + 1.5*swatch
	}
}

// textStyle is sans-serif text that is centred vertically on its point.
func (c *utilizationChart) textStyle(size vg.Length, ink color.Color) text.Style {
	f := plot.DefaultFont
	f.Variant, f.Size = "Sans", size
	return text.Style{Color: ink, Font: f, YAlign: text.YCenter, Handler: plot.DefaultTextHandler}
}

type utilizationChart struct {
	table   *analysis.Table
	plot    *plot.Plot
	palette *timeline.Palette
	legend  []legendEntry
}

// legendEntry explains a layer.
type legendEntry struct {
	title string
	fill  color.Color
}

// axes labels and colours the frame of the chart.
func (c *utilizationChart) axes() {
	p := c.plot
	p.BackgroundColor = c.palette.Lane
	p.X.Label.Text, p.Y.Label.Text = "ms", "processors"
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.TickerFunc(timeTicks), plot.TickerFunc(wholeTicks)
	label, tick := c.textStyle(9, c.palette.Text2), c.textStyle(9, c.palette.Text2)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle.Color, a.Tick.LineStyle.Color = c.palette.LineStrong, c.palette.LineStrong
		a.Tick.Label.Color, a.Tick.Label.Font = tick.Color, tick.Font
		a.Label.TextStyle.Color, a.Label.TextStyle.Font = label.Color, label.Font
		a.Padding = 0
	}
}

// timeTicks puts at most a dozen ticks at multiples of 1, 2 or 5 times a power
// of ten.
func timeTicks(least, most float64) []plot.Tick {
	step := math.Pow(10, math.Floor(math.Log10((most-least)/12)))
	for _, m := range []float64{1, 2, 5, 10} {
		if (most-least)/(m*step) <= 12 {
			step *= m
			break
		}
	}
	var ticks []plot.Tick
	for i := math.Ceil(least / step); i*step <= most; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: strconv.FormatFloat(i*step, 'g', 9, 64)})
	}
	return ticks
}

// wholeTicks puts a tick at every processor up to 16, then at every second,
// fourth and so on.
func wholeTicks(_, most float64) []plot.Tick {
	step := 1
	for int(most)/step > 16 {
		step *= 2
	}
	var ticks []plot.Tick
	for v := 0; v <= int(most+0.5); v += step {
		ticks = append(ticks, plot.Tick{Value: float64(v), Label: strconv.Itoa(v)})
	}
	return ticks
}

// ms is the begin of bucket i, or the end of the last one.
func (c *utilizationChart) ms(i int) float64 {
	if i == len(c.table.Rows) {
		return float64(c.table.Range.To) / 1e6
	}
	return float64(c.table.Rows[i][0].Int) / 1e6
}

// sum adds up the classes of a row: the number of processors.
func (c *utilizationChart) sum(row []analysis.Value) (total float64) {
	for _, v := range row[1:] {
		total += v.Float
	}
	return total
}

// layer draws the columns named on top of base and adds them to it.
func (c *utilizationChart) layer(base []float64, names []string, fill color.Color, title string) error {
	rows := c.table.Rows
	var outline, under plotter.XYs
	total := 0.0
	for i := range rows {
		top := base[i]
		for k, col := range c.table.Columns {
			for _, n := range names {
				if col.Name == n {
					top += rows[i][k].Float
				}
			}
		}
		outline = append(outline, plotter.XY{X: c.ms(i), Y: top}, plotter.XY{X: c.ms(i + 1), Y: top})
		under = append(under, plotter.XY{X: c.ms(i), Y: base[i]}, plotter.XY{X: c.ms(i + 1), Y: base[i]})
		total += top - base[i]
		base[i] = top
	}
	if total == 0 {
		return nil
	}
	for i := len(under) - 1; i >= 0; i-- {
		outline = append(outline, under[i])
	}
	area, err := plotter.NewPolygon(outline)
	if err != nil {
		return fmt.Errorf("chart of %s: %w", title, err)
	}
	area.Color, area.LineStyle.Width = fill, 0
	c.plot.Add(area)
	c.legend = append(c.legend, legendEntry{title, fill})
	return nil
}
