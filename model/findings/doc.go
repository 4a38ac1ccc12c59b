// Package findings looks for patterns in a trace that cost time, and says what they
// are, what they cost, where they show, and what to try.
//
// A Rule (rule.go) is one pattern; each, or a small family, has a file of its own with its
// thresholds, and a line in Rules (rules.go). Find (find.go) asks the rules of a trace and
// a window; what they see of it is a ruleContext (context.go). Table (table.go) makes the answer a table
// like that of every report, and Report (report.go) such a report.
//
// The rules are those of design/measures.md, part 2, by the same numbers.
package findings
