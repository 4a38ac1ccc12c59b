package measure

// Verdict is, in one word, what the concurrency of some threads shows about their
// use of the CPUs.
type Verdict uint8

// Verdicts.
const (
	// VerdictNone: they did not run, or there is only one CPU.
	VerdictNone Verdict = iota
	// VerdictSerial: hardly ever more than one of them ran.
	VerdictSerial
	// VerdictBursty: several ran simultaneously, but in more than half of the window
	// none did.
	VerdictBursty
	// VerdictScales: while any ran, they used at least half of the CPUs.
	VerdictScales
	// VerdictLimited: several ran simultaneously, on less than half of the CPUs.
	VerdictLimited
	// VerdictCPUs: they were runnable, but had no CPU for much of that time.
	VerdictCPUs
)

var verdicts = [...]struct{ word, sentence string }{
	{"none", "No verdict on parallelism: no thread ran, or there is only one CPU."},
	{"serial", "Mostly serial: hardly ever more than one thread at a time; more CPUs would not help."},
	{"bursty", "Bursty: several threads run at a time, but for more than half of the window none runs."},
	{"scales", "Parallel: whenever at least one of these threads ran, they used at least half of the CPUs on average."},
	{"limited", "Limited, but not by CPUs: several threads run at a time, but they use fewer than half of the CPUs on average."},
	{"cpus", "Limited by CPUs: these threads were queued for more than 20% of their CPU demand (run time plus queued time)."},
}

// String is the verdict's name in data output.
func (v Verdict) String() string { return verdicts[v].word }

// Sentence explains the verdict to people.
func (v Verdict) Sentence() string { return verdicts[v].sentence }

// serialLimit is the effective parallelism up to which threads count as serial: one
// and a half threads.
const serialLimit = 1.5

// QueuedLimit is the share of the demand for CPU spent queued above which the CPUs
// limit how many threads run simultaneously: a low number then shows nothing about
// the program.
const QueuedLimit = 0.2

// Verdict judges the demand: first whether the threads had the CPUs that they
// needed, then how many of them ran simultaneously.
func (c Concurrency) Verdict() Verdict {
	p := c.Parallelism()
	switch {
	case c.Active() == 0:
		return VerdictNone
	case c.QueuedShare() > QueuedLimit:
		return VerdictCPUs
	case c.CPUs < 2:
		return VerdictNone
	case p < serialLimit:
		return VerdictSerial
	case c.Antiratio() < 0.5:
		return VerdictBursty
	case 2*p >= float64(c.CPUs):
		return VerdictScales
	}
	return VerdictLimited
}
