package export

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
)

// Radius of the dot of the most threads, dp, and the opacity of dots of 255.
const mostDot, clumpAlpha = 9, 176

// unknown is a figure that the trace cannot provide.
const unknown = "unknown"

// clumps are the ticks of the timer, each a dot: as high as the run queue grew after it, and as
// large as the number of threads made ready together.
func (c *chart) clumps() ([]panel, error) {
	found := runqueue.ClumpsOf(c.Trace, c.Scope.Threads, c.Scope.Range, c.Scope.Tick)
	p := c.timePlot()
	ink := c.palette.Category(model.Dispatch).Edge
	most := 0
	for _, d := range found.Dots {
		most = max(most, d.Ready)
	}
	p.Add(c.level(found.Mean))
	if most > 0 {
		p.Add(c.clumpDots(&found, most, ink))
	}
	peak, together, notes := c.atLeast(strconv.Itoa(found.Peak)), c.atLeast(strconv.Itoa(most)), found.Sentences()
	after := "mean over the ticks shown: " + number(found.AtTicks)
	if c.Trace.NoWakeEvents {
		peak, together, after = unknown, unknown, ""
		notes = []string{"This trace has no wake-up events, so it is unknown which threads became ready together."}
	}
	step := max(1, roundStep(float64(found.Peak), 6))
	p.upTo(ceilTo(float64(found.Peak)+step/4, step), step, "Threads in the run queue", plain)
	return []panel{{
		title: "Threads made ready together", plot: p, share: 1, notes: notes,
		about: "clock ticks every " + measure.Duration(found.Tick) + " · dot area: number of threads made ready after a tick, within " +
			measure.Duration(runqueue.ClumpWindow) + " · " + c.threads(),
		legend: []legendEntry{
			{markDot, tinted(ink, c.palette.Lane, clumpAlpha), "Longest run queue after a tick", peak, after},
			{title: "Most threads made ready after one tick", value: together},
			{markDashes, c.palette.Ink, "Time-weighted mean run-queue length", c.atLeast(number(found.Mean)), ""},
		},
	}}, nil
}

// tinted is a colour with an opacity, of 255, on a ground.
func tinted(c, ground color.RGBA, alpha int) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8((int(a)*alpha + int(b)*(255-alpha)) / 255) }
	return color.RGBA{mix(c.R, ground.R), mix(c.G, ground.G), mix(c.B, ground.B), 255}
}

// clumpDots are the ticks. Of those in the same column of pixels and at the same height, only the
// largest is drawn.
func (c *chart) clumpDots(found *runqueue.Clumps, most int, ink color.RGBA) *dots {
	type spot struct{ x, queue int }
	at := map[spot]int{}
	var pts plotter.XYs
	var ready []int
	for _, d := range found.Dots {
		t := max(d.At, c.view.From) // the first tick may be before the window
		s := spot{c.view.X(t), d.Queue}
		i, seen := at[s]
		if !seen {
			i = len(pts)
			at[s] = i
			pts = append(pts, plotter.XY{X: float64(t - c.view.From), Y: float64(d.Queue)})
			ready = append(ready, 0)
		}
		ready[i] = max(ready[i], d.Ready)
	}
	soft := color.NRGBA(ink)
	soft.A = clumpAlpha
	return &dots{pts, func(i int) draw.GlyphStyle {
		r := max(leastDot, mostDot*math.Sqrt(float64(ready[i])/float64(most)))
		return draw.GlyphStyle{Color: soft, Radius: vg.Length(r * float64(c.metrics.Scale)), Shape: draw.CircleGlyph{}}
	}}
}
