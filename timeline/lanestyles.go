package timeline

import (
	"image/color"

	"threadlens/model"
)

// Opacities of 255.
const (
	gapAlpha    = 90  // what a gap probably was: 35 %, never its full colour
	fadedAlpha  = 64  // other categories beside a focus: 25 %
	stripAlpha  = 191 // parallelism: 75 %
	mergedAlpha = 224 // execution of a collapsed process: 88 %
	restAlpha   = 115 // its sleep line, and the overview outside the window: 45 %
)

// laneStyles are the styles of a frame.
type laneStyles struct {
	segments, strip, merged, overview, dimmed *LaneStyle
	overviewSampled, dimmedSampled            *LaneStyle // where use was sampled
	spans, disks, processors                  *LaneStyle
	cores, stolenCores                        [len(colourWords)]*LaneStyle
	queue                                     *LaneStyle
	sample                                    Look // of ticks on lanes
}

// newLaneStyles makes the styles for a palette, a focus and a scale.
func newLaneStyles(p *Palette, focus model.Category, scale float32) *laneStyles {
	run := p.Category(model.Execution).Fill
	running := func(name string, alpha uint32) *LaneStyle {
		return NewLaneStyle(name, &Looks{SlotExecution: {Name: "Running", Fill: Blend(run, p.Raised, alpha)}}, scale)
	}
	s := &laneStyles{
		segments: segmentStyle(p, focus, scale),
		strip:    running("strip", stripAlpha), merged: running("merged", mergedAlpha),
		queue:  newQueueStyle(p, scale),
		sample: NewLook("sample", run, color.RGBA{}, Blend(p.Lane, run, sampledDots), Dots, scale),
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

// segmentStyle is how segments look: categories other than the focus are faded.
func segmentStyle(p *Palette, focus model.Category, scale float32) *LaneStyle {
	var looks Looks
	for i, cat := range stackOrder {
		c := p.Category(cat)
		fill, edge, ink := c.Fill, c.Edge, p.PatternInk(cat)
		if focus != NoFocus && cat != focus {
			fill, edge = Blend(fill, p.Lane, fadedAlpha), Blend(edge, p.Lane, fadedAlpha)
			ink = Blend(ink, p.Lane, fadedAlpha)
		}
		looks[i] = NewLook(cat.String(), fill, edge, ink, p.Pattern(cat), scale)
	}
	gapLooks(&looks, p, focus, scale)
	looks[LossLook] = NewLook("Unknown", p.WarnBack, p.WarnLine, p.WarnLine, Diagonal, scale)
	return NewLaneStyle("segments", &looks, scale)
}

// overviewStyles are how the overview looks with an opacity, and the same where use was
// sampled: with dots, and what is unknown above them.
func overviewStyles(p *Palette, name string, alpha uint32, scale float32) (exact, sampled *LaneStyle) {
	var looks Looks
	idle := p.Class(ClassIdle)
	for c := range ClassOffline {
		looks[c] = Look{Name: c.Title(), Fill: Blend(p.Class(c), idle, alpha)}
		if ink, ok := p.HatchInk(c); ok {
			ink = Blend(ink, idle, alpha)
			looks[c] = NewLook(c.Title(), looks[c].Fill, ink, ink, Diagonal, scale)
		}
	}
	exact = NewLaneStyle(name, &looks, scale)
	for c := range ClassUnknown {
		fill := looks[c].Fill
		looks[slotSampled+slot(c)] = NewLook(c.Title()+", sampled", fill, color.RGBA{}, Blend(p.Lane, fill, sampledDots), Dots, scale)
	}
	looks[slotSampledRest], looks[slotSampledRest+1] = looks[ClassUnknown], looks[ClassStolen]
	return exact, NewLaneStyle(name+" with samples", &looks, scale)
}

// gapLooks are the looks of unknown time that was probably of a category: its
// colour, faded, under the hatch of Unknown.
func gapLooks(looks *Looks, p *Palette, focus model.Category, scale float32) {
	hatch := p.PatternInk(model.UnknownCategory)
	if focus != NoFocus && focus != model.UnknownCategory {
		hatch = Blend(hatch, p.Lane, fadedAlpha)
	}
	for c := range model.Category(model.NumCategories) {
		fill := Blend(p.Category(c).Fill, p.Lane, gapAlpha)
		if focus != NoFocus && focus != model.UnknownCategory {
			fill = Blend(fill, p.Lane, fadedAlpha)
		}
		// Without a name: lists of styles leave them out.
		looks[GapLooks+c] = NewLook("", fill, hatch, hatch, Diagonal, scale)
	}
}
