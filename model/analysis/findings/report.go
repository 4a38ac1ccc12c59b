package findings

import (
	"context"
	"math"
	"strings"

	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/model/measure"
)

// Report is Table as a report like those of analysis.List, with the given
// thresholds; the zero Limits are NewLimits.
func Report(ctx context.Context, limits Limits) analysis.Analysis {
	return analysis.Analysis{
		Name: "findings", Doc: "patterns that cost time: what the trace shows, where, what to try",
		Run: func(t *model.Trace, s measure.Scope) (*analysis.Table, error) {
			table, _, _, err := Table(ctx, t, Options{Scope: s, Limits: limits})
			return table, err
		},
	}
}

// RulesTable lists the rules and, below each, its thresholds: a row each.
func RulesTable(limits Limits) *analysis.Table {
	table := &analysis.Table{Name: "rules", Title: "Rules of findings and their thresholds", Columns: []analysis.Column{
		{Name: "rule", Title: "Rule", Kind: analysis.KindText},
		{Name: "pattern", Title: "Pattern", Kind: analysis.KindText},
		{Name: "threshold", Title: "Threshold", Kind: analysis.KindText},
		{Name: "value", Title: "Value", Kind: analysis.KindNumber},
		{Name: "default", Title: "Default", Kind: analysis.KindNumber},
		{Name: "unit", Title: "Unit", Kind: analysis.KindText},
		{Name: "doc", Title: "What it is", Kind: analysis.KindText},
	}}
	word := func(s string) analysis.Value { return analysis.Value{Kind: analysis.KindText, Text: s} }
	number := func(v float64) analysis.Value {
		for _, i := range []int{3, 4} {
			table.Columns[i].Digits = max(table.Columns[i].Digits, decimals(v))
		}
		return analysis.Value{Kind: analysis.KindNumber, Float: v}
	}
	all := limits.All()
	for _, r := range Rules() {
		table.Rows = append(table.Rows, []analysis.Value{word(r.ID), word(r.Name), {}, {}, {}, {}, word(r.Doc)})
		for i, d := range Defaults() {
			if rule, _, _ := strings.Cut(d.Name, "."); rule == r.ID {
				table.Rows = append(table.Rows, []analysis.Value{
					word(r.ID), word(r.Name), word(d.Name), number(all[i].Value), number(d.Value), word(d.Unit), word(d.Doc),
				})
			}
		}
	}
	return table
}

// decimals are the digits behind the point that a threshold is written with, at
// most 3.
func decimals(v float64) (n int) {
	for n < 3 && v != math.Trunc(v) {
		v *= 10
		n++
	}
	return n
}
