// Package findings looks for patterns in a trace that cost time, and says what they
// are, what they cost, where they show, and what to try.
//
// A Rule (rule.go) is one pattern; each, or a small family, has a file of its own with its
// thresholds, and a line in Rules (rules.go). Find (find.go) asks the rules of a trace and
// a window; what they see of it is a ruleContext (context.go). Table (table.go) makes the answer a table
// like that of every report, and Report (report.go) such a report.
//
// A check (Rule.check) looks at the threads of ruleContext.target in ruleContext.Range and
// counts only what is attested (known.go): what is not known never makes a finding. It works
// with any threshold, also with 0. Evidence comes longest first. The number of a rule is not
// used again.
package findings
