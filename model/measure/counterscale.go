package measure

import (
	"fmt"
	"math"
	"strconv"

	"threadlens/model"
)

// Counters of other tools are shares of all CPUs or of one, and tools do not state
// which: on a machine with two, 43.5 % of one CPU is 21.75 % of the machine.
// Everything below uses one scale, the share of all CPUs of the subject of a
// series.

// NoCounters says what is missing where there are no counters of other tools.
const NoCounters = "no counters: load a file of counters written by typeperf, relog, sar, sadf -d or pidstat, or a CSV file of times and values (--counters FILE)"

// CounterShare is a value of a series in percent of the CPUs of its subject: of the
// machine, of the one CPU, or of the guest. ok is false if the value is not a
// share, or if the number of the guest's CPUs is unknown.
func CounterShare(s *model.CounterSeries, p model.CounterPoint, cpus int) (share float64, ok bool) {
	n := CounterCPUs(s, cpus)
	switch s.Scale {
	case model.ScaleMachine:
		return p.Value, true
	case model.ScaleCore:
		return p.Value / float64(max(n, 1)), n > 0
	case model.ScaleReady:
		return ReadyPercent(p.Value, p.Len(), n)
	}
	return 0, false
}

// CounterCPUs is the number of the CPUs of a series' subject, 0 if unknown.
func CounterCPUs(s *model.CounterSeries, cpus int) int {
	switch s.Subject {
	case model.CounterGuest:
		return s.Processors
	case model.CounterProcessor:
		return 1
	}
	return cpus
}

// ReadyPercent is the share of a guest's processors' time in which they waited for
// a CPU of the host: ready ns in an interval, added up over all CPUs. ok is false
// without an interval or CPUs.
func ReadyPercent(ready float64, interval model.Time, processors int) (percent float64, ok bool) {
	if interval <= 0 || processors <= 0 {
		return 0, false
	}
	return 100 * ready / (float64(interval) * float64(processors)), true
}

// Denominators is one amount of CPU time over a window, in every form in which
// tools print it.
type Denominators struct {
	Machine float64 // percent of all CPUs
	Core    float64 // percent of one CPU
	Cores   float64 // number of CPUs used
}

// DenominatorsOf converts busy CPU time over a window, on a machine with the given
// number of CPUs: the difference of two readings of a process's accumulated time,
// divided by the time between them.
func DenominatorsOf(busy, window model.Time, cpus int) Denominators {
	used := Quotient(busy, window)
	d := Denominators{Core: 100 * used, Cores: used}
	if cpus > 0 {
		d.Machine = d.Core / float64(cpus)
	}
	return d
}

// String lists every denominator.
func (d Denominators) String() string {
	return Percent(d.Machine, 2) + " of the machine, " + Percent(d.Core, 2) + " of one CPU, " +
		strconv.FormatFloat(d.Cores, 'f', 3, 64) + " CPUs"
}

// rounding is how far a value may exceed a limit because the tool rounded it, in
// percent.
const rounding = 0.005

// CounterLimit is the largest value that a counter can have, in the unit of the
// file; ok is false if there is no limit, or if it is unknown.
func CounterLimit(s *model.CounterSeries, p model.CounterPoint, cpus int) (limit float64, ok bool) {
	n := CounterCPUs(s, cpus)
	switch s.Scale {
	case model.ScaleMachine:
		return 100, true
	case model.ScaleCore:
		return 100 * float64(n), n > 0
	case model.ScaleReady:
		return float64(p.Len()) * float64(n), n > 0 && p.Len() > 0
	}
	return 0, false
}

// Impossible is a value that a counter cannot have had.
type Impossible struct {
	Point model.CounterPoint
	Why   string // "impossible, above 200 %"
}

// ImpossibleValues returns the impossible values of a series: shares below 0,
// shares above 100 % of the existing CPUs, and more ready time than time.
func ImpossibleValues(s *model.CounterSeries, cpus int) []Impossible {
	var list []Impossible
	for _, p := range s.Points {
		limit, ok := CounterLimit(s, p, cpus)
		switch {
		case s.Scale != model.ScaleNone && p.Value < 0:
			list = append(list, Impossible{p, "impossible, below 0"})
		case ok && p.Value > limit*(1+rounding/100):
			list = append(list, Impossible{p, "impossible, above " + limitText(s, limit)})
		}
	}
	return list
}

func limitText(s *model.CounterSeries, limit float64) string {
	if s.Scale == model.ScaleReady {
		return fmt.Sprintf("100%% of the interval (%s on %s)", Duration(model.Time(limit)), Plural(s.Processors, "CPU", "CPUs"))
	}
	return strconv.FormatFloat(limit, 'f', -1, 64) + "%"
}

// In converts a share of the machine to the requested denominator.
func (p Denominator) In(share float64, cpus int) float64 {
	switch p {
	case PercentCore:
		return share * float64(cpus)
	case PercentCores:
		return share * float64(cpus) / 100
	}
	return share
}

// Note explains the denominator's figures, for notes.
func (p Denominator) Note(cpus int) string {
	n := Plural(cpus, "CPU", "CPUs")
	switch p {
	case PercentCore:
		return "CPU use is in percent of one CPU: the whole machine (" + n + ") is " + strconv.Itoa(100*cpus) + "%."
	case PercentCores:
		return "CPU use is the number of CPUs in use, out of " + n + "."
	}
	return "CPU use is in percent of the machine: 100% is " + n + "."
}

// ImpossibleNotes name the first and largest of a counter's impossible values.
func ImpossibleNotes(c *model.CounterSeries, wrong []Impossible, window model.Range) []string {
	if len(wrong) == 0 {
		return nil
	}
	worst := wrong[0]
	for _, w := range wrong {
		if math.Abs(w.Point.Value) > math.Abs(worst.Point.Value) {
			worst = w
		}
	}
	value := strconv.FormatFloat(worst.Point.Value, 'f', -1, 64) + "%"
	if c.Scale == model.ScaleReady {
		value = Duration(model.Time(worst.Point.Value))
	}
	return []string{fmt.Sprintf("%s: %s of %s %s; the most extreme is %s at %s.", c.Name, Count(int64(len(wrong))),
		Plural(len(c.Points), "value", "values"), worst.Why, value, Instant(worst.Point.To, window))}
}
