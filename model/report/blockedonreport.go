package report

import (
	"cmp"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// blockedOn is the table of blocking.BlockedOn.
func blockedOn(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "blocked-on", "Blocked on"
	table.Columns = blockedColumns()
	list, waiting := blocking.BlockedOn(t, s.Threads, s.Range)
	waits, all := 0, model.Time(0)
	for i := range list {
		if b := &list[i]; b.Category != model.UnknownCategory {
			waits += b.Waits
			all += b.Total
		}
	}
	r := blockedRows{t: t, all: all, partial: lossy(t, s), alike: map[string]int{}}
	locks := map[*blocking.LockUse]bool{}
	for i := range list {
		if l := list[i].Lock; l != nil && !locks[l] {
			locks[l] = true
			r.alike[l.LockTitle()]++
		}
	}
	for i := range list {
		table.Rows = append(table.Rows, r.row(&list[i]))
	}
	if waiting > 0 {
		table.Total = make([]Value, len(table.Columns))
		for key, v := range map[string]Value{
			"category": text("All, " + measure.Plural(waiting, "thread", "threads")),
			"total_ns": duration(all), "percent": percent(all, all), "waits": count(waits),
		} {
			table.Total[table.Column(key)] = v
		}
		sumMarks(table.Total, table.Rows)
	}
	table.Notes = []string{
		s.Shown(t) + "; waits in " + measure.Window(s.Range) + ", clipped to the window. A thread may be in several rows.",
		"Object: the lock that the recorded calls name, the disk of the thread's own request, or what the wait reason or the wake-up shows. Held by: the thread that held the lock for the longest part of the waits, and how many others held it. Ended by: the processes or other sources that ended the waits. It is empty if the object is a lock or a disk, if it is unknown what ended the waits, and for waits for work or events: what ended such a wait is only one of several things that it was for.",
		"Share: of all waiting time. Unknown time is not part of any share, since it is not known whether the threads waited.",
	}
	if t.NoWakeEvents {
		table.Notes = append(table.Notes, "No wake-ups were recorded: what ended the waits is unknown.")
	}
	return nil
}

func blockedColumns() []Column {
	return []Column{
		{Name: "category", Title: "Category", Kind: KindText},
		{Name: "reason", Title: "Reason", Kind: KindText},
		{Name: "object", Title: "Object", Kind: KindText, Sparse: true},
		{Name: "threads", Title: "Threads", Kind: KindCount, Minor: true},
		{Name: "total_ns", Title: "Total", Kind: KindDuration, Group: "time"},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1, Bar: true},
		{Name: "held_by", Title: "Held by", Kind: KindText, Sparse: true, Minor: true},
		{Name: "ended_by", Title: "Ended by", Kind: KindText},
		{Name: "waits", Title: "Waits", Kind: KindCount},
		{Name: "max_ns", Title: "Longest", Kind: KindDuration, Group: "time"},
		{Name: "longest_at_ns", Title: "Longest at", Kind: KindInstant, Minor: true},
		{Name: "longest_of", Title: "Longest in thread", Kind: KindThread, Minor: true},
	}
}

// blockedRows makes the rows of blockedOn.
type blockedRows struct {
	t       *model.Trace
	all     model.Time // total time waited by the threads
	partial bool       // lost events may hide waits
	// alike counts locks by their titles: a process and its fork have locks at the same
	// addresses.
	alike map[string]int
}

func (r *blockedRows) row(b *blocking.Blocked) []Value {
	known := b.Category != model.UnknownCategory
	bound := func(v Value) Value { return atLeast(v, known && r.partial) }
	share, waits := Value{}, Value{}
	if known {
		share, waits = percent(b.Total, r.all), count(b.Waits)
	}
	return []Value{
		category(b.Category), reason(b.Sub), r.object(b), bound(count(b.Threads)), bound(duration(b.Total)), share,
		r.holder(b), r.ender(b), bound(waits), bound(duration(b.Max)), instant(b.Longest.From), thread(r.t, b.Longest.Thread),
	}
}

// object names what the waits are for.
func (r *blockedRows) object(b *blocking.Blocked) Value {
	switch {
	case b.Lock != nil:
		cell := lockCell(b.Lock)
		if b.Lock.Proc != model.NoProc && r.alike[cell.Display] > 1 {
			cell.Display += " of " + measure.ProcessName(&r.t.Processes[b.Lock.Proc])
		}
		return cell
	case b.Device != model.NoString:
		return text("disk " + r.t.String(b.Device))
	}
	return channelCell(b.Channel)
}

// holder names the holder of the lock.
func (r *blockedRows) holder(b *blocking.Blocked) Value {
	if b.Holder == model.NoThread {
		return Value{}
	}
	name := measure.ThreadName(r.t, b.Holder)
	if others := b.Holders - 1; others > 0 {
		name += " and " + measure.Count(int64(others)) + " more"
	}
	return text(name)
}

// ender names what ended the waits: processes of one name, or something other than a
// process.
func (r *blockedRows) ender(b *blocking.Blocked) Value {
	if len(b.Procs) == 0 {
		if b.Ender == blocking.EnderUnknown {
			return Value{}
		}
		return Value{Kind: KindText, Text: b.Ender.String(), Display: b.Ender.Title()}
	}
	first, name := &r.t.Processes[b.Proc], measure.ProcessName(&r.t.Processes[b.Procs[0]])
	if n := len(b.Procs); n > 1 {
		name = first.Name + " (" + measure.Count(int64(n)) + " processes)"
	}
	return Value{Kind: KindText, Text: cmp.Or(first.Name, name), Display: name}
}
