package web

import (
	"bufio"
	"context"
	"crypto/sha256"
	_ "embed" // of the page
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"path/filepath"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// Report is what a page is about.
type Report struct {
	Trace *model.Trace
	// Scope is the window and the threads that the page covers.
	Scope  measure.Scope
	Limits findings.Limits
	// Safe selects the colours that red-green colour-blind people can distinguish.
	Safe bool
}

// table is a section with the table of a report.
type table struct {
	report  string // its name
	heading string
	about   string
	columns []string // data names, nil for all
	kind    measure.WaitKind
	rows    int // at most, of a tree at each level; 0 for all
}

// tables are the sections below the timeline, in their order.
var tables = []table{
	{
		report: "profile", heading: "Profile",
		about: "What the time of the threads was spent on.",
	},
	{
		report: "cpu", heading: "CPU time", rows: 8,
		about: "The processes and threads that used the CPUs most.",
	},
	{
		report: "contention", heading: "Contention", rows: 12,
		about:   "Waits for locks: who waited for whom, and what the lock's owner did meanwhile.",
		columns: []string{"lock", "waiter", "unblocker", "count", "total_ns", "max_ns", "owner_running_ns", "owner_preempted_ns", "owner_waiting_ns"},
	},
	{
		report: "critical-path", heading: "Critical path", rows: 12,
		about: "What the time of the thread that ended the work was spent on, followed from each wait to the thread that ended it.",
	},
	{
		report: "waits", heading: "Longest waits", rows: 25,
		about:   "Without sleep and waiting for work: when threads waited longest, why, and who ended the wait.",
		kind:    measure.WaitKind{Categories: []model.Category{model.Synchronization, model.IO, model.MemoryManagement, model.UIProcessing, model.Unclassified}},
		columns: []string{"thread", "out_ns", "waiting_ns", "category", "reason", "unblocker", "context", "api", "stack", "evidence"},
	},
	{
		report: "ready", heading: "Longest ready times", rows: 15,
		about: "When a thread could have run, but had to wait for a CPU.",
	},
	{
		report: "blocking", heading: "Where threads waited", rows: 3,
		about:   "The functions that the threads waited in, as a tree.",
		columns: []string{"inclusive_ns", "exclusive_ns", "percent", "count", "function"},
	},
	{
		report: "health", heading: "Trace health",
		about: "What was recorded, lost, or inferred.",
	},
}

//go:embed page.tmpl
var pageTemplate string

//go:embed page.css
var style string

//go:embed page.js
var script string

var parsed = template.Must(template.New("page").Parse(pageTemplate))

// Write writes the page: the same bytes each time. It ends with the context's error when that is
// cancelled, and fails when the scope is invalid for the trace, and with the error of w.
func (r *Report) Write(ctx context.Context, w io.Writer) error {
	s, err := r.Scope.In(r.Trace)
	if err != nil {
		return err
	}
	b := builder{Report: r, ctx: ctx, scope: s}
	css := style + colours(r.Safe)
	p := page{
		Policy: policy(css), CSS: template.CSS(css), JS: template.JS(script),
		Title: model.CleanName(filepath.Base(r.Trace.Info.File)), Health: export.HealthNote(r.Trace),
	}
	for _, part := range []func(*page) error{b.findings, b.facts, b.timeline, b.utilization, b.tables} {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := part(&p); err != nil {
			return err
		}
	}
	out := bufio.NewWriterSize(w, 64<<10)
	if err := parsed.Execute(out, &p); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return out.Flush()
}

// policy allows the page its own style and script, and the pictures in it.
func policy(css string) string {
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; img-src data:; style-src " + hash(css) + "; script-src " + hash(script) + "; base-uri 'none'; form-action 'none'"
}

// builder makes the parts of a page.
type builder struct {
	*Report
	ctx   context.Context
	scope measure.Scope // with its defaults filled in
	found []findings.Finding
}

// tables runs the reports of the sections. One that fails for this trace says why in its place.
func (b *builder) tables(p *page) error {
	for i := range tables {
		x := &tables[i]
		if err := b.ctx.Err(); err != nil {
			return err
		}
		s := section{ID: x.report, Heading: x.heading, About: x.about}
		a, _ := report.Find(x.report)
		scope := b.scopeOf(a)
		scope.Kind = x.kind
		t, err := a.Run(b.Trace, scope)
		if err != nil {
			s.Table.None = "none: " + err.Error()
		} else if err := s.fill(t, x); err != nil {
			return err
		}
		p.Sections = append(p.Sections, s)
	}
	return nil
}

// scopeOf is the scope of a report: some are about the machine.
func (b *builder) scopeOf(a report.Report) measure.Scope {
	s := b.Scope
	if a.OfMachine() {
		s.Threads = nil
	}
	return s
}
