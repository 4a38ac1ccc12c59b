package model

import (
	"iter"
	"math/bits"
	"sort"
	"strconv"
)

// Values of a StepSeries that are no frequency and no number of an idle state.
const (
	StepUnknown int64 = -2
	NotIdle     int64 = -1 // the CPU is in no idle state
)

// StepSeries is a value of a CPU of which events report every change: its frequency in Hz, or its
// idle state. Before the first event, and from lost events to the next one, the value is unknown.
type StepSeries struct {
	rows []stepRow
	end  Time
	most int64
	told bool       // there is an event, be it outside the window of a file that was cut
	sums []StepSums // before every stepStride-th row
	// losses is how many of Builder.lossStarts the rows take into account.
	losses int
}

// stepRow is a value from an instant to the next row's.
type stepRow struct {
	at    Time
	value int64
}

// stepStride is the number of rows from one sum to the next: enough to make the memory of the sums
// small compared with that of the rows, few enough to walk.
const stepStride = 16

// Step is a stretch of time in which a StepSeries has one value.
type Step struct {
	Range
	Value int64
}

// Frequency is the frequency of a CPU in Hz, as far as it was recorded.
func (t *Trace) Frequency(cpu CPU) *StepSeries { return &t.Cores[cpu].frequency }

// IdleStates is the idle state that a CPU was in, NotIdle for none, as far as it was recorded.
func (t *Trace) IdleStates(cpu CPU) *StepSeries { return &t.Cores[cpu].idleStates }

// HasFrequencies reports whether an event of the trace has the frequency of a CPU.
func (t *Trace) HasFrequencies() bool { return t.hasSteps(t.Frequency) }

// HasIdleStates reports whether an event of the trace has the idle state of a CPU.
func (t *Trace) HasIdleStates() bool { return t.hasSteps(t.IdleStates) }

func (t *Trace) hasSteps(of func(CPU) *StepSeries) bool {
	for c := range t.Cores {
		if of(CPU(c)).Any() {
			return true
		}
	}
	return false
}

// Any reports whether any event of the trace has the value.
func (s *StepSeries) Any() bool { return s.told }

// Most is the greatest value that any event reports. Of a frequency it is the highest recorded: the
// CPU may be able to run faster.
func (s *StepSeries) Most() int64 { return s.most }

// before is the number of rows that start at or before an instant.
func (s *StepSeries) before(at Time) int {
	return sort.Search(len(s.rows), func(i int) bool { return s.rows[i].at > at })
}

// At is the step at an instant of the trace.
func (s *StepSeries) At(at Time) Step {
	i := s.before(at)
	step := Step{Range{0, s.end}, StepUnknown}
	if i > 0 {
		step.From, step.Value = s.rows[i-1].at, s.rows[i-1].value
	}
	if i < len(s.rows) {
		step.To = s.rows[i].at
	}
	return step
}

// In yields the steps that overlap r, whole, in order and without gaps.
func (s *StepSeries) In(r Range) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		r := r.Clip(Range{0, s.end})
		for at := r.From; at < r.To; {
			step := s.At(at)
			if !yield(step) {
				return
			}
			at = step.To
		}
	}
}

// Count is the number of steps that overlap r, which must not be empty.
func (s *StepSeries) Count(r Range) int { return s.before(r.To-1) - s.before(r.From) + 1 }

// set notes the value from an instant on. An event that steps back in time is left out.
func (s *StepSeries) set(at Time, value int64) {
	n := len(s.rows)
	if n > 0 && s.rows[n-1].at > at {
		return
	}
	if n > 0 && s.rows[n-1].at == at {
		n--
		s.rows = s.rows[:n]
	}
	was := StepUnknown
	if n > 0 {
		was = s.rows[n-1].value
	}
	if value != was {
		s.rows = append(s.rows, stepRow{at, value})
	}
}

// forget leaves of the past only the value now in force.
func (s *StepSeries) forget() {
	if n := len(s.rows); n > 0 {
		last := s.rows[n-1]
		s.rows = nil
		s.set(last.at, last.value)
	}
}

