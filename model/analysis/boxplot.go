package analysis

import (
	"math"
	"slices"

	"threadlens/model"
)

// Box is how values are distributed, as a box plot draws it. All fields are 0
// for no values.
type Box struct {
	N              int
	Min, Max, Mean float64
	Q1, Median, Q3 float64   // type 7: between the two nearest values, in proportion
	Low, High      float64   // whiskers: the last values within 1.5 times Q3−Q1 of the box, at least its edges
	Outliers       []float64 // beyond the whiskers, rising
}

// whisker is how far whiskers reach, in heights of the box.
const whisker = 1.5

// BoxOf computes the box of values, which it may reorder.
func BoxOf(values []float64) Box {
	n := len(values)
	if n == 0 {
		return Box{}
	}
	if n >= leastSpread {
		if times, ok := wholeTimes(values); ok {
			return boxOfTimes(times)
		}
	}
	slices.Sort(values)
	return boxOfSorted(values)
}

// boxOfSorted is BoxOf of values that rise, of which there is one at least.
func boxOfSorted(values []float64) Box {
	n := len(values)
	b := Box{
		N: n, Min: values[0], Max: values[n-1],
		Q1: quantile(values, 0.25), Median: quantile(values, 0.5), Q3: quantile(values, 0.75),
	}
	for _, v := range values {
		b.Mean += v / float64(n)
	}
	reach := whisker * (b.Q3 - b.Q1)
	first, _ := slices.BinarySearch(values, b.Q1-reach)
	last, _ := slices.BinarySearchFunc(values, b.Q3+reach, func(v, limit float64) int {
		if v <= limit {
			return -1
		}
		return 1
	})
	b.Low, b.High = min(values[first], b.Q1), max(values[last-1], b.Q3)
	b.Outliers = append(slices.Clone(values[:first]), values[last:]...)
	return b
}

// quantile is the q-quantile of sorted values by type 7, the default of R and
// of spreadsheets.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// boxplot is a row a group of values of a metric.
func boxplot(t *model.Trace, s Scope, table *Table) error {
	table.Name, table.Title = "boxplot", metrics[s.Metric].title+" by "+s.GroupBy.String()
	groups, err := Groups(t, s)
	if err != nil {
		return err
	}
	table.Columns = append(groupColumns(s.GroupBy), Column{Name: "count", Title: "Count", Kind: KindCount})
	for _, c := range []struct{ name, title string }{
		{"whisker_low", "Whisker"},
		{"q1", "Q1"},
		{"median", "Median"},
		{"q3", "Q3"},
		{"whisker_high", "Whisker"},
		{"min", "Min"},
		{"max", "Max"},
		{"mean", "Mean"},
	} {
		table.Columns = append(table.Columns, s.metricColumn(c.name, c.title))
	}
	table.Columns = append(table.Columns, Column{Name: "outliers", Title: "Outliers", Kind: KindCount})
	boxes := make([]Box, len(groups))
	Each(len(groups), func() func(int) {
		return func(i int) { boxes[i] = BoxOf(groups[i].Values) }
	})
	for i := range groups {
		b := &boxes[i]
		row := append(groupCells(t, s.GroupBy, &groups[i]), count(b.N))
		for _, v := range []float64{b.Low, b.Q1, b.Median, b.Q3, b.High, b.Min, b.Max, b.Mean} {
			row = append(row, s.metricCell(v, b.N > 0))
		}
		if b.N > 0 || s.GroupBy == GroupTime {
			table.Rows = append(table.Rows, append(row, count(len(b.Outliers))))
		}
	}
	table.Notes = append(s.metricNotes(t), "Quartiles lie between the nearest values in proportion (type 7); whiskers end at the last value within 1.5 times the height of the box, and outliers lie beyond them.")
	return nil
}

// groupColumns are the columns that say which group a row is of.
func groupColumns(g Grouping) []Column {
	switch g {
	case GroupTime:
		return []Column{{Name: "from_ns", Title: "From", Kind: KindInstant}, {Name: "to_ns", Title: "To", Kind: KindInstant}}
	case GroupName:
		return []Column{{Name: "name", Title: "Name", Kind: KindText}}
	}
	list := []Column{{Name: "process", Title: "Process", Kind: KindText}, {Name: "pid", Title: "PID", Kind: KindCount}}
	if g == GroupThread {
		list = append(list, Column{Name: "tid", Title: "Thread", Kind: KindThread})
	}
	return list
}

func groupCells(t *model.Trace, by Grouping, g *Group) []Value {
	switch by {
	case GroupTime:
		return []Value{instant(g.Range.From), instant(g.Range.To)}
	case GroupName:
		return []Value{text(g.Name)}
	}
	p := &t.Processes[g.Proc]
	cells := []Value{processName(p), pid(p)}
	if by == GroupThread {
		cells = append(cells, thread(t, g.Thread))
	}
	return cells
}

// metricColumn is a column of values of the scope's metric.
func (s Scope) metricColumn(name, title string) Column {
	switch {
	case s.Metric.isTime():
		return Column{Name: name + "_ns", Title: title, Kind: KindDuration, Group: "value"}
	case s.Metric == MetricCounter:
		return Column{Name: name, Title: title, Kind: KindNumber, Digits: 2}
	case s.Percent == PercentCores:
		return Column{Name: name + "_cores", Title: title, Kind: KindCores, Digits: 3}
	}
	return Column{Name: name + "_percent", Title: title, Kind: KindPercent, Digits: 2}
}

func (s Scope) metricCell(v float64, known bool) Value {
	if !known {
		return Value{}
	}
	kind := s.metricColumn("", "").Kind
	if kind == KindDuration {
		return duration(model.Time(math.Round(v)))
	}
	return Value{Kind: kind, Float: v}
}

// metricNotes say what the values are.
func (s Scope) metricNotes(t *model.Trace) []string {
	switch {
	case s.Metric == MetricCounter:
		return append([]string{"Counters that are shares of processor time are on one scale. " + s.Percent.of(knownCores(t))}, s.Counters.Notes...)
	case s.Metric == MetricCPU:
		return []string{s.shown(t) + ". " + s.Percent.of(knownCores(t)) + " A value is the mean of a sixtieth of the time."}
	}
	return []string{s.shown(t) + "; values are counted where they end, in " + Window(s.Range) + "."}
}
