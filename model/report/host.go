package report

import (
	"threadlens/model"
	"threadlens/model/measure"
)

// HostInterval is a guest's use of its CPUs over an interval of the host's figures,
// as both saw it, in percent of the guest's CPUs.
type HostInterval struct {
	model.Range
	Inside, Outside float64
	W               float64 // outside divided by inside
	HasW            bool    // the guest was not idle, and Inside is known
	AtLeast         bool    // Inside is a lower bound: the trace does not show what all CPUs did
}

// InsideOutside compares a guest's use as its host saw it with the trace of the
// guest, for every interval of the host that overlaps r and lies in the trace,
// unclipped: both always cover the same time. The host counts in percent of one
// CPU: both sides are converted to percent of all CPUs of the guest.
func InsideOutside(t *model.Trace, host *model.CounterSeries, r model.Range) []HostInterval {
	var list []HostInterval
	cpus := model.Time(measure.KnownCores(t))
	for _, p := range host.In(r) {
		outside, ok := measure.CounterShare(host, p, 0)
		if !ok || p.Len() == 0 || p.From < 0 || p.To > t.End {
			continue
		}
		h := HostInterval{Range: p.Range, Outside: outside}
		h.Inside = 100 * measure.Quotient(measure.MachineBusy(t, p.Range), p.Len()*cpus)
		h.AtLeast = measure.UnknownTime(t, p.Range) > 0
		if c, ok := measure.CorrectionOf(h.Outside, h.Inside, p.Len()); ok && !h.AtLeast {
			h.W, h.HasW = c.W, true
		}
		list = append(list, h)
	}
	return list
}

// hostTable is InsideOutside with the host's ready time.
func hostTable(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "host", "The guest's CPU use in its trace and as the host measured it"
	table.Columns = []Column{
		{Name: "from_ns", Title: "From", Kind: KindInstant},
		{Name: "to_ns", Title: "To", Kind: KindInstant},
		{Name: "inside_percent", Title: "In guest", Kind: KindPercent, Digits: 2},
		{Name: "outside_percent", Title: "On host", Kind: KindPercent, Digits: 2},
		{Name: "w", Title: "Host/guest ratio", Kind: KindNumber, Digits: 3},
		{Name: "ready_percent", Title: "Ready", Kind: KindPercent, Digits: 2, Sparse: true},
	}
	used, why := measure.GuestSeries(t, s.Counters.Series, model.ScaleCore)
	if used == nil {
		table.None = "the host's figures are not usable"
		if why == nil {
			table.None = "no host figures: load the host's counters with --counters FILE, a CSV file with the columns time, vm, vcpus, used, ready_ms and interval"
		}
		table.Notes = append(why, measure.GuestNotes(t, s, measure.StolenIn(t, s.Range))...)
		return nil
	}
	ready, _ := measure.GuestSeries(t, s.Counters.Series, model.ScaleReady)
	open := 0
	for _, h := range InsideOutside(t, used, s.Range) {
		if h.AtLeast {
			open++
		}
		row := []Value{
			instant(h.From), instant(h.To),
			atLeast(Value{Kind: KindPercent, Float: h.Inside}, h.AtLeast),
			{Kind: KindPercent, Float: h.Outside},
			{},
			meanCell(ready, h.Range),
		}
		if h.HasW {
			row[4] = Value{Kind: KindNumber, Float: h.W}
		}
		table.Rows = append(table.Rows, row)
	}
	table.Notes = append([]string{
		used.Guest + ": shares are of its " + measure.Plural(used.Processors, "CPU", "CPUs") +
			". In guest: the guest's CPU use according to its trace. On host: its CPU use as the host measured it. Host/guest ratio: On host divided by In guest.",
	}, measure.GuestNotes(t, s, measure.StolenIn(t, s.Range))...)
	if open > 0 {
		table.Notes = append(table.Notes, "In "+measure.Plural(int64(open), "interval", "intervals")+" the trace does not show all CPUs: the "+
			"value of “In guest” is a lower bound, and “Host/guest ratio” is empty.")
	}
	return nil
}
