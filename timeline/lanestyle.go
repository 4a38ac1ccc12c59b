package timeline

import (
	"image/color"
	"math"

	"threadlens/model"
)

// LaneStyle is how the slots of a lane are coloured.
type LaneStyle struct {
	Name   string
	looks  [numLooks]slotLook
	period int // of hatches, device pixels
	// pixels are the colours for each phase of the hatches, and so many phases
	// that a row of a block may begin at any of the period.
	pixels  []slotPixels
	hatched uint64  // the bytes of the slots 0 … 7 that are hatched are 255
	stripe  float64 // width of the lines of hatches, along x, device pixels
}

// slotPixels has the colour of slot s at 8-s, for slots 0 … 7.
type slotPixels [16]pixel

// numLooks is a look for each slot and one for time unknown because of loss.
const (
	lossLook = numSlots
	numLooks = numSlots + 1
)

// slotLook holds the colours of a slot.
type slotLook struct {
	name       string
	fill, edge color.RGBA
	hatch      []color.RGBA // by phase; nil when not hatched
	line       color.RGBA   // of the hatch
}

// of is the look of a span.
func (st *LaneStyle) of(sp span) *slotLook {
	if sp.look&lookLoss != 0 {
		return &st.looks[lossLook]
	}
	return &st.looks[sp.slot]
}

// Opacities of 255.
const (
	fadedAlpha    = 64  // other categories beside a focus: 25 %
	backdropAlpha = 77  // segments that fill the window: 30 %
	stripAlpha    = 191 // parallelism: 75 %
	mergedAlpha   = 224 // execution of a collapsed process: 88 %
	restAlpha     = 115 // its sleep line, and the overview outside the window: 45 %
)

// laneStyles are the styles of a frame.
type laneStyles struct {
	segments, strip, merged, overview, dimmed LaneStyle
	spans, disks, processors                  LaneStyle
}

// newLaneStyles makes the styles for a palette, a focus and a scale.
func newLaneStyles(p *Palette, focus model.Category, m Metrics) *laneStyles {
	s := &laneStyles{
		segments: LaneStyle{Name: "segments"}, strip: LaneStyle{Name: "strip"},
		merged: LaneStyle{Name: "merged"}, overview: LaneStyle{Name: "overview"}, dimmed: LaneStyle{Name: "dimmed"},
	}
	hatch := newHatch(m)
	for i := range numSlots {
		cat := stackOrder[i]
		c := p.Category(cat)
		fill, edge := c.Fill, c.Edge
		if focus != NoFocus && cat != focus {
			fill, edge = blend(fill, p.Lane, fadedAlpha), blend(edge, p.Lane, fadedAlpha)
		}
		l := slotLook{name: cat.String(), fill: fill, edge: edge}
		if Hatched(cat) {
			l.hatch, l.line = hatch.colours(fill, edge), edge
		}
		s.segments.looks[i] = l
	}
	s.segments.looks[lossLook] = slotLook{
		name: "Unknown", fill: p.WarnBack, edge: p.WarnLine, hatch: hatch.colours(p.WarnBack, p.WarnLine), line: p.WarnLine,
	}
	run := p.Category(model.Execution).Fill
	s.strip.looks[slotExecution] = slotLook{name: "Running", fill: blend(run, p.Raised, stripAlpha)}
	s.merged.looks[slotExecution] = slotLook{name: "Running", fill: blend(run, p.Raised, mergedAlpha)}
	for c := range Class(NumClasses) {
		fill := p.Class(c)
		dim := blend(fill, p.Class(ClassIdle), restAlpha)
		s.overview.looks[c] = slotLook{name: c.Title(), fill: fill}
		s.dimmed.looks[c] = slotLook{name: c.Title(), fill: dim}
	}
	u := p.Category(model.UnknownCategory)
	l, dim := &s.overview.looks[ClassUnknown], &s.dimmed.looks[ClassUnknown]
	l.line, dim.line = u.Edge, blend(u.Edge, p.Class(ClassIdle), restAlpha)
	l.hatch, dim.hatch = hatch.colours(u.Fill, l.line), hatch.colours(dim.fill, dim.line)
	for _, st := range []*LaneStyle{&s.segments, &s.strip, &s.merged, &s.overview, &s.dimmed} {
		st.stripe = hatchWidth(m)
		st.precompute(len(hatch))
	}
	s.bandStyles(p, focus, hatch, m)
	return s
}

// precompute fills pixels and hatched.
func (st *LaneStyle) precompute(period int) {
	st.period = period
	st.pixels = make([]slotPixels, period+blockColumns+1)
	for s := range slotUI {
		l := &st.looks[s]
		if l.hatch != nil {
			st.hatched |= 0xFF << (8 * s)
		}
		for i := range st.pixels {
			c := l.fill
			if l.hatch != nil {
				c = l.hatch[i%period]
			}
			st.pixels[i][8-s] = pixelOf(c)
		}
	}
}

// hatch is a pattern of lines at 45°: how much of a pixel (x, y) they cover
// depends on (x+y) mod len alone.
type hatch []uint32 // of 255

// Distance and width of the lines, dp, measured across them.
const hatchGap, hatchLine = 6, 1.2

func newHatch(m Metrics) hatch {
	const samples = 8 // a pixel is sampled so often in each direction
	period := max(3, int(math.Round(hatchGap*math.Sqrt2*float64(m.Scale))))
	width := hatchWidth(m)
	h := make(hatch, period)
	for i := range h {
		in := 0
		for a := range samples * samples {
			d := float64(i) + (float64(a%samples)+float64(a/samples)+1)/samples
			if math.Mod(d, float64(period)) < width {
				in++
			}
		}
		h[i] = uint32(in * 255 / (samples * samples))
	}
	return h
}

// hatchWidth is the width of the lines along x, device pixels.
func hatchWidth(m Metrics) float64 { return hatchLine * math.Sqrt2 * float64(m.Scale) }

// colours are the colours of the pattern by phase.
func (h hatch) colours(fill, line color.RGBA) []color.RGBA {
	c := make([]color.RGBA, len(h))
	for i, a := range h {
		c[i] = blend(line, fill, a)
	}
	return c
}
