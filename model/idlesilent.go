package model

import "fmt"

// Some kernels, of virtual machines restored from a snapshot, record nothing about the
// idle task of a CPU: neither the switch out of it nor wakes while it runs.

const (
	// silentLeast is the least number of missing switches out of idle from which a CPU's
	// idle task is taken to record nothing. Those recorded only by SwitchArrival count as
	// missing.
	silentLeast = 20
	// silentParts is the least number of missing ones for each one that was recorded.
	silentParts = 20
)

// lackIdleOut counts a switch out of idle that is missing on a CPU.
func (b *Builder) lackIdleOut(c *cpuReg) {
	b.count(CountBrokenChain)
	c.idleLacks++
}

// noteIdleOut counts a switch out of idle.
func (c *cpuReg) noteIdleOut(e *Event) {
	if e.Flags&SwitchArrival != 0 {
		c.idleArrivals++
	} else {
		c.idleOuts++
	}
}

// silentIdle returns the CPUs whose idle task records nothing, how many switches out of idle
// they lack, and how many are recorded only by SwitchArrival.
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
	whose, they := fmt.Sprintf("CPU %d's idle task", cpus[0]), "the CPU is idle"
	if len(cpus) > 1 {
		whose, they = fmt.Sprintf("the idle tasks of %d CPUs", len(cpus)), "these CPUs are idle"
	}
	return Diagnostic{
		Severity: SeverityInfo, Code: CodeIdleSilent, Count: lacks,
		Text: "this kernel records no events of " + whose + ", as in some virtual machines: wake-ups and disk completions that happen while " +
			they + " are missing",
	}
}
