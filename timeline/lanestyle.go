package timeline

import (
	"image/color"

	"threadlens/model"
)

// LaneStyle is how the slots of a lane are coloured.
type LaneStyle struct {
	Name   string
	looks  [numLooks]slotLook
	period int // side of the tiles of patterns, device pixels
	scale  float64
	// rows are the colours for each row of a tile and each phase of it, and so
	// many phases that a row of a block may begin at any of the period. Without
	// patterns but hatches they share their memory, which stays in the cache.
	rows    [][]slotPixels
	hatched uint64 // the bytes of the slots 0 … 7 that have a pattern are 255
	// all and hatchedRest are the same for columns with any slots, nil where the
	// style has none of the others.
	all         [][]slotPixels
	hatchedRest uint64
}

// slotPixels has the colour of slot s at 8-s, for slots 0 … 7, or in all that of
// any slot at 15-s.
type slotPixels [16]pixel

// numLooks is a look for each slot, one for time unknown because of loss, and one
// for unknown time that was probably of a category, for each of these.
const (
	lossLook = numSlots
	gapLooks = numSlots + 1
	numLooks = gapLooks + model.NumCategories
)

// slotLook holds the colours of a slot.
type slotLook struct {
	name       string
	fill, edge color.RGBA
	ink        color.RGBA // of the pattern
	pattern    Pattern
	hatch      patternTile // of the pattern
}

// newLook is a look with a pattern in the given ink, made for a scale.
func newLook(name string, fill, edge, ink color.RGBA, p Pattern, scale float32) slotLook {
	return slotLook{name, fill, edge, ink, p, p.tile(fill, ink, scale)}
}

// at is the colour at a point of the pattern.
func (l *slotLook) at(x, y int) color.RGBA {
	if l.hatch.side == 0 {
		return l.fill
	}
	return l.hatch.at(x, y)
}

// of is the look of a span.
func (st *LaneStyle) of(sp span) *slotLook {
	switch {
	case sp.look&lookLoss != 0:
		return &st.looks[lossLook]
	case sp.look&lookGap != 0:
		return &st.looks[gapLooks+sp.likely]
	}
	return &st.looks[sp.slot]
}

// Opacities of 255.
const (
	gapAlpha      = 90  // what a gap probably was: 35 %, never its full colour
	fadedAlpha    = 64  // other categories beside a focus: 25 %
	backdropAlpha = 77  // segments that fill the window: 30 %
	stripAlpha    = 191 // parallelism: 75 %
	mergedAlpha   = 224 // execution of a collapsed process: 88 %
	restAlpha     = 115 // its sleep line, and the overview outside the window: 45 %
)

// laneStyles are the styles of a frame.
type laneStyles struct {
	segments, strip, merged, overview, dimmed LaneStyle
	overviewSampled, dimmedSampled            LaneStyle // where use was sampled
	spans, disks, processors                  LaneStyle
	cores, stolenCores                        [len(colourWords)]LaneStyle
	queue                                     LaneStyle
	sample                                    slotLook // of ticks on lanes
}

// sampledStyles makes the styles of overviews with sampled use: the same with dots, and
// what is unknown above them.
func (s *laneStyles) sampledStyles(p *Palette, scale float32) {
	for _, x := range []struct {
		from, to *LaneStyle
		name     string
	}{{&s.overview, &s.overviewSampled, "overview with samples"}, {&s.dimmed, &s.dimmedSampled, "dimmed with samples"}} {
		x.to.Name, x.to.looks = x.name, x.from.looks
		for c := range ClassUnknown {
			fill := x.from.looks[c].fill
			x.to.looks[slotSampled+slot(c)] = newLook(c.Title()+", sampled", fill, color.RGBA{}, blend(p.Lane, fill, sampledDots), Dots, scale)
		}
		x.to.looks[slotSampledRest], x.to.looks[slotSampledRest+1] = x.from.looks[ClassUnknown], x.from.looks[ClassStolen]
	}
}

