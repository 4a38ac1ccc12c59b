package query

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"threadlens/app/grid"
	"threadlens/app/session/keep"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
)

// Findings is a query for findings. It is a plain value, so that it can be answered in the
// background.
type Findings struct {
	Trace      *model.Trace
	Opened     int // the session's Opened; names of functions may have been added to the trace since
	Window     model.Range
	Threads    []model.ThreadIx
	Targets    []model.ProcIx
	Limits     findings.Limits
	Suppressed keep.Suppressions
	All        bool // including suppressed ones
	Terms      naming.Terms
}

// Same reports whether another query has the same result.
func (q *Findings) Same(o *Findings) bool {
	return q.Trace == o.Trace && q.Window == o.Window && slices.Equal(q.Threads, o.Threads) && slices.Equal(q.Targets, o.Targets) &&
		slices.Equal(q.Limits.Changes(), o.Limits.Changes()) && q.Suppressed.Equal(o.Suppressed) && q.All == o.All &&
		q.Terms.Clock == o.Terms.Clock && maps.Equal(q.Terms.Names, o.Terms.Names)
}

// Found is the result of Findings.
type Found struct {
	Query   Findings
	Content *grid.Content
	// List has a finding for each row of Content.
	List []findings.Finding
	// Suppressed is the number of findings that were suppressed.
	Suppressed int
	// Unseen is the number of rules that the recording cannot support.
	Unseen int
}

// Names of the columns of the table of findings.
const (
	columnSeverity = "severity"
	columnPattern  = "pattern"
	columnFinding  = "finding"
	columnEvidence = "evidence"
	columnThreads  = "threads"
)

// maxCardNames is how many names of a finding's threads fit on its card.
const maxCardNames = 120

// maxThreadNames is how many names of a finding's threads fit in a tooltip.
const maxThreadNames = 24

// Run looks for findings. It ends early, with the context's error, when that is cancelled, and
// fails with a window outside the trace.
func (q Findings) Run(ctx context.Context) (f *Found, err error) {
	defer func() { // a rule that panics must not take the window down
		if p := recover(); p != nil {
			f, err = nil, fmt.Errorf("internal error: %v", p)
		}
	}()
	options := findings.Options{Scope: q.Scope(), Limits: q.Limits}
	table, list, unseen, err := findings.Table(ctx, q.Trace, options)
	if err != nil {
		return nil, err
	}
	f = &Found{Query: q, Content: &grid.Content{Table: table, Columns: findingColumns(), Order: grid.Order{Column: columnSeverity}}}
	for i := range unseen {
		f.Unseen += len(unseen[i].Rules)
	}
	shown, keys := *table, map[string]int{}
	shown.Rows = nil
	for i := range list {
		hidden := q.Suppressed.Hides(q.Trace, &list[i])
		if hidden {
			f.Suppressed++
		}
		if hidden && !q.All {
			continue
		}
		row := q.row(&list[i], table.Rows[i])
		row.Gone = hidden
		// The window is not part of the key: a finding stays selected during a zoom.
		keys[row.Key]++
		row.Key += " " + strconv.Itoa(keys[row.Key])
		f.List, f.Content.Rows, shown.Rows = append(f.List, list[i]), append(f.Content.Rows, row), append(shown.Rows, table.Rows[i])
	}
	f.Content.Table = &shown
	return f, nil
}

// Scope is the window, the threads shown, and the target.
func (q *Findings) Scope() measure.Scope {
	scope := measure.Scope{Range: q.Window, Threads: append([]model.ThreadIx{}, q.Threads...)}
	scope.Target.Procs = q.Targets
	return scope
}

func findingColumns() []grid.Column {
	return []grid.Column{
		{Name: columnSeverity, Title: "Severity", Kind: report.KindText, Width: 96, Help: "Problem: costs time in this trace. Warning: may cost time, or costs only a little. Information: worth knowing"},
		{Name: columnPattern, Title: "Pattern", Kind: report.KindText, Width: 210, Help: "Name of the pattern found"},
		{Name: columnFinding, Title: "What the trace shows", Kind: report.KindText, Width: 320, Grow: true, Help: "The finding in a sentence, with its numbers"},
		{Name: columnEvidence, Title: "Evidence", Kind: report.KindText, Width: 192, Link: true, Help: "Place of the finding in the trace; click to zoom to it and select it"},
		{Name: columnThreads, Title: "Threads", Kind: report.KindText, Width: 120, Help: "Threads involved; the tooltip lists more of them, and copied or exported tables list them all"},
	}
}

