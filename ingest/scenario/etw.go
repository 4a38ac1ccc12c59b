package scenario

import "encoding/binary"

// The events of ETW describe themselves (TraceLogging), so that every tool can show their fields.
// The provider is Threadlens.Scenario; its GUID is derived from the name, as usual:
// d6434340-9934-574f-0499-9709319a48b8. An event is named after the kind of its marker, has the
// opcode for it, and the span's number as activity.
//
//	Begin 1   End 2   Step 10   Message 11   Flag 0
const etwProvider = "Threadlens.Scenario"

var etwNames = [...]string{begin: "Begin", step: "Step", end: "End", flag: "Flag", message: "Message"}

// Types of fields (TraceLogging): a signed 64-bit number, and a zero-terminated text, whose output
// type is UTF-8.
const (
	etwInt64  = 9
	etwNarrow = 2 | 0x80
	etwUTF8   = 35
)

// etwTraits describe the provider: their size, and its name.
func etwTraits() []byte {
	return sized(append(append(make([]byte, 2), etwProvider...), 0))
}

// etwSchema describes the events of a kind: the size, no tags, the name and the fields.
func etwSchema(k kind) []byte {
	b := append(append(make([]byte, 3), etwNames[k]...), 0)
	for _, field := range [...]string{"Span", "Parent", "Correlation", "ElapsedNS", "CPUNS"} {
		b = append(append(b, field...), 0, etwInt64)
	}
	return sized(append(append(b, "Name"...), 0, etwNarrow, etwUTF8))
}

// sized writes the size of b into its first two bytes.
func sized(b []byte) []byte {
	binary.LittleEndian.PutUint16(b, uint16(len(b)))
	return b
}

// appendEvent appends the fields of a marker. An unknown CPU time is -1.
func appendEvent(b []byte, m *mark) []byte {
	cpu := int64(-1)
	if m.took.Measured {
		cpu = int64(m.took.CPU)
	}
	for _, n := range [...]int64{m.id, m.parent, m.correlation, int64(m.took.Elapsed), cpu} {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	return append(appendName(b, m.name), 0)
}

// etwActivity is the activity of a span of a process: all zero for none.
func etwActivity(pid uint32, span int64) (id [16]byte) {
	if span != 0 {
		binary.LittleEndian.PutUint32(id[:], pid)
		copy(id[4:8], "TLsc")
		binary.LittleEndian.PutUint64(id[8:], uint64(span))
	}
	return id
}
