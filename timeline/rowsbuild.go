package timeline

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/timeline/lanes"
)

// BuildRows chooses, sorts and places the rows of a trace.
func BuildRows(t *model.Trace, opts RowsOptions, m Metrics) *Rows {
	b := rowsBuilder{t: t, opts: &opts, place: filter.Place{Trace: t, Window: opts.Window, Names: opts.Names}}
	targets := opts.Targets
	if targets == nil {
		targets = t.Targets()
	}
	targets = opts.relevantProcesses(t, targets)
	b.pins()
	b.path()
	b.bandsAbove()
	isKernel := func(p model.ProcIx) bool { return lanes.IsKernel(t, &t.Processes[p]) }
	others := opts.relevantProcesses(t, b.others(targets))
	var kernel []model.ProcIx
	if opts.Group == GroupProcess {
		if !slices.ContainsFunc(others, isKernel) { // all kernel threads are targets
			kernel, targets = split(targets, isKernel)
		}
		for _, p := range targets {
			b.process(p, true)
		}
	} else {
		b.groups(targets)
	}
	// Without targets, reports cover all threads, and all are shown.
	all := len(targets) == 0
	expanded := all || len(kernel) > 0
	for _, p := range others {
		if isKernel(p) {
			kernel = append(kernel, p)
		} else {
			b.process(p, all)
		}
	}
	b.kernel(kernel, expanded)
	b.bandsBelow()
	b.hide()
	return newRows(b.list, b.total, opts.Sort, m)
}

// split divides processes into those for which is holds and the others.
func split(procs []model.ProcIx, is func(model.ProcIx) bool) (those, others []model.ProcIx) {
	for _, p := range procs {
		if is(p) {
			those = append(those, p)
		} else {
			others = append(others, p)
		}
	}
	return those, others
}

// others are the processes that are not targets, the busiest first.
func (b *rowsBuilder) others(targets []model.ProcIx) []model.ProcIx {
	var list []model.ProcIx
	time := map[model.ProcIx]model.Time{}
	for i := range b.t.Processes {
		p := model.ProcIx(i)
		if b.t.Processes[p].Class == model.ClassIdle || slices.Contains(targets, p) {
			continue
		}
		list = append(list, p)
		time[p] = execution(b.t, p)
	}
	slices.SortStableFunc(list, func(p, q model.ProcIx) int { return cmp.Compare(time[q], time[p]) })
	return list
}

// process adds the rows of a process that has threads to show.
func (b *rowsBuilder) process(p model.ProcIx, expanded bool) {
	proc := &b.t.Processes[p]
	row := Row{Kind: RowProcess, Proc: p, Name: Printable(proc.Title()), ID: id(proc.PID)}
	switch {
	case !proc.Known:
		row.Name, row.ID = "Unknown process", ""
	case row.Name == "":
		row.Name = "Process " + row.ID
		row.ID = ""
	}
	b.choose(&row, proc.Threads)
	b.add(row, expanded)
}

// kernel adds the rows of the kernel threads.
func (b *rowsBuilder) kernel(procs []model.ProcIx, expanded bool) {
	row := Row{Kind: RowKernel, Proc: KernelGroup, Name: "Kernel threads"}
	for _, p := range procs {
		b.choose(&row, b.t.Processes[p].Threads)
	}
	b.add(row, expanded)
}

// groups adds the rows of the threads of processes, by what they have in common.
// Groups are in the order of their first threads.
func (b *rowsBuilder) groups(procs []model.ProcIx) {
	members := map[string][]model.ThreadIx{}
	var all []model.ThreadIx
	for _, p := range procs {
		all = append(all, b.t.Processes[p].Threads...)
	}
	b.opts.SortThreads(b.t, all)
	var names []string
	for _, ix := range all {
		name := b.opts.groupOf(b.t, ix)
		if members[name] == nil {
			names = append(names, name)
		}
		members[name] = append(members[name], ix)
	}
	for _, name := range names {
		row := Row{
			Kind: RowGroup, Proc: model.NoProc, Common: name, Name: b.opts.groupTitle(name), Members: members[name],
		}
		b.choose(&row, members[name])
		b.add(row, true)
	}
}

// path adds the row of the path, which is above everything that scrolls, so that a
// user who follows a path from hop to hop does not lose it.
func (b *rowsBuilder) path() {
	if b.opts.Path {
		b.list = append(b.list, Row{
			Kind: RowPath, Proc: model.NoProc, Thread: model.NoThread, Name: "Critical path", Pinned: true,
			Names: b.opts.Names,
		})
	}
}
