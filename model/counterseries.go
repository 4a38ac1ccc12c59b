package model

import (
	"slices"
	"time"
)

// CounterSubject is what a counter series speaks of.
type CounterSubject uint8

// Subjects of counter series.
const (
	CounterOther     CounterSubject = iota // something that a trace knows nothing of
	CounterMachine                         // all processors together
	CounterProcessor                       // one processor, CounterSeries.CPU
	CounterProcess                         // a process, by name or PID
	CounterGuest                           // a virtual machine as its host sees it
)

// CounterScale is what the values of a counter series mean.
type CounterScale uint8

// Scales of counter series.
const (
	// ScaleNone is a number that is no share of processor time.
	ScaleNone CounterScale = iota
	// ScaleMachine is a share in percent: 100 is all processors of the subject.
	ScaleMachine
	// ScaleCore is a share in percent of one processor: all of them are 100
	// times their number.
	ScaleCore
	// ScaleReady is the time in ns that the virtual processors of a guest
	// waited in the interval for a processor of the host, all added up.
	ScaleReady
)

// CounterPoint is one sample of a counter: the value speaks of Range, at whose
// end it was read.
type CounterPoint struct {
	Range
	Value float64
}

// CounterSeries is a counter that another tool sampled (typeperf, sar, a
// hypervisor's monitor), in the order of time.
type CounterSeries struct {
	File string // it was read from
	Name string // as the file calls it

	Subject CounterSubject
	Scale   CounterScale
	// Process is the name of the process, without what tells it from others of
	// its name; PID is its id where the file tells it, else NoPID. Guest is the
	// name of the virtual machine.
	Process string
	PID     uint32
	Guest   string
	CPU     CPU // of CounterProcessor
	// Processors is the number of the guest's processors, 0 where unknown.
	Processors int

	Points []CounterPoint
	// Gaps counts the samples that the file leaves empty or marks as failed.
	Gaps int
}

// CounterClock says what the times of a counter file count from.
type CounterClock uint8

// Clocks of counter files.
const (
	CounterFromStart CounterClock = iota // from the start of the trace
	CounterUTC                           // from 1970, UTC
	CounterLocal                         // from 1970 in a time zone that the file does not tell
)

// Time zones are at most so far from UTC, and multiples of so much.
const (
	zoneStep = 15 * time.Minute
	zoneMax  = 14 * time.Hour
)

// AlignCounters returns how far the times of series have to be moved to become
// times of the trace, before the offset that the user wants; ok is false where
// the trace does not tell the time of day at its start and only the user can
// say it. A zone that the file does not tell is, of those in which the series
// cover the middle of the trace, the one nearest to UTC; failing that the one in
// which they come nearest to it.
func AlignCounters(info *Info, end Time, clock CounterClock, series []CounterSeries) (shift Time, zone time.Duration, ok bool) {
	if clock == CounterFromStart {
		return 0, 0, true
	}
	span, any := counterSpan(series)
	if !any {
		return 0, 0, true
	}
	if info.StartWall.IsZero() {
		return -span.From, 0, false
	}
	shift = -Time(info.StartWall.UnixNano())
	if clock == CounterUTC {
		return shift, 0, true
	}
	zone = zoneOf(Range{span.From + shift, span.To + shift}, end/2)
	return shift - Time(zone), zone, true
}

// zoneOf finds the zone by how far from an instant of the trace it leaves the
// time that a file covers.
func zoneOf(span Range, at Time) time.Duration {
	best, least := time.Duration(0), Forever
	for z := time.Duration(0); z <= zoneMax; z += zoneStep {
		for _, zone := range [...]time.Duration{z, -z} {
			from, to := span.From-Time(zone), span.To-Time(zone)
			if away := max(0, from-at, at-to); away < least {
				best, least = zone, away
			}
		}
	}
	return best
}

// counterSpan is the time that the series cover.
func counterSpan(series []CounterSeries) (span Range, ok bool) {
	for i := range series {
		p := series[i].Points
		if len(p) == 0 {
			continue
		}
		r := Range{p[0].From, p[len(p)-1].To}
		if ok {
			r = Range{min(r.From, span.From), max(r.To, span.To)}
		}
		span, ok = r, true
	}
	return span, ok
}

// MoveCounters returns the series moved by shift; their points are copied. Those
// that would come to lie beyond all times are left out.
func MoveCounters(series []CounterSeries, shift Time) []CounterSeries {
	moved := slices.Clone(series)
	for i := range moved {
		points := make([]CounterPoint, 0, len(moved[i].Points))
		for _, p := range moved[i].Points {
			r := Range{p.From + shift, p.To + shift}
			if r.From <= r.To && (r.To > p.To) == (shift > 0) {
				points = append(points, CounterPoint{r, p.Value})
			}
		}
		moved[i].Points = points
	}
	return moved
}

// In returns the points whose intervals meet r.
func (s *CounterSeries) In(r Range) []CounterPoint {
	from, _ := slices.BinarySearchFunc(s.Points, r.From, func(p CounterPoint, at Time) int {
		if p.To > at {
			return 1
		}
		return -1
	})
	to := from
	for to < len(s.Points) && s.Points[to].From < r.To {
		to++
	}
	return s.Points[from:to]
}
