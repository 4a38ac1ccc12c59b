package session

import (
	"threadlens/app/session/naming"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// chartState is how the CPU use is shown.
type chartState struct {
	rows    *timeline.Rows
	metrics timeline.Metrics // with which rows were made
	focus   paint.Class      // that stays while others fade
	percent measure.Denominator
}

// chartRows are the rows of the CPU utilization view, nil without a trace.
func (s *Session) chartRows() *timeline.Rows {
	c := &s.chart
	if s.trace == nil {
		return nil
	}
	if c.rows == nil || c.metrics != s.rows.metrics {
		c.metrics = s.rows.metrics
		c.rows = timeline.ChartRows(c.metrics)
	}
	return c.rows
}

// Percent is the denominator of shares of CPU time, in all views, tables and reports.
func (s *Session) Percent() measure.Denominator { return s.chart.percent }

// SetPercent changes the denominator.
func (s *Session) SetPercent(p measure.Denominator) {
	if p != s.chart.percent {
		s.chart.percent = p
		s.tell(ChangedPercent)
	}
}

// FocusClass is the class of CPU use that stays while the others fade, timeline.NoClass without
// one.
func (s *Session) FocusClass() paint.Class { return s.chart.focus }

// SetFocusClass changes the focused class; the same one again clears it.
func (s *Session) SetFocusClass(c paint.Class) {
	if c == s.chart.focus {
		c = paint.NoClass
	}
	if c != s.chart.focus {
		s.chart.focus = c
		s.tell(ChangedFocus)
	}
}

// Chart is what the chart of the CPU use shows of the session; the caller who knows the use by the
// threads of ChartPart sets Part.
func (s *Session) Chart() timeline.Chart {
	c, _ := s.everywhere()
	return timeline.Chart{Scope: s.Scope(), Of: query.PercentOf(s.chart.percent), Focus: s.chart.focus, Factor: c.W}
}

// ChartPart is the selected thread or the threads of the selected process, whose share of the CPU
// use is highlighted, with their class and name; nil without any.
func (s *Session) ChartPart() (threads []model.ThreadIx, class paint.Class, name string) {
	if s.trace == nil {
		return nil, 0, ""
	}
	if ix := s.selected.Thread; ix != model.NoThread {
		return []model.ThreadIx{ix}, s.classOf(s.trace.Threads[ix].Proc), s.Title(ix)
	}
	key, ok := s.SelectedHead()
	if !ok || key.Kind != timeline.RowProcess {
		return nil, 0, ""
	}
	return s.trace.Processes[key.Proc].Threads, s.classOf(key.Proc), naming.ProcessTitle(&s.trace.Processes[key.Proc])
}

// classOf is the class of a process's CPU use.
func (s *Session) classOf(p model.ProcIx) paint.Class {
	return query.ClassOf(s.trace, p, s.Targets())
}
