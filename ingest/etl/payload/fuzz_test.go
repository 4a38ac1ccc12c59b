package payload

import "testing"

// FuzzDecoders runs every decoder on arbitrary bytes; they only have to return. The first bytes may
// serve as a schema for the rest.
func FuzzDecoders(f *testing.F) {
	f.Add([]byte(testManifest), uint16(0), false)
	f.Add(tlSchema("e", tlField("s", uint8(24|tlChain|tlVariable), uint8(1)), tlField("x", uint8(1))), uint16(2), true)
	f.Add(newInfo([]property{{a: 1, count: 1}, {flags: propertyStruct, b: 1, count: 9}}, 2).bytes(), uint16(3), true)
	f.Add(raw(uint64(1), uint32(2), uint32(3), uint32(1), int32(0), uint64(4), uint32(5), zeros(16), ansi("a"), "b"), uint16(5), true)
	f.Fuzz(func(t *testing.T, b []byte, version uint16, wide bool) {
		l := Layout{Version: version, Wide: wide}
		for _, e := range kernelEvents {
			use(e.newDecoder(), b, l)
			Widen(e.hooks[0], b, l)
		}
		for _, d := range otherDecoders() {
			use(d, b, l)
		}
		if m, err := ParseManifest(b); err == nil {
			for i := range m.events {
				m.events[i].Fields.Append(nil, b, l)
			}
		}
	})
}

// use decodes b and does with the result what a reader does.
func use(d Decoder, b []byte, l Layout) {
	if !d.Decode(b, l) {
		return
	}
	switch e := d.(type) {
	case *Process:
		e.Image.Append(e.CommandLine.Append(nil))
	case *StackWalk:
		for i := range e.Frames.Len() {
			e.Frames.At(i)
		}
	case *ManifestChunk:
		new(ManifestParts).Add(e)
	case *TraceLogging:
		e.Fields.Append(nil, b[len(b)/2:], l)
	case *EventInfo:
		e.Name()
		e.Fields.Append(nil, b[len(b)/2:], l)
	}
}
