package report

import (
	"cmp"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// ModuleFrames counts the frames in a module.
type ModuleFrames struct {
	model.Module       // as reported by the source; only the name for other modules
	Frames       int64 // of all stacks, one for each path to it
	Named        int64 // those with the name of a function
}

// FramesByModule counts the frames of all stacks of a trace by module, those of
// known modules in the order of Info.Modules, then others by name. Frames in no
// known module have an empty name.
func FramesByModule(t *model.Trace) []ModuleFrames {
	list := make([]ModuleFrames, len(t.Info.Modules))
	byName := make(map[string]int, len(list))
	for i := range list {
		list[i].Module = t.Info.Modules[i]
		byName[list[i].Name] = i
	}
	known := len(list)
	of := map[model.StringID]int{}
	stacks := &t.Tables.Stacks
	for id := model.StackID(1); int(id) <= stacks.Len(); id++ {
		_, f := stacks.Node(id)
		i, ok := of[f.Module]
		if !ok {
			name := t.String(f.Module)
			if i, ok = byName[name]; !ok {
				i = len(list)
				byName[name] = i
				list = append(list, ModuleFrames{Module: model.Module{Name: name, Kernel: f.Kernel}})
			}
			of[f.Module] = i
		}
		list[i].Frames++
		if f.Name != model.NoString && !strings.HasPrefix(t.String(f.Name), "+") {
			list[i].Named++
		}
	}
	slices.SortStableFunc(list[known:], func(a, b ModuleFrames) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// symbols lists the code files that frames of stacks lie in, and how many of the
// frames have a function name. It ignores the window.
func symbols(t *model.Trace, _ measure.Scope, table *Table) error {
	table.Name, table.Title, table.Range = "symbols", "Function names", t.Whole()
	table.Columns = []Column{
		{Name: "module", Title: "Module", Kind: KindText},
		{Name: "frames", Title: "Frames", Kind: KindCount},
		{Name: "named", Title: "Resolved", Kind: KindCount},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
		{Name: "path", Title: "File", Kind: KindText, Sparse: true, Minor: true},
		{Name: "build_id", Title: "Build ID", Kind: KindText, Sparse: true, Minor: true},
		{Name: "symbols", Title: "Symbols from", Kind: KindText, Sparse: true, Minor: true},
		{Name: "missing", Title: "What is missing", Kind: KindText, Sparse: true, Prose: true},
	}
	list := FramesByModule(t)
	slices.SortStableFunc(list, func(a, b ModuleFrames) int { return cmp.Compare(b.Frames, a.Frames) })
	var all, named int64
	for _, m := range list {
		if m.Frames > 0 {
			table.Rows = append(table.Rows, symbolRow(&m))
			all, named = all+m.Frames, named+m.Named
		}
	}
	if all > 0 {
		table.Total = []Value{text("Total"), count(all), count(named), {Kind: KindPercent, Float: 100 * float64(named) / float64(all)}, {}, {}, {}, {}}
	}
	table.Notes = []string{"The same frame with the same callers counts once, however often it was recorded."}
	return nil
}

func symbolRow(m *ModuleFrames) []Value {
	name, missing := text(m.Name), m.Missing
	switch {
	case m.Named == m.Frames:
		missing = ""
	case missing == "" && m.Symbols != "":
		missing = "The symbol file has no names for the unresolved frames."
	case m.Name == "":
		name = text("(unknown)")
		missing = "No known module at these addresses: usually invalid addresses in stacks of programs without frame pointers."
	case missing == "":
		missing = "Threadlens did not search for this module's symbols."
	}
	return []Value{
		name, count(m.Frames), count(m.Named),
		{Kind: KindPercent, Float: 100 * float64(m.Named) / float64(m.Frames)},
		optional(model.CleanName(m.Path)), optional(m.BuildID), optional(model.CleanName(m.Symbols)), optional(model.Clean(missing)),
	}
}

// symbolRows show, for the trace's health, how many frames have no name.
func symbolRows(t *model.Trace) [][]Value {
	var all, named int64
	for _, m := range FramesByModule(t) {
		all, named = all+m.Frames, named+m.Named
	}
	if all == named {
		return nil
	}
	return [][]Value{{
		text("symbols"), text("functions"),
		{},
		count(all - named),
		{},
		{},
		text("of " + measure.Plural(all, "frame", "frames") + " in stacks are unresolved; the report “symbols” lists what is missing"),
	}}
}
