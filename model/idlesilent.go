package model

import "fmt"

// Some kernels, of virtual machines restored from a snapshot, record nothing of what the
// idle task of a CPU does: neither the switch out of it nor the wakes that come meanwhile.

const (
	// silentLeast is how many switches out of idle a CPU lacks that is taken for one whose
	// idle task records nothing. Those recorded by SwitchArrival only count as lacking.
	silentLeast = 20
	// silentParts is how many it lacks for each one that it has, at least.
	silentParts = 20
)

// lackIdleOut takes note of a switch out of idle that is missing on a CPU.
func (b *Builder) lackIdleOut(c *cpuReg) {
	b.count(CountBrokenChain)
	c.idleLacks++
}

// noteIdleOut takes note of a switch out of idle.
func (c *cpuReg) noteIdleOut(e *Event) {
	if e.Flags&SwitchArrival != 0 {
		c.idleArrivals++
	} else {
		c.idleOuts++
	}
}

// silentIdle returns the CPUs whose idle task records nothing, how many switches out of idle
// they lack, and how many are recorded by SwitchArrival only.
func (b *Builder) silentIdle() (cpus []CPU, lacks, arrivals int64) {
	for c := range b.cpus {
		if r := &b.cpus[c]; r.idleLacks+r.idleArrivals >= max(silentLeast, silentParts*r.idleOuts) {
			cpus, lacks, arrivals = append(cpus, CPU(c)), lacks+r.idleLacks, arrivals+r.idleArrivals
		}
	}
	return cpus, lacks, arrivals
}

// CodeIdleSilent is the code of the Diagnostic about CPUs whose idle task records nothing.
const CodeIdleSilent = "idle-silent"

// silentDiagnostic is the sentence about such CPUs.
func silentDiagnostic(cpus []CPU, lacks int64) Diagnostic {
	whose, they := fmt.Sprintf("CPU %d's idle task", cpus[0]), "it idles"
	if len(cpus) > 1 {
		whose, they = fmt.Sprintf("the idle tasks of %d CPUs", len(cpus)), "they idle"
	}
	return Diagnostic{
		Severity: SeverityInfo, Code: CodeIdleSilent, Count: lacks,
		Text: "this kernel records nothing of " + whose + ", as in some virtual machines: wakes and disk completions while " +
			they + " are missing",
	}
}
