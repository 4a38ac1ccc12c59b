package report

import (
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// utilization is the table of Utilization, in CPUs used.
func utilization(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "utilization", "CPU utilization"
	class := measure.ClassesOf(t, s.Target)
	sampled := newSampledUse(t, s.Range, func(ix model.ThreadIx) measure.UseClass { return class[t.Threads[ix].Proc] })
	table.Columns = []Column{{Name: "from_ns", Title: "From", Kind: KindInstant}}
	words := s.Target.Words()
	for _, c := range []struct{ name, title string }{
		{"target", strings.ToUpper(words[:1]) + words[1:]},
		{"other", "Other"},
		{"system", "System"},
		{"idle", "Idle"},
		{"isr", interruptColumn(t, model.LevelIsr)},
		{"dpc", interruptColumn(t, model.LevelDpc)},
		{"unknown", "Unknown"},
		{"offline", "Offline"},
		{"stolen", model.StolenTitle},
	} {
		table.Columns = append(table.Columns, Column{
			Name: c.name + "_cores", Title: c.title, Kind: KindCores, Digits: 3, Sparse: c.name == "offline" || c.name == "stolen",
		})
	}
	table.Columns = append(table.Columns, sampled.columns()...)
	bucket := s.Bucket
	if bucket == 0 {
		bucket = sampled.bucket(measure.DefaultBucket(s.Range.Len()))
	}
	use, err := measure.Utilization(t, s.Range, bucket, s.Target)
	if err != nil {
		return err
	}
	b := measure.Buckets{Range: s.Range, Length: bucket, Use: use}
	var all measure.Use
	partial := b.Partial(t)
	known := measure.KnownCores(t)
	for i := range use {
		span := b.Span(i)
		row := append([]Value{instant(span.From)}, useCells(&use[i], span.Len(), known, partial[i])...)
		table.Rows = append(table.Rows, append(row, sampled.cells(span)...))
		all.Add(&use[i])
	}
	table.Total = append([]Value{{Kind: KindText, Text: "Average"}}, useCells(&all, s.Range.Len(), known, false)...)
	table.Total = append(table.Total, sampled.cells(s.Range)...)
	sumMarks(table.Total, table.Rows)
	table.Notes = []string{"Buckets of " + measure.Duration(bucket) + ", " + measure.Plural(known, "CPU", "CPUs") + "; the figures of each row add up to this number of CPUs."}
	if known > 0 {
		table.Notes = append(table.Notes, all.Sentence(words))
	} else {
		table.Notes[0] = "Buckets of " + measure.Duration(bucket) + ". No CPU of the trace has context switches."
	}
	table.Notes = append(append(table.Notes, s.Target.Sentence(t)), sampled.notes(bucket)...)
	return nil
}

// useCells are the use of a number of known CPUs; without any, nothing is known.
func useCells(u *measure.Use, length model.Time, known int, partial bool) []Value {
	if known == 0 {
		return make([]Value, 9)
	}
	bound := func(d model.Time) Value { return atLeast(cores(d, length), partial && d > 0) }
	return []Value{
		bound(u.Target), bound(u.Other), bound(u.System), bound(u.Idle), bound(u.ISR), bound(u.DPC),
		cores(u.Unknown, length), cores(u.Offline, length), cores(u.Stolen, length),
	}
}
