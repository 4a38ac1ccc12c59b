package timeline

import (
	"image/color"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// Opacities of 255.
const (
	gapAlpha       = 90  // the likely category of a gap: 35 %, never its full colour
	fadedAlpha     = 64  // other categories if there is a focus: 25 %
	stripAlpha     = 191 // parallelism: 75 %
	mergedAlpha    = 224 // execution of a collapsed process: 88 %
	restAlpha      = 115 // its sleep line, and the overview outside the window: 45 %
	spanAlpha      = 41  // the fill of spans: 16 %
	queueMostAlpha = 153 // the greatest length above the mean: 60 %
)

// laneStyles are the styles of a frame.
type laneStyles struct {
	segments, strip, merged, overview, dimmed *paint.LaneStyle
	overviewSampled, dimmedSampled            *paint.LaneStyle // for sampled use
	spans, disks, processors                  *paint.LaneStyle
	cores, stolenCores                        [len(colourWords)]*paint.LaneStyle
	queue, frequency, idle                    *paint.LaneStyle
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
		queue: newQueueStyle(p, scale), frequency: newFrequencyStyle(p, scale), idle: newIdleStyle(p, scale),
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

// Slots of the run queue: the mean of a column, and above it the greatest length in
// it.
const (
	queueMean paint.Slot = 0
	queueMost paint.Slot = 1
)

// newQueueStyle is the style of the run queue.
func newQueueStyle(p *paint.Palette, scale float32) *paint.LaneStyle {
	c := p.Category(model.Preemption)
	return paint.NewLaneStyle("queue", &paint.Looks{
		queueMean: {Name: "Mean", Fill: c.Fill},
		queueMost: {Name: "Maximum", Fill: paint.Blend(c.Edge, p.Lane, queueMostAlpha)},
	}, scale)
}

// bandStyles makes the styles of bands: the looks of their slots.
func (s *laneStyles) bandStyles(p *paint.Palette, focus model.Category, scale float32) {
	fade := func(c model.Category) paint.Colours {
		look := p.Category(c)
		if focus != NoFocus && c != focus {
			look.Fill, look.Edge = paint.Blend(look.Fill, p.Lane, fadedAlpha), paint.Blend(look.Edge, p.Lane, fadedAlpha)
		}
		return look
	}
	ink := func(c model.Category) color.RGBA {
		if focus != NoFocus && c != focus {
			return paint.Blend(p.PatternInk(c), p.Lane, fadedAlpha)
		}
		return p.PatternInk(c)
	}
	io, memory, irq, unknown := fade(model.IO), fade(model.MemoryManagement), fade(model.Interrupt), fade(model.UnknownCategory)

	s.spans = paint.NewLaneStyle("spans", &paint.Looks{lanes.BandFirst: {Name: "Span", Fill: paint.Blend(p.Text2, p.Lane, spanAlpha)}}, scale)

	s.disks = paint.NewLaneStyle("transfers", &paint.Looks{
		lanes.BandFirst:  paint.NewLook("I/O", io.Fill, io.Edge, ink(model.IO), p.Pattern(model.IO), scale),
		lanes.BandSecond: paint.NewLook("Paging", memory.Fill, memory.Edge, ink(model.MemoryManagement), p.Pattern(model.MemoryManagement), scale),
		lanes.BandBoth:   paint.NewLook("Both", io.Fill, io.Edge, memory.Fill, paint.Diagonal, scale),
	}, scale)

	s.processors = paint.NewLaneStyle("processors", &paint.Looks{
		lanes.BandFirst:   {Name: "ISR", Fill: irq.Edge},
		lanes.BandSecond:  {Name: "DPC", Fill: irq.Fill},
		lanes.BandRun:     {Name: "Running", Fill: fade(model.Execution).Fill},
		lanes.BandSystem:  {Name: "System", Fill: p.Class(paint.ClassSystem)},
		lanes.BandEmpty:   {Name: "Idle", Fill: p.Class(paint.ClassIdle)},
		lanes.BandStolen:  p.ClassLook(paint.ClassStolen, 255, scale),
		paint.SlotUnknown: paint.NewLook("Unknown", unknown.Fill, unknown.Edge, unknown.Edge, paint.Diagonal, scale),
	}, scale)
}