// freeze drops what begins at the end of the trace, and computes the sums.
func (s *StepSeries) freeze(end Time) {
	s.end = end
	s.rows = s.rows[:s.before(end-1)]
	var sum StepSums
	for i := range s.rows {
		if i%stepStride == 0 {
			s.sums = append(s.sums, sum)
		}
		to := end
		if i+1 < len(s.rows) {
			to = s.rows[i+1].at
		}
		sum.add(s.rows[i].value, to-s.rows[i].at)
	}
}

// StepStates is the number of states that StepSums distinguishes.
const StepStates = 10

// StepSums is for how long a StepSeries had which values.
type StepSums struct {
	// Known is how long the value was known.
	Known Time
	// States is, for idle states, how long the CPU was in none of them, then in state 0, 1 …; the
	// last one includes all deeper states.
	States   [StepStates]Time
	weighted product // of values and times, Hz·ns
}

// StateIndex is the place in StepSums.States of an idle state or NotIdle.
func StateIndex(state int64) int { return int(min(state-NotIdle, StepStates-1)) }

// StateTitle is the name of a place in StepSums.States.
func StateTitle(i int) string {
	switch i {
	case 0:
		return "Not idle"
	case StepStates - 1:
		return "Idle state " + strconv.Itoa(i-1) + " and deeper"
	}
	return "Idle state " + strconv.Itoa(i-1)
}

// IdleTimes is how long the CPUs were in which idle states in the whole trace, added up.
func (t *Trace) IdleTimes() (sum [StepStates]Time) {
	for c := range t.Cores {
		all := t.IdleStates(CPU(c)).Until(t.End)
		for i, d := range all.States {
			sum[i] += d
		}
	}
	return sum
}

func (s *StepSums) add(value int64, d Time) {
	if value == StepUnknown {
		return
	}
	s.Known += d
	s.States[StateIndex(value)] += d
	s.weighted.add(uint64(max(value, 0)), uint64(d))
}

// Minus is what s has more than o, which must be a part of it.
func (s StepSums) Minus(o *StepSums) StepSums {
	s.Known -= o.Known
	for i := range s.States {
		s.States[i] -= o.States[i]
	}
	s.weighted = s.weighted.minus(o.weighted)
	return s
}

// Mean is the mean of the values while they were known, weighted by time; 0 if they never were.
func (s *StepSums) Mean() float64 {
	if s.Known == 0 {
		return 0
	}
	return s.weighted.float() / float64(s.Known)
}

// Until adds up all before an instant. Its cost does not depend on how much that is.
func (s *StepSeries) Until(at Time) StepSums {
	at = min(at, s.end)
	i := s.before(at)
	if i == 0 {
		return StepSums{}
	}
	k := (i - 1) / stepStride
	sum := s.sums[k]
	for j := k * stepStride; j < i; j++ {
		to := at
		if j+1 < i {
			to = s.rows[j+1].at
		}
		sum.add(s.rows[j].value, to-s.rows[j].at)
	}
	return sum
}

// Sums adds up what is in r.
func (s *StepSeries) Sums(r Range) StepSums {
	if r.Len() <= 0 {
		return StepSums{}
	}
	from := s.Until(r.From)
	return s.Until(r.To).Minus(&from)
}

// product is a sum of products of 64 bits: an hour at 5 GHz is more Hz·ns than 64 bits hold.
type product struct{ high, low uint64 }

func (p *product) add(a, b uint64) {
	high, low := bits.Mul64(a, b)
	var carry uint64
	p.low, carry = bits.Add64(p.low, low, 0)
	p.high, _ = bits.Add64(p.high, high, carry)
}

func (p product) minus(o product) product {
	low, borrow := bits.Sub64(p.low, o.low, 0)
	high, _ := bits.Sub64(p.high, o.high, borrow)
	return product{high, low}
}

func (p product) float() float64 { return float64(p.high)*(1<<64) + float64(p.low) }
