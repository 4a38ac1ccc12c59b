package findings

// Rule is a pattern that Find looks for.
type Rule struct {
	ID    string // "E3"
	Name  string // "Oversubscription"
	Doc   string // in one sentence: when it is found
	rests basis
	slow  bool // of a large trace: asked before the others, so that all are done at about one time
	check func(*ruleContext) []Finding
}

// Rules are all rules, in the order of their numbers.
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
