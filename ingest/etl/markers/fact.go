package markers

import (
	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// fact is what a record says as a marker, without its name where that depends
// on schemas.
type fact struct {
	kind       model.MarkKind
	id, parent numberKey
	label      string        // the name, or what stands in for it; empty: the schema names it
	series     payload.UTF16 // in front of text
	text       payload.UTF16
	narrow     payload.ANSI // text of programs that do not write UTF-16
	bare       bool         // the text is the whole name, as far as there is one
	// numbered tells that id is that of one span, and parent that of the one around it;
	// then correlation joins spans, and cpu is what the program measured, if measured.
	numbered    bool
	correlation int64
	cpu         int64
	measured    bool
}

// isPoint tells whether the marker is one moment, not an end of a span.
func (f *fact) isPoint() bool { return f.kind == model.MarkFlag || f.kind == model.MarkStep }

// read finds out what r says and puts it into f, which must be empty; false if
// it cannot be a marker.
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

// readPlain reads an event that means nothing but what its opcode says.
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
