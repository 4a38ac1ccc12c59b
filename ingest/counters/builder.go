package counters

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"threadlens/model"
)

// builder makes series from samples.
type builder struct {
	file  File
	name  string
	index map[string]int // of series by name
	total int            // points

	// The current sample was read at now; the one before it at before. first are the points of the
	// first sample of the section, whose start is only known when the second is read.
	now, before model.Time
	samples     int  // of the section
	begun       bool // the file gives the start of the first sample
	first       []firstPoint
}

// firstPoint is a point whose interval is not known yet.
type firstPoint struct{ series, point int }

// unknownInterval is the length of an interval that the file does not contain.
const unknownInterval model.Time = 0

// section begins a stretch of the file in which the times start over.
func (b *builder) section() {
	b.first, b.samples, b.now, b.before, b.begun = b.first[:0], 0, 0, 0, false
}

// begin sets when the interval of the first sample of a section begins.
func (b *builder) begin(t model.Time) { b.now, b.begun = t, true }

// sample begins the sample read at t, of an interval whose length is known or unknownInterval.
func (b *builder) sample(t, interval model.Time) mistake {
	switch {
	case t > maxTime || t < -maxTime:
		return mistake("the time is out of range: more than 146 years from 1970 or, if the file has no dates, from the start of the trace")
	case (b.samples > 0 || b.begun) && t < b.now:
		return mistake("the time is earlier than on the line above")
	case b.samples > 0 && t == b.now:
		return ""
	}
	b.before, b.now = b.now, t
	b.samples++
	if interval > 0 {
		b.before = t - interval
		return ""
	}
	switch {
	case b.samples == 1 && !b.begun:
		b.before = t
	case b.samples == 2: // the first took as long as the second
		for _, f := range b.first {
			p := &b.file.Series[f.series].Points[f.point]
			p.From = p.To - (t - b.before)
		}
	}
	return ""
}

// maxTime bounds times, so that sums of several do not overflow.
const maxTime model.Time = math.MaxInt64 / 2

// series is the index of a series, added if it is new; s describes a new one, except for its file.
func (b *builder) series(s model.CounterSeries) (i int, cause mistake) {
	s.Name, s.Process, s.Guest = model.CleanName(s.Name), model.CleanName(s.Process), model.CleanName(s.Guest)
	if i, ok := b.index[s.Name]; ok {
		return i, ""
	}
	if len(b.file.Series) == maxSeries {
		return 0, mistake(fmt.Sprintf("more than %d counters in the file", maxSeries))
	}
	s.File = b.name
	b.index[s.Name] = len(b.file.Series)
	b.file.Series = append(b.file.Series, s)
	return len(b.file.Series) - 1, ""
}

// value adds the value of a series in the current sample.
func (b *builder) value(i int, v float64) mistake {
	s := &b.file.Series[i]
	if n := len(s.Points); n > 0 && s.Points[n-1].To == b.now {
		return mistake(strconv.Quote(s.Name) + " has two values for the same time")
	}
	if b.total++; b.total > maxPoints {
		return mistake(fmt.Sprintf("more than %d values; cut the file to the time range of the trace", maxPoints))
	}
	from := b.before
	if n := len(s.Points); n > 0 { // intervals are rounded
		from = max(from, s.Points[n-1].To)
	}
	s.Points = append(s.Points, model.CounterPoint{Range: model.Range{From: from, To: b.now}, Value: v})
	if b.samples == 1 && b.before == b.now {
		b.first = append(b.first, firstPoint{i, len(s.Points) - 1})
	}
	return ""
}

// field adds the value in a field of the file; an empty one is a gap.
func (b *builder) field(i int, text string) mistake {
	v, gap, cause := number(text)
	if cause != "" {
		return cause
	}
	if gap {
		b.file.Series[i].Gaps++
		return ""
	}
	return b.value(i, v)
}

// number reads a value; gap is set for text that means no value. Decimal commas depend on the
// language of the recording machine.
func number(text string) (v float64, gap bool, cause mistake) {
	text = strings.TrimSpace(text)
	switch strings.ToLower(text) {
	case "", "-", "nan", "-nan", "n/a", "null":
		return 0, true, ""
	}
	v, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil || !(math.Abs(v) <= maxValue) {
		return 0, false, mistake("expected a number, got " + quote(text))
	}
	return v, false, ""
}

// maxValue bounds values, so that sums and differences stay finite.
const maxValue = 1e18

// quote is an excerpt of a file in an error.
func quote(s string) string {
	const most = 40
	if len(s) > most {
		return strconv.Quote(s[:most]) + "..."
	}
	return strconv.Quote(s)
}

func (b *builder) finish() *File { return &b.file }
