package measure

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// How far back a monitor looks, ns: for its averages and graphs, and for its
// current figures.
const (
	MonitorWindow model.Time = 60e9
	MonitorNow    model.Time = 1e9
)

// Monitor is what a process monitor shows at an instant: the end of Window.
type Monitor struct {
	Window model.Range // at most about MonitorWindow long
	Now    model.Range // its end, at most about MonitorNow long
	CPUs   int         // known CPUs
	Rows   []MonitorProcess
	// Interrupts is the time of interrupts and deferred calls on all CPUs, as far as
	// they were recorded.
	Interrupts         MonitorTime
	InterruptsRecorded bool
	Cores              []MonitorCore // known ones
	// Lost and LostNow are set if events of the window, or of Now, were lost: the
	// times are lower bounds then.
	Lost, LostNow bool
}

// MonitorTime is a CPU time inside Monitor.Now and Monitor.Window.
type MonitorTime struct{ Now, Window model.Time }

func (m *MonitorTime) add(o MonitorTime) { m.Now, m.Window = m.Now+o.Now, m.Window+o.Window }

// MonitorProcess is a process that ran in the window or has threads at its end.
type MonitorProcess struct {
	PID   uint32
	Name  string
	Known bool // otherwise it holds threads whose process is unknown
	Alive int  // threads at the end of the window
	MonitorTime
	Threads []MonitorThread // those at the end of the window, and those that ran
}

// MonitorThread is a thread of a MonitorProcess.
type MonitorThread struct {
	TID  model.TID
	Name string
	// State is the state at the end of the window, Dead if the thread has ended.
	State model.State
	MonitorTime
}

// MonitorCore is a CPU: how it was used in each part of the window, the latest last.
type MonitorCore struct {
	CPU     model.CPU
	Offline bool // at the end of the window
	Parts   []MonitorPart
	MonitorTime
}

// MonitorPart is a part of the window: its length, and for how much of it a CPU was busy, and for
// how much nobody knows.
type MonitorPart struct{ Length, Busy, Unknown model.Time }

// MonitorAt computes the monitor of some threads at an instant; time before from is
// ignored.
func MonitorAt(t *model.Trace, threads []model.ThreadIx, from, at model.Time) Monitor {
	at = min(max(at, 0), t.End)
	window := model.Range{From: min(at, max(from, 0, at-MonitorWindow)), To: at}
	return monitorIn(t, threads, window, model.Range{From: max(window.From, at-MonitorNow), To: at})
}

// monitorIn is the monitor of any window, with its part now.
func monitorIn(t *model.Trace, threads []model.ThreadIx, window, now model.Range) Monitor {
	m := Monitor{Window: window, Now: now, InterruptsRecorded: t.Info.Has.Interrupts}
	m.LostNow, m.Lost = t.LossIn(model.AllCPUs, m.Now), t.LossIn(model.AllCPUs, m.Window)
	byProc := make([]MonitorProcess, len(t.Processes))
	for _, ix := range threads {
		byProc[t.Threads[ix].Proc].take(t, ix, &m)
	}
	for i := range byProc {
		p, of := &byProc[i], &t.Processes[i]
		if p.Alive > 0 || p.Window > 0 {
			p.PID, p.Name, p.Known = of.PID, of.Name, of.Known
			m.Rows = append(m.Rows, *p)
		}
	}
	m.sort()
	for c := range t.Cores {
		if t.Cores[c].Known {
			m.core(t, model.CPU(c))
		}
	}
	return m
}

// take adds a thread.
func (p *MonitorProcess) take(t *model.Trace, ix model.ThreadIx, m *Monitor) {
	th := &t.Threads[ix]
	window, now := t.Sums(ix, m.Window), t.Sums(ix, m.Now)
	one := MonitorThread{TID: th.TID, Name: th.Name(), State: model.Dead}
	one.MonitorTime = MonitorTime{now[model.Execution], window[model.Execution]}
	alive := th.Life.From < m.Window.To && th.Life.To >= m.Window.To
	if alive {
		p.Alive++
		one.State = model.Unknown
		if s, ok := t.SegmentAt(ix, m.Window.To-1); ok {
			one.State = s.State
		}
	}
	if alive || one.Window > 0 {
		p.add(one.MonitorTime)
		p.Threads = append(p.Threads, one)
	}
}

// sort puts those that ran most first.
func (m *Monitor) sort() {
	for i := range m.Rows {
		slices.SortStableFunc(m.Rows[i].Threads, func(a, b MonitorThread) int { return cmp.Compare(b.Window, a.Window) })
	}
	slices.SortStableFunc(m.Rows, func(a, b MonitorProcess) int { return cmp.Compare(b.Window, a.Window) })
}

// core adds a CPU.
func (m *Monitor) core(t *model.Trace, cpu model.CPU) {
	window, now := t.CoreTime(cpu, m.Window), t.CoreTime(cpu, m.Now)
	c := MonitorCore{CPU: cpu}
	c.Window, _, _ = window.Busy()
	c.Now, _, _ = now.Busy()
	m.Interrupts.add(MonitorTime{now.ISR + now.DPC, window.ISR + window.DPC})
	s, known := t.SliceAt(cpu, m.Window.To-1)
	c.Offline = known && s.Occupant == model.OccupantOffline
	for to := m.Window.To; to > m.Window.From; to -= MonitorNow {
		r := model.Range{From: max(m.Window.From, to-MonitorNow), To: to}
		ct := t.CoreTime(cpu, r)
		busy, _, _ := ct.Busy()
		c.Parts = append(c.Parts, MonitorPart{r.Len(), busy, ct.Unknown})
	}
	slices.Reverse(c.Parts)
	m.CPUs++
	m.Cores = append(m.Cores, c)
}
