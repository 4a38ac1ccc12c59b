package etltest

// Style is the kind of header that kernel records get.
type Style uint8

// Styles. Records lose fields that their header lacks: in a StylePerf file no record contains the
// thread that wrote it, and in StyleCompact none has CPU times.
const (
	StyleNative   Style = iota // the header that Windows uses for each kind
	StyleSystem                // SYSTEM, ids unknown where the native header has none
	StyleCompact               // COMPACT
	StylePerf                  // PERFINFO
	StyleClassic               // FULL with the class GUID, as early and relogged files have it
	StyleInstance              // INSTANCE with the class GUID
)

// Maker composes the records of known events. Times are raw ticks, addresses are truncated to the
// size of a pointer. The zero Maker makes 64-bit records in native headers.
type Maker struct {
	Ptr   int // size of a pointer, 4 or 8; 0 means 8
	Style Style
}

// Maker composes records of the file's pointer size.
func (c Config) Maker(s Style) Maker {
	return Maker{Ptr: c.withDefaults().PointerSize, Style: s}
}

func (m Maker) payload() *payload { return &payload{ptr: m.Ptr} }

// classicImage is the opcode of image load, which the Process group holds.
const classicImage = 10

// perf makes a kernel record whose native header is PERFINFO, which names no thread.
func (m Maker) perf(t int64, group, opcode uint8, version uint16, p *payload) Record {
	return m.kernel(FormPerf, t, group, opcode, version, Unknown, Unknown, p)
}

// system makes a kernel record whose native header is SYSTEM, with the ids of
// the thread that wrote it.
func (m Maker) system(t int64, group, opcode uint8, version uint16, tid, pid uint32, p *payload) Record {
	return m.kernel(FormSystem, t, group, opcode, version, tid, pid, p)
}

func (m Maker) kernel(native Form, t int64, group, opcode uint8, version uint16, tid, pid uint32, p *payload) Record {
	r := Record{
		Form: native, Ptr: m.Ptr, Time: t, Group: group, Opcode: opcode, Version: version,
		TID: tid, PID: pid, Payload: p.b,
	}
	switch m.Style {
	case StyleSystem:
		r.Form = FormSystem
	case StyleCompact:
		r.Form = FormCompact
	case StylePerf:
		r.Form = FormPerf
	case StyleClassic, StyleInstance:
		r.Form = FormFull
		if m.Style == StyleInstance {
			r.Form, r.Instance = FormInstance, 1
		}
		r.Class = classes[group]
		if group == GroupProcess && opcode == classicImage {
			r.Class = ClassImage
		}
	}
	return r
}

// classic makes a record without a group: always a FULL header.
func (m Maker) classic(t int64, class GUID, opcode uint8, version uint16, p *payload) Record {
	return Record{
		Form: FormFull, Ptr: m.Ptr, Time: t, Class: class, Opcode: opcode, Version: version,
		TID: Unknown, PID: Unknown, Payload: p.b,
	}
}

// event makes an EVENT_HEADER record written by a thread.
func (m Maker) event(t int64, provider GUID, tid, pid uint32, d Descriptor, p *payload) Record {
	return Record{
		Form: FormEvent, Ptr: m.Ptr, Time: t, Class: provider, TID: tid, PID: pid,
		Event: d, Payload: p.b,
	}
}

// Witness is an event that only shows that a thread ran at t on the CPU on which it is recorded.
func (m Maker) Witness(t int64, tid, pid uint32) Record {
	return m.event(t, ProviderWitness, tid, pid, Descriptor{ID: 1, Level: 4}, m.payload())
}
