package filter

import "threadlens/model"

// Row is a row of a table, as far as a filter can ask about it.
type Row struct {
	// Texts are its words.
	Texts []string
	// Thread is the thread that it is about, NoThread for none, and Proc the
	// process if there is no thread, NoProc for none.
	Thread model.ThreadIx
	Proc   model.ProcIx
}

// Row reports whether the filter matches a row of a table: words by its texts and
// by the thread or process that it is about, all other terms by the latter alone.
func (f Filter) Row(p Place, r Row) bool {
	for i := range f.terms {
		if f.terms[i].row(p, &r) == f.terms[i].not {
			return false
		}
	}
	return true
}

func (t *term) row(p Place, r *Row) bool {
	if t.kind == kindName && t.inTexts(r.Texts) {
		return true
	}
	switch {
	case p.Trace == nil:
		return false
	case r.Thread != model.NoThread && int(r.Thread) < len(p.Trace.Threads):
		proc := p.Trace.Threads[r.Thread].Proc
		return t.thread(p, r.Thread) || t.kind == kindName && t.match(p.Trace.Processes[proc].Name)
	case r.Thread == model.NoThread && r.Proc != model.NoProc && int(r.Proc) < len(p.Trace.Processes):
		return t.process(p, r.Proc)
	}
	return false
}

// inTexts reports whether one of the texts contains the word.
func (t *term) inTexts(texts []string) bool {
	for _, text := range texts {
		if t.match(text) {
			return true
		}
	}
	return false
}
