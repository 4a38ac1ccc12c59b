package measure

import (
	"cmp"
	"maps"
	"slices"

	"threadlens/model"
)

// Rolling is a live monitor over consecutive stretches of time, each of which is a
// trace of its own. It keeps the last MonitorWindow.
type Rolling struct {
	beats []Monitor // one per stretch, whose window is all of it
	end   model.Time
	// states are the last known states of threads. A thread that is not in a stretch
	// has not changed its state.
	states map[model.TID]model.State
}

// Add adds a stretch, clipped to the trace, that follows the previous ones. lost is
// set if some of its events are known to be lost. Offline CPUs are listed, since
// they have no events.
func (r *Rolling) Add(t *model.Trace, stretch model.Range, lost bool, offline []model.CPU) {
	stretch = stretch.Clip(t.Whole())
	m := monitorIn(t, everyone(t), stretch, stretch)
	m.Lost = m.Lost || lost
	r.remember(&m)
	for _, cpu := range offline {
		m.offline(cpu)
	}
	if n := len(r.beats); n > 0 {
		r.beats[n-1].forgetIdle()
	}
	r.beats = append(r.beats, m)
	r.end += stretch.Len()
	length := r.length()
	for len(r.beats) > 1 && length-r.beats[0].Window.Len() >= MonitorWindow {
		length -= r.beats[0].Window.Len()
		r.beats = slices.Delete(r.beats, 0, 1)
	}
}

// everyone is all threads except the idle ones, including those without events.
func everyone(t *model.Trace) (list []model.ThreadIx) {
	for i := range t.Threads {
		if !t.Threads[i].Idle {
			list = append(list, model.ThreadIx(i))
		}
	}
	return list
}

// remember takes the states of threads that m does not have from the previous
// stretch, and keeps those of m for the next one.
func (r *Rolling) remember(m *Monitor) {
	states := map[model.TID]model.State{}
	for i := range m.Rows {
		for k := range m.Rows[i].Threads {
			th := &m.Rows[i].Threads[k]
			if before, known := r.states[th.TID]; known && th.State == model.Unknown && !m.Lost {
				th.State = before
			}
			if th.State != model.Dead {
				states[th.TID] = th.State
			}
		}
	}
	r.states = states
}

// length is the length of all kept stretches.
func (r *Rolling) length() (sum model.Time) {
	for i := range r.beats {
		sum += r.beats[i].Window.Len()
	}
	return sum
}

// offline adds a CPU about which the trace shows nothing, or marks it.
func (m *Monitor) offline(cpu model.CPU) {
	i, found := slices.BinarySearchFunc(m.Cores, cpu, func(c MonitorCore, cpu model.CPU) int { return int(c.CPU) - int(cpu) })
	if !found {
		m.Cores = slices.Insert(m.Cores, i, MonitorCore{CPU: cpu})
	}
	m.Cores[i].Offline = true
}

// forgetIdle drops processes that used no time: later stretches contain them if they
// exist.
func (m *Monitor) forgetIdle() {
	m.Rows = slices.DeleteFunc(m.Rows, func(p MonitorProcess) bool { return p.Window == 0 })
	for i := range m.Rows {
		p := &m.Rows[i]
		p.Threads = slices.Clone(slices.DeleteFunc(p.Threads, func(th MonitorThread) bool { return th.Window == 0 }))
	}
}

// Monitor is what the monitor now shows. Times count from the start of the first
// stretch that was added. It shares no memory with r.
func (r *Rolling) Monitor() Monitor {
	n := len(r.beats)
	if n == 0 {
		return Monitor{}
	}
	last := &r.beats[n-1]
	m := Monitor{
		Window: model.Range{From: r.end - r.length(), To: r.end}, Now: model.Range{From: r.end - last.Window.Len(), To: r.end},
		LostNow: last.Lost, InterruptsRecorded: slices.ContainsFunc(r.beats, func(m Monitor) bool { return m.InterruptsRecorded }),
	}
	procs, cores := map[uint32]*rolled{}, map[model.CPU]*MonitorCore{}
	for i := range r.beats {
		b := &r.beats[i]
		m.Lost = m.Lost || b.Lost
		m.Interrupts.add(part(b.Interrupts, b == last))
		for k := range b.Rows {
			roll(procs, &b.Rows[k], b == last)
		}
		for k := range b.Cores {
			c := &b.Cores[k]
			if cores[c.CPU] == nil {
				cores[c.CPU] = &MonitorCore{CPU: c.CPU, Parts: r.lengths()}
			}
			to := cores[c.CPU]
			to.Offline, to.Parts[i].Busy = c.Offline, c.Window
			for _, p := range c.Parts {
				to.Parts[i].Unknown += p.Unknown
			}
			to.add(part(c.MonitorTime, b == last))
		}
	}
	for _, pid := range slices.Sorted(maps.Keys(procs)) {
		m.Rows = append(m.Rows, procs[pid].process())
	}
	for _, cpu := range slices.Sorted(maps.Keys(cores)) {
		c := cores[cpu]
		m.Cores = append(m.Cores, *c)
		if !c.Offline {
			m.CPUs++
		}
	}
	m.sort()
	return m
}

// lengths are the kept stretches as parts of the window.
func (r *Rolling) lengths() []MonitorPart {
	parts := make([]MonitorPart, len(r.beats))
	for i := range r.beats {
		parts[i].Length = r.beats[i].Window.Len()
	}
	return parts
}

// part is how much of a stretch is in a window that is part of it.
func part(t MonitorTime, last bool) MonitorTime {
	if !last {
		t.Now = 0
	}
	return t
}

// rolled is a process over several stretches.
type rolled struct {
	MonitorProcess
	threads map[model.TID]*MonitorThread
}

// roll adds a process of a stretch; one that ended before the last stretch has no
// threads.
func roll(procs map[uint32]*rolled, p *MonitorProcess, last bool) {
	to := procs[p.PID]
	if to == nil {
		to = &rolled{MonitorProcess: MonitorProcess{PID: p.PID}, threads: map[model.TID]*MonitorThread{}}
		procs[p.PID] = to
	}
	to.Name, to.Known = cmp.Or(p.Name, to.Name), p.Known // a stretch may not show the name
	to.add(part(p.MonitorTime, last))
	if last {
		to.Alive = p.Alive
	}
	for i := range p.Threads {
		th := &p.Threads[i]
		sum := to.threads[th.TID]
		if sum == nil {
			sum = &MonitorThread{TID: th.TID}
			to.threads[th.TID] = sum
		}
		sum.Name, sum.State = cmp.Or(th.Name, sum.Name), th.State
		if !last {
			sum.State = model.Dead
		}
		sum.add(part(th.MonitorTime, last))
	}
}

// process is the complete process, with threads by id.
func (r *rolled) process() MonitorProcess {
	for _, tid := range slices.Sorted(maps.Keys(r.threads)) {
		r.Threads = append(r.Threads, *r.threads[tid])
	}
	return r.MonitorProcess
}
