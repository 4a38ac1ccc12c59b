package tracedat

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/model"
)

// system is the kernel's release and the machine in the text of the option with uname(1).
func system(uname string) (release, machine string) {
	words := strings.Fields(uname)
	if len(words) > 2 {
		release = words[2]
	}
	if len(words) > 3 {
		machine = words[len(words)-1]
	}
	return release, machine
}

// info assembles what the first pass found.
func (s *scan) info(name string, size int64, es *events) *model.Info {
	m := s.m
	release, machine := system(m.uname)
	i := &model.Info{
		File: name, Files: []string{name}, Format: formatName, Size: size,
		OS:           model.OS{Family: "linux", Version: release, Machine: machine},
		Clock:        model.Clock{Name: s.clockName(), ResolutionNS: 1, StartNS: int64(s.nanoseconds(s.start)) + m.offset},
		CPUs:         s.processors(),
		End:          s.timeOf(s.end),
		TargetPID:    model.NoPID,
		Has:          es.has,
		SourceEvents: s.sourceEvents(es),
		LostEvents:   max(s.lost, m.stats.lost),
	}
	if m.date != 0 && s.isTime() {
		i.StartWall = time.Unix(0, i.Clock.StartNS+m.date*1000)
	}
	s.warnings(i)
	i.Recorded = linuxsched.Recorded(i.SourceEvents)
	i.Diagnostics = slices.Clone(m.diags)
	return i
}

// nanoseconds converts ticks where the rate is known.
func (s *scan) nanoseconds(clock uint64) uint64 {
	if s.m.tsc.mult != 0 {
		return s.m.tsc.ns(clock)
	}
	return clock
}

// clockName is the clock of the main buffer.
func (s *scan) clockName() string {
	if s.m.clock != "" {
		return s.m.clock
	}
	for _, b := range s.m.buffers {
		if b.clock != "" {
			return b.clock
		}
	}
	return "local" // what the kernel uses unless another clock is chosen
}

// nsClocks are the kernel's clocks that count ns (trace_clocks of kernel/trace/trace.c).
var nsClocks = map[string]bool{
	"local": true, "global": true, "perf": true, "mono": true, "mono_raw": true, "boot": true, "tai": true, "tsc2nsec": true,
}

// isTime reports whether times are in ns.
func (s *scan) isTime() bool { return nsClocks[s.clockName()] || s.m.tsc.mult != 0 }

// processors is the number of CPUs. A number far above those that have records is either damage or
// useless, since nothing is known of the others.
func (s *scan) processors() int {
	n := 1
	for _, st := range s.streams {
		n = max(n, int(st.cpu)+1)
	}
	said := int(min(s.m.cpus, model.MaxCPUs))
	if said > n+maxSilent {
		s.m.diags.warn("processors", 1, fmt.Sprintf("the file lists %d CPUs, but has records from only %d: CPUs without records are left out", said, n))
		return n
	}
	return max(n, said)
}

// sourceEvents counts records by event, most frequent first.
func (s *scan) sourceEvents(es *events) (list []model.SourceEvent) {
	for id, n := range s.counts {
		if n == 0 {
			continue
		}
		e := model.SourceEvent{Name: fmt.Sprintf("event type %d", id), ID: id, Count: n}
		if f := es.formats[id]; f != nil {
			e.Name, e.Provider = f.Name, f.System
		}
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(a, b model.SourceEvent) int { return cmp.Compare(b.Count, a.Count) })
	return list
}

// warnings adds what the user must know before trusting the trace.
func (s *scan) warnings(i *model.Info) {
	m := s.m
	if !s.isTime() {
		m.diags.warn("ticks", 1, fmt.Sprintf("times are ticks of the clock %.32q, whose rate is not in the file: each tick is shown as 1 ns, so lengths are not real. Record with trace-cmd record -C mono", s.clockName()))
	}
	s.compareClocks()
	if m.shifted {
		m.diags.add(model.SeverityInfo, "guest", 1, "recorded in a virtual machine: times are from its clock, not the host's")
	}
	if i.LostEvents > 0 {
		m.diags.warn("lost-events", i.LostEvents, "the kernel overwrote or dropped events because trace-cmd could not keep up: use larger buffers (trace-cmd record -b)")
	}
	if s.omitted > 0 {
		m.diags.warn("losses", s.omitted, "too many places where events were lost: some of these places are not shown")
	}
	unknown := int64(0)
	for _, e := range i.SourceEvents {
		if e.Provider == "" {
			unknown += e.Count
		}
	}
	if unknown > 0 {
		m.diags.warn("no-formats", unknown, "the file does not describe some of its events, so they cannot be decoded")
	}
	if silent := m.stats.recorded - s.records; m.stats.known && silent > 0 {
		i.LostEvents += silent
		m.diags.warn("silent-gap", silent, fmt.Sprintf("the kernel counted %d events, but the file contains only %d and does not show where "+
			"events are missing: there may be gaps anywhere", m.stats.recorded, s.records))
	}
}

// compareClocks warns of buffers with other clocks than the main one.
func (s *scan) compareClocks() {
	m := s.m
	for _, b := range m.buffers {
		if b.clock != "" && m.clock != "" && b.clock != m.clock && b.name != "" {
			m.diags.warn("clocks", 1, fmt.Sprintf("the trace buffer %.32q uses the clock %.32q, but the top-level trace buffer uses %.32q: the order of events may be wrong between the two. Record both with the same clock (trace-cmd record -C)", b.name, b.clock, m.clock))
		}
	}
}
