package findings

import (
	"context"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// Table has one row per finding, with the findings themselves and the rules for which the
// trace lacks data.
func Table(ctx context.Context, t *model.Trace, o Options) (*report.Table, []Finding, []Unseen, error) {
	list, err := Find(ctx, t, o)
	if err != nil {
		return nil, nil, nil, err
	}
	s, err := o.Scope.In(t)
	if err != nil {
		return nil, nil, nil, err
	}
	table := &report.Table{Name: "findings", Title: "Findings", Range: s.Range, Scope: s.Title(t), Columns: []report.Column{
		{Name: "severity", Title: "Severity", Kind: report.KindText},
		{Name: "rule", Title: "Rule", Kind: report.KindText},
		{Name: "pattern", Title: "Pattern", Kind: report.KindText},
		{Name: "finding", Title: "What the trace shows", Kind: report.KindText, Prose: true},
		{Name: "from_ns", Title: "From", Kind: report.KindInstant},
		{Name: "to_ns", Title: "To", Kind: report.KindInstant},
		{Name: "cost_ns", Title: "Cost", Kind: report.KindDuration},
		{Name: "threads", Title: "Threads", Kind: report.KindText},
		{Name: "try", Title: "Advice", Kind: report.KindText, Sparse: true, Prose: true},
	}}
	for i := range list {
		f := &list[i]
		word := func(s string) report.Value { return report.Value{Kind: report.KindText, Text: s} }
		table.Rows = append(table.Rows, []report.Value{
			word(f.Severity.String()), word(f.Rule.ID), word(f.Name()), word(f.Sentence),
			{Kind: report.KindInstant, Int: int64(f.Range.From)},
			{Kind: report.KindInstant, Int: int64(f.Range.To)},
			{Kind: report.KindDuration, Int: int64(f.Cost)},
			{Kind: report.KindText, Text: FirstNames(t, f.Threads, len(f.Threads)), Display: f.ThreadNames(t)},
			word(f.Try),
		})
	}
	table.Notes = []string{"Findings cover only the shown threads of the target process, in the time window " + measure.Window(s.Range) + "."}
	if slices.ContainsFunc(list, func(f Finding) bool { return f.ThreadNames(t) != FirstNames(t, f.Threads, len(f.Threads)) }) {
		table.Notes = append(table.Notes, "If a finding lists only some of its threads here, the CSV and JSON output lists all of them.")
	}
	unseen, err := UnseenIn(t, o, list)
	if err != nil {
		return nil, nil, nil, err
	}
	switch {
	case len(list) > 0:
	case !Askable(t):
		table.Notes = append(table.Notes, NotAskable+".")
	default:
		table.Notes = append(table.Notes, "No findings. Rules checked: "+asked(t, o, unseen)+".")
	}
	for i := range unseen {
		table.Notes = append(table.Notes, unseen[i].String())
	}
	if own := o.Limits.Changes(); len(own) > 0 {
		table.Notes = append(table.Notes, "Changed thresholds: "+strings.Join(own, ", ")+".")
	}
	table.Notes = append(table.Notes, measure.Partial(t, s.Range)...)
	return table, list, unseen, nil
}
