package markers

import (
	"crypto/sha256"
	"strconv"
	"strings"

	"threadlens/ingest/etl/payload"
)

// meet notes the provider's name, if it is new.
func (p *provider) meet(name string) {
	if name = clean(name); name == "" || p.name != "" {
		return
	}
	p.name = name
	if !p.fixed {
		p.rule = ruleOf(name)
	}
}

// learnTraits handles the provider name in an event.
func (p *provider) learnTraits(r *Record) {
	var x payload.ProviderTraits
	if !x.Decode(r.Traits, r.layout()) {
		return
	}
	if p.meet(x.Name.String()); p.name != "" {
		p.traits = true
	}
}

// schemaEvent finds or makes the event with the TraceLogging schema of r; nil if
// there are too many.
func (t *Table) schemaEvent(p *provider, r *Record) *event {
	if e := p.schemas[string(r.Schema)]; e != nil {
		return e
	}
	if t.events >= maxEvents || t.schemaBytes+len(r.Schema) > maxSchemaBytes {
		return nil
	}
	t.events++
	t.schemaBytes += len(r.Schema)
	e := &event{key: keyOf(r), schema: true, opcode: r.Opcode, taskID: r.Task}
	var x payload.TraceLogging
	if x.Decode(r.Schema, r.layout()) {
		e.fields = x.Fields
	} else {
		t.unread++
	}
	e.name = clean(x.Name)
	e.task = trimOpcode(e.name)
	if p.schemas == nil {
		p.schemas = map[string]*event{}
	}
	p.schemas[string(r.Schema)] = e
	return e
}

// trimOpcode removes the suffix of a name that only marks which end of a span the event is.
func trimOpcode(name string) string {
	for _, suffix := range [...]string{"Start", "Stop"} {
		if s, ok := strings.CutSuffix(name, suffix); ok && s != "" {
			return strings.TrimRight(s, "./_- ")
		}
	}
	return name
}

// learnInfo handles a schema that merging added to the file.
func (t *Table) learnInfo(r *Record) {
	var x payload.EventInfo
	if t.schemaBytes+len(r.Payload) > maxSchemaBytes || !x.Decode(r.Payload, r.layout()) {
		t.unread++
		return
	}
	p := t.provider(x.Provider)
	if p == nil {
		return
	}
	t.schemaBytes += len(r.Payload)
	p.meet(x.ProviderName)
	if p.infos == nil {
		p.infos, p.newest = map[eventKey]*payload.EventInfo{}, map[uint16]*payload.EventInfo{}
	}
	k := eventKey{x.ID, x.Version}
	if p.infos[k] != nil {
		return
	}
	p.infos[k] = &x
	if n := p.newest[x.ID]; n == nil || n.Version < x.Version {
		p.newest[x.ID] = &x
	}
}

// partCost is about what keeping one part costs besides its bytes.
const partCost = 512

// learnManifest handles a part of an EventSource's manifest. Each starting process sends its own
// copy: equal ones are read once.
func (t *Table) learnManifest(p *provider, r *Record) {
	var c payload.ManifestChunk
	if !c.Decode(r.Payload, r.layout()) {
		t.unread++
		return
	}
	size := len(c.Data) + partCost
	if t.partBytes += size; t.partBytes > maxParts {
		clear(t.parts)
		t.partBytes = size
	}
	k := partsKey{r.Provider, r.PID}
	parts := t.parts[k]
	if parts == nil {
		parts = &payload.ManifestParts{}
		t.parts[k] = parts
	}
	whole := parts.Add(&c)
	if whole == nil {
		return
	}
	delete(t.parts, k)
	t.partBytes = max(0, t.partBytes-len(whole)-partCost*int(c.Total))
	t.addManifest(p, whole)
}

func (t *Table) addManifest(p *provider, text []byte) {
	sum := sha256.Sum256(text)
	for _, s := range p.sums {
		if s == sum {
			return
		}
	}
	if len(p.sums) >= maxVersions || t.manifestBytes+len(text) > maxManifests {
		t.unread++
		return
	}
	p.sums = append(p.sums, sum)
	t.manifestBytes += len(text)
	m, err := payload.ParseManifest(text)
	if err != nil {
		t.unread++
		return
	}
	p.meet(m.Provider)
	p.manifests = append(p.manifests, m)
}

// freeze joins the provider's events with their descriptions.
func (p *provider) freeze() {
	p.last = nil
	for _, e := range p.events {
		p.describe(e)
		p.label(e)
	}
	for _, e := range p.schemas {
		p.label(e)
	}
	p.infos, p.newest, p.manifests, p.sums = nil, nil, nil, nil
}

// describe finds the names and fields of e: preferring those of its own version.
func (p *provider) describe(e *event) {
	m, i := p.manifestEvent(e.key), p.info(e.key)
	exact := i != nil && i.Version == e.key.version
	switch {
	case m != nil && (m.Version == e.key.version || !exact):
		e.name, e.task, e.fields = clean(m.Name()), clean(m.Task), m.Fields
	case i != nil:
		e.name, e.task, e.fields = clean(i.Name()), clean(i.TaskName), i.Fields
	default:
		e.name, e.numeric = p.knownEvent(e.key.id), true
	}
	if name := knownEvents[p.name][e.key.id]; name != "" {
		e.name = name
	}
	if e.task == "" {
		e.task = trimOpcode(e.name)
	}
}

// knownEvent is the name of an event that needs no schema.
func (p *provider) knownEvent(id uint16) string {
	if x, ok := p.tasks[id]; ok {
		return x.name[strings.IndexByte(x.name, '/')+1:]
	}
	return knownEvents[p.name][id]
}

// manifestEvent looks k up in the manifests; nil if none has its id.
func (p *provider) manifestEvent(k eventKey) (found *payload.ManifestEvent) {
	for _, m := range p.manifests {
		e := m.Event(k.id, k.version)
		if e != nil && e.Version == k.version {
			return e
		}
		if found == nil {
			found = e
		}
	}
	return found
}

// info looks k up in the schemas of the file: its version, or the newest.
func (p *provider) info(k eventKey) *payload.EventInfo {
	if i := p.infos[k]; i != nil {
		return i
	}
	return p.newest[k.id]
}

// label makes the names of e's markers, or notes that it has none.
func (p *provider) label(e *event) {
	if e.numeric || e.name == "" {
		if !p.traits {
			e.silent = true
			return
		}
		e.name, e.task = e.title(), "Activity"
		if e.taskID != 0 {
			e.task = "Task " + strconv.Itoa(int(e.taskID))
		}
	}
	if silentEvents[e.name] {
		e.silent = true
		return
	}
	e.flag, e.span = p.join(e.name), p.join(e.task)
}

// join puts the provider's name before another.
func (p *provider) join(name string) []byte {
	if p.name == "" {
		return []byte(name)
	}
	return []byte(p.name + "/" + name)
}
