package analysis

import (
	"fmt"

	"threadlens/model"
)

// Use is how all known processors spent a stretch of time, by class, in ns of
// processor time (thread_model 6.3). The fields add up to the number of known
// processors times the length of the stretch. Threads count net of interrupts.
type Use struct {
	Target, Other, System, Idle, ISR, DPC, Unknown, Offline, Stolen model.Time
}

// Total is the sum of all classes.
func (u *Use) Total() model.Time {
	return u.Target + u.Other + u.System + u.Idle + u.ISR + u.DPC + u.Unknown + u.Offline + u.Stolen
}

func (u *Use) add(o *Use) {
	u.Target += o.Target
	u.Other += o.Other
	u.System += o.System
	u.Idle += o.Idle
	u.ISR += o.ISR
	u.DPC += o.DPC
	u.Unknown += o.Unknown
	u.Offline += o.Offline
	u.Stolen += o.Stolen
}

func (u *Use) sub(o *Use) {
	u.Target -= o.Target
	u.Other -= o.Other
	u.System -= o.System
	u.Idle -= o.Idle
	u.ISR -= o.ISR
	u.DPC -= o.DPC
	u.Unknown -= o.Unknown
	u.Offline -= o.Offline
	u.Stolen -= o.Stolen
}

// maxBuckets bounds the rows of a utilization table.
const maxBuckets = 1_000_000

// Utilization returns the use of the processors in each bucket of r: bucket i
// is [r.From + i·bucket, …), the last one may be shorter. It fails when bucket
// is not positive or cuts r into more than a million pieces.
func Utilization(t *model.Trace, r model.Range, bucket model.Time, target Target) ([]Use, error) {
	r = r.Clip(t.Whole())
	edges, err := bucketEdges(r, bucket)
	if err != nil {
		return nil, err
	}
	return newUsage(t, r, target).In(edges), nil
}

// bucketEdges are the bounds of the buckets of r.
func bucketEdges(r model.Range, bucket model.Time) ([]model.Time, error) {
	b, err := bucketsOf(r, bucket)
	if err != nil {
		return nil, err
	}
	edges := make([]model.Time, len(b.use)+1)
	for i := range b.use {
		edges[i] = b.span(i).From
	}
	edges[len(b.use)] = r.To
	return edges, nil
}

// edges are the bounds of the scope's buckets.
func (s *Scope) edges() ([]model.Time, error) {
	bucket := s.Bucket
	if bucket == 0 {
		bucket = defaultBucket(s.Range.Len())
	}
	return bucketEdges(s.Range, bucket)
}

type buckets struct {
	r      model.Range
	length model.Time
	use    []Use
}

// bucketsOf cuts a window into buckets, of which the last may be shorter. It
// fails when length is not positive or cuts it into more than a million.
func bucketsOf(r model.Range, length model.Time) (b buckets, err error) {
	if length <= 0 {
		return b, fmt.Errorf("a bucket of %d ns is impossible", length)
	}
	n := (r.Len()-1)/length + 1
	if r.Len() == 0 {
		n = 0
	}
	if n > maxBuckets {
		return b, fmt.Errorf("a bucket of %s cuts %s into more than %s rows; take a longer one or a narrower window",
			Duration(length), Duration(r.Len()), Count(maxBuckets))
	}
	return buckets{r, length, make([]Use, n)}, nil
}

func (b *buckets) span(i int) model.Range {
	from := b.r.From + model.Time(i)*b.length
	return model.Range{From: from, To: min(b.r.To, from+b.length)}
}

func (b *buckets) index(at model.Time) int { return int((at - b.r.From) / b.length) }

