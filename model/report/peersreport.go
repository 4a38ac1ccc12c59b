package report

import (
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// peers is the table of PeersOf.
func peers(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "peers", "Who waits for whom"
	table.Columns = []Column{
		{Name: "waiter", Title: "Waiter", Kind: KindText},
		{Name: "waiter_process", Title: "Waiter's process", Kind: KindText, Minor: true},
		{Name: "ended_by", Title: "Ended by", Kind: KindText},
		{Name: "peer", Title: "Peer", Kind: KindText, Sparse: true},
		{Name: "peer_process", Title: "Peer's process", Kind: KindText, Sparse: true, Minor: true},
		{Name: "through", Title: "Ended via", Kind: KindText, Sparse: true, Minor: true},
		{Name: "category", Title: "Category", Kind: KindText},
		{Name: "reason", Title: "Reason", Kind: KindText},
		{Name: "count", Title: "Waits", Kind: KindCount},
		{Name: "total_ns", Title: "Total", Kind: KindDuration, Group: "total"},
		{Name: "percent", Title: "Share", Kind: KindPercent},
		{Name: "p50_ns", Title: "p50", Kind: KindDuration, Group: "time", Minor: true},
		{Name: "p95_ns", Title: "p95", Kind: KindDuration, Group: "time", Minor: true},
		{Name: "max_ns", Title: "Max", Kind: KindDuration, Group: "time"},
		{Name: "longest_at_ns", Title: "Longest at", Kind: KindInstant, Minor: true},
		{Name: "longest_of", Title: "Longest in thread", Kind: KindThread, Minor: true},
	}
	list := blocking.PeersOf(t, s.Threads, s.Range)
	all := model.Time(0)
	for i := range list {
		all += list[i].Total
	}
	for i := range list {
		table.Rows = append(table.Rows, peerRow(&list[i], t, all))
	}
	table.Notes = []string{
		s.Shown(t) + "; waits in " + measure.Window(s.Range) + ". Only the part of a wait inside the window counts.",
		"Threads of one process whose names differ only in a number are one group; so are threads without a name that start " +
			"in the same module and function. The totals add up to the waiting time of the threads.",
	}
	if t.NoWakeEvents {
		table.Notes = append(table.Notes, "No wake-ups were recorded: what ended the waits is unknown.")
	}
	return nil
}

func peerRow(p *blocking.Peer, t *model.Trace, all model.Time) []Value {
	row := []Value{
		text(p.Waiter.Title(t)), text(measure.ProcessName(&t.Processes[p.Waiter.Proc])),
		{Kind: KindText, Text: p.Ender.String(), Display: p.Ender.Title()},
		{},
		{},
		channelCell(p.Through),
		category(p.Category), reason(p.Sub), count(p.N), atLeast(duration(p.Total), p.Lost), percent(p.Total, all),
		duration(p.P50), duration(p.P95), atLeast(duration(p.Max), p.Lost), instant(p.Longest.From), thread(t, p.Longest.Thread),
	}
	if p.Peer != nil {
		row[3], row[4] = text(p.Peer.Title(t)), text(measure.ProcessName(&t.Processes[p.Peer.Proc]))
	}
	return row
}

// channelCell names a channel.
func channelCell(c blocking.Channel) Value {
	if c == blocking.ChannelUnknown {
		return Value{}
	}
	return Value{Kind: KindText, Text: c.String(), Display: c.Title()}
}
