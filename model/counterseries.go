package model

import (
	"slices"
	"time"
)

// CounterSubject is what a counter series is about.
type CounterSubject uint8

// Subjects of counter series.
const (
	CounterOther     CounterSubject = iota // something unknown to a trace
	CounterMachine                         // all CPUs together
	CounterProcessor                       // one CPU, CounterSeries.CPU
	CounterProcess                         // a process, by name or PID
	CounterGuest                           // a virtual machine as seen by its host
)

// CounterScale is the unit of the values of a counter series.
type CounterScale uint8

// Scales of counter series.
const (
	// ScaleNone is a number that is not a share of CPU time.
	ScaleNone CounterScale = iota
	// ScaleMachine is a share in percent: 100 is all CPUs of the subject.
	ScaleMachine
	// ScaleCore is a share in percent of one CPU: all CPUs together are 100 times
	// their number.
	ScaleCore
	// ScaleReady is the time in ns that the virtual CPUs of a guest waited in the
	// interval for a CPU of the host, added up.
	ScaleReady
)

// CounterPoint is one sample of a counter: the value covers Range, at whose end it
// was read.
type CounterPoint struct {
	Range
	Value float64
}

// CounterSeries is a counter that another tool sampled (typeperf, sar, a
// hypervisor's monitor), in order of time.
type CounterSeries struct {
	File string // the file that it was read from
	Name string // as in the file

	Subject CounterSubject
	Scale   CounterScale
	// Process is the name of the process, without the suffix that distinguishes it
	// from others of its name; PID is its id if the file has one, else NoPID. Guest
	// is the name of the virtual machine.
	Process string
	PID     uint32
	Guest   string
	CPU     CPU // of CounterProcessor
	// Processors is the number of the guest's CPUs, 0 where unknown.
	Processors int

	Points []CounterPoint
	// Gaps counts the samples that the file leaves empty or marks as failed.
	Gaps int
}

// CounterClock is the origin of the times of a counter file.
type CounterClock uint8

// Clocks of counter files.
const (
	CounterFromStart CounterClock = iota // from the start of the trace
	CounterUTC                           // from 1970, UTC
	CounterLocal                         // from 1970 in a time zone that is not in the file
)

// Time zones are at most this far from UTC, and multiples of this step.
const (
	zoneStep = 15 * time.Minute
	zoneMax  = 14 * time.Hour
)

// AlignCounters returns by how much the times of series must be moved to become
// times of the trace, before the user's own offset; ok is false where the trace
// does not contain the time of day at its start and only the user can give it. If
// the zone is not in the file, it is the one nearest to UTC with which the series
// cover the middle of the trace; failing that, the one with which they come nearest
// to the middle.
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

// zoneOf finds the zone from the distance of the time that a file covers to an
// instant of the trace.
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

// MoveCounters returns the series moved by shift; their points are copied. Points
// that would overflow Time are left out.
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

// In returns the points whose intervals overlap r.
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
