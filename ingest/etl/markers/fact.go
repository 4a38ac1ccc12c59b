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

// read decodes r into f, which must be empty; false if it cannot be a marker.
func (p *provider) read(r *Record, f *fact) bool {
	switch {
	case p.rule == ruleSilent || r.isManifest() || r.Flags&flagMessage != 0:
		return false
	case p.rule == ruleTasks:
		id := r.ID
		if r.Classic {
			id = uint16(r.Opcode)
		}
		x, ok := p.tasks[id]
		return ok && x.read(r, f)
	case r.Classic:
		return false
	case p.rule == ruleScenario && readScenario(r, f):
		return true
	case p.rule == ruleNumbered && readNumbered(r, f):
		return true
	case p.rule == ruleSpans || looksLikeSpan(r):
		return readSpan(r, f)
	}
	return readPlain(r, f)
}

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
