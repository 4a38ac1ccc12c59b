package analysis

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// health tells what was lost, guessed, dropped or not recorded: what the trace
// holds, the losses of each processor, what the reader reports, and every
// counter of the model, zero or not. The window does not matter to it.
func health(t *model.Trace, s Scope, table *Table) error {
	table.Name, table.Title, table.Range = "health", "Trace health", t.Whole()
	table.Columns = []Column{
		{Name: "kind", Title: "Kind", Kind: KindText},
		{Name: "name", Title: "Name", Kind: KindText},
		{Name: "severity", Title: "Severity", Kind: KindText},
		{Name: "count", Title: "Count", Kind: KindCount},
		{Name: "from_ns", Title: "From", Kind: KindInstant, Sparse: true},
		{Name: "to_ns", Title: "To", Kind: KindInstant, Sparse: true},
		{Name: "text", Title: "What it means", Kind: KindText},
	}
	table.Rows = slices.Concat(recordedRows(t), sampledRows(t), clockRows(t), overheadRows(t), accountRows(t), lossRows(t), diagnosticRows(t), symbolRows(t), counterRows(t))
	table.Notes = []string{s.Target.name(t)}
	return nil
}

// recordedRows tells which kinds of facts the trace holds.
func recordedRows(t *model.Trace) [][]Value {
	h := &t.Info.Has
	var rows [][]Value
	for _, f := range []struct {
		name string
		has  bool
		cost string
	}{
		{"switches", h.Switches, "without them thread states are unknown"},
		{"wakes", h.Wakes, "without them ready time and unblockers are unknown"},
		{"stacks", h.Stacks, "without them the place of a wait is unknown"},
		{"samples", h.Samples, "without them what a thread executes is unknown"},
		{"interrupts", h.Interrupts, "without them their time is inside the threads'"},
		{"disk", h.Disk, "without them disk transfers are unknown"},
		{"faults", h.Faults, "without them waits for memory look like others"},
		{"calls", h.Calls, "without them the reason of a wait is less certain"},
	} {
		word := "recorded"
		if !f.has {
			word = "not recorded: " + f.cost
		}
		rows = append(rows, []Value{text("recorded"), text(f.name), {}, {}, {}, {}, text(word)})
	}
	return rows
}

// sampledRows tell of the samples that stand for time themselves.
func sampledRows(t *model.Trace) [][]Value {
	s := SampledOf(t, t.Whole())
	if !s.Any() {
		return nil
	}
	return [][]Value{{text("sampled"), text(cpuList(s.index.cpus)), {}, count(s.All), {}, {}, text(s.Sentence())}}
}

// lossRows has a row for each processor that lost events.
func lossRows(t *model.Trace) [][]Value {
	byCPU := map[model.CPU]*model.Loss{}
	windows := map[model.CPU]int{}
	for _, l := range t.Losses {
		sum := byCPU[l.CPU]
		if sum == nil {
			sum = &model.Loss{CPU: l.CPU, Range: l.Range}
			byCPU[l.CPU] = sum
		}
		sum.To = max(sum.To, l.To)
		sum.Count += l.Count
		windows[l.CPU]++
	}
	var list []*model.Loss
	for _, sum := range byCPU {
		list = append(list, sum)
	}
	slices.SortFunc(list, func(a, b *model.Loss) int { return cmp.Compare(a.CPU, b.CPU) })
	var rows [][]Value
	for _, l := range list {
		what := "events lost in " + plural(windows[l.CPU], "window", "windows")
		rows = append(rows, []Value{
			text("loss"), text(cpuList([]model.CPU{l.CPU})), text(model.SeverityWarning.String()),
			count(l.Count), instant(l.From), instant(l.To), text(what),
		})
	}
	return rows
}

func diagnosticRows(t *model.Trace) [][]Value {
	var rows [][]Value
	for i := range t.Diagnostics {
		d := &t.Diagnostics[i]
		var from, to Value
		if d.Range != (model.Range{}) {
			from, to = instant(d.Range.From), instant(d.Range.To)
		}
		rows = append(rows, []Value{
			text("diagnostic"), text(d.Code), text(d.Severity.String()), count(d.Count), from, to, text(d.Text),
		})
	}
	return rows
}

func counterRows(t *model.Trace) [][]Value {
	var rows [][]Value
	for i, n := range t.Counters {
		c := model.Counter(i)
		rows = append(rows, []Value{text("counter"), text(c.String()), {}, count(n), {}, {}, text(c.Doc())})
	}
	return rows
}
