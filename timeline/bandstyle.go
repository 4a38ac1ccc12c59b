package timeline

import (
	"image/color"

	"threadlens/model"
)

// bandStyles makes the styles of bands: what their slots look like.
func (s *laneStyles) bandStyles(p *Palette, focus model.Category, scale float32) {
	fade := func(c model.Category) Colours {
		look := p.Category(c)
		if focus != NoFocus && c != focus {
			look.Fill, look.Edge = Blend(look.Fill, p.Lane, fadedAlpha), Blend(look.Edge, p.Lane, fadedAlpha)
		}
		return look
	}
	ink := func(c model.Category) color.RGBA {
		if focus != NoFocus && c != focus {
			return Blend(p.PatternInk(c), p.Lane, fadedAlpha)
		}
		return p.PatternInk(c)
	}
	io, memory, irq, unknown := fade(model.IO), fade(model.MemoryManagement), fade(model.Interrupt), fade(model.UnknownCategory)

	s.spans = NewLaneStyle("spans", &Looks{bandFirst: {Name: "Span", Fill: Blend(p.Text2, p.Lane, spanAlpha)}}, scale)

	s.disks = NewLaneStyle("transfers", &Looks{
		bandFirst:  NewLook("I/O", io.Fill, io.Edge, ink(model.IO), p.Pattern(model.IO), scale),
		bandSecond: NewLook("Paging", memory.Fill, memory.Edge, ink(model.MemoryManagement), p.Pattern(model.MemoryManagement), scale),
		bandBoth:   NewLook("Both", io.Fill, io.Edge, memory.Fill, Diagonal, scale),
	}, scale)

	s.processors = NewLaneStyle("processors", &Looks{
		bandFirst:   {Name: "ISR", Fill: irq.Edge},
		bandSecond:  {Name: "DPC", Fill: irq.Fill},
		bandRun:     {Name: "Running", Fill: fade(model.Execution).Fill},
		bandSystem:  {Name: "System", Fill: p.Class(ClassSystem)},
		bandEmpty:   {Name: "Idle", Fill: p.Class(ClassIdle)},
		bandStolen:  p.classLook(ClassStolen, 255, scale),
		slotUnknown: NewLook("Unknown", unknown.Fill, unknown.Edge, unknown.Edge, Diagonal, scale),
	}, scale)
}
