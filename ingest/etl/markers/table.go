package markers

import (
	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// Limits on what is learned from one file. They are far above what occurs, and low enough that a
// hostile file costs little.
const (
	maxProviders   = 1 << 14
	maxEvents      = 1 << 16 // kinds of events, of all providers
	maxSchemaBytes = 16 << 20
	maxManifests   = 8 << 20 // bytes of XML that are read
	maxParts       = 16 << 20
	maxVersions    = 4 // manifests of one provider, from different builds
)

// Table is what the first pass finds out about the events of a file. Learn and Freeze are for one
// goroutine; after Freeze any number may read.
type Table struct {
	providers map[payload.GUID]*provider
	last      *provider // of the previous record
	numbers   numbers
	parts     map[partsKey]*payload.ManifestParts

	events        int // kinds
	schemaBytes   int // of kept schemas
	manifestBytes int // read so far
	partBytes     int // in parts
	left          int64
	unread        int64 // schemas and manifests that are unreadable, or too many

	scratch []byte
}

// NewTable makes an empty Table.
func NewTable() *Table {
	return &Table{
		providers: map[payload.GUID]*provider{},
		numbers:   newNumbers(),
		parts:     map[partsKey]*payload.ManifestParts{},
	}
}

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

// Learn notes a record. It must see each record that will be passed to Mark, and the classic ones
// that are not the kernel's (Record).
func (t *Table) Learn(r *Record) {
	p := t.provider(r.Provider)
	if p == nil {
		t.left++
		return
	}
	if p.name == "" && len(r.Traits) > 0 {
		p.learnTraits(r)
	}
	e := t.event(p, r)
	if e == nil {
		t.left++
		return
	}
	e.count++
	switch {
	case r.isSchema():
		t.learnInfo(r)
	case r.isManifest():
		t.learnManifest(p, r)
	default:
		t.learnNumbers(p, e, r)
	}
}

// learnNumbers gives numbers to the ids in r.
func (t *Table) learnNumbers(p *provider, e *event, r *Record) {
	var f fact
	if !p.read(r, &f) {
		return
	}
	if f.isPoint() {
		e.flags++
	}
	x := t.numbers.give(f.id)
	t.numbers.give(f.parent)
	if f.kind == model.MarkBegin && f.label != "" {
		t.scratch = f.appendName(t.scratch[:0], nil)
		if len(t.scratch) > len(f.label) || f.bare {
			t.numbers.keep(x, t.scratch)
		}
	}
}

// provider finds or adds the provider; nil if there are too many.
func (t *Table) provider(g payload.GUID) *provider {
	if t.last != nil && t.last.guid == g {
		return t.last
	}
	p := t.providers[g]
	if p == nil {
		if len(t.providers) >= maxProviders {
			return nil
		}
		p = &provider{guid: g, events: map[eventKey]*event{}}
		if k := knownProviders[g]; k != nil {
			p.name, p.rule, p.tasks, p.fixed = k.name, k.rule, k.tasks, true
		}
		t.providers[g] = p
	}
	t.last = p
	return p
}

// event finds or adds the kind of event of r; nil if there are too many.
func (t *Table) event(p *provider, r *Record) *event {
	if len(r.Schema) > 0 {
		return t.schemaEvent(p, r)
	}
	k := keyOf(r)
	if p.last != nil && p.last.key == k {
		return p.last
	}
	e := p.events[k]
	if e == nil {
		if t.events >= maxEvents {
			return nil
		}
		t.events++
		e = &event{key: k, taskID: r.Task, opcode: r.Opcode}
		p.events[k] = e
	}
	p.last = e
	return e
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

// Freeze ends the first pass: it joins the events with their schemas.
func (t *Table) Freeze() {
	t.parts, t.last, t.scratch = nil, nil, nil
	t.numbers.known = nil
	for _, p := range t.providers {
		p.freeze()
	}
}
