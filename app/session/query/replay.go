package query

import (
	"slices"

	"threadlens/app/grid"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// Replay is the position of a monitor that replays the trace, and its speed.
type Replay struct {
	At    model.Time
	Speed int // trace time per real time, one of Speeds
}

// Speeds are the speeds of a replay.
var Speeds = []int{1, 2, 5, 10, 30, 60}

// Step is the replay after some real time; done is true at the end of the trace.
func (r Replay) Step(t *model.Trace, by model.Time) (next Replay, done bool) {
	next = Replay{min(t.End, r.At+by*model.Time(r.Speed)), r.Speed}
	return next, next.At >= t.End
}

// MonitorContent is the table of a monitor at an instant: what `threadlens report
// monitor` shows for the trace up to there, with the figures of a virtual machine.
func MonitorContent(t *model.Trace, at model.Time, percent measure.Denominator, figures measure.GuestFigures) (*grid.Content, error) {
	find, _ := report.Find("monitor")
	table, err := find.Run(t, measure.Scope{Range: model.Range{To: max(1, at)}, Percent: percent, Guest: figures})
	if err != nil {
		return nil, err
	}
	return monitorContent(table, percent), nil
}

// LiveContent is the table of a live monitor.
func LiveContent(m *measure.Monitor, percent measure.Denominator) *grid.Content {
	return monitorContent(report.MonitorTable(m, percent), percent)
}

func monitorContent(table *report.Table, percent measure.Denominator) *grid.Content {
	image, pid, tid := table.Column("image"), table.Column("pid"), table.Column("tid")
	isThread := func(cells []report.Value) bool { return cells[tid].Kind != report.KindNone }
	now := "CPU use over the last second, " + UnitOf(percent)
	average := "CPU use over the last 60 s (or over the time recorded so far, if that is shorter), " + UnitOf(percent)
	c := grid.FromTable(table, grid.Shape{
		Key: func(cells []report.Value) string {
			if isThread(cells) {
				return "thread " + measure.Count(cells[tid].Int)
			}
			return cells[image].Text + " " + measure.Count(cells[pid].Int)
		},
		Help: map[string]string{
			"now_percent": now, "now_cores": now,
			"average_percent": average, "average_cores": average,
			"average_percent_corrected": correctedHelp,
			"average_cores_corrected":   correctedHelp,
		},
	})
	c.Order = grid.Order{Column: table.Columns[table.Column("average")].Name}
	for i := range c.Rows { // a thread's id is below its process's
		if r := &c.Rows[i]; isThread(r.Data) {
			r.Cells = slices.Clone(r.Data)
			r.Cells[pid] = r.Data[tid]
		}
	}
	for i := range c.Columns {
		col := &c.Columns[i]
		col.Link, col.Width = false, monitorWidths[col.Name]
		switch col.Name {
		case "image":
			col.Grow = true
		case "pid":
			col.Title = "PID, TID"
		case "tid":
			col.Off = true
		}
	}
	return c
}

// OwnShare is this program's CPU use in a monitor of its own machine, of one CPU, by its process
// id.
func OwnShare(m *measure.Monitor, pid int) float64 {
	for i := range m.Rows {
		if m.Rows[i].PID == uint32(pid) {
			return float64(m.Rows[i].Window) / float64(max(1, m.Window.Len()))
		}
	}
	return 0
}

// monitorWidths leave room for all columns in the narrowest window.
var monitorWidths = map[string]float32{"image": 134, "pid": 72, "status": 86, "threads": 80}

// LivePicker is the choice of the processes that a live monitor shows.
func LivePicker(m *measure.Monitor) *Picker {
	c := LiveContent(m, measure.PercentMachine)
	at := c.Table.Column
	image, pid, threads, share, used := at("image"), at("pid"), at("threads"), at("average"), at("cpu_ns")
	p := &Picker{Since: "last " + measure.Duration(m.Window.Len())}
	for i := range c.Rows {
		r := &c.Rows[i]
		if r.Parent != grid.NoParent || r.Data[pid].Kind == report.KindNone {
			continue
		}
		p.Items = append(p.Items, Pickable{
			Key: r.Key, Name: r.Data[image].Text, PID: r.Data[pid], Threads: r.Data[threads], Share: r.Data[share], CPU: r.Data[used],
		})
	}
	return p
}

// OnlyProcesses is a monitor's table of the processes with these keys and their threads.
func OnlyProcesses(c *grid.Content, keys []string) *grid.Content {
	only := *c
	only.Rows = nil
	kept := make([]int, len(c.Rows)) // the place of each row, NoParent where it is left out
	for i, r := range c.Rows {
		kept[i] = grid.NoParent
		if r.Parent == grid.NoParent && !slices.Contains(keys, r.Key) {
			continue
		}
		if r.Parent != grid.NoParent {
			if r.Parent = kept[r.Parent]; r.Parent == grid.NoParent {
				continue
			}
		}
		kept[i] = len(only.Rows)
		only.Rows = append(only.Rows, r)
	}
	return &only
}
