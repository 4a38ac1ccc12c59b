package markers

import (
	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// Mark is a marker. Name is valid until the next call of the Decoder.
type Mark struct {
	Kind  model.MarkKind
	Name  []byte // UTF-8, one line: "Provider/Event", and for flags and steps the fields
	Plain int    // bytes of Name before the fields: the part that repeats
	Arg   int64  // the id that joins the markers of an activity, 0: none
	Arg2  int64  // the parent's
	// Span is the number of its span, where the source distinguishes them: then Arg joins several
	// spans, and Arg2 is the number of the enclosing one.
	Span int64
	// CPU is the CPU time that the program measured, ns, if Measured.
	CPU      int64
	Measured bool
}

// Decoder turns records into markers, for one goroutine.
type Decoder struct {
	t     *Table
	last  *provider
	name  []byte
	value func(payload.Value) bool
}

// Decoder makes a Decoder of the frozen Table.
func (t *Table) Decoder() *Decoder {
	d := &Decoder{t: t}
	d.value = d.addValue
	return d
}

// Mark is the marker of r; false if r is none.
func (d *Decoder) Mark(r *Record) (m Mark, ok bool) {
	p := d.last
	if p == nil || p.guid != r.Provider {
		if p = d.t.providers[r.Provider]; p == nil {
			return Mark{}, false
		}
		d.last = p
	}
	var f fact
	if !p.read(r, &f) {
		return Mark{}, false
	}
	e := p.find(r)
	if e == nil || !e.gives(&f) {
		return Mark{}, false
	}
	x := d.t.numbers.get(f.id)
	m = Mark{Kind: f.kind, Arg: x, Arg2: d.t.numbers.get(f.parent)}
	d.name = d.name[:0]
	if text := d.t.numbers.texts[int32(x)]; f.kind == model.MarkEnd && text != "" {
		d.name = append(d.name, text...)
	} else {
		d.name = f.appendName(d.name, e)
	}
	m.Plain = len(d.name)
	if f.numbered {
		m.Span, m.Arg, m.CPU, m.Measured = m.Arg, f.correlation, f.cpu, f.measured
	} else if f.isPoint() && len(f.text) == 0 {
		d.addFields(r, e)
	}
	m.Name = d.name
	return m, true
}

// gives reports whether e gives markers like f.
func (e *event) gives(f *fact) bool {
	if f.isPoint() && e.flags > maxFlags {
		return false
	}
	return f.label != "" || len(f.text) > 0 || !e.silent
}

// addFields appends the values of the record's fields.
func (d *Decoder) addFields(r *Record, e *event) {
	const worth = 16 // bytes; with less room nothing is shown
	start := len(d.name)
	if len(e.fields) == 0 || start > maxMark-worth {
		return
	}
	e.fields.Each(r.Payload, r.layout(), d.value)
	d.name = finish(d.name, 0)
}

// addValue appends one value; false when there is no room for more.
func (d *Decoder) addValue(v payload.Value) bool {
	if v.Index > 0 {
		d.name = append(d.name, ',')
	} else {
		d.name = append(append(append(d.name, ' '), v.Field.Name...), '=')
	}
	d.name = v.Append(d.name)
	return len(d.name) <= maxMark
}
