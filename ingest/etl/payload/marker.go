package payload

// Marker is an event of the Concurrency Visualizer SDK, from ProviderMarkers or
// from a provider of the program's own that sends the same four events. The
// layout follows the manifest in the SDK's public header, cvmarkers.h.
type Marker struct {
	Kind       uint8 // MarkerEnter and so on; the event's id as well
	Importance uint8 // 1 critical, 2 high, 4 normal, 5 low
	Category   int8  // -1 is an alert
	Span       int32 // joins MarkerEnter with MarkerLeave; 0 for flags and messages
	Series     UTF16
	text       UTF16 // from programs that write UTF-16
	textA      ANSI  // from others: behind 8 digits that name the code page
}

// Decode is Decoder's.
func (e *Marker) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Kind, e.Importance, e.Category = c.U8(), c.U8(), int8(c.U8())
	e.Span = 0
	if e.Kind == MarkerEnter || e.Kind == MarkerLeave {
		e.Span = int32(c.U32())
	}
	var rest []byte
	e.Series, rest = cutUTF16(c.rest())
	e.text, rest = cutUTF16(rest)
	e.textA, _ = cutANSI(rest)
	return c.ok()
}

// Text is what the marker says.
func (e *Marker) Text() string {
	const codePage = 8
	if len(e.text) == 0 && len(e.textA) > codePage {
		return e.textA[codePage:].String()
	}
	return e.text.String()
}
