package findings

// Rule is a pattern that Find looks for.
type Rule struct {
	ID   string // "E3"
	Name string // "Oversubscription"
	Doc  string // in one sentence: when it is found
	// Report is the report whose rows show what a finding rests on.
	Report string
	rests  basis
	slow   bool // of a large trace: asked before the others, so that all are done at about one time
	// limits are its thresholds, whose names begin with ID.
	limits []Limit
	check  func(*ruleContext) []Finding
}

// basis is what a rule rests on that not every recording shows.
type basis uint8

const (
	onStates  basis = iota // the states of threads alone
	onReasons              // what threads waited for
	onSamples              // what threads executed
	onWakes                // what made threads ready
	onQuotas               // what the recording says of control groups
)
