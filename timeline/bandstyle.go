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
			look.Fill, look.Edge = blend(look.Fill, p.Lane, fadedAlpha), blend(look.Edge, p.Lane, fadedAlpha)
		}
		return look
	}
	ink := func(c model.Category) color.RGBA {
		if focus != NoFocus && c != focus {
			return blend(p.PatternInk(c), p.Lane, fadedAlpha)
		}
		return p.PatternInk(c)
	}
	io, memory, irq, unknown := fade(model.IO), fade(model.MemoryManagement), fade(model.Interrupt), fade(model.UnknownCategory)

	s.spans.Name = "spans"
	s.spans.looks[bandFirst] = slotLook{name: "Span", fill: blend(p.Text2, p.Lane, spanAlpha)}

	s.disks.Name = "transfers"
	s.disks.looks[bandFirst] = newLook("I/O", io.Fill, io.Edge, ink(model.IO), p.Pattern(model.IO), scale)
	s.disks.looks[bandSecond] = newLook("Paging", memory.Fill, memory.Edge, ink(model.MemoryManagement), p.Pattern(model.MemoryManagement), scale)
	s.disks.looks[bandBoth] = newLook("Both", io.Fill, io.Edge, memory.Fill, Diagonal, scale)

	s.processors.Name = "processors"
	s.processors.looks[bandFirst] = slotLook{name: "ISR", fill: irq.Edge}
	s.processors.looks[bandSecond] = slotLook{name: "DPC", fill: irq.Fill}
	s.processors.looks[bandRun] = slotLook{name: "Running", fill: fade(model.Execution).Fill}
	s.processors.looks[bandSystem] = slotLook{name: "System", fill: p.Class(ClassSystem)}
	s.processors.looks[bandEmpty] = slotLook{name: "Idle", fill: p.Class(ClassIdle)}
	s.processors.looks[bandStolen] = p.classLook(ClassStolen, 255, scale)
	s.processors.looks[slotUnknown] = newLook("Unknown", unknown.Fill, unknown.Edge, unknown.Edge, Diagonal, scale)
	for _, st := range []*LaneStyle{&s.spans, &s.disks, &s.processors} {
		st.scale = float64(scale)
		st.precompute(patternPixels(scale))
	}
}
