// Package findings searches a trace for patterns that cost time, and describes what they are, what
// they cost, where they show, and what to try.
//
// A Rule (rule.go) is one pattern; each, or a small family, has a file of its own with its
// thresholds, and a line in Rules (rules.go). Find (find.go) applies the rules to a trace and a
// window; what they see of it is a ruleContext (context.go). Table (table.go) makes the result a
// table like that of every report, and Report (report.go) such a report.
//
// A check (Rule.check) looks at the threads of ruleContext.target in ruleContext.Range and counts
// only what is attested (known.go): what is unknown never makes a finding. It works with any
// threshold, including 0. Evidence is in order of length, the longest first. The number of a removed
// rule is not reused: the last one given is E29; E19 is no rule.
package findings
