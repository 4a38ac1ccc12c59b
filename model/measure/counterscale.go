package measure

import (
	"fmt"
	"math"
	"strconv"

	"threadlens/model"
)

// Counters of other tools are shares of all processors or of one, and tools do
// not say which: on a machine of two, 43.5 % of one processor are 21.75 % of the
// machine. Everything below speaks of one scale, the share of all processors of
// what a series is about.

// CounterShare is a value of a series in percent of the processors of its
// subject: of the machine, of the one processor, or of the guest's. ok is false
// for what is no share, or where the number of the guest's processors is not
// known.
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

// CounterCPUs is the number of the processors of a series' subject, 0 where it
// is not known.
func CounterCPUs(s *model.CounterSeries, cpus int) int {
	switch s.Subject {
	case model.CounterGuest:
		return s.Processors
	case model.CounterProcessor:
		return 1
	}
	return cpus
}

// ReadyPercent is the share of a guest's processors' time in which they waited
// for a processor of the host: ready ns in an interval, all processors added up.
// ok is false without an interval or processors.
func ReadyPercent(ready float64, interval model.Time, processors int) (percent float64, ok bool) {
	if interval <= 0 || processors <= 0 {
		return 0, false
	}
	return 100 * ready / (float64(interval) * float64(processors)), true
}

// Denominators is one amount of processor time over a window in every way that
// tools print it.
type Denominators struct {
	Machine float64 // percent of all processors
	Core    float64 // percent of one processor
	Cores   float64 // processors used
}

// DenominatorsOf says what busy processor time over a window is, on a machine
// of so many processors: the difference of two readings of a process's
// accumulated time, divided by the time between them.
func DenominatorsOf(busy, window model.Time, cpus int) Denominators {
	used := Quotient(busy, window)
	d := Denominators{Core: 100 * used, Cores: used}
	if cpus > 0 {
		d.Machine = d.Core / float64(cpus)
	}
	return d
}

// String names every denominator.
func (d Denominators) String() string {
	return Percent(d.Machine, 2) + " of the machine, " + Percent(d.Core, 2) + " of one processor, " +
		strconv.FormatFloat(d.Cores, 'f', 3, 64) + " processors"
}

// rounding is how far a value may be beyond a limit because the tool rounded
// it, in percent.
const rounding = 0.005

// CounterLimit is the largest value that a counter can have, as the file counts
// it; ok is false where there is none, or where none is known.
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

// ImpossibleValues returns the values of a series that cannot be: shares below
// 0, above 100 % of the processors there are, and more ready time than there
// was time.
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
		return fmt.Sprintf("100 %% (%s on %s)", Duration(model.Time(limit)), Plural(s.Processors, "processor", "processors"))
	}
	return strconv.FormatFloat(limit, 'f', -1, 64) + " %"
}

// In is a share of the machine in the denominator asked for.
func (p Denominator) In(share float64, cpus int) float64 {
	switch p {
	case PercentCore:
		return share * float64(cpus)
	case PercentCores:
		return share * float64(cpus) / 100
	}
	return share
}

// Note says what the denominator's figures are, for notes.
func (p Denominator) Note(cpus int) string {
	n := Plural(cpus, "processor", "processors")
	switch p {
	case PercentCore:
		return "Shares are of one processor: 100 % of the machine are " + strconv.Itoa(100*cpus) + " % (" + n + ")."
	case PercentCores:
		return "Shares are processors used, of " + n + "."
	}
	return "Shares are of the machine, " + n + ": 100 % is all of them."
}

// ImpossibleNotes names the first and largest of a counter's impossible values.
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
	value := strconv.FormatFloat(worst.Point.Value, 'f', -1, 64) + " %"
	if c.Scale == model.ScaleReady {
		value = Duration(model.Time(worst.Point.Value))
	}
	return []string{fmt.Sprintf("%s: %s of %s %s; %s at %s.", c.Name, Count(int64(len(wrong))),
		Plural(len(c.Points), "value", "values"), worst.Why, value, Instant(worst.Point.To, window))}
}
