package measure

import (
	"fmt"

	"threadlens/model"
)

// MaxBuckets bounds the rows of a utilization table.
const MaxBuckets = 1_000_000

// Buckets are stretches of equal length into which a window is divided, and the use
// of the CPUs in each.
type Buckets struct {
	Range  model.Range
	Length model.Time
	Use    []Use
}

// BucketsOf divides a window into buckets, the last of which may be shorter. It
// fails if length is not positive or there would be more than a million.
func BucketsOf(r model.Range, length model.Time) (b Buckets, err error) {
	if length <= 0 {
		return b, fmt.Errorf("the bucket length must be more than 0 (got %d ns)", length)
	}
	n := (r.Len()-1)/length + 1
	if r.Len() == 0 {
		n = 0
	}
	if n > MaxBuckets {
		return b, fmt.Errorf("buckets of %s divide %s into more than %s rows; use longer buckets or a shorter time window",
			Duration(length), Duration(r.Len()), Count(MaxBuckets))
	}
	return Buckets{r, length, make([]Use, n)}, nil
}

// Span is the stretch of time of a bucket.
func (b *Buckets) Span(i int) model.Range {
	from := b.Range.From + model.Time(i)*b.Length
	return model.Range{From: from, To: min(b.Range.To, from+b.Length)}
}

func (b *Buckets) index(at model.Time) int { return int((at - b.Range.From) / b.Length) }

// Partial reports for each bucket whether lost events affect it.
func (b *Buckets) Partial(t *model.Trace) []bool {
	touched := make([]bool, len(b.Use))
	if len(t.Losses) == 0 {
		for i := range touched {
			touched[i] = t.LossIn(model.AllCPUs, b.Range)
		}
		return touched
	}
	opened := make([]int, len(b.Use)+1) // losses that start in it, less those that ended before
	for _, l := range t.Losses {
		if meets(l.Range, b.Range) {
			opened[b.index(max(l.From, b.Range.From))]++
			opened[b.index(min(l.To, b.Range.To-1))+1]--
		}
	}
	open := 0
	for i := range touched {
		open += opened[i]
		touched[i] = open > 0
	}
	return touched
}

// bucketFor is DefaultBucket for other numbers of rows.
func bucketFor(length, rows model.Time) model.Time {
	for b := model.Time(1_000_000); ; b *= 10 {
		for _, m := range []model.Time{1, 2, 5} {
			if length/(b*m) < rows || b > 1e17 {
				return b * m
			}
		}
	}
}

// bucketEdges are the boundaries of the buckets of r.
func bucketEdges(r model.Range, bucket model.Time) ([]model.Time, error) {
	b, err := BucketsOf(r, bucket)
	if err != nil {
		return nil, err
	}
	edges := make([]model.Time, len(b.Use)+1)
	for i := range b.Use {
		edges[i] = b.Span(i).From
	}
	edges[len(b.Use)] = r.To
	return edges, nil
}

// AddTime adds a stretch of time to the sums of the buckets in which it lies; there
// is one sum per bucket.
func (b *Buckets) AddTime(sums []model.Time, r model.Range) {
	for i := b.index(r.From); i < len(sums) && b.Span(i).From < r.To; i++ {
		sums[i] += r.Overlap(b.Span(i))
	}
}