// newLaneStyles makes the styles for a palette, a focus and a scale.
func newLaneStyles(p *Palette, focus model.Category, scale float32) *laneStyles {
	s := &laneStyles{
		segments: LaneStyle{Name: "segments"}, strip: LaneStyle{Name: "strip"},
		merged: LaneStyle{Name: "merged"}, overview: LaneStyle{Name: "overview"}, dimmed: LaneStyle{Name: "dimmed"},
	}
	for i, cat := range stackOrder {
		c := p.Category(cat)
		fill, edge, ink := c.Fill, c.Edge, p.PatternInk(cat)
		if focus != NoFocus && cat != focus {
			fill, edge = blend(fill, p.Lane, fadedAlpha), blend(edge, p.Lane, fadedAlpha)
			ink = blend(ink, p.Lane, fadedAlpha)
		}
		s.segments.looks[i] = newLook(cat.String(), fill, edge, ink, p.Pattern(cat), scale)
	}
	s.gapLooks(p, focus, scale)
	s.segments.looks[lossLook] = newLook("Unknown", p.WarnBack, p.WarnLine, p.WarnLine, Diagonal, scale)
	run := p.Category(model.Execution).Fill
	s.strip.looks[slotExecution] = slotLook{name: "Running", fill: blend(run, p.Raised, stripAlpha)}
	s.merged.looks[slotExecution] = slotLook{name: "Running", fill: blend(run, p.Raised, mergedAlpha)}
	for c := range ClassOffline {
		fill := p.Class(c)
		dim := blend(fill, p.Class(ClassIdle), restAlpha)
		s.overview.looks[c] = slotLook{name: c.Title(), fill: fill}
		s.dimmed.looks[c] = slotLook{name: c.Title(), fill: dim}
		if ink, ok := p.HatchInk(c); ok {
			faded := blend(ink, p.Class(ClassIdle), restAlpha)
			s.overview.looks[c] = newLook(c.Title(), fill, ink, ink, Diagonal, scale)
			s.dimmed.looks[c] = newLook(c.Title(), dim, faded, faded, Diagonal, scale)
		}
	}
	s.sampledStyles(p, scale)
	for _, st := range []*LaneStyle{&s.segments, &s.strip, &s.merged, &s.overview, &s.dimmed, &s.overviewSampled, &s.dimmedSampled} {
		st.scale = float64(scale)
		st.precompute(patternPixels(scale))
	}
	tick := p.Category(model.Execution).Fill
	s.sample = newLook("sample", tick, color.RGBA{}, blend(p.Lane, tick, sampledDots), Dots, scale)
	s.bandStyles(p, focus, scale)
	s.coreStyles(p, scale)
	return s
}

// gapLooks are the looks of unknown time that was probably of a category: its
// colour, faded, under the hatch of Unknown.
func (s *laneStyles) gapLooks(p *Palette, focus model.Category, scale float32) {
	hatch := p.PatternInk(model.UnknownCategory)
	if focus != NoFocus && focus != model.UnknownCategory {
		hatch = blend(hatch, p.Lane, fadedAlpha)
	}
	for c := range model.Category(model.NumCategories) {
		fill := blend(p.Category(c).Fill, p.Lane, gapAlpha)
		if focus != NoFocus && focus != model.UnknownCategory {
			fill = blend(fill, p.Lane, fadedAlpha)
		}
		// Without a name: lists of styles leave them out.
		s.segments.looks[gapLooks+c] = newLook("", fill, hatch, hatch, Diagonal, scale)
	}
}

// precompute fills rows and hatched.
func (st *LaneStyle) precompute(side int) {
	st.period = side
	used := false
	for s := range slot(numSlots) {
		l := &st.looks[s]
		switch {
		case l.hatch.side == 0:
		case s < slotUI:
			st.hatched |= 0xFF << (8 * s)
		default:
			st.hatchedRest |= 0xFF << (8 * (s - slotUI))
		}
		used = used || s >= slotUI && l.fill.A > 0
	}
	st.rows = st.pixelRows(slotUI, 8)
	if used {
		st.all = st.pixelRows(numSlots, 15)
	}
}

// pixelRows are the colours of the slots up to one for each row of a tile and each
// phase, that of the first slot at a place.
func (st *LaneStyle) pixelRows(slots slot, place int) [][]slotPixels {
	rows := make([][]slotPixels, st.period)
	simple := true // lines at 45° at most: the next row is this one, a pixel further
	for s := range slots {
		simple = simple && st.looks[s].pattern <= Diagonal
	}
	if simple {
		row := st.pixelRow(0, 2*st.period+blockColumns, slots, place)
		for y := range rows {
			rows[y] = row[y:]
		}
		return rows
	}
	for y := range rows {
		rows[y] = st.pixelRow(y, st.period+blockColumns+1, slots, place)
	}
	return rows
}

// pixelRow are the colours of row y of a lane for the phases 0 … n-1.
func (st *LaneStyle) pixelRow(y, n int, slots slot, place int) []slotPixels {
	row := make([]slotPixels, n)
	for s := range slots {
		l := &st.looks[s]
		for i := range row {
			row[i][place-int(s)] = pixelOf(l.at(i, y))
		}
	}
	return row
}
