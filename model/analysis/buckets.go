package analysis

import (
	"fmt"

	"threadlens/model"
)

// maxBuckets bounds the rows of a utilization table.
const maxBuckets = 1_000_000

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

// addTime adds to sums, of which there is one a bucket, a time inside them.
func (b *buckets) addTime(sums []model.Time, r model.Range) {
	for i := b.index(r.From); i < len(sums) && b.span(i).From < r.To; i++ {
		sums[i] += r.Overlap(b.span(i))
	}
}
