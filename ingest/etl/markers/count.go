package markers

import (
	"cmp"
	"slices"

	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// ProviderName is the name of a provider, or its GUID in text form. It may be
// called after Freeze, by any goroutine.
func (t *Table) ProviderName(g payload.GUID) string {
	if p := t.providers[g]; p != nil && p.name != "" {
		return p.name
	}
	if k := knownProviders[g]; k != nil {
		return k.name
	}
	return g.String()
}

// EventName is the name of the event r, without the provider's. It may be called after Freeze, by
// any goroutine.
func (t *Table) EventName(r *Record) string {
	if p := t.providers[r.Provider]; p != nil {
		if e := p.find(r); e != nil {
			return e.title()
		}
	}
	return (&event{key: keyOf(r)}).title()
}

// SourceEvents counts what Learn saw, by event, the most frequent first. ID is
// the opcode in classic events.
func (t *Table) SourceEvents() []model.SourceEvent {
	var list []model.SourceEvent
	for _, p := range t.providers {
		name := t.ProviderName(p.guid)
		first := len(list)
		add := func(e *event) {
			if e.count > 0 {
				list = append(list, model.SourceEvent{
					Name: e.title(), Provider: name, ID: int(e.key.id), Version: int(e.key.version), Count: e.count,
				})
			}
		}
		for _, e := range p.events {
			add(e)
		}
		for _, e := range p.schemas {
			add(e)
		}
		list = append(list[:first], mergeEqual(list[first:])...)
	}
	slices.SortFunc(list, func(a, b model.SourceEvent) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), compareEvents(a, b))
	})
	return list
}

func compareEvents(a, b model.SourceEvent) int {
	return cmp.Or(cmp.Compare(a.Provider, b.Provider), cmp.Compare(a.Name, b.Name),
		cmp.Compare(a.ID, b.ID), cmp.Compare(a.Version, b.Version))
}

// mergeEqual adds up entries that differ only in their schema.
func mergeEqual(list []model.SourceEvent) []model.SourceEvent {
	slices.SortFunc(list, compareEvents)
	out := list[:0]
	for _, e := range list {
		if n := len(out); n > 0 && compareEvents(out[n-1], e) == 0 {
			out[n-1].Count += e.Count
		} else {
			out = append(out, e)
		}
	}
	return out
}

// Diagnostics reports what was left out, after Freeze.
func (t *Table) Diagnostics() []model.Diagnostic {
	var noise int64
	for _, p := range t.providers {
		for _, e := range p.events {
			noise += p.noise(e)
		}
		for _, e := range p.schemas {
			noise += p.noise(e)
		}
	}
	var ds []model.Diagnostic
	add := func(s model.Severity, code, text string, count int64) {
		if count > 0 {
			ds = append(ds, model.Diagnostic{Severity: s, Code: code, Text: text, Count: count})
		}
	}
	add(model.SeverityInfo, "marks", "events that are too frequent to be shown as markers are only counted", noise)
	add(model.SeverityWarning, "schemas", "event schemas or manifests could not be read: names and fields of their events may be missing", t.unread)
	add(model.SeverityWarning, "events", "too many kinds of events: some are not counted", t.left)
	add(model.SeverityWarning, "activities", "too many activity ids: some activities cannot be told apart", t.numbers.full)
	return ds
}

// noise is how many flags of e exceed maxFlags.
func (p *provider) noise(e *event) int64 {
	if e.flags <= maxFlags || p.rule == ruleSilent || p.rule == ruleOpen && e.silent {
		return 0
	}
	return e.flags
}
