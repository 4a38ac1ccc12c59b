package perfetto

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// info assembles what the first pass found.
func (s *scan) info(name string) *model.Info {
	i := &model.Info{
		File: name, Files: []string{name}, Format: formatName, Size: s.size,
		OS:           model.OS{Family: s.family(), Version: s.machine.release, Machine: s.machine.name},
		Clock:        model.Clock{Name: clockNames[s.clocks.trace], ResolutionNS: 1, StartNS: int64(s.start)},
		CPUs:         s.processors(),
		End:          s.end - s.start,
		TargetPID:    model.NoPID,
		Has:          s.has(),
		SourceEvents: s.sourceEvents(),
		LostEvents:   s.stats.kernelLost() + s.stats.samplesLost,
	}
	i.Recorded = s.restricted.recorded(i.SourceEvents)
	if i.Clock.Name == "" && len(s.bundles) > 0 && s.clocks.trace == 0 {
		i.Clock.Name = clockNames[clockBoot]
	}
	if ns, ok := s.clocks.wall(s.start); ok {
		i.StartWall = time.Unix(0, ns)
	}
	s.warnings(i)
	i.Diagnostics = slices.Clone(s.diags)
	return i
}

// family is the kind of system that was traced.
func (s *scan) family() string {
	switch {
	case strings.HasPrefix(s.machine.system, "Windows"):
		return "windows"
	case s.machine.system != "":
		if s.machine.linux() {
			return "linux"
		}
		return "other"
	case len(s.bundles) > 0:
		return "linux"
	case s.etw > 0:
		return "windows"
	}
	return "other"
}

// maxSilent is how many CPUs without events are believed to be there.
const maxSilent = 1 << 10

// processors is the number of CPUs.
func (s *scan) processors() int {
	return max(1, s.highest+1, int(min(s.machine.cpus, maxSilent)))
}

// has is what kinds of facts the trace holds.
func (s *scan) has() (h model.Has) {
	s.eachSpec(func(_ int, sp *spec) {
		if sp.ev != nil {
			sp.ev.Note(&h)
		}
	})
	for i := range s.items {
		switch it := &s.items[i]; it.kind {
		case itemSwitch:
			h.Switches = true
		case itemState:
			h.Switches = h.Switches || it.flags == stateRunning
			h.Wakes = h.Wakes || it.flags == stateRunnable
		case itemReady:
			h.Wakes = true
		case itemSample:
			h.Samples = true
		}
	}
	h.Stacks = len(s.stacks.nodes) > 0
	return h
}

// eachSpec passes on the kernel's events that the trace has, with their numbers.
func (s *scan) eachSpec(take func(n int, sp *spec)) {
	pass := func(n int, sp *spec) {
		if sp != nil && sp.count > 0 {
			take(n, sp)
		}
	}
	for n, sp := range s.specs.table {
		pass(n, sp)
	}
	for n, sp := range s.specs.others {
		pass(int(n), sp)
	}
	for _, sp := range s.specs.named {
		pass(int(eventGeneric), sp)
	}
	pass(0, s.specs.rest)
}

// sourceEvents counts the kernel's events by name and the packets by what they are about, most frequent
// first.
func (s *scan) sourceEvents() []model.SourceEvent {
	var list []model.SourceEvent
	s.eachSpec(func(n int, sp *spec) {
		provider := "ftrace"
		if sp.ev != nil {
			provider = sp.ev.System
		}
		list = append(list, model.SourceEvent{Name: sp.name, Provider: provider, ID: n, Count: sp.count})
	})
	for kind, n := range s.kinds {
		name := packetNames[kind]
		if name == "" {
			name = fmt.Sprintf("packet type %d", kind)
		}
		list = append(list, model.SourceEvent{Name: name, Provider: formatName, ID: int(kind), Count: n})
	}
	slices.SortFunc(list, func(a, b model.SourceEvent) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// warnings adds what the user must know before trusting the trace.
func (s *scan) warnings(i *model.Info) {
	d, n := &s.diags, &s.leftOut
	used := false
	s.eachSpec(func(_ int, sp *spec) { used = used || sp.ev != nil })
	if !used && len(s.items) == 0 {
		var names []string
		for _, e := range i.SourceEvents[:min(3, len(i.SourceEvents))] {
			names = append(names, e.Name)
		}
		d.add("nothing", "this trace contains nothing that can be shown: no context switches, wake-ups, markers or samples, only "+strings.Join(names, ", "), 1)
	}
	if i.Has.Switches && s.machine.release == "" && s.specs.table[eventSwitch].count > 0 {
		d.add("no-release", "the file does not name the version of the kernel: thread states are decoded as in Linux 4.14 and later", 1)
	}
	d.add("damaged-packets", "damaged packets are left out", n.packets)
	d.add("other-machines", "trace packets from remote machines are left out: only the recording machine is shown", n.foreign)
	d.add("sequences", fmt.Sprintf("the trace has more than %d packet sequences (trace writers): packets of the others are left out", maxSequences), n.sequences)
	d.add("lost-packets", "trace packets were lost because a program wrote them faster than the recorder could read them", n.dropped)
	d.add("unreadable-packets", "trace packets are left out because they refer to data in lost packets", n.skipped)
	d.add("interned", "too many names and call stacks defined by trace packets: some are left out", n.interned)
	d.add("names", fmt.Sprintf("more than %d names of threads, files and other objects: the others are left out", maxNames), n.names)
	d.add("items", "too many markers, samples and processes: some are left out", n.items)
	d.add("tracks", fmt.Sprintf("more than %d marker tracks: the others are left out", maxTracks), n.tracks)
	d.add("stacks", stage.StacksWarning, s.stacks.full)
	d.add("cpus", fmt.Sprintf("events without a CPU number, or with a number above %d, are left out", maxCPU-1), n.bundles)
	d.add("unknown-clock", "bundles of ftrace events are left out because their times come from an unknown clock", n.unknown)
	d.add("damaged-events", "damaged events are left out", n.events)
	d.add("compact", "tables of compact scheduling events (compact_sched) are inconsistent: some events are left out", n.compact)
	d.add("clocks", "events whose times cannot be converted to the trace's clock are left out", n.lostTimes)
	d.add("clock-readings", "damaged readings in Perfetto's clock snapshots are left out", s.clocks.refused)
	d.add("times", "packets with an invalid time are left out", n.untimed)
	d.add("samples", "samples are left out because their thread or CPU is unknown", n.offCPU)
	d.add("skipped-samples", "samples are left out because the recorder could not read their call stacks", s.stats.samplesSkipped)
	d.add("lost-events", "the kernel dropped events because the recorder could not keep up: use larger buffers (buffer_size_kb)", i.LostEvents)
	d.add("buffer", "the recorder's buffer discarded data: use a larger buffer (size_kb)", s.stats.chunksDropped)
}
