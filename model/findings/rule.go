package findings

// Rule is a pattern that Find searches for.
type Rule struct {
	ID   string // "E3"
	Name string // "Oversubscription"
	Doc  string // when it is found, in one sentence
	// Report is the report whose rows show what a finding rests on.
	Report string
	rests  basis
	slow   bool // slow on a large trace: started before the others, so that all finish at about the same time
	// limits are its thresholds, whose names begin with ID.
	limits []Limit
	check  func(*ruleContext) []Finding
}

// basis is what a rule rests on that not every recording contains.
type basis uint8

const (
	onStates  basis = iota // thread states alone
	onReasons              // what threads waited for
	onSamples              // what threads executed
	onWakes                // what made threads ready
	onQuotas               // data about control groups
	onCalls                // all system calls
)
