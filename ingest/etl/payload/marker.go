package payload

// Marker is the head of an event of the Concurrency Visualizer SDK, before its text, from ProviderMarkers or
// from a program's own provider that sends the same four events. The layout follows the manifest in the
// SDK's public header, cvmarkers.h.
type Marker struct {
	Kind       uint8 // MarkerEnter and so on; the event's id as well
	Importance uint8 // 1 critical, 2 high, 4 normal, 5 low
	Category   int8  // -1 is an alert
	Span       int32 // joins MarkerEnter with MarkerLeave; 0 for flags and messages
	Series     UTF16
}

// Decode implements Decoder.
func (e *Marker) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.Kind, e.Importance, e.Category = c.U8(), c.U8(), int8(c.U8())
	e.Span = 0
	if e.Kind == MarkerEnter || e.Kind == MarkerLeave {
		e.Span = int32(c.U32())
	}
	e.Series, _ = cutUTF16(c.rest())
	return c.ok()
}
