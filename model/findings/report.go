package findings

import (
	"context"
	"math"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// Report is Table as a report like those of report.List, with the given
// thresholds; the zero Limits are NewLimits.
func Report(ctx context.Context, limits Limits) report.Report {
	return report.Report{
		Name: "findings", Doc: "patterns that cost time: what the trace shows, where, and what to try",
		Run: func(t *model.Trace, s measure.Scope) (*report.Table, error) {
			table, _, _, err := Table(ctx, t, Options{Scope: s, Limits: limits})
			return table, err
		},
	}
}

// RulesTable lists the rules and, below each, its thresholds, one per row.
func RulesTable(limits Limits) *report.Table {
	table := &report.Table{Name: "rules", Title: "Finding rules and their thresholds", Columns: []report.Column{
		{Name: "rule", Title: "Rule", Kind: report.KindText},
		{Name: "pattern", Title: "Pattern", Kind: report.KindText},
		{Name: "threshold", Title: "Threshold", Kind: report.KindText},
		{Name: "value", Title: "Value", Kind: report.KindNumber},
		{Name: "default", Title: "Default", Kind: report.KindNumber},
		{Name: "unit", Title: "Unit", Kind: report.KindText},
		{Name: "doc", Title: "Description", Kind: report.KindText},
	}}
	word := func(s string) report.Value { return report.Value{Kind: report.KindText, Text: s} }
	number := func(v float64) report.Value {
		for _, i := range []int{3, 4} {
			table.Columns[i].Digits = max(table.Columns[i].Digits, decimals(v))
		}
		return report.Value{Kind: report.KindNumber, Float: v}
	}
	all := limits.All()
	for _, r := range Rules() {
		table.Rows = append(table.Rows, []report.Value{word(r.ID), word(r.Name), {}, {}, {}, {}, word(r.Doc)})
		for i, d := range Defaults() {
			if rule, _, _ := strings.Cut(d.Name, "."); rule == r.ID {
				table.Rows = append(table.Rows, []report.Value{
					word(r.ID), word(r.Name), word(d.Name), number(all[i].Value), number(d.Value), word(d.Unit), word(d.Doc),
				})
			}
		}
	}
	return table
}

// decimals is the number of decimals with which a threshold is written, at most 3.
func decimals(v float64) (n int) {
	for n < 3 && v != math.Trunc(v) {
		v *= 10
		n++
	}
	return n
}
