package timeline

import (
	"image/color"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

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
