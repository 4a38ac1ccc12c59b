package report

import (
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// stealTable is what was taken from a virtual machine, bucket by bucket, by every
// source that shows it: the trace, counters of the guest and the host, and on a
// traced host the threads of its virtual CPUs.
func stealTable(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "steal", "Time taken by the host"
	table.Columns = []Column{
		{Name: "from_ns", Title: "From", Kind: KindInstant},
		{Name: "stolen_cores", Title: model.StolenTitle, Kind: KindCores, Digits: 3},
		{Name: "steal_percent", Title: "Guest steal counter", Kind: KindPercent, Digits: 2, Sparse: true},
		{Name: "ready_percent", Title: "Host ready time", Kind: KindPercent, Digits: 2, Sparse: true},
		{Name: "vcpu_ready_percent", Title: "Virtual CPUs ready", Kind: KindPercent, Digits: 2, Sparse: true},
	}
	bucket := s.Bucket
	if bucket == 0 {
		bucket = measure.DefaultBucket(s.Range.Len())
	}
	b, err := measure.BucketsOf(s.Range, bucket)
	if err != nil {
		return err
	}
	if b.Use, err = measure.Utilization(t, b.Range, bucket, s.Target); err != nil {
		return err
	}
	ready, there := make([]model.Time, len(b.Use)), make([]model.Time, len(b.Use))
	for _, m := range virtualMachines(t, s.Threads) {
		for _, ix := range m.threads {
			if life := t.Threads[ix].Life.Clip(b.Range); life.Len() > 0 {
				b.AddTime(there, life)
			}
			for _, r := range t.Queued(ix, b.Range) {
				b.AddTime(ready, r)
			}
		}
	}
	steal := seriesThat(s.Counters.Series, func(c *model.CounterSeries) bool {
		return measure.StealSeries(c) && strings.HasPrefix(c.Name, "CPU all ")
	})
	hostReady, why := measure.GuestSeries(t, s.Counters.Series, model.ScaleReady)
	for i := range b.Use {
		r := b.Span(i)
		row := []Value{instant(r.From), cores(b.Use[i].Stolen, r.Len()), meanCell(steal, r), meanCell(hostReady, r), {}}
		if there[i] > 0 {
			row[4] = percent(ready[i], there[i])
		}
		table.Rows = append(table.Rows, row)
	}
	if table.zero("stolen_cores", "steal_percent", "ready_percent", "vcpu_ready_percent") && steal == nil && hostReady == nil {
		table.None = "nothing shows that the host took CPU time in " + measure.Window(s.Range)
	}
	table.Notes = append([]string{
		"Buckets of " + measure.Duration(bucket) + ". " + model.StolenTitle + ": CPU time that running threads lost to a hypervisor or to unrecorded interrupts; the " +
			"reports “threads”, “cores” and “utilization” show the same times.",
		"“Host ready time” (from the host's figures) and “Virtual CPUs ready” (from the threads of virtual CPUs in the trace) both show for which share of their time the virtual CPUs waited for a host CPU.",
	}, append(why, s.Counters.Notes...)...)
	return nil
}

// seriesThat is the first series that want accepts, nil if there is none.
func seriesThat(series []model.CounterSeries, want func(*model.CounterSeries) bool) *model.CounterSeries {
	for i := range series {
		if want(&series[i]) {
			return &series[i]
		}
	}
	return nil
}

// meanCell is the mean of a series over r, on one scale, empty if it does not cover r.
func meanCell(s *model.CounterSeries, r model.Range) Value {
	if s == nil {
		return Value{}
	}
	mean, ok := measure.MeanOver(s, r)
	if !ok {
		return Value{}
	}
	return Value{Kind: KindPercent, Float: mean}
}

// stolenCell is time that was taken from threads, empty if no accounting could show
// any.
func stolenCell(t *model.Trace, d model.Time) Value {
	if !t.Accounts() {
		return Value{}
	}
	return duration(d)
}
