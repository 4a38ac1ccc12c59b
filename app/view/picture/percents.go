package picture

import "threadlens/model/measure"

// percentChoice is a denominator for shares of CPU time.
type percentChoice struct {
	Of                 measure.Denominator
	Title, short, Help string
}

// Percents are the denominators that can be chosen.
var Percents = []percentChoice{
	{measure.PercentMachine, "Machine", "Machine", "Shares of CPU time are shares of all processors"},
	{measure.PercentCore, "One Core", "One core", "Shares of CPU time are shares of one processor"},
	{measure.PercentCores, "Cores", "Cores", "CPU time is shown as a number of CPUs in use"},
}
