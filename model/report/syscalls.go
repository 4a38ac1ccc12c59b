package report

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// syscalls has one row per thread and system call. Count, errors and percentiles cover the
// calls that returned in the window, each with its whole length; total and blocked cover the
// part of every call inside the window, so that they add up over windows and a thread never
// exceeds the window.
func syscalls(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "syscalls", "System calls"
	table.Columns = append([]Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "call", Title: "Call", Kind: KindText},
		{Name: "count", Title: "Count", Kind: KindCount, Bound: true},
		{Name: "errors", Title: "Errors", Kind: KindCount, Bound: true},
		{Name: "total_ns", Title: "Total", Kind: KindDuration, Group: "total", Bound: true},
		{Name: "blocked_ns", Title: "Blocked", Kind: KindDuration, Group: "total", Bound: true},
	}, percentileColumns("call", "Call")...)
	table.Columns = append(table.Columns,
		Column{Name: "longest_at_ns", Title: "Longest at", Kind: KindInstant, Minor: true},
		Column{Name: "open", Title: "Not returned", Kind: KindCount, Sparse: true, Minor: true},
		Column{Name: "descriptor", Title: "Descriptor", Kind: KindText, Minor: true},
		Column{Name: "descriptor_ns", Title: "Descriptor time", Kind: KindDuration, Group: "total", Bound: true, Minor: true})
	all := callUse{thread: model.NoThread}
	for _, u := range callUses(t, s) {
		table.Rows = append(table.Rows, u.cells(t))
		all.join(u)
	}
	if len(table.Rows) > 0 {
		table.Total = all.cells(t)
		table.Total[table.Column("thread")], table.Total[table.Column("call")] = text("Total"), Value{}
	}
	if !t.HasSystemCalls() {
		table.Notes = append([]string{s.Shown(t) + "."}, recordedCalls(t)...)
		return nil
	}
	table.Notes = append([]string{
		s.Shown(t) + ". Count, errors and percentiles: calls that returned in " + measure.Window(s.Range) + ", each with its whole length, even if it began before the window; percentiles are by nearest rank. " +
			"Total and blocked: only the part of each call inside the window; calls that returned later or never are included.",
		"Blocked: the part of the total in which the thread waited; in the other part, it ran or was runnable. Errors: calls " +
			"that returned -1 to -4095. Descriptor: the file descriptor on which most of the total was spent. Descriptor time: the time spent on it.",
		"If a call began before the recording, only its last wait is known: its times are lower bounds, and percentiles exclude it. If its return is missing as well, the call is not listed. Not returned: calls that were open when their thread or the recording ended, or whose return was lost.",
	}, append(callsLeftOut(t, table), recordedCalls(t)...)...)
	return nil
}

// callUse sums up the calls of a thread to one system call.
type callUse struct {
	thread         model.ThreadIx
	name           model.StringID
	count, errors  int
	open           int  // calls that did not return
	returns, whole bool // returns were recorded; both ends were
	total, blocked model.Time
	// partial: it is unknown how long a call took; vague: it is also unknown what the thread did
	// in it.
	partial, vague bool
	lengths        []model.Time
	longest        model.Range
	on             map[descriptor]model.Time
}

// descriptor is a file descriptor while it refers to the same kind of thing.
type descriptor struct {
	number int32
	typ    model.DescriptorType
}

// callUses are the figures of the threads shown, the most time first.
func callUses(t *model.Trace, s measure.Scope) []*callUse {
	parts := make([][]*callUse, len(s.Threads))
	measure.Each(len(parts), func() func(int) {
		return func(i int) { parts[i] = threadCalls(t, s.Threads[i], s.Range) }
	})
	list := slices.Concat(parts...)
	slices.SortStableFunc(list, func(a, b *callUse) int {
		return cmp.Or(cmp.Compare(b.total, a.total), cmp.Compare(b.count, a.count))
	})
	return list
}

// threadCalls are the figures of a thread, by name of call.
func threadCalls(t *model.Trace, ix model.ThreadIx, r model.Range) []*callUse {
	uses := map[model.StringID]*callUse{}
	for c := range t.SystemCalls(ix, r) {
		part, ended := c.Clip(r), r.Contains(c.Ended())
		if part.Len() == 0 && !ended {
			continue
		}
		u := uses[c.Name]
		if u == nil {
			u = &callUse{thread: ix, name: c.Name, whole: t.Info.Recorded.BothEnds(t.String(c.Name)), on: map[descriptor]model.Time{}}
			uses[c.Name] = u
		}
		u.add(t, &c, part, ended)
	}
	return slices.SortedFunc(maps.Values(uses), func(a, b *callUse) int {
		return strings.Compare(t.String(a.name), t.String(b.name))
	})
}

