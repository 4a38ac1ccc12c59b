package runqueue

import (
	"fmt"
	"math"
	"sort"

	"threadlens/model"
	"threadlens/model/measure"
)

// QueueChart is the run-queue length as a chart shows it: the exact step function,
// by column of pixels, and what an instantaneous counter reads.
type QueueChart struct {
	Columns []QueueColumn
	Reads   []QueueRead
}

// QueueColumn is the length during a column: including everything inside it.
type QueueColumn struct {
	Min, Max int
	Mean     float64 // time-weighted
}

// QueueRead is what a reader that a clock tick wakes finds: the length of the queue
// after the wakes that the tick's own interrupt issues, and just before the tick.
type QueueRead struct {
	At             model.Time // of the tick
	Length, Before int
}

// QueueChartOf computes the run-queue length of the threads in n columns of equal
// length that tile r, and reads it at the ticks of a clock in r. It fails if there
// are more than a million columns or reads.
func QueueChartOf(t *model.Trace, list []model.ThreadIx, r model.Range, n int, read measure.Clock) (QueueChart, error) {
	r = r.Clip(t.Whole())
	first := read.Number(r.From - 1)
	reads := read.Number(r.To-1) - first
	if n < 0 || n > measure.MaxBuckets || reads > measure.MaxBuckets {
		return QueueChart{}, fmt.Errorf("the run-queue chart would have %s columns and %s clock ticks, but at most %s of each are possible; use fewer columns, a longer tick or a shorter time window",
			measure.Count(int64(n)), measure.Count(reads), measure.Count(measure.MaxBuckets))
	}
	c := QueueChart{Reads: make([]QueueRead, max(0, reads))}
	at := make([]model.Time, 0, 2*len(c.Reads)) // just before each tick, and when it is read
	for i := range c.Reads {
		tick := read.At(first + 1 + int64(i))
		c.Reads[i].At = tick
		at = append(at, max(0, tick-1), tick)
	}
	for _, l := range lateTicks(t, r, read) {
		at[2*(read.Number(l.tick)-first-1)+1] = l.at
	}
	lengths := make([]int32, len(at))
	swept := r
	if len(at) > 0 {
		swept.From = min(r.From, at[0])
	}
	var parts []*chartSink
	w := QueueSweep{Trace: t, Threads: list}
	w.run(swept, func() sink {
		part := &chartSink{lengthSink: lengthSink{at, lengths}, r: r, columns: make([]columnSum, n)}
		for i := range part.columns {
			part.columns[i].min = math.MaxInt
		}
		parts = append(parts, part)
		return part
	})
	c.Columns = mergeColumns(parts, n)
	for i := range c.Reads {
		c.Reads[i].Before, c.Reads[i].Length = int(lengths[2*i]), int(lengths[2*i+1])
	}
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
			list[i] = QueueColumn{sum.min, sum.max, measure.Quotient(sum.sum, sum.covered)}
		}
	}
	return list
}

// chartSink sorts the steps that a worker sweeps over into columns, and reads the
// queue.
type chartSink struct {
	lengthSink
	r       model.Range
	columns []columnSum
	column  int // of the last step
}

// begin is where column i begins.
func (c *chartSink) begin(i int) model.Time {
	return c.r.From + model.Time(float64(c.r.Len())*(float64(i)/float64(len(c.columns))))
}

func (c *chartSink) steps(list []queueStep, to model.Time) {
	c.lengthSink.steps(list, to)
	for i, s := range list {
		r := model.Range{From: s.from, To: to}
		if i+1 < len(list) {
			r.To = list[i+1].from
		}
		c.step(r.Clip(c.r), int(s.length))
	}
}

func (c *chartSink) step(r model.Range, k int) {
	if len(c.columns) == 0 || r.Len() == 0 {
		return
	}
	if r.From < c.begin(c.column) || r.From >= c.begin(c.column+1) {
		c.seek(r.From)
	}
	for r.Len() > 0 && c.column < len(c.columns) {
		end := r.To
		if c.column+1 < len(c.columns) {
			end = min(end, c.begin(c.column+1))
		}
		o := &c.columns[c.column]
		if d := end - r.From; d > 0 {
			o.min, o.max = min(o.min, k), max(o.max, k)
			o.sum += d * model.Time(k)
			o.covered += d
		}
		if r.From = end; r.Len() > 0 {
			c.column++
		}
	}
}

// seek finds the column of an instant.
func (c *chartSink) seek(at model.Time) {
	c.column = sort.Search(len(c.columns)-1, func(i int) bool { return c.begin(i+1) > at })
}
