package markers

import (
	"bytes"

	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// spanEvents are the header of each event of the Concurrency Visualizer SDK, by
// id: opcode and task (Microsoft, cvmarkers.h).
var spanEvents = [...]struct {
	opcode, task uint8
	kind         model.MarkKind
	name         string
}{
	payload.MarkerEnter:   {1, 1, model.MarkBegin, "Span"},
	payload.MarkerLeave:   {2, 1, model.MarkEnd, "Span"},
	payload.MarkerFlag:    {11, 2, model.MarkFlag, "Flag"},
	payload.MarkerMessage: {12, 3, model.MarkFlag, "Message"},
}

// looksLikeSpan recognises the SDK's events under a program's own provider: the header is as the
// SDK writes it, and the payload begins with the id and an importance and ends with a text.
func looksLikeSpan(r *Record) bool {
	if r.Version != 1 || r.ID == 0 || int(r.ID) >= len(spanEvents) || len(r.Schema) > 0 || len(r.Payload) < 3 {
		return false
	}
	e := &spanEvents[r.ID]
	const leastImportant = 5
	return r.Opcode == e.opcode && r.Task == uint16(e.task) && r.Payload[0] == uint8(r.ID) &&
		r.Payload[1] > 0 && r.Payload[1] <= leastImportant && r.Payload[len(r.Payload)-1] == 0
}

// readSpan reads an event of the SDK. The end of a span has no text.
func readSpan(r *Record, f *fact) bool {
	var m payload.Marker
	if !m.Decode(r.Payload, r.layout()) || m.Kind == 0 || int(m.Kind) >= len(spanEvents) {
		return false
	}
	e := &spanEvents[m.Kind]
	f.kind, f.label, f.bare = e.kind, e.name, true
	at := 3 // kind, importance, category
	if e.task == 1 {
		at += 4
		f.id = numberKey{id: r.Provider, pid: r.PID, sub: uint64(uint32(m.Span)), space: spaceSpan}
	}
	f.series = m.Series
	rest := r.Payload[min(len(r.Payload), at+len(m.Series)+2):]
	f.text, rest = cutText(rest)
	const codePage = 8 // digits before a text that is not UTF-16
	if narrow, _, _ := bytes.Cut(rest, []byte{0}); len(f.text) == 0 && len(narrow) > codePage {
		f.narrow = narrow[codePage:]
	}
	return true
}

// Offsets in the payload of a Scenario event (Microsoft, Scenario library, "ETW Format"): the
// component and three measures precede the id.
const (
	scenarioID       = 28 // GUID, then a number that counts the runs
	scenarioSequence = 44
	scenarioParent   = 52 // likewise
	scenarioCategory = 72 // UTF-16, to the end
)

// readScenario reads an event of the Scenario library; false if its payload has
// another layout.
func readScenario(r *Record, f *fact) bool {
	b := r.Payload
	if len(b) < scenarioCategory {
		return false
	}
	text, rest := cutText(b[scenarioCategory:])
	if len(rest) > 0 {
		return false
	}
	switch r.Opcode {
	case opcodeStart:
		f.kind = model.MarkBegin
	case opcodeStop:
		f.kind = model.MarkEnd
	default:
		f.kind = model.MarkStep
	}
	f.label, f.text, f.bare = "Scenario", text, true
	f.id, f.parent = scenarioKey(b[scenarioID:]), scenarioKey(b[scenarioParent:])
	return true
}

// scenarioKey reads an id and the number after it.
func scenarioKey(b []byte) numberKey {
	k := activityKey(payload.GUID(b[:16]))
	if k.space != spaceNone {
		k.space, k.sub = spaceScenario, uint64(le.Uint32(b[scenarioSequence-scenarioID:]))
	}
	return k
}

// Offsets in the payload of an event of package ingest/scenario (its etw.go): 64-bit numbers, and
// then the name.
const (
	numberedSpan        = 0
	numberedParent      = 8
	numberedCorrelation = 16
	numberedCPU         = 32
	numberedName        = 40 // UTF-8, with a zero behind it

	opcodeMessage = 11
)

// readNumbered reads an event of package ingest/scenario; false if its payload has
// another layout.
func readNumbered(r *Record, f *fact) bool {
	b := r.Payload
	if len(b) <= numberedName || b[len(b)-1] != 0 {
		return false
	}
	word := func(at int) int64 { return int64(le.Uint64(b[at:])) }
	key := func(span int64) numberKey {
		if span == 0 {
			return numberKey{}
		}
		return numberKey{id: r.Provider, pid: r.PID, sub: uint64(span), space: spaceSpan}
	}
	switch r.Opcode {
	case opcodeStart:
		f.kind = model.MarkBegin
	case opcodeStop:
		f.kind = model.MarkEnd
	case opcodeOwn, opcodeMessage:
		f.kind = model.MarkStep
	default:
		f.kind = model.MarkFlag
	}
	f.label, f.bare, f.narrow = "Mark", true, b[numberedName:len(b)-1]
	f.numbered, f.correlation = true, word(numberedCorrelation)
	f.id, f.parent = key(word(numberedSpan)), key(word(numberedParent))
	if f.cpu = word(numberedCPU); f.cpu >= 0 && (f.kind == model.MarkEnd || f.kind == model.MarkStep) {
		f.measured = !f.id.none()
	}
	return true
}
