package web

import (
	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

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
		about: "How the threads spent their time.",
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
		about: "How one thread spent its time: the thread whose exit ended the target process, otherwise the thread that ran longest. Each wait is followed to the thread that ended it.",
	},
	{
		report: "waits", heading: "Longest waits", rows: 25,
		about:   "The longest waits: when, why, and which thread ended the wait. Sleep and waiting for work are left out.",
		kind:    measure.WaitKind{Categories: []model.Category{model.Synchronization, model.IO, model.MemoryManagement, model.UIProcessing, model.Unclassified}},
		columns: []string{"thread", "out_ns", "waiting_ns", "category", "reason", "unblocker", "context", "api", "stack", "evidence"},
	},
	{
		report: "ready", heading: "Longest ready times", rows: 15,
		about: "How long a woken thread had to wait for a CPU before it ran.",
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

// fill sets the table of a section.
func (s *section) fill(t *report.Table, x *table) error {
	c := report.Choice{Columns: x.columns, Top: x.rows}
	if x.rows > 0 {
		c.Sort, c.Descending = t.Greatest, true
	}
	t = t.ForPeople()
	chosen, err := t.Choose(c)
	if err != nil {
		return err
	}
	cells := export.CellsOf(chosen)
	s.Table = tableText{Heads: cells.Heads, None: cells.None, Notes: t.Notes}
	if len(chosen.Notes) > len(t.Notes) {
		s.Table.Left = chosen.Notes[len(t.Notes)]
	}
	if cells.None != "" {
		return nil
	}
	for row := range cells.Rows() {
		i := len(s.Table.Rows)
		head := i+1 < len(chosen.Levels) && chosen.Levels[i] == 0 && chosen.Levels[i+1] > 0
		s.Table.Rows = append(s.Table.Rows, tableRow{head, row})
	}
	s.Table.Total = cells.Total()
	return nil
}
