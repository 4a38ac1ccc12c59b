package report

import (
	"threadlens/model"
	"threadlens/model/measure"
)

// ratios is the rolling form of the concurrency report: both ratios, by bucket.
func ratios(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "ratios", "CPU use, and share of the time with at least one thread running"
	table.Columns = []Column{
		{Name: "from_ns", Title: "From", Kind: KindInstant},
		{Name: "ratio_percent", Title: "Share of all CPUs", Kind: KindPercent, Digits: 2},
		{Name: "antiratio_percent", Title: "At least one thread running", Kind: KindPercent, Digits: 2},
		{Name: "parallelism_cores", Title: "Parallelism", Kind: KindCores, Digits: 3},
	}
	edges, err := s.Edges()
	if err != nil {
		return err
	}
	var all measure.Concurrency
	series := measure.ConcurrencyIn(t, s.Threads, edges)
	for i := range series {
		c := &series[i]
		table.Rows = append(table.Rows, append([]Value{instant(edges[i])}, ratioCells(c)...))
		all.Add(c)
	}
	all.Demand(t, s.Threads, s.Range)
	table.Total = append([]Value{text("Total")}, ratioCells(&all)...)
	table.Notes = []string{
		s.Shown(t) + " on " + measure.Plural(all.CPUs, "CPU", "CPUs") +
			". Share of all CPUs: the part of all CPUs' time that these threads used, including interrupts. At least one thread running: the share of the time in which at " +
			"least one of these threads ran.",
		all.Verdict().Sentence(),
	}
	return nil
}

func ratioCells(c *measure.Concurrency) []Value {
	return []Value{
		percent(c.Running(), c.Window()*model.Time(c.CPUs)), percent(c.Active(), c.Window()), cores(c.Running(), c.Active()),
	}
}
