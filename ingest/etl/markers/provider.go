package markers

import (
	"strconv"

	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// provider is the source of events, or a class of classic events.
type provider struct {
	guid   payload.GUID
	name   string // empty: not known
	fixed  bool   // name and rule are from the table
	traits bool   // the name came with an event: the provider describes itself
	rule   rule
	tasks  tasks

	events  map[eventKey]*event
	schemas map[string]*event // TraceLogging, by the bytes of the schema
	last    *event            // the last of events

	infos     map[eventKey]*payload.EventInfo
	newest    map[uint16]*payload.EventInfo // by id
	manifests []*payload.Manifest
	sums      [][32]byte // of the texts of manifests
}

// eventKey distinguishes the events of a provider. Classic ones have their opcode instead of the
// id.
type eventKey struct {
	id      uint16
	version uint8
}

// event is one kind of event.
type event struct {
	key     eventKey
	count   int64
	flags   int64 // of those, neither start nor end of a span
	name    string
	task    string // the name of a span: without Start and Stop
	taskID  uint16
	fields  payload.Fields
	opcode  uint8
	schema  bool   // it has a TraceLogging schema
	silent  bool   // after Freeze: no marker whatever the rule
	flag    []byte // after Freeze: the name of a marker
	span    []byte
	numeric bool // no schema names it
}

// title is the event's name, or its number.
func (e *event) title() string {
	switch {
	case e.name != "":
		return e.name
	case e.key.id == payload.EventSourceManifest && e.opcode == payload.EventSourceManifestOpcode:
		return "Manifest"
	}
	return "Event " + strconv.Itoa(int(e.key.id))
}

func keyOf(r *Record) eventKey {
	if r.Classic {
		return eventKey{uint16(r.Opcode), r.Version}
	}
	return eventKey{r.ID, r.Version}
}

// find is event without adding; it changes nothing.
func (p *provider) find(r *Record) *event {
	if len(r.Schema) > 0 {
		return p.schemas[string(r.Schema)]
	}
	return p.events[keyOf(r)]
}

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

// appendName appends the marker's name, without fields. The event is nil while schemas are unknown,
// which only matters where f is incomplete.
func (f *fact) appendName(dst []byte, e *event) []byte {
	start := len(dst)
	if len(f.series) > 0 {
		dst = append(f.series.Append(dst), '/')
	}
	switch {
	case f.label != "" && !f.bare:
		dst = append(dst, f.label...)
	case f.label != "":
	case f.kind == model.MarkBegin, f.kind == model.MarkEnd:
		dst = append(dst, e.span...)
	default:
		dst = append(dst, e.flag...)
	}
	if len(dst) > start && (len(f.text) > 0 || len(f.narrow) > 0) && len(f.series) == 0 {
		dst = append(dst, ' ')
	}
	named := len(dst)
	dst = f.narrow.Append(f.text.Append(dst))
	if f.bare && len(dst) == named {
		dst = append(dst, f.label...)
	}
	return finish(dst, start)
}
