package markers

import (
	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// fact is the content of a record as a marker, without its name where that depends on schemas.
type fact struct {
	kind       model.MarkKind
	id, parent numberKey
	label      string        // the name, or its replacement; empty: the schema names it
	series     payload.UTF16 // before text
	text       payload.UTF16
	narrow     payload.ANSI // text of programs that do not write UTF-16
	bare       bool         // the text, if any, is the whole name
	// numbered is set when id is the number of one span, and parent that of the enclosing one; then
	// correlation joins spans, and cpu is what the program measured, if measured.
	numbered    bool
	correlation int64
	cpu         int64
	measured    bool
}

// isPoint reports whether the marker is one moment, not an end of a span.
func (f *fact) isPoint() bool { return f.kind == model.MarkFlag || f.kind == model.MarkStep }

// Opcodes of any provider (Microsoft, winmeta.xml). From opcodeOwn on they are
// the provider's own.
const (
	opcodeStart   = 1
	opcodeStop    = 2
	opcodeDCStart = 3 // rundown
	opcodeDCStop  = 4
	opcodeResume  = 7
	opcodeSuspend = 8
	opcodeOwn     = 10
	opcodeReceive = 240
)

// readPlain reads an event that has no meaning beyond its opcode.
func readPlain(r *Record, f *fact) bool {
	switch op := r.Opcode; {
	case op == opcodeStart:
		f.kind = model.MarkBegin
	case op == opcodeStop:
		f.kind = model.MarkEnd
	case op == opcodeDCStart || op == opcodeDCStop:
		return false
	case op == opcodeResume, op == opcodeSuspend, op >= opcodeOwn && op < opcodeReceive:
		f.kind = model.MarkStep
	default:
		f.kind = model.MarkFlag
	}
	f.id, f.parent = activityKey(r.Activity), activityKey(r.Related)
	if r.Flags&flagString != 0 {
		f.text, _ = cutText(r.Payload)
	}
	return true
}

// cutText splits b after its first zero unit.
func cutText(b []byte) (text payload.UTF16, rest []byte) {
	for i := 0; i+1 < len(b); i += 2 {
		if b[i]|b[i+1] == 0 {
			return b[:i:i], b[i+2:]
		}
	}
	return b[:len(b)&^1], nil
}
