package perfdata

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"threadlens/model"
)

// info assembles what the first pass found.
func (s *scan) info(name string, size int64, has model.Has) *model.Info {
	m := s.m
	has.Switches = has.Switches || s.counts[recSwitch]+s.counts[recSwitchCPUWide] > 0
	i := &model.Info{
		File: name, Files: []string{name}, Format: "perf.data", Size: size,
		OS:           model.OS{Family: "linux", Version: m.release, Machine: m.arch, Processor: m.processor},
		Clock:        m.clock(s.start),
		CPUs:         s.processors(),
		Topology:     m.places.Topology,
		End:          s.timeOf(s.end),
		TargetPID:    s.tasks.target,
		Command:      commandLine(m.command),
		Recorder:     m.recorder,
		EventCost:    model.Time(m.eventCost),
		PerTask:      s.recordsTasks(),
		Has:          has,
		Recorded:     m.recorded(),
		SampleEvery:  m.sampleEvery(),
		SourceEvents: s.sourceEvents(),
		Modules:      s.maps.list(),
		// Newer kernels count what each event lost; the same records are
		// among those that the buffers' LOST records count.
		LostEvents: max(s.lost, s.unsaved),
	}
	if i.Cut = s.cutTo(); i.Cut.Len() > 0 {
		i.End = i.Cut.To
	}
	i.Groups, i.Surroundings = m.around.since(s.start)
	if m.wallKnown {
		i.StartWall = time.Unix(0, int64(m.wall[0]+s.start-m.wall[1]))
	}
	s.warnings(i)
	if s.maps.full > 0 {
		m.diags.add("mappings", "too many file mappings: some are left out, and the code in those is shown without its module", s.maps.full)
	}
	i.Diagnostics = slices.Clone(m.diags)
	return i
}

// processors is the number of CPUs. A number far above those that have records is either damage or
// useless, since nothing is known of the others.
func (s *scan) processors() int {
	n := max(len(s.cpus), 1)
	said := int(min(s.m.cpusOnline, model.MaxCPUs))
	if said > n+maxSilent {
		s.m.diags.warn("processors", fmt.Sprintf("the file lists %d CPUs, but has records from only %d: CPUs without records are left out", said, n))
		return n
	}
	return max(n, said)
}

// clock describes the clock of the samples: all events share one.
func (m *meta) clock(start uint64) model.Clock {
	c := model.Clock{Name: schedClock, ResolutionNS: max(1, int64(min(m.resolution, 1<<30))), StartNS: int64(start)}
	for _, ev := range m.events.list {
		if ev.has(attrUseClockID) {
			if c.Name = clockNames[ev.clockID]; c.Name == "" {
				c.Name = fmt.Sprintf("clock %d", ev.clockID)
			}
			break
		}
	}
	return c
}

// recordsTasks reports whether only some threads were recorded: the events were opened for threads,
// not for CPUs.
func (s *scan) recordsTasks() bool {
	if s.counts[recIDIndex] > 0 {
		return s.perTask
	}
	for _, ev := range s.m.events.list {
		if !ev.silent() && (ev.has(attrEnableOnExec) || !ev.samples(sampleCPU)) {
			return true
		}
	}
	return false
}

// warnings adds what the user must know before trusting the trace.
func (s *scan) warnings(i *model.Info) {
	m := s.m
	var sub []string
	for _, ev := range m.events.list {
		if ev.subsampled() && ev.count > 0 {
			sub = append(sub, ev.name)
		}
	}
	if len(sub) > 0 {
		m.diags.add("subsampled", "tracepoints recorded with perf record -F, or with -c above 1, are left out, because only some of their "+
			"events were recorded: "+strings.Join(sub, ", "), int64(len(sub)))
	}
	if i.PerTask {
		m.diags.warn("per-task", "only some threads were recorded (perf record without -a, or threadlens record --tree): CPU use by other threads is unknown")
	}
	if n := m.faultsLeftOut; n > 0 {
		m.diags.add("faults-left-out", "page faults were left out: another recording ran at the same time, and the kernel recorded them with that recording's event id. Threads may have had more page faults than shown", int64(min(n, math.MaxInt64)))
	}
	if unnamed := s.unnamed(); unnamed > 0 {
		m.diags.add("no-formats", "the file does not describe some of its tracepoints, so these cannot be decoded", unnamed)
	}
	if n := s.counts[recThrottle]; n > 0 {
		m.diags.add("throttled", "the kernel throttled sampling because samples came too fast: values based on samples are too low. Use a lower rate (threadlens record --samples N, perf record -e cpu-clock/freq=N/) or raise kernel.perf_event_max_sample_rate", n)
	}
	for _, ev := range m.events.list {
		if ev.count > 0 && !ev.samples(sampleTime) {
			m.diags.warn("no-times", "samples have no timestamps: their times are unknown (perf record -T adds timestamps)")
			break
		}
	}
	if s.lost > 0 || s.unsaved > 0 {
		m.diags.add("lost-events", "the kernel dropped events because the recorder could not keep up: use a larger buffer (perf record -m, threadlens record --ring)", i.LostEvents)
	}
}

// unnamed counts the samples of tracepoints without a format.
func (s *scan) unnamed() (n int64) {
	for _, ev := range s.m.events.list {
		if ev.tracepoint() && ev.format == nil {
			n += ev.count
		}
	}
	return n
}

// sourceEvents counts samples by event and other records by type, most
// frequent first.
func (s *scan) sourceEvents() []model.SourceEvent {
	var list []model.SourceEvent
	byName := map[string]int{}
	add := func(e model.SourceEvent) {
		if e.Count == 0 {
			return
		}
		if i, ok := byName[e.Name]; ok {
			list[i].Count += e.Count
			return
		}
		byName[e.Name] = len(list)
		list = append(list, e)
	}
	for _, ev := range s.m.events.list {
		provider := "perf"
		if ev.format != nil {
			provider = ev.format.System
		}
		add(model.SourceEvent{Name: ev.name, Provider: provider, ID: int(ev.config & (1<<31 - 1)), Count: ev.count})
	}
	for typ, n := range s.counts {
		if typ != recSample {
			add(model.SourceEvent{Name: "PERF_RECORD_" + recordName(uint32(typ)), Provider: "perf", ID: typ, Count: n})
		}
	}
	add(model.SourceEvent{Name: "PERF_RECORD_(unknown)", Provider: "perf", Count: s.unknown})
	slices.SortStableFunc(list, func(a, b model.SourceEvent) int { return cmp.Compare(b.Count, a.Count) })
	return list
}

// countOf is the number of samples of the named event.
func (s *scan) countOf(name string) (n int64) {
	for _, ev := range s.m.events.list {
		if ev.name == name {
			n += ev.count
		}
	}
	return n
}
