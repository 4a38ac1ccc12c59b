package timeline

import (
	"image/color"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Opacities of 255.
const (
	gapAlpha    = 90  // the likely category of a gap: 35 %, never its full colour
	fadedAlpha  = 64  // other categories if there is a focus: 25 %
	stripAlpha  = 191 // parallelism: 75 %
	mergedAlpha = 224 // execution of a collapsed process: 88 %
	restAlpha   = 115 // its sleep line, and the overview outside the window: 45 %
)

// laneStyles are the styles of a frame.
type laneStyles struct {
	segments, strip, merged, overview, dimmed *paint.LaneStyle
	overviewSampled, dimmedSampled            *paint.LaneStyle // for sampled use
	spans, disks, processors                  *paint.LaneStyle
	cores, stolenCores                        [len(colourWords)]*paint.LaneStyle
	queue                                     *paint.LaneStyle
	sample                                    paint.Look // of ticks on lanes
}

// newLaneStyles makes the styles for a palette, a focus and a scale.
func newLaneStyles(p *paint.Palette, focus model.Category, scale float32) *laneStyles {
	run := p.Category(model.Execution).Fill
	running := func(name string, alpha uint32) *paint.LaneStyle {
		return paint.NewLaneStyle(name, &paint.Looks{paint.SlotExecution: {Name: "Running", Fill: paint.Blend(run, p.Raised, alpha)}}, scale)
	}
	s := &laneStyles{
		segments: segmentStyle(p, focus, scale),
		strip:    running("strip", stripAlpha), merged: running("merged", mergedAlpha),
		queue:  newQueueStyle(p, scale),
		sample: paint.NewLook("sample", run, color.RGBA{}, paint.Blend(p.Lane, run, paint.SampledDots), paint.Dots, scale),
	}
	s.overview, s.overviewSampled = overviewStyles(p, "overview", 255, scale)
	s.dimmed, s.dimmedSampled = overviewStyles(p, "dimmed", restAlpha, scale)
	s.bandStyles(p, focus, scale)
	for _, by := range ColourBys() {
		s.cores[by] = newCoreStyle(p, by, false, scale)
		s.stolenCores[by] = newCoreStyle(p, by, true, scale)
	}
	return s
}

// segmentStyle is the style of segments: categories other than the focus are faded.
func segmentStyle(p *paint.Palette, focus model.Category, scale float32) *paint.LaneStyle {
	var looks paint.Looks
	for i, cat := range paint.StackOrder {
		c := p.Category(cat)
		fill, edge, ink := c.Fill, c.Edge, p.PatternInk(cat)
		if focus != NoFocus && cat != focus {
			fill, edge = paint.Blend(fill, p.Lane, fadedAlpha), paint.Blend(edge, p.Lane, fadedAlpha)
			ink = paint.Blend(ink, p.Lane, fadedAlpha)
		}
		looks[i] = paint.NewLook(cat.String(), fill, edge, ink, p.Pattern(cat), scale)
	}
	gapLooks(&looks, p, focus, scale)
	looks[paint.LossLook] = paint.NewLook("Unknown", p.WarnBack, p.WarnLine, p.WarnLine, paint.Diagonal, scale)
	return paint.NewLaneStyle("segments", &looks, scale)
}

// overviewStyles are the styles of the overview with an opacity, and the same for
// sampled use: with dots, and unknown time above them.
func overviewStyles(p *paint.Palette, name string, alpha uint32, scale float32) (exact, sampled *paint.LaneStyle) {
	var looks paint.Looks
	idle := p.Class(paint.ClassIdle)
	for c := range paint.ClassOffline {
		looks[c] = paint.Look{Name: c.Title(), Fill: paint.Blend(p.Class(c), idle, alpha)}
		if ink, ok := p.HatchInk(c); ok {
			ink = paint.Blend(ink, idle, alpha)
			looks[c] = paint.NewLook(c.Title(), looks[c].Fill, ink, ink, paint.Diagonal, scale)
		}
	}
	exact = paint.NewLaneStyle(name, &looks, scale)
	for c := range paint.ClassUnknown {
		fill := looks[c].Fill
		looks[slotSampled+paint.Slot(c)] = paint.NewLook(c.Title()+", sampled", fill, color.RGBA{}, paint.Blend(p.Lane, fill, paint.SampledDots), paint.Dots, scale)
	}
	looks[slotSampledRest], looks[slotSampledRest+1] = looks[paint.ClassUnknown], looks[paint.ClassStolen]
	return exact, paint.NewLaneStyle(name+" with samples", &looks, scale)
}

// gapLooks are the looks of unknown time that was probably of a category: its
// colour, faded, under the hatch of Unknown.
func gapLooks(looks *paint.Looks, p *paint.Palette, focus model.Category, scale float32) {
	hatch := p.PatternInk(model.UnknownCategory)
	if focus != NoFocus && focus != model.UnknownCategory {
		hatch = paint.Blend(hatch, p.Lane, fadedAlpha)
	}
	for c := range model.Category(model.NumCategories) {
		fill := paint.Blend(p.Category(c).Fill, p.Lane, gapAlpha)
		if focus != NoFocus && focus != model.UnknownCategory {
			fill = paint.Blend(fill, p.Lane, fadedAlpha)
		}
		// Without a name: they are left out of lists of styles.
		looks[paint.GapLooks+c] = paint.NewLook("", fill, hatch, hatch, paint.Diagonal, scale)
	}
}
