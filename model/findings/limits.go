package findings

import (
	"fmt"
	"maps"

	"threadlens/model"
)

// Limit is a threshold of a rule.
type Limit struct {
	Name  string // rule and what it bounds: "E3.runnable"
	Value float64
	Unit  string // "" for plain numbers, "%", "ns", "us", "ms", "1/s"
	Doc   string // what it bounds
}

// Limits are thresholds by name.
type Limits struct{ values map[string]Limit }

// MaxLimit is the largest value of a threshold, in any unit: 1,000 s in ns, 31 years
// in ms.
const MaxLimit = 1e12

// With returns the limits with one of them set to a value in its unit.
func (l Limits) With(name string, value float64) (Limits, error) {
	d, ok := l.values[name]
	if !ok {
		return l, fmt.Errorf("there is no threshold %q", name)
	}
	if !(value >= 0) {
		return l, fmt.Errorf("threshold %s: %v must be a number of at least 0", name, value)
	}
	if value > MaxLimit {
		return l, fmt.Errorf("threshold %s: %v is more than the maximum, %v", name, value, MaxLimit)
	}
	d.Value = value
	l.values = maps.Clone(l.values)
	l.values[name] = d
	return l, nil
}

// number is the value of a threshold, in its unit.
func (l Limits) number(name string) float64 {
	d, ok := l.values[name]
	if !ok {
		panic("findings: unknown threshold " + name)
	}
	return d.Value
}

// unitTimes are the units of time, in ns.
var unitTimes = map[string]float64{"ns": 1, "us": 1e3, "ms": 1e6}

// time is the value of a threshold that is a length of time.
func (l Limits) time(name string) model.Time {
	d := l.values[name]
	unit, ok := unitTimes[d.Unit]
	if !ok {
		panic("findings: threshold that is not a length of time: " + name)
	}
	return model.Time(d.Value * unit)
}

// part is the value of a threshold in percent, as a part of 1.
func (l Limits) part(name string) float64 { return l.number(name) / 100 }
