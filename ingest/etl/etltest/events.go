package etltest

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// Opcodes of user events.
const (
	OpInfo  = 0
	OpStart = 1
	OpStop  = 2
	// OpStep is the opcode of a marker's step: the first of the opcodes that are free for
	// providers.
	OpStep = 10
)

// Field is a field of a TraceLogging event: its name, its in-type, its out-type (0 for none) and
// its value, encoded as the in-type.
type Field struct {
	Name string
	In   uint8
	Out  uint8
	Data []byte
}

// In-types of fields.
const (
	InWide   = 1
	InNarrow = 2
	InU32    = 8
	InI64    = 9
	InU64    = 10
)

// TraceLogging is a self-describing event.
type TraceLogging struct {
	Provider     GUID
	ProviderName string // no traits item when empty
	Name         string
	Opcode       uint8
	Activity     GUID
	Related      GUID     // no related activity when zero
	Stack        []uint64 // no stack item when nil
	Fields       []Field
	TID, PID     uint32
}

// TraceLogging makes a self-describing event with its schema item and, where requested, the items
// of provider, related activity and stack.
func (m Maker) TraceLogging(t int64, e TraceLogging) Record {
	schema := payload{b: []byte{0, 0, 0}} // size, and an empty tag
	schema.b = append(append(schema.b, e.Name...), 0)
	p := m.payload()
	for _, f := range e.Fields {
		schema.b = append(append(schema.b, f.Name...), 0)
		if f.Out == 0 {
			schema.u8(f.In)
		} else {
			schema.u8(f.In|0x80, f.Out)
		}
		p.raw(f.Data)
	}
	binary.LittleEndian.PutUint16(schema.b, uint16(len(schema.b)))
	d := Descriptor{Channel: 11, Level: 5, Opcode: e.Opcode, Activity: e.Activity}
	if e.Related != (GUID{}) {
		d.Items = append(d.Items, Item{ItemRelated, e.Related[:]})
	}
	if e.Stack != nil {
		d.Items = append(d.Items, m.stackItem(e.Stack))
	}
	if e.ProviderName != "" {
		traits := append(append([]byte{0, 0}, e.ProviderName...), 0)
		binary.LittleEndian.PutUint16(traits, uint16(len(traits)))
		d.Items = append(d.Items, Item{ItemTraits, traits})
	}
	d.Items = append(d.Items, Item{ItemSchema, schema.b})
	return m.event(t, e.Provider, e.TID, e.PID, d, p)
}

// stackItem is the extended item of a complete stack.
func (m Maker) stackItem(addrs []uint64) Item {
	p := m.payload().u64(0).pointer(addrs...)
	if m.Ptr == 4 {
		return Item{ItemStack32, p.b}
	}
	return Item{ItemStack64, p.b}
}

// Manifest makes an event of a manifest-based provider: its payload consists of fields that nothing
// in the file names.
func (m Maker) Manifest(t int64, provider GUID, d Descriptor, tid, pid uint32, body []byte) Record {
	return m.event(t, provider, tid, pid, d, m.payload().raw(body))
}

// Source is an EventSource: a provider that writes its own manifest as events.
type Source struct {
	Provider GUID
	Name     string
	Tasks    []string // each has a start and a stop event
	TID, PID uint32
}

// sourceChunk is how much of a manifest one event holds, bytes.
const sourceChunk = 0xFF00

// Manifest makes the events that hold the manifest of s.
func (s *Source) Manifest(m Maker, t int64) []Record {
	text := s.xml()
	chunks := (len(text) + sourceChunk - 1) / sourceChunk
	var rs []Record
	for i := range chunks {
		part := text[i*sourceChunk : min(len(text), (i+1)*sourceChunk)]
		p := m.payload().u8(1, 1, 0, 0x5B).u16(uint16(chunks), uint16(i)).raw([]byte(part))
		d := Descriptor{ID: 0xFFFE, Version: 1, Opcode: 0xFE, Task: 0xFFFE, Keyword: 1<<64 - 1}
		rs = append(rs, m.event(t, s.Provider, s.TID, s.PID, d, p))
	}
	return rs
}

// Event makes an event of the task with the given index, by a thread: opcode
// OpStart, OpStop, OpInfo or OpStep.
func (s *Source) Event(m Maker, t int64, task int, opcode uint8, tid, pid uint32, activity, related GUID) Record {
	d := Descriptor{
		ID: sourceID(task, opcode), Level: 4, Opcode: opcode, Task: uint16(task + 1),
		Keyword: 0xF00000000000, Activity: activity,
	}
	if related != (GUID{}) {
		d.Items = []Item{{ItemRelated, related[:]}}
	}
	return m.event(t, s.Provider, tid, pid, d, m.payload())
}

// sourceOpcodes are the four events of each task.
var sourceOpcodes = [...]struct {
	opcode       uint8
	suffix, name string
}{
	{OpStart, "Start", "win:Start"},
	{OpStop, "Stop", "win:Stop"},
	{OpInfo, "", "win:Info"},
	{OpStep, "Step", "Step"},
}

func sourceID(task int, opcode uint8) uint16 {
	for i, o := range sourceOpcodes {
		if o.opcode == opcode {
			return uint16(len(sourceOpcodes)*task + i + 1)
		}
	}
	return 0
}

// xml is the manifest of s: tasks, opcodes, and an event for each pair.
func (s *Source) xml() string {
	var b strings.Builder
	b.WriteString(`<instrumentationManifest xmlns="http://schemas.microsoft.com/win/2004/08/events">` + "\r\n")
	b.WriteString(" <instrumentation>\r\n  <events>\r\n")
	g := s.Provider
	le := binary.LittleEndian
	fmt.Fprintf(&b, `<provider name="%s" guid="{%08x-%04x-%04x-%x-%x}" symbol="Source">`+"\r\n", escape(s.Name),
		le.Uint32(g[:]), le.Uint16(g[4:]), le.Uint16(g[6:]), g[8:10], g[10:])
	b.WriteString("<tasks>\r\n")
	for i, t := range s.Tasks {
		fmt.Fprintf(&b, ` <task name="%s" value="%d"/>`+"\r\n", escape(t), i+1)
	}
	fmt.Fprintf(&b, "</tasks>\r\n<opcodes>\r\n"+` <opcode name="Step" value="%d"/>`+"\r\n</opcodes>\r\n<events>\r\n", OpStep)
	for i, t := range s.Tasks {
		for _, o := range sourceOpcodes {
			fmt.Fprintf(&b, ` <event value="%d" version="0" level="win:Informational" symbol="%s%s" task="%s" opcode="%s"/>`+"\r\n",
				sourceID(i, o.opcode), escape(t), o.suffix, escape(t), o.name)
		}
	}
	b.WriteString("</events>\r\n</provider>\r\n  </events>\r\n </instrumentation>\r\n</instrumentationManifest>\r\n")
	return b.String()
}

// escape makes s safe inside an attribute of XML.
func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}
