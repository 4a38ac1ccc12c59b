package picture

import "threadlens/model/measure"

// percentChoice is something that shares of CPU time can be shares of.
type percentChoice struct {
	Of                 measure.Denominator
	Title, short, Help string
}

var Percents = []percentChoice{
	{measure.PercentMachine, "Machine", "Machine", "Shares of CPU time are shares of all processors"},
	{measure.PercentCore, "One Core", "One core", "Shares of CPU time are shares of one processor"},
	{measure.PercentCores, "Cores", "Cores", "CPU time is shown as a number of CPUs in use"},
}