// partial tells for each bucket whether lost events touch it.
func (b *buckets) partial(t *model.Trace) []bool {
	touched := make([]bool, len(b.use))
	if len(t.Losses) == 0 {
		for i := range touched {
			touched[i] = t.LossIn(model.AllCPUs, b.r)
		}
		return touched
	}
	opened := make([]int, len(b.use)+1) // losses that begin in, less those that ended before
	for _, l := range t.Losses {
		if meets(l.Range, b.r) {
			opened[b.index(max(l.From, b.r.From))]++
			opened[b.index(min(l.To, b.r.To-1))+1]--
		}
	}
	open := 0
	for i := range touched {
		open += opened[i]
		touched[i] = open > 0
	}
	return touched
}

// utilization is the table of Utilization in processors in use.
func utilization(t *model.Trace, s Scope, table *Table) error {
	table.Name, table.Title = "utilization", "CPU utilization"
	class := classesOf(t, s.Target)
	sampled := newSampledUse(t, s.Range, func(ix model.ThreadIx) useClass { return class[t.Threads[ix].Proc] })
	table.Columns = []Column{{Name: "from_ns", Title: "From", Kind: KindInstant}}
	for _, c := range []struct{ name, title string }{
		{"target", "This process"},
		{"other", "Other"},
		{"system", "System"},
		{"idle", "Idle"},
		{"isr", "ISR"},
		{"dpc", "DPC"},
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
		bucket = sampled.bucket(defaultBucket(s.Range.Len()))
	}
	use, err := Utilization(t, s.Range, bucket, s.Target)
	if err != nil {
		return err
	}
	b := buckets{s.Range, bucket, use}
	var all Use
	partial := b.partial(t)
	known := knownCores(t)
	for i := range use {
		span := b.span(i)
		row := append([]Value{instant(span.From)}, use[i].cells(span.Len(), known, partial[i])...)
		table.Rows = append(table.Rows, append(row, sampled.cells(span)...))
		all.add(&use[i])
	}
	table.Total = append([]Value{{Kind: KindText, Text: "Average"}}, all.cells(s.Range.Len(), known, false)...)
	table.Total = append(table.Total, sampled.cells(s.Range)...)
	sumMarks(table.Total, table.Rows)
	table.Notes = []string{"Buckets of " + Duration(bucket) + ", " + plural(known, "processor", "processors") + "; every row adds up to that number."}
	if known > 0 {
		table.Notes = append(table.Notes, all.sentence())
	} else {
		table.Notes[0] = "Buckets of " + Duration(bucket) + ". Of no CPU is known what it did."
	}
	table.Notes = append(append(table.Notes, s.Target.Sentence(t)), sampled.notes(bucket)...)
	return nil
}

// cells are the use of a number of known CPUs; without any nothing is known.
func (u *Use) cells(length model.Time, known int, partial bool) []Value {
	if known == 0 {
		return make([]Value, 9)
	}
	bound := func(d model.Time) Value { return atLeast(cores(d, length), partial && d > 0) }
	return []Value{
		bound(u.Target), bound(u.Other), bound(u.System), bound(u.Idle), bound(u.ISR), bound(u.DPC),
		cores(u.Unknown, length), cores(u.Offline, length), cores(u.Stolen, length),
	}
}

// sentence tells the averages as shares of the machine.
func (u *Use) sentence() string {
	total := u.Total()
	stolen := ""
	if u.Stolen > 0 {
		stolen = ", " + model.StolenWords + " " + share(u.Stolen, total)
	}
	return "Of the machine: this process " + share(u.Target, total) + ", other " + share(u.Other, total) +
		", system " + share(u.System, total) + ", interrupts " + share(u.ISR+u.DPC, total) +
		stolen + ", idle " + share(u.Idle, total) + "."
}

// defaultBucket is the shortest of 1, 2 or 5 times a power of ten, at least a
// millisecond, that makes at most a hundred rows.
func defaultBucket(length model.Time) model.Time { return bucketFor(length, 100) }

// bucketFor is defaultBucket for other numbers of rows.
func bucketFor(length, rows model.Time) model.Time {
	for b := model.Time(1_000_000); ; b *= 10 {
		for _, m := range []model.Time{1, 2, 5} {
			if length/(b*m) < rows || b > 1e17 {
				return b * m
			}
		}
	}
}
