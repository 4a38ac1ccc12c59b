package symbols

import (
	"slices"
	"strconv"
	"strings"

	"threadlens/model"
)

// resolver gathers the names of a trace.
type resolver struct {
	t       *model.Trace
	modules []model.Module
	frames  [][]model.StackID // without a name, by module
	called  []bool            // stacks from which a function was called, by id
	strings model.Strings     // of the trace and the names, once copied is set
	copied  bool
	found   []model.StringID // names by stack, 0 without
}

func newResolver(t *model.Trace) *resolver {
	r := &resolver{t: t, modules: slices.Clone(t.Info.Modules)}
	if len(r.modules) == 0 {
		return r
	}
	byName := map[string]int{}
	for i := range r.modules {
		byName[r.modules[i].Name] = i
	}
	stacks := &t.Tables.Stacks
	r.frames = make([][]model.StackID, len(r.modules))
	r.called = make([]bool, stacks.Len()+1)
	r.found = make([]model.StringID, stacks.Len()+1)
	of := map[model.StringID]int{}
	for id := model.StackID(1); int(id) < len(r.called); id++ {
		caller, f := stacks.Node(id)
		if _, by := stacks.Node(caller); by.Kernel == f.Kernel {
			r.called[caller] = true
		}
		if f.Module == model.NoString || Named(t, f) {
			continue
		}
		i, known := of[f.Module]
		if !known {
			if i, known = byName[t.String(f.Module)]; !known {
				i = -1
			}
			of[f.Module] = i
		}
		if i >= 0 {
			r.frames[i] = append(r.frames[i], id)
		}
	}
	return r
}

// Named reports whether a frame has the name of a function, not only an offset in the module.
func Named(t *model.Trace, f model.Frame) bool {
	return f.Name != model.NoString && !strings.HasPrefix(t.String(f.Name), "+")
}

// kernel reports whether any frame of the kernel needs a name.
func (r *resolver) kernel() bool {
	for i := range r.modules {
		if r.modules[i].Kernel && len(r.frames[i]) > 0 {
			return true
		}
	}
	return false
}

// name gives the frames of a module their names.
func (r *resolver) name(module int, n *names, missing string) {
	m := &r.modules[module]
	told := r.t.Info.Modules[module].Symbols // of the names that the trace came with
	if n == nil {
		if told == "" || m.Symbols != told {
			m.Missing = missing
		}
		return
	}
	ids := make([]model.StringID, len(n.list))
	left := 0
	for _, id := range r.frames[module] {
		i := -1
		if addr, ok := n.address(r.place(id)); ok {
			if r.called[id] {
				addr-- // of the call, not after it: that may be another function
			}
			i = n.find(addr)
		}
		if i < 0 {
			left++
			continue
		}
		if ids[i] == model.NoString {
			ids[i] = r.id(n.readable(n.list[i].name))
		}
		r.found[id] = ids[i]
	}
	if left == len(r.frames[module]) && told != "" && m.Symbols == told {
		return // the file adds nothing
	}
	m.Symbols, m.Missing = n.source, ""
	if left > 0 {
		m.Missing = n.missing
	}
}

// id is the number of a name.
func (r *resolver) id(name string) model.StringID {
	if !r.copied { // not earlier: there may be many
		r.strings, r.copied = r.t.Tables.Strings.Clone(), true
	}
	return r.strings.ID(name)
}

// place is where the innermost frame of a stack is.
func (r *resolver) place(id model.StackID) place {
	_, f := r.t.Tables.Stacks.Node(id)
	p := place{addr: f.Addr}
	if text, ok := strings.CutPrefix(r.t.String(f.Name), "+0x"); ok {
		offset, err := strconv.ParseUint(text, 16, 64)
		p.offset, p.inFile = offset, err == nil
	}
	return p
}

// trace is the trace with what was found.
func (r *resolver) trace() *model.Trace {
	info := *r.t.Info
	info.Modules = r.modules
	if !r.copied {
		return r.t.With(&info, r.t.Tables)
	}
	stacks := r.t.Tables.Stacks.Rename(func(id model.StackID) model.Frame {
		_, f := r.t.Tables.Stacks.Node(id)
		if name := r.found[id]; name != model.NoString {
			f.Name = name
		}
		return f
	})
	return r.t.With(&info, &model.Tables{Strings: r.strings, Stacks: stacks})
}
