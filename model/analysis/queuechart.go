package analysis

import (
	"fmt"
	"math"

	"threadlens/model"
)

// QueueChart is the run-queue length as a chart shows it: the exact step
// function, by columns of pixels, and what an instantaneous counter reads.
type QueueChart struct {
	Columns []QueueColumn
	Reads   []QueueRead
}

// QueueColumn is the length during a column: nothing inside it is left out.
type QueueColumn struct {
	Min, Max int
	Mean     float64 // time-weighted
}

// QueueRead is what a reader finds at an instant, after what happens at it.
type QueueRead struct {
	At     model.Time
	Length int
}

// QueueChartOf computes the run-queue length of the threads in n columns of equal
// length that tile r, and reads it at the ticks of a clock in r. It fails when
// there are more than a million columns or reads.
func QueueChartOf(t *model.Trace, list []model.ThreadIx, r model.Range, n int, read Clock) (QueueChart, error) {
	r = r.Clip(t.Whole())
	first := read.number(r.From - 1)
	reads := read.number(r.To-1) - first
	if n < 0 || n > maxBuckets || reads > maxBuckets {
		return QueueChart{}, fmt.Errorf("%s columns and %s reads are more than %s; take fewer or a narrower window",
			Count(int64(n)), Count(reads), Count(maxBuckets))
	}
	c := QueueChart{Reads: make([]QueueRead, max(0, reads))}
	for i := range c.Reads {
		c.Reads[i].At = read.at(first + 1 + int64(i))
	}
	var parts []*chartSink
	w := queueSweep{t, list}
	w.run(r, func() sink {
		part := &chartSink{r: r, columns: make([]columnSum, n), reads: c.Reads, first: first + 1, ticks: tickCounter{Clock: read, to: -1}}
		for i := range part.columns {
			part.columns[i].min = math.MaxInt
		}
		parts = append(parts, part)
		return part
	})
	c.Columns = mergeColumns(parts, n)
	return c, nil
}

// columnSum is what a worker saw of a column.
type columnSum struct {
	min, max     int
	sum, covered model.Time
}

func mergeColumns(parts []*chartSink, n int) []QueueColumn {
	list := make([]QueueColumn, n)
	for i := range list {
		sum := columnSum{min: math.MaxInt}
		for _, p := range parts {
			o := &p.columns[i]
			sum.min, sum.max = min(sum.min, o.min), max(sum.max, o.max)
			sum.sum += o.sum
			sum.covered += o.covered
		}
		if sum.covered > 0 {
			list[i] = QueueColumn{sum.min, sum.max, quotient(sum.sum, sum.covered)}
		}
	}
	return list
}

// chartSink puts the steps that a worker sweeps over into columns. Workers read
// at different instants, so that they share the reads.
type chartSink struct {
	r       model.Range
	columns []columnSum
	at      int // the column of the last step
	reads   []QueueRead
	first   int64 // number of the first read
	ticks   tickCounter
}

// begin is where column i begins.
func (c *chartSink) begin(i int) model.Time {
	return c.r.From + model.Time(float64(c.r.Len())*(float64(i)/float64(len(c.columns))))
}

func (c *chartSink) steps(list []queueStep, to model.Time) {
	for i, s := range list {
		r := model.Range{From: s.from, To: to}
		if i+1 < len(list) {
			r.To = list[i+1].from
		}
		c.step(r, int(s.length))
	}
}

func (c *chartSink) step(r model.Range, k int) {
	if c.ticks.meets(r) {
		from := c.ticks.number(r.From-1) + 1
		to := c.ticks.number(r.To - 1)
		for i := from; i <= to; i++ {
			c.reads[i-c.first].Length = k
		}
	}
	if len(c.columns) == 0 {
		return
	}
	if r.From < c.begin(c.at) || r.From >= c.begin(c.at+1) {
		c.seek(r.From)
	}
	for r.Len() > 0 && c.at < len(c.columns) {
		end := r.To
		if c.at+1 < len(c.columns) {
			end = min(end, c.begin(c.at+1))
		}
		o := &c.columns[c.at]
		if d := end - r.From; d > 0 {
			o.min, o.max = min(o.min, k), max(o.max, k)
			o.sum += d * model.Time(k)
			o.covered += d
		}
		if r.From = end; r.Len() > 0 {
			c.at++
		}
	}
}

// seek finds the column of an instant.
func (c *chartSink) seek(at model.Time) {
	n := len(c.columns)
	c.at = min(n-1, int(float64(n)*quotient(at-c.r.From, c.r.Len())))
	for c.at > 0 && c.begin(c.at) > at {
		c.at--
	}
	for c.at+1 < n && c.begin(c.at+1) <= at {
		c.at++
	}
}