// add adds a call that is partly in the window, and whether its end is.
func (u *callUse) add(t *model.Trace, c *model.SystemCall, part model.Range, ended bool) {
	switch {
	case !c.NoReturn && ended:
		u.ends(c)
	case c.NoReturn && u.whole:
		u.open++
	case c.NoReturn:
		u.count++ // only the entries were recorded
	}
	u.total += part.Len()
	u.partial = u.partial || c.NoEntry || c.Cut
	if c.Descriptor >= 0 {
		u.on[descriptor{c.Descriptor, c.Type}] += part.Len()
	}
	for seg := range t.Segments(u.thread, part) {
		switch seg.State {
		case model.Waiting:
			u.blocked += seg.Overlap(part)
		case model.Unknown:
			u.vague = true
		}
	}
}

// ends counts a call that returned.
func (u *callUse) ends(c *model.SystemCall) {
	u.count++
	u.returns = true
	if c.Error != 0 {
		u.errors++
	}
	if c.NoEntry {
		return
	}
	if u.lengths = append(u.lengths, c.Len()); c.Len() > u.longest.Len() || len(u.lengths) == 1 {
		u.longest = c.Range
	}
}

// join adds other sums.
func (u *callUse) join(v *callUse) {
	u.count, u.errors, u.open = u.count+v.count, u.errors+v.errors, u.open+v.open
	u.total, u.blocked = u.total+v.total, u.blocked+v.blocked
	u.returns, u.whole = u.returns || v.returns, u.whole || v.whole
	u.partial, u.vague = u.partial || v.partial, u.vague || v.vague
}

func (u *callUse) cells(t *model.Trace) []Value {
	name := t.String(u.name)
	var failed, total, blocked Value
	if u.returns && t.Info.OS.Family != "windows" { // where statuses are not errors of this kind
		failed = count(u.errors)
	}
	if u.whole {
		total = known(u.total, u.partial)
		if t.Info.Has.Switches && total.Kind != KindNone {
			blocked = known(u.blocked, u.partial || u.vague)
		}
	}
	row := []Value{
		thread(t, u.thread),
		{Kind: KindText, Text: name, Display: cmp.Or(name, "unnamed")},
		count(u.count), failed, total, blocked,
	}
	row = append(row, percentiles(u.lengths)...)
	if len(u.lengths) == 0 {
		row = append(row, Value{})
	} else {
		row = append(row, instant(u.longest.From))
	}
	row = append(row, count(u.open), Value{}, Value{})
	if d, spent, ok := u.most(); ok {
		row[len(row)-2] = d.cell()
		if u.whole {
			row[len(row)-1] = known(spent, u.partial)
		}
	}
	return row
}

// known is a time or, if only a part of it is known, a lower bound, or empty.
func known(time model.Time, partial bool) Value {
	if partial && time == 0 {
		return Value{}
	}
	return atLeast(duration(time), partial)
}

// most is the descriptor on which most time was spent, the lowest if there are several.
func (u *callUse) most() (most descriptor, spent model.Time, ok bool) {
	for d, time := range u.on {
		if !ok || cmp.Or(cmp.Compare(time, spent), cmp.Compare(most.number, d.number), cmp.Compare(most.typ, d.typ)) > 0 {
			most, spent, ok = d, time, true
		}
	}
	return most, spent, ok
}

// cell is the number of a descriptor and, if known, what it refers to.
func (d descriptor) cell() Value {
	v := text(strconv.Itoa(int(d.number)))
	if d.typ != model.DescriptorUnknown && d.typ != model.DescriptorOther {
		v.Text += " (" + d.typ.String() + ")"
	}
	return v
}

// callsLeftOut notes how much of the recorded calls is not in the table, if that makes its sums
// lower bounds.
func callsLeftOut(t *model.Trace, table *Table) (notes []string) {
	for i := range t.Diagnostics {
		if d := &t.Diagnostics[i]; d.Code == model.CallsLeftOut {
			table.bound()
			notes = append(notes, measure.Sentence(d.Text))
		}
	}
	return notes
}

// mostNamed is how many calls a note names.
const mostNamed = 10

// recordedCalls notes which calls were recorded, if not all were.
func recordedCalls(t *model.Trace) []string {
	rec, how := &t.Info.Recorded, ""
	if t.Info.OS.Family == "linux" {
		how = " “threadlens record --with syscalls” records all system calls."
	}
	var names []string
	for _, name := range rec.Calls {
		if name = strings.TrimSuffix(name, ":exit"); name != "lock_contention" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	switch n := len(names); {
	case rec.AllCalls:
		return nil
	case n > mostNamed:
		more := measure.Count(int64(n - mostNamed))
		return []string{"Only some system calls were recorded: " + strings.Join(names[:mostNamed], ", ") + " and " + more + " more." + how}
	case n > 0:
		return []string{"Only some system calls were recorded: " + strings.Join(names, ", ") + "." + how}
	case t.HasSystemCalls():
		return []string{"It is unknown whether all system calls were recorded."}
	case rec.Blocking:
		return []string{"Only the system calls in which threads waited were recorded." + how}
	}
	return []string{"System calls were not recorded." + how}
}
