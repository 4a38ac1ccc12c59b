package etl

import (
	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// form is the shape of a record's header.
type form uint8

const (
	formNone form = iota
	formSystem
	formCompact
	formPerf
	formFull
	formInstance
	formEvent

	formWide form = 1 << 7 // pointers take 8 bytes
)

// formInfo is where the fields of a header are.
type formInfo struct {
	form   form // formWide included
	head   uint8
	timeAt uint8
	sizeAt uint8
}

const (
	structured   = 0xC0 // byte 3 of all records that are described here
	messageMark  = 0x90 // … of WPP messages
	systemHeader = 32
	eventHeader  = 80
	endMark      = 0xFFFFFFFF
)

// forms are the header forms by byte 2.
var forms = [0x20]formInfo{
	0x01: {formSystem, systemHeader, 16, 4},
	0x02: {formSystem | formWide, systemHeader, 16, 4},
	0x03: {formCompact, 24, 16, 4},
	0x04: {formCompact | formWide, 24, 16, 4},
	0x0A: {formFull, 48, 16, 0},
	0x0B: {formInstance, 72, 16, 0},
	0x10: {formPerf, 16, 8, 4}, // see cutPerf
	0x11: {formPerf | formWide, 16, 8, 4},
	0x12: {formEvent, eventHeader, 16, 0},
	0x13: {formEvent | formWide, eventHeader, 16, 0},
	0x14: {formFull | formWide, 48, 16, 0},
	0x15: {formInstance | formWide, 72, 16, 0},
}

// cutter cuts an expanded buffer into records.
type cutter struct {
	data []byte
	next int // of the next record

	off, size int
	head      int // where the payload, or what precedes it, begins in the record
	form      form
	hook      payload.HookID // of a kernel record
	version   uint16         // likewise
	ticks     int64

	damaged  bool // the records could not be followed to the end
	messages int64
}

func (c *cutter) reset(data []byte) {
	c.data, c.next, c.damaged = data, bufferHeader, false
}

// cut moves to the next record; false at the end of the buffer.
func (c *cutter) cut() bool {
	for c.next+8 <= len(c.data) {
		b := c.data[c.next:]
		word := le.Uint32(b)
		if word>>17 == perfMark {
			return c.cutPerf(b)
		}
		if word == 0 || word == endMark {
			return false
		}
		if word>>24 == messageMark {
			if !c.skip(int(word & 0xFFFF)) {
				return false
			}
			continue
		}
		kind := word >> 16 & 0xFF
		if word>>24 != structured || kind >= uint32(len(forms)) || forms[kind].form == formNone {
			c.damaged = true
			return false
		}
		f := &forms[kind]
		size := int(word & 0xFFFF)
		if f.sizeAt != 0 {
			size = int(le.Uint16(b[4:]))
		}
		head := int(f.head)
		if size < head || size > len(b) {
			c.damaged = true
			return false
		}
		c.off, c.size, c.head, c.form = c.next, size, head, f.form
		c.hook, c.version = payload.HookID(le.Uint16(b[6:])), uint16(word)
		c.ticks = int64(le.Uint64(b[f.timeAt:]))
		c.next += (size + 7) &^ 7
		return true
	}
	return false
}

// perfMark is the upper bits of the first word of a performance record, without the one for the
// size of pointers.
const perfMark = (structured<<8 | 0x10) >> 1

// cutPerf is cut for a performance record: nearly all are.
func (c *cutter) cutPerf(b []byte) bool {
	w := le.Uint64(b)
	size, head := int(w>>32&0xFFFF), 16+counters(uint16(w))
	if size < head || size > len(b) {
		c.damaged = true
		return false
	}
	c.off, c.size, c.head, c.form = c.next, size, head, formPerf|form(w>>16&1)<<7
	c.hook, c.version = payload.HookID(w>>48), uint16(w)&perfVersion
	c.ticks = int64(le.Uint64(b[8:]))
	c.next += (size + 7) &^ 7
	return true
}

// perfVersion is the bits of a performance record's version field that hold the version.
const perfVersion = 0x78FF

// counters is how many bytes of counter values a performance record has behind its header.
func counters(version uint16) int { return 8 * int(version>>8&7+version>>15) }

// skip skips a message record, which only its program can read.
func (c *cutter) skip(size int) bool {
	if size < 8 || c.next+size > len(c.data) {
		c.damaged = true
		return false
	}
	c.messages++
	c.next += (size + 7) &^ 7
	return true
}

// entry is what is kept of a record that a pass needs.
type entry struct {
	at   model.Time
	off  uint32 // in the buffer
	size uint16
	head uint8 // bytes of the header, without extended items
	act  action
}

// record is a parsed record. The slices are parts of the file.
type record struct {
	at       model.Time
	ticks    int64
	raw      []byte
	body     []byte // the payload
	items    []byte // the extended items of an event
	provider payload.GUID
	tid, pid uint32 // in the header; payload.NoThread where it has none
	hook     payload.HookID
	id       uint16 // of an event
	layout   payload.Layout
	cpu      model.CPU
	form     form
	opcode   uint8
	kernel   bool // hook identifies it
}

// open fills r with the record of an entry.
func (r *record) open(p *prepared, e *entry) {
	raw := p.data[e.off : int(e.off)+int(e.size)]
	f := forms[raw[2]].form
	r.at, r.raw, r.cpu, r.form = e.at, raw, p.cpu, f&^formWide
	r.layout.Wide = f&formWide != 0
	r.body, r.items = raw[e.head:], nil
	if r.form == formPerf {
		r.tid, r.pid, r.ticks = payload.NoThread, payload.NoThread, int64(le.Uint64(raw[8:]))
	} else {
		r.tid, r.pid, r.ticks = le.Uint32(raw[8:]), le.Uint32(raw[12:]), int64(le.Uint64(raw[16:]))
	}
	switch r.form {
	case formFull, formInstance:
		r.openClassic()
	case formEvent:
		r.openEvent()
	default:
		r.hook, r.opcode = payload.HookID(le.Uint16(raw[6:])), raw[6]
		if r.layout.Version = le.Uint16(raw); r.form == formPerf {
			r.layout.Version &= perfVersion
		}
		r.kernel = true
	}
}

func (r *record) openClassic() {
	r.provider, r.opcode = payload.GUID(r.raw[24:40]), r.raw[4]
	r.layout.Version = le.Uint16(r.raw[6:])
	r.hook, r.kernel = payload.ClassHook(r.provider, r.opcode)
	r.layout = payload.Widen(r.hook, r.body, r.layout)
}

func (r *record) openEvent() {
	r.provider, r.opcode = payload.GUID(r.raw[24:40]), r.raw[45]
	r.id, r.layout.Version, r.hook = le.Uint16(r.raw[40:]), uint16(r.raw[42]), 0
	r.kernel = false
	if le.Uint16(r.raw[4:])&1 != 0 {
		n := itemBytes(r.body)
		r.items, r.body = r.body[:n], r.body[n:]
	}
}

// itemHeader is the size of the header of an extended item.
const itemHeader = 8

// itemBytes is how many bytes the extended items at the start of b take. It stops at a truncated
// item.
func itemBytes(b []byte) int {
	at := 0
	for len(b)-at >= itemHeader {
		size := int(le.Uint16(b[at:]))
		if size < itemHeader+int(le.Uint16(b[at+6:])) || size > len(b)-at {
			break
		}
		more := b[at+4]&1 != 0
		if at += size; !more {
			break
		}
	}
	return at
}

// item is the data of the first extended item of one of two types, and its type; nil when there is
// none.
func (r *record) item(a, b uint16) (data []byte, kind uint16) {
	for items := r.items; len(items) >= itemHeader; {
		if kind = le.Uint16(items[2:]); kind == a || kind == b {
			return items[itemHeader : itemHeader+int(le.Uint16(items[6:]))], kind
		}
		items = items[le.Uint16(items):]
	}
	return nil, 0
}
