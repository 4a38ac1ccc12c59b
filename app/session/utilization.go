package session

import (
	"threadlens/app/session/naming"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// chartRows are the rows of the CPU utilization view, nil without a trace.
func (s *picture) chartRows() *timeline.Rows {
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

// Chart is what the chart of the CPU use shows of the session; the caller who knows the use by the
// threads of ChartPart sets Part.
func (s *choices) Chart() timeline.Chart {
	c, _ := s.everywhere()
	return timeline.Chart{Scope: s.Scope(), Of: query.PercentOf(s.chart.percent), Focus: s.chart.focus, Factor: c.W}
}

// ChartPart is the selected thread or the threads of the selected process, whose share of the CPU
// use is highlighted, with their class and name; nil without any.
func (s *picture) ChartPart() (threads []model.ThreadIx, class paint.Class, name string) {
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
func (s *picture) classOf(p model.ProcIx) paint.Class {
	return query.ClassOf(s.trace, p, s.Targets())
}
