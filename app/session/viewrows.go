package session

import (
	"slices"
	"strconv"

	"threadlens/model"
	"threadlens/timeline"
)

// ViewRows is which threads are shown, and how, as files write it.
type ViewRows struct {
	Targets []string `json:"targets,omitempty"` // keys of processes; none: as recorded
	Toggled []string `json:"toggled,omitempty"` // keys of processes, expanded or collapsed by hand
	Hidden  []string `json:"hidden,omitempty"`  // keys of threads
	Sort    string   `json:"sort"`
}

func (v *ViewRows) len() int { return len(v.Targets) + len(v.Toggled) + len(v.Hidden) }

// kernelRowKey stands for the kernel's threads taken together.
const kernelRowKey = "kernel"

// procKey names a process in files: "pid.incarnation".
func procKey(p *model.Process) string {
	if p.PID == model.NoPID {
		return "?." + strconv.Itoa(p.Incarnation) + " " + p.Name
	}
	return strconv.FormatUint(uint64(p.PID), 10) + "." + strconv.Itoa(p.Incarnation)
}

// keys finds the threads and processes of a trace by their keys.
type keys struct {
	threads   map[string]model.ThreadIx
	processes map[string]model.ProcIx
}

func keysOf(t *model.Trace) keys {
	k := keys{map[string]model.ThreadIx{}, map[string]model.ProcIx{kernelRowKey: timeline.KernelGroup}}
	for i := range t.Threads {
		if th := &t.Threads[i]; !th.Idle {
			k.threads[th.Key()] = model.ThreadIx(i)
		}
	}
	for i := range t.Processes {
		key := procKey(&t.Processes[i])
		if _, there := k.processes[key]; !there {
			k.processes[key] = model.ProcIx(i)
		}
	}
	return k
}

// viewRows describes the rows.
func (s *Session) viewRows() ViewRows {
	o := &s.rows.opts
	v := ViewRows{Sort: o.Sort.String()}
	for _, p := range o.Targets {
		v.Targets = append(v.Targets, procKey(&s.trace.Processes[p]))
	}
	for p, toggled := range o.Toggled {
		switch {
		case !toggled:
		case p == timeline.KernelGroup:
			v.Toggled = append(v.Toggled, kernelRowKey)
		default:
			v.Toggled = append(v.Toggled, procKey(&s.trace.Processes[p]))
		}
	}
	for ix, hidden := range o.Hidden {
		if hidden {
			v.Hidden = append(v.Hidden, s.trace.Threads[ix].Key())
		}
	}
	slices.Sort(v.Toggled)
	slices.Sort(v.Hidden)
	return v
}

// restoreRows shows the rows that were described, as far as the trace has them.
func (s *Session) restoreRows(v ViewRows, k keys) {
	s.openRows()
	o := &s.rows.opts
	o.Targets = nil
	for _, key := range v.Targets {
		if p, ok := k.processes[key]; ok && p != timeline.KernelGroup {
			o.Targets = append(o.Targets, p)
		}
	}
	for _, key := range v.Toggled {
		if p, ok := k.processes[key]; ok {
			o.Toggled[p] = true
		}
	}
	for _, key := range v.Hidden {
		if ix, ok := k.threads[key]; ok {
			o.Hidden[ix] = true
		}
	}
	for by := timeline.SortStart; by <= timeline.SortWaiting; by++ {
		if by.String() == v.Sort {
			o.Sort = by
		}
	}
	s.rowsChanged()
}
