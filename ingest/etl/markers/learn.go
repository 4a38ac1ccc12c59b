package markers

import "threadlens/model"

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

// Freeze ends the first pass: it joins the events with their schemas.
func (t *Table) Freeze() {
	t.parts, t.last, t.scratch = nil, nil, nil
	t.numbers.known = nil
	for _, p := range t.providers {
		p.freeze()
	}
}
