package report

import "threadlens/model"

// splitter makes rows of data output. There may be millions, mostly of the same few threads.
type splitter struct {
	t       *Table
	from    []dataColumn
	threads map[string]model.ThreadIx // by Key
	known   map[string][]Value        // parts of threads by Key
	cells   []Value
}

// maxKnownParts bounds the threads whose parts are kept.
const maxKnownParts = 1 << 12

func newSplitter(t *Table, from []dataColumn) *splitter {
	s := &splitter{
		t: t, from: from, threads: make(map[string]model.ThreadIx, len(t.Trace.Threads)),
		known: map[string][]Value{}, cells: make([]Value, len(from)),
	}
	for i := range t.Trace.Threads {
		s.threads[t.Trace.Threads[i].Key()] = model.ThreadIx(i)
	}
	return s
}

// row is a row of the table with its threads in parts, valid until the next call.
func (s *splitter) row(row []Value) []Value {
	var parts []Value
	for i := range s.from {
		c := &s.from[i]
		if c.part < 0 {
			s.cells[i] = row[c.at]
			continue
		}
		if i == 0 || s.from[i-1].at != c.at {
			parts = s.parts(row[c.at].Text)
		}
		s.cells[i] = parts[c.part]
	}
	return s.cells
}

// parts are the cells of threadParts for the cell of a thread.
func (s *splitter) parts(thread string) []Value {
	parts, known := s.known[thread]
	if known {
		return parts
	}
	if len(s.known) == maxKnownParts {
		clear(s.known)
	}
	parts = s.partsOf(thread)
	s.known[thread] = parts
	return parts
}

// partsOf makes the parts. Of what is no thread there is only the name, and nothing of several threads.
func (s *splitter) partsOf(thread string) []Value {
	ix, ok := s.threads[thread]
	switch {
	case thread == "":
		return make([]Value, len(threadParts))
	case !ok:
		return []Value{{}, {}, {}, text(thread), {}}
	}
	th, p := &s.t.Trace.Threads[ix], s.t.Trace.Process(ix)
	return []Value{pid(p), ID(th.TID), count(th.Incarnation), text(th.Name()), processName(p)}
}
