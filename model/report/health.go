package report

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// health lists what was lost, guessed, dropped or not recorded: what the trace
// holds, the losses of each CPU, what the reader reports, and every counter of the
// model, zero or not. It ignores the window.
func health(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title, table.Range = "health", "Trace health", t.Held()
	table.Columns = []Column{
		{Name: "kind", Title: "Kind", Kind: KindText},
		{Name: "name", Title: "Name", Kind: KindText},
		{Name: "severity", Title: "Severity", Kind: KindText},
		{Name: "count", Title: "Count", Kind: KindCount},
		{Name: "from_ns", Title: "From", Kind: KindInstant, Sparse: true},
		{Name: "to_ns", Title: "To", Kind: KindInstant, Sparse: true},
		{Name: "text", Title: "What it means", Kind: KindText, Prose: true},
	}
	table.Rows = slices.Concat(recordedRows(t), sampledRows(t), clockRows(t), overheadRows(t), accountRows(t), quotaRows(t), lossRows(t), diagnosticRows(t), symbolRows(t), counterRows(t))
	kind, n := table.Column("kind"), table.Column("count")
	table.Omitted = &Omitted{func(row []Value) bool { return row[kind].Text == kindCounter && row[n].Int == 0 }, "counter is 0", "counters are 0"}
	table.Notes = []string{s.Target.Sentence(t)}
	return nil
}

// kindCounter is the kind of the rows of counters.
const kindCounter = "counter"

// recordedRows list which kinds of facts the trace holds.
func recordedRows(t *model.Trace) [][]Value {
	h := &t.Info.Has
	var rows [][]Value
	for _, f := range []struct {
		name string
		has  bool
		cost string
	}{
		{"switches", h.Switches, "without context switches, thread states are unknown"},
		{"wakes", h.Wakes, "without wake-up events, ready time and unblockers are unknown"},
		{"stacks", h.Stacks, "without call stacks, the code location of a wait is unknown"},
		{"samples", h.Samples, "without samples, the code that a thread executes is unknown"},
		{"interrupts", h.Interrupts, "without interrupt events, interrupt time counts as thread time"},
		{"disk", h.Disk, "without disk events, disk transfers are unknown"},
		{"faults", h.Faults, "without page-fault events, waits for memory look like other waits"},
		{"calls", h.Calls, "without system-call events, wait reasons are less certain"},
	} {
		word := "recorded"
		if !f.has {
			word = "not recorded: " + f.cost
		}
		rows = append(rows, []Value{text("recorded"), text(f.name), {}, {}, {}, {}, text(word)})
	}
	return rows
}

// sampledRows describe the samples that stand for time themselves.
func sampledRows(t *model.Trace) [][]Value {
	s := measure.SampledOf(t, t.Held())
	if !s.Any() {
		return nil
	}
	rows := [][]Value{{text("sampled"), text(measure.CpuList(s.Index.CPUs)), {}, count(s.All), {}, {}, text(s.Sentence())}}
	if s.Idle+s.Interrupts > 0 {
		rows = append(rows,
			[]Value{text("sampled"), text("interrupts"), {}, count(s.Interrupts), {}, {}, text("samples taken in an interrupt while no thread ran, on CPUs without recorded context switches")},
			[]Value{text("sampled"), text("idle"), {}, count(s.Idle), {}, {}, text("samples taken in the idle loop, on CPUs without recorded context switches")})
	}
	return rows
}

// lossRows has a row for each CPU that lost events.
func lossRows(t *model.Trace) [][]Value {
	type of struct {
		cpu  model.CPU
		ring bool
	}
	byCPU := map[of]*model.Loss{}
	windows := map[of]int{}
	for _, l := range t.Losses {
		key := of{l.CPU, l.Ring}
		sum := byCPU[key]
		if sum == nil {
			sum = &model.Loss{CPU: l.CPU, Range: l.Range, Ring: l.Ring}
			byCPU[key] = sum
		}
		sum.To = max(sum.To, l.To)
		sum.Count += l.Count
		windows[key]++
	}
	var list []*model.Loss
	for _, sum := range byCPU {
		list = append(list, sum)
	}
	slices.SortFunc(list, func(a, b *model.Loss) int {
		return cmp.Or(cmp.Compare(a.CPU, b.CPU), cmp.Compare(a.From, b.From), cmp.Compare(a.Count, b.Count))
	})
	var rows [][]Value
	for _, l := range list {
		kind, severity := "loss", model.SeverityWarning
		what := "events lost in " + measure.Plural(windows[of{l.CPU, l.Ring}], "window", "windows")
		if l.Ring {
			kind, severity, what = "ring", model.SeverityInfo, "events of this time are missing: the ring buffer kept only newer ones"
		}
		rows = append(rows, []Value{
			text(kind), text(measure.CpuList([]model.CPU{l.CPU})), text(severity.String()),
			count(l.Count), instant(l.From), instant(l.To), text(what),
		})
	}
	return rows
}

func diagnosticRows(t *model.Trace) [][]Value {
	var rows [][]Value
	m, calm := measure.MissingOf(t, t.Held()), measure.Calm(t, t.Held())
	if m.Matters() || m.Switches > 0 && calm == measure.Sentence(m.Text()) {
		rows = append(rows, missingRow(&m))
	}
	for i := range t.Diagnostics {
		d := &t.Diagnostics[i]
		if slices.Contains(measure.Unnoticed, d.Code) {
			continue
		}
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

// WakeShare is the share of all wakes that did not find their thread waiting, for the
// counters of such wakes; "" for other counters and if there are none. After lost
// events a wake is taken to have found its thread waiting.
func WakeShare(t *model.Trace, c model.Counter) string {
	n, all := t.Counters[c], t.Events[model.KindWake]
	if c != model.CountSpuriousWake && c != model.CountDupWake || n == 0 || all == 0 {
		return ""
	}
	return fmt.Sprintf("%.2g%% of %s", 100*float64(n)/float64(all), measure.Plural(all, "wake-up", "wake-ups"))
}

func counterRows(t *model.Trace) [][]Value {
	var rows [][]Value
	for i, n := range t.Counters {
		c := model.Counter(i)
		what := c.Doc()
		if share := WakeShare(t, c); share != "" {
			what += ": " + share
		}
		rows = append(rows, []Value{text(kindCounter), text(c.String()), {}, count(n), {}, {}, text(what)})
	}
	return rows
}

// missingRow is the row about events that are missing.
func missingRow(m *measure.Missing) []Value {
	severity := model.SeverityInfo
	if m.Matters() {
		severity = model.SeverityWarning
	}
	return []Value{text("diagnostic"), text("missing"), text(severity.String()), count(m.Switches), {}, {}, text(m.Text())}
}
