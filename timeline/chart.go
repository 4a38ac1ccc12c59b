package timeline

import (
	"strconv"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// PercentOf is what shares of CPU time are shares of.
type PercentOf uint8

// The wholes of shares: all CPUs, one CPU, or none, which makes them numbers of
// CPUs.
const (
	OfMachine PercentOf = iota
	OfCore
	OfCores
)

// FormatUse writes a CPU time inside length as a share of what of selects, or as
// the number of CPUs used.
func FormatUse(used, length model.Time, processors int, of PercentOf) string {
	switch of {
	case OfCore:
		return FormatPercent(used, length)
	case OfCores:
		return FormatCores(used, length)
	}
	return FormatPercent(used, length*model.Time(processors))
}

// FormatCores writes the CPU time used inside length as a number of CPUs with two
// decimals: "3.96", "<0.01" for next to nothing, "0", and "–" without a length.
func FormatCores(used, length model.Time) string {
	cores := float64(used) / float64(length)
	switch {
	case length <= 0:
		return enDash
	case used == 0:
		return "0"
	case cores < 0.005:
		return "<0.01"
	}
	return strconv.FormatFloat(cores, 'f', 2, 64)
}

// Chart is what the chart of the CPU use shows besides the Utilization.
type Chart struct {
	// Scope is the time of the average and of the figures in the gutter.
	Scope model.Range
	Of    PercentOf
	// Focus is the class in full colour; the others fade. NoClass: none.
	Focus paint.Class
	// Part is the use by some threads, drawn on the floor, while everything else
	// fades; nil for none. PartClass is their class, PartName their name.
	Part      *Utilization
	PartClass paint.Class
	PartName  string
	// Factor converts the average of this process to what the host of a virtual
	// machine gave it, which is shown next to it; 0: it is not shown.
	Factor float64
	// Still is set for pictures in files, in which nothing can be chosen.
	Still bool
}

// sampledWord is the note after a figure on whether it was sampled.
func sampledWord(exact, sampled model.Time) string {
	switch {
	case sampled == 0:
		return ""
	case exact == 0:
		return ", sampled"
	}
	return ", partly sampled"
}
