package report

import (
	"threadlens/model"
	"threadlens/model/measure"
)

// histogram has one row per bin of the values of a group.
func histogram(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "histogram", metricTitle(s)+" (histogram)"
	groups, err := measure.Groups(t, s)
	if err != nil {
		return err
	}
	table.Columns = append(groupColumns(s.GroupBy),
		metricColumn(s, "value_from", "Values from"), metricColumn(s, "value_to", "Values to"),
		Column{Name: "count", Title: "Count", Kind: KindCount},
		Column{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1})
	bins := make([][]measure.Bin, len(groups))
	measure.Each(len(groups), func() func(int) {
		return func(i int) { bins[i] = s.Metric.Bins(groups[i].Values) }
	})
	for i := range groups {
		g := &groups[i]
		for _, b := range bins[i] {
			table.Rows = append(table.Rows, append(groupCells(t, s.GroupBy, g),
				metricCell(s, b.From, true), metricCell(s, b.To, true), count(b.Count),
				percent(model.Time(b.Count), model.Time(len(g.Values)))))
		}
	}
	table.Notes = append(metricNotes(s, t), "Share: of the number of values in the group.")
	return nil
}
