package picture

import "threadlens/model/measure"

// percentChoice is a denominator for shares of CPU time.
type percentChoice struct {
	Of                 measure.Denominator
	Title, short, Help string
}

// Percents are the denominators that can be chosen.
var Percents = []percentChoice{
	{measure.PercentMachine, "Machine", "Machine", "CPU shares are percentages of all CPUs"},
	{measure.PercentCore, "One CPU", "One CPU", "CPU shares are percentages of one CPU"},
	{measure.PercentCores, "Cores", "Cores", "CPU time is shown as a number of CPUs in use"},
}