// row is a finding for display.
func (q *Findings) row(f *findings.Finding, data []report.Value) grid.Row {
	word := func(s string) report.Value { return report.Value{Kind: report.KindText, Text: s} }
	// Their order is that of the numbers behind the words.
	severity, where := word(SeverityWord(f.Severity)), word(q.Where(f))
	severity.Int, where.Int = int64(f.Severity), -int64(f.Range.From)
	row := grid.Row{
		Key: f.Rule.ID + " " + strings.Join(keep.ThreadKeys(q.Trace, f.Threads), " "), Data: data, Parent: grid.NoParent,
		Thread: model.NoThread, Proc: model.NoProc, Span: f.Range, Leads: true,
		Cells: []report.Value{
			severity, word(f.Name()), word(f.Sentence), where, word(findings.FirstNames(q.Trace, f.Threads, maxThreadNames)),
		},
	}
	if len(f.Threads) > 0 {
		row.Thread = f.Threads[0]
	}
	return row
}

// SeverityWord is a severity for display.
func SeverityWord(s findings.Severity) string {
	return [...]string{"Information", "Warning", "Problem"}[min(s, findings.Problem)]
}

// Where describes the time that a finding is about.
func (q *Findings) Where(f *findings.Finding) string {
	if f.Range == q.Window {
		return "whole time window"
	}
	return q.Terms.Clock.Range(f.Range)
}

// FindingLines are the lines about a finding: what to try, which must not be below the fold, its
// details, and its cost unless they contain it.
func FindingLines(f *findings.Finding) []findings.Detail {
	var lines []findings.Detail
	if f.Try != "" {
		lines = append(lines, findings.Detail{Title: "Advice", Text: f.Try})
	}
	lines = append(lines, f.Details...)
	told := slices.ContainsFunc(lines, func(d findings.Detail) bool { return d.Title == "Cost" })
	if f.Cost > 0 && !told {
		lines = append(lines, findings.Detail{Title: "Cost", Value: timeline.FormatDuration(f.Cost), Text: "time that the finding costs threads or CPUs"})
	}
	return lines
}

// ThreadsLine names the threads of a finding; ok is false where the sentence does that.
func ThreadsLine(t *model.Trace, f *findings.Finding) (d findings.Detail, ok bool) {
	n := len(f.Threads)
	if n <= findings.MaxNamed {
		return d, false
	}
	return findings.Detail{Title: "Threads", Value: timeline.FormatCount(int64(n)), Text: findings.FirstNames(t, f.Threads, maxCardNames)}, true
}

// SentenceTip is the sentence of a finding with the names of its threads, "" where the sentence names
// them.
func SentenceTip(t *model.Trace, f *findings.Finding) string {
	if len(f.Threads) <= findings.MaxNamed {
		return ""
	}
	return f.Sentence + " Threads: " + findings.FirstNames(t, f.Threads, maxThreadNames) + "."
}

// Relevance is how findings, in their order, rank lanes: the threads of the first one that costs
// time, and all threads named by any.
func Relevance(list []findings.Finding) (first []model.ThreadIx, named map[model.ThreadIx]bool) {
	named = map[model.ThreadIx]bool{}
	for i := range list {
		f := &list[i]
		for _, ix := range f.Threads {
			named[ix] = true
		}
		if f.Severity > findings.Info && first == nil {
			first = f.Threads
		}
	}
	return first, named
}

// Told are the findings that are not suppressed.
func (f *Found) Told() []findings.Finding {
	var told []findings.Finding
	for i := range f.List {
		if !f.Content.Rows[i].Gone {
			told = append(told, f.List[i])
		}
	}
	return told
}
