package timeline

import "threadlens/model"

// bandStyles makes the styles of bands: what their slots look like.
func (s *laneStyles) bandStyles(p *Palette, focus model.Category, h hatch, m Metrics) {
	fade := func(c model.Category) Colours {
		look := p.Category(c)
		if focus != NoFocus && c != focus {
			look.Fill, look.Edge = blend(look.Fill, p.Lane, fadedAlpha), blend(look.Edge, p.Lane, fadedAlpha)
		}
		return look
	}
	io, memory, irq, unknown := fade(model.IO), fade(model.MemoryManagement), fade(model.Interrupt), fade(model.UnknownCategory)

	s.spans.Name = "spans"
	s.spans.looks[bandFirst] = slotLook{name: "Span", fill: blend(p.Text2, p.Lane, spanAlpha)}

	s.disks.Name = "transfers"
	s.disks.looks[bandFirst] = slotLook{name: "I/O", fill: io.Fill, edge: io.Edge}
	s.disks.looks[bandSecond] = slotLook{name: "Paging", fill: memory.Fill, edge: memory.Edge}
	s.disks.looks[bandBoth] = slotLook{name: "Both", fill: io.Fill, edge: io.Edge, hatch: h.colours(io.Fill, memory.Fill), line: memory.Fill}

	s.processors.Name = "processors"
	s.processors.looks[bandFirst] = slotLook{name: "ISR", fill: irq.Edge}
	s.processors.looks[bandSecond] = slotLook{name: "DPC", fill: irq.Fill}
	s.processors.looks[bandRun] = slotLook{name: "Running", fill: fade(model.Execution).Fill}
	s.processors.looks[bandSystem] = slotLook{name: "System", fill: p.Class(ClassSystem)}
	s.processors.looks[bandEmpty] = slotLook{name: "Idle", fill: p.Class(ClassIdle)}
	s.processors.looks[slotUnknown] = slotLook{
		name: "Unknown", fill: unknown.Fill, edge: unknown.Edge, hatch: h.colours(unknown.Fill, unknown.Edge), line: unknown.Edge,
	}
	for _, st := range []*LaneStyle{&s.spans, &s.disks, &s.processors} {
		st.stripe = hatchWidth(m)
		st.precompute(len(h))
	}
}
