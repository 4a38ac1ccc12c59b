package findings

// Rules are all rules, in order of their numbers.
func Rules() []*Rule {
	return []*Rule{
		&serialized,
		&contention,
		&oversubscription,
		&uneven,
		&inversion,
		&holderPreemption,
		&migration,
		&sleepPolling,
		&clumping,
		&inefficientIO,
		&idleCPU,
		&spinning,
		&herd,
		&pingPong,
		&forkJoin,
		&unresponsive,
		&stopTheWorld,
		&starvation,
		&deadlock,
		&serialTree,
		&peerWait,
		&network,
		&fileLocks,
		&pageFaults,
		&lockPolling,
		&cpuQuota,
		&shortLived,
		&failingCalls,
	}
}

// RuleOf returns the rule with an id.
func RuleOf(id string) (*Rule, bool) {
	for _, r := range Rules() {
		if r.ID == id {
			return r, true
		}
	}
	return nil, false
}

// Defaults are the thresholds of all rules, in their order.
func Defaults() (list []Limit) {
	for _, r := range Rules() {
		list = append(list, r.limits...)
	}
	return list
}

// NewLimits are the Defaults.
func NewLimits() Limits {
	l := Limits{map[string]Limit{}}
	for _, d := range Defaults() {
		l.values[d.Name] = d
	}
	return l
}
