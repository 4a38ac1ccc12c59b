package query

import (
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// PercentOf converts a denominator for pictures.
func PercentOf(d measure.Denominator) timeline.PercentOf {
	switch d {
	case measure.PercentCore:
		return timeline.OfCore
	case measure.PercentCores:
		return timeline.OfCores
	}
	return timeline.OfMachine
}

// PercentWords explains what shares with a denominator are, and what they exclude.
func PercentWords(d measure.Denominator) string {
	return [...]string{"Share of all CPUs", "Share of one CPU", "CPUs in use on average"}[PercentOf(d)] +
		", not counting interrupts"
}

// UnitOf is the unit of shares with a denominator.
func UnitOf(d measure.Denominator) string {
	return [...]string{"% of all CPUs", "% of one CPU", "in cores"}[PercentOf(d)]
}

// ClassOf is the class of a process's CPU use in the chart: target, system, or other.
func ClassOf(t *model.Trace, p model.ProcIx, targets []model.ProcIx) paint.Class {
	switch {
	case slices.Contains(targets, p):
		return paint.ClassTarget
	case t.Processes[p].Class == model.ClassSystem:
		return paint.ClassSystem
	}
	return paint.ClassOther
}

// correctedHelp explains a corrected share.
const correctedHelp = "Share corrected with the figures of the virtual machine's host: the uncorrected share × w, where w = (CPU usage reported by the host) / (CPU usage measured in the guest)"
