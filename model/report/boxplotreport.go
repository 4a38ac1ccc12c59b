package report

import (
	"math"

	"threadlens/model"
	"threadlens/model/measure"
)

// boxplot has one row per group of values of a metric.
func boxplot(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "boxplot", metricTitle(s)+" (box plot)"
	groups, err := measure.Groups(t, s)
	if err != nil {
		return err
	}
	table.Columns = append(groupColumns(s.GroupBy), Column{Name: "count", Title: "Count", Kind: KindCount})
	for _, c := range []struct{ name, title string }{
		{"whisker_low", "Lower whisker"},
		{"q1", "Q1"},
		{"median", "Median"},
		{"q3", "Q3"},
		{"whisker_high", "Upper whisker"},
		{"min", "Min"},
		{"max", "Max"},
		{"mean", "Mean"},
	} {
		table.Columns = append(table.Columns, metricColumn(s, c.name, c.title))
	}
	table.Columns = append(table.Columns, Column{Name: "outliers", Title: "Outliers", Kind: KindCount})
	boxes := make([]measure.Box, len(groups))
	measure.Each(len(groups), func() func(int) {
		return func(i int) { boxes[i] = measure.BoxOf(groups[i].Values) }
	})
	for i := range groups {
		b := &boxes[i]
		row := append(groupCells(t, s.GroupBy, &groups[i]), count(b.N))
		for _, v := range []float64{b.Low, b.Q1, b.Median, b.Q3, b.High, b.Min, b.Max, b.Mean} {
			row = append(row, metricCell(s, v, b.N > 0))
		}
		if b.N > 0 || s.GroupBy == measure.GroupTime {
			table.Rows = append(table.Rows, append(row, count(len(b.Outliers))))
		}
	}
	table.Notes = append(metricNotes(s, t), "Quartiles are interpolated linearly (type 7, as in R). Whiskers end at the farthest value within 1.5 interquartile ranges of the box; values beyond the whiskers are outliers.")
	return nil
}

// metricTitle names the metric and how it is grouped.
func metricTitle(s measure.Scope) string {
	if s.GroupBy == measure.GroupAll {
		return s.Metric.Title() + " of all"
	}
	return s.Metric.Title() + " by " + s.GroupBy.String()
}

// groupColumns are the columns that identify the group of a row.
func groupColumns(g measure.Grouping) []Column {
	switch g {
	case measure.GroupTime:
		return []Column{{Name: "from_ns", Title: "From", Kind: KindInstant}, {Name: "to_ns", Title: "To", Kind: KindInstant}}
	case measure.GroupName:
		return []Column{{Name: "name", Title: "Name", Kind: KindText}}
	case measure.GroupAll:
		return nil
	}
	list := []Column{{Name: "process", Title: "Process", Kind: KindText}, {Name: "pid", Title: "PID", Kind: KindID}}
	if g == measure.GroupThread {
		list = append(list, Column{Name: "thread", Title: "Thread", Kind: KindThread})
	}
	return list
}

func groupCells(t *model.Trace, by measure.Grouping, g *measure.Group) []Value {
	switch by {
	case measure.GroupTime:
		return []Value{instant(g.Range.From), instant(g.Range.To)}
	case measure.GroupName:
		return []Value{text(g.Name)}
	case measure.GroupAll:
		return nil
	}
	p := &t.Processes[g.Proc]
	cells := []Value{processName(p), pid(p)}
	if by == measure.GroupThread {
		cells = append(cells, thread(t, g.Thread))
	}
	return cells
}

// metricColumn is a column of values of the scope's metric.
func metricColumn(s measure.Scope, name, title string) Column {
	switch {
	case s.Metric.IsTime():
		return Column{Name: name + "_ns", Key: name, Title: title, Kind: KindDuration, Group: "value"}
	case s.Metric == measure.MetricCounter:
		return Column{Name: name, Title: title, Kind: KindNumber, Digits: 2}
	case s.Percent == measure.PercentCores:
		return Column{Name: name + "_cores", Key: name, Title: title, Kind: KindCores, Digits: 3}
	}
	return Column{Name: name + "_percent", Key: name, Title: title, Kind: KindPercent, Digits: 2}
}

func metricCell(s measure.Scope, v float64, known bool) Value {
	if !known {
		return Value{}
	}
	kind := metricColumn(s, "", "").Kind
	if kind == KindDuration {
		return duration(model.Time(math.Round(v)))
	}
	return Value{Kind: kind, Float: v}
}

// metricNotes explain the values.
func metricNotes(s measure.Scope, t *model.Trace) []string {
	switch {
	case s.Metric == measure.MetricCounter:
		return append([]string{"Counters that give CPU use in percent are converted to one unit. " + s.Percent.Note(measure.KnownCores(t))}, s.Counters.Notes...)
	case s.Metric == measure.MetricCPU:
		return []string{s.Shown(t) + ". " + s.Percent.Note(measure.KnownCores(t)) + " Each group's time is divided into 60 parts; each value is the mean over one part."}
	}
	kind := s.Kind.Note()
	if s.Metric == measure.MetricSlice {
		kind = s.Kind.SliceNote()
	}
	return append([]string{s.Shown(t) + "; times that ended in " + measure.Window(s.Range) + "."}, kind...)
}
