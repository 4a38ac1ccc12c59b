package measure

import "threadlens/model"

// Denominator is what CPU shares are shares of: one setting for the whole program.
// Every output with a share names it.
type Denominator uint8

// Denominators: all known CPUs over the window, one CPU over the window, or none (a
// number of CPUs).
const (
	PercentMachine Denominator = iota
	PercentCore
	PercentCores
)

var percentNames = [...]string{"machine", "core", "cores"}

// String is the denominator's name on the command line.
func (p Denominator) String() string { return percentNames[p] }

// Title is the denominator's name on screen.
func (p Denominator) Title() string {
	return [...]string{"of the machine", "of one CPU", "in cores"}[p]
}

// ParseDenominator reads a name that String prints.
func ParseDenominator(s string) (Denominator, bool) {
	for p, name := range percentNames {
		if s == name {
			return Denominator(p), true
		}
	}
	return 0, false
}

// Of is CPU time used in a window as this share, a percentage or a number of cores:
// of a window of length 0 or a machine of no CPUs it is 0.
func (p Denominator) Of(used, window model.Time, processors int) float64 {
	switch p {
	case PercentCore:
		return 100 * Quotient(used, window)
	case PercentCores:
		return Quotient(used, window)
	}
	return 100 * Quotient(used, window*model.Time(processors))
}

// ChangeOf is how much more b is than a, in percent of a; ok is false if a is zero.
func ChangeOf(a, b float64) (percent float64, ok bool) {
	if a == 0 {
		return 0, false
	}
	return 100 * (b - a) / a, true
}

// Quotient is a part of a whole, 0 if the whole is 0.
func Quotient(part, whole model.Time) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
