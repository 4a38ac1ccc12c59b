package cut

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
)

// Pseudonyms replaces the names in a trace that say whose program it was: those of processes,
// threads, files, markers, control groups, code and its functions. The same name always gets the
// same pseudonym. What the system itself names stays: calls, devices, interrupts, the functions of
// the kernel and of public libraries.
type Pseudonyms struct {
	from   *model.Tables
	to     model.Tables
	public func(module, function string) bool
	given  map[namedThing]string
	count  map[string]int
	ids    map[model.StackID]model.StackID
}

// namedThing is a name of something.
type namedThing struct{ what, name string }

// NewPseudonyms prepares to replace names. tables are those of the trace; public reports whether the
// name of a function is that of a public library.
func NewPseudonyms(tables *model.Tables, public func(module, function string) bool) *Pseudonyms {
	return &Pseudonyms{from: tables, public: public, given: map[namedThing]string{}, count: map[string]int{}, ids: map[model.StackID]model.StackID{}}
}

// Tables are those of the events that Events returns.
func (p *Pseudonyms) Tables() *model.Tables { return &p.to }

// of is the pseudonym of a name, "" for none.
func (p *Pseudonyms) of(what, name string) string {
	if name == "" {
		return ""
	}
	key := namedThing{what, name}
	s, ok := p.given[key]
	if !ok {
		p.count[what]++
		s = fmt.Sprintf("%s %d", what, p.count[what])
		p.given[key] = s
	}
	return s
}

// Events returns events with other names. It may reuse the slice.
func (p *Pseudonyms) Events(events []model.Event) []model.Event {
	for i := range events {
		e := &events[i]
		what := ""
		switch e.Kind {
		case model.KindName, model.KindStart:
			what = "thread"
		case model.KindProcess:
			what = "process"
		case model.KindFault:
			what = "file"
		case model.KindMark:
			what = "marker"
		}
		name := p.from.Strings.Get(e.Name)
		if what != "" {
			name = p.of(what, name)
		}
		e.Name = p.to.Strings.ID(name)
		e.Name2 = p.to.Strings.ID(p.of("file", p.from.Strings.Get(e.Name2)))
		e.Stack, e.Stack2 = p.stack(e.Stack), p.stack(e.Stack2)
	}
	return events
}

// stack is a stack with other names.
func (p *Pseudonyms) stack(id model.StackID) model.StackID {
	if id == model.NoStack {
		return id
	}
	to, ok := p.ids[id]
	if ok {
		return to
	}
	for _, f := range slices.Backward(p.from.Stacks.Frames(id)) {
		module, function := p.from.Strings.Get(f.Module), p.from.Strings.Get(f.Name)
		if !f.Kernel && !p.public(module, function) {
			module, function = p.of("module", module), p.of("function", function)
		}
		to = p.to.Stacks.Push(to, model.Frame{
			Addr: f.Addr, Kernel: f.Kernel, Module: p.to.Strings.ID(module), Name: p.to.Strings.ID(function),
		})
	}
	p.ids[id] = to
	return to
}

// Info is what is known about a trace, without names. Call it after Events: it replaces the names
// that occurred also in sentences.
func (p *Pseudonyms) Info(info *model.Info) model.Info {
	out := *info
	out.Command, out.File, out.Files = "", "", nil
	out.Groups, out.Surroundings, out.Modules = slices.Clone(info.Groups), slices.Clone(info.Surroundings), slices.Clone(info.Modules)
	for i := range out.Groups {
		out.Groups[i].Path = p.of("group", out.Groups[i].Path)
	}
	for i := range out.Surroundings {
		s := &out.Surroundings[i]
		s.Arguments, s.Group = nil, p.of("group", s.Group)
	}
	for i := range out.Modules {
		m := &out.Modules[i]
		name := m.Name
		if !m.Kernel && !p.public(name, "") {
			name = p.of("module", name)
		}
		*m = model.Module{Name: name, Kernel: m.Kernel, Base: m.Base, Size: m.Size}
	}
	out.Diagnostics = slices.Clone(info.Diagnostics)
	for i := range out.Diagnostics {
		out.Diagnostics[i].Text = p.sentence(out.Diagnostics[i].Text)
	}
	return out
}

// shortest is the length of names that are looked for in sentences: shorter ones are words.
const shortest = 4

// sentence is a text with other names, the longest first.
func (p *Pseudonyms) sentence(text string) string {
	var names []namedThing
	for key := range p.given {
		if len(key.name) >= shortest && strings.Contains(text, key.name) {
			names = append(names, key)
		}
	}
	slices.SortFunc(names, func(a, b namedThing) int {
		return cmp.Or(cmp.Compare(len(b.name), len(a.name)), cmp.Compare(a.name, b.name), cmp.Compare(a.what, b.what))
	})
	for _, key := range names {
		text = strings.ReplaceAll(text, key.name, p.given[key])
	}
	return text
}
