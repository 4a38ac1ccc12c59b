package etltest

import (
	"encoding/binary"
	"fmt"
)

// Form is the shape of a record's header. Which of its two type bytes is in the file depends on the
// pointer size of the record.
type Form uint8

// The header forms, with the fields of Record that each contains besides Time and Payload.
const (
	FormSystem   Form = iota // Version, Group, Opcode, TID, PID, Kernel, User
	FormCompact              // Version, Group, Opcode, TID, PID
	FormFull                 // Version, Class, Opcode, Level, TID, PID, Kernel, User
	FormInstance             // as FormFull, and Instance, Parent, ParentClass
	FormPerf                 // Version, Group, Opcode, PEBS, PMC
	FormEvent                // Event, Class (the provider), TID, PID, Kernel, User
)

// forms holds the type byte for 4-byte pointers, the one for 8-byte pointers,
// and the size of the header in bytes.
var forms = [...]struct {
	type32, type64 uint8
	size           int
}{
	FormSystem:   {0x01, 0x02, 32},
	FormCompact:  {0x03, 0x04, 24},
	FormFull:     {0x0A, 0x14, 48},
	FormInstance: {0x0B, 0x15, 72},
	FormPerf:     {0x10, 0x11, 16},
	FormEvent:    {0x12, 0x13, 80},
}

// Unknown is the thread or process id of a record without one.
const Unknown uint32 = 1<<32 - 1

// Record is one record of a file. Which fields are used depends on Form.
type Record struct {
	Form Form
	Ptr  int   // pointer size in bytes, 4 or 8; 0 means 8
	Time int64 // in ticks of the file's clock

	Group, Opcode, Level uint8
	Version              uint16
	Class                GUID // class of a classic record, provider of an event
	TID, PID             uint32
	Kernel, User         uint32 // CPU times in units of the timer resolution

	PEBS *uint64  // PEBS index of a performance record
	PMC  []uint64 // at most 7 counter values

	Instance, Parent uint32
	ParentClass      GUID

	Event   Descriptor
	Payload []byte
}

// Descriptor is the part of an EVENT_HEADER that identifies the event, with its activity and
// extended items.
type Descriptor struct {
	Flags, Property         uint16 // the flag of extended items is added automatically
	ID, Task                uint16
	Version, Channel, Level uint8
	Opcode                  uint8
	Keyword                 uint64
	Activity                GUID
	Items                   []Item
}

// Item is an extended item of an event: its type and data.
type Item struct {
	Type uint16
	Data []byte
}

// Types of extended items.
const (
	ItemRelated = 1
	ItemStack32 = 5
	ItemStack64 = 6
	ItemSchema  = 11
	ItemTraits  = 12
)

// marker is the byte that a structured record has at offset 3.
const marker = 0xC0

// extended is the flag of an event that has extended items.
const extended = 1

// size is the record's size in bytes, without the rounding up to 8.
func (r *Record) size() int {
	n := forms[r.Form].size + len(r.Payload)
	switch r.Form {
	case FormPerf:
		n += 8 * len(r.PMC)
		if r.PEBS != nil {
			n += 8
		}
	case FormEvent:
		for i := range r.Event.Items {
			n += r.Event.Items[i].size()
		}
	}
	return n
}

func (it *Item) size() int { return round8(8 + len(it.Data)) }

func round8(n int) int { return (n + 7) &^ 7 }

// check reports a field of r that no header can hold.
func (r *Record) check() error {
	switch {
	case int(r.Form) >= len(forms):
		return fmt.Errorf("record of unknown form %d", r.Form)
	case r.size() > 0xFFFF:
		return fmt.Errorf("record of %d bytes: a header can say at most 65535", r.size())
	case len(r.PMC) > 7:
		return fmt.Errorf("record with %d counter values: at most 7 are possible", len(r.PMC))
	}
	return nil
}

// append adds r to b, including zeroes up to the next multiple of 8.
func (r *Record) append(b []byte) []byte {
	f := &forms[r.Form]
	kind := f.type64
	if r.Ptr == 4 {
		kind = f.type32
	}
	start, size := len(b), r.size()
	switch r.Form {
	case FormSystem, FormCompact, FormPerf:
		b = r.appendKernel(b, kind, uint16(size))
	case FormFull, FormInstance:
		b = r.appendClassic(b, kind, uint16(size))
	default:
		b = r.appendEvent(b, kind, uint16(size))
	}
	b = append(b, r.Payload...)
	for (len(b)-start)%8 != 0 {
		b = append(b, 0)
	}
	return b
}

func (r *Record) appendKernel(b []byte, kind uint8, size uint16) []byte {
	le := binary.LittleEndian
	version := r.Version
	if r.Form == FormPerf {
		version |= uint16(len(r.PMC)) << 8
		if r.PEBS != nil {
			version |= 0x8000
		}
	}
	b = append(le.AppendUint16(b, version), kind, marker)
	b = append(le.AppendUint16(b, size), r.Opcode, r.Group)
	if r.Form != FormPerf {
		b = le.AppendUint32(le.AppendUint32(b, r.TID), r.PID)
	}
	b = le.AppendUint64(b, uint64(r.Time))
	if r.Form == FormSystem {
		b = le.AppendUint32(le.AppendUint32(b, r.Kernel), r.User)
	}
	if r.Form == FormPerf {
		if r.PEBS != nil {
			b = le.AppendUint64(b, *r.PEBS)
		}
		for _, v := range r.PMC {
			b = le.AppendUint64(b, v)
		}
	}
	return b
}

func (r *Record) appendClassic(b []byte, kind uint8, size uint16) []byte {
	le := binary.LittleEndian
	b = append(le.AppendUint16(b, size), kind, marker, r.Opcode, r.Level)
	b = le.AppendUint16(b, r.Version)
	b = le.AppendUint32(le.AppendUint32(b, r.TID), r.PID)
	b = append(le.AppendUint64(b, uint64(r.Time)), r.Class[:]...)
	b = le.AppendUint32(le.AppendUint32(b, r.Kernel), r.User)
	if r.Form == FormInstance {
		b = le.AppendUint32(le.AppendUint32(b, r.Instance), r.Parent)
		b = append(b, r.ParentClass[:]...)
	}
	return b
}

func (r *Record) appendEvent(b []byte, kind uint8, size uint16) []byte {
	le := binary.LittleEndian
	e := &r.Event
	flags := e.Flags
	if len(e.Items) > 0 {
		flags |= extended
	}
	b = append(le.AppendUint16(b, size), kind, marker)
	b = le.AppendUint16(le.AppendUint16(b, flags), e.Property)
	b = le.AppendUint32(le.AppendUint32(b, r.TID), r.PID)
	b = append(le.AppendUint64(b, uint64(r.Time)), r.Class[:]...)
	b = append(le.AppendUint16(b, e.ID), e.Version, e.Channel, e.Level, e.Opcode)
	b = le.AppendUint64(le.AppendUint16(b, e.Task), e.Keyword)
	b = le.AppendUint32(le.AppendUint32(b, r.Kernel), r.User)
	b = append(b, e.Activity[:]...)
	for i := range e.Items {
		it := &e.Items[i]
		var more uint16
		if i+1 < len(e.Items) {
			more = 1
		}
		start := len(b)
		b = le.AppendUint16(b, uint16(it.size()))
		b = le.AppendUint16(le.AppendUint16(b, it.Type), more)
		b = append(le.AppendUint16(b, uint16(len(it.Data))), it.Data...)
		for len(b)-start < it.size() {
			b = append(b, 0)
		}
	}
	return b
}
