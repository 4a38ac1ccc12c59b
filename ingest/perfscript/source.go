package perfscript

import (
	"bytes"
	"strings"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/schedtext"
)

// role is what the records of an event are for.
type role uint8

const (
	roleNone   role = iota // not used
	roleEvent              // an event of the kernel that the model uses
	roleSample             // what a CPU executes
	roleFault
	roleHardFault
	roleLost // from here on: records of perf itself
	roleSwitch
	roleComm
	roleFork
	roleExit
	roleOther
)

// source is a kind of event by its name in the text.
type source struct {
	name     string
	provider string
	event    *linuxsched.Event
	role     role
	// counter distinguishes samples of different counters. sure is set where the name is known: other
	// events count as samples only where their text has no payload.
	counter string
	sure    bool
	count   int64
	// period is that of all records, 0 where they have none; varies is set where they differ.
	period uint64
	varies bool
}

// sources are the kinds of events of a chunk.
type sources struct {
	byName map[string]*source
	list   []*source
	events schedtext.Events
	last   *source
}

// tooMany stands for the events of too many names.
const tooMany = "(other)"

// find is the source of an event.
func (s *sources) find(name []byte) *source {
	if s.last != nil && string(name) == s.last.name {
		return s.last
	}
	src := s.byName[string(name)]
	if src == nil {
		src = s.add(name)
	}
	s.last = src
	return src
}

func (s *sources) add(name []byte) *source {
	if s.byName == nil {
		s.byName = map[string]*source{}
	}
	if len(name) > maxName {
		name = []byte(tooMany)
	}
	if len(s.list) >= maxSources && string(name) != tooMany {
		return s.find([]byte(tooMany))
	}
	if src := s.byName[string(name)]; src != nil {
		return src
	}
	src := &source{name: string(name), provider: "perf"}
	if bytes.HasPrefix(name, sideMark) {
		src.role = sideRole(src.name)
	} else {
		src.classify(s.events.Find(name))
	}
	s.byName[src.name] = src
	s.list = append(s.list, src)
	return src
}

func sideRole(name string) role {
	switch strings.TrimPrefix(name, string(sideMark)) {
	case "LOST", "LOST_SAMPLES":
		return roleLost
	case "SWITCH", "SWITCH_CPU_WIDE":
		return roleSwitch
	case "COMM":
		return roleComm
	case "FORK":
		return roleFork
	case "EXIT":
		return roleExit
	}
	return roleOther
}

// known are the usual names of events of perf that are no tracepoints, with what they are for: clocks,
// events of hardware and of software.
var known = map[string]role{
	"cpu-clock": roleSample, "task-clock": roleSample, "cycles": roleSample, "cpu-cycles": roleSample,
	"instructions": roleSample, "ref-cycles": roleSample, "bus-cycles": roleSample, "branches": roleSample,
	"branch-instructions": roleSample, "branch-misses": roleSample, "cache-references": roleSample,
	"cache-misses": roleSample, "stalled-cycles-frontend": roleSample, "stalled-cycles-backend": roleSample,

	"page-faults": roleFault, "faults": roleFault, "minor-faults": roleFault, "major-faults": roleHardFault,

	"dummy": roleNone, "bpf-output": roleNone, "context-switches": roleNone, "cs": roleNone,
	"cpu-migrations": roleNone, "migrations": roleNone, "alignment-faults": roleNone,
	"emulation-faults": roleNone, "cgroup-switches": roleNone,
}

// modifiers are the letters that may follow the name of a counter.
const modifiers = "ukhGHDIpPSWeb"

// classify finds the role of an event that is no record of perf itself. ev is nil where linuxsched
// has none of its name.
func (s *source) classify(ev *linuxsched.Event) {
	if ev != nil {
		s.event, s.role, s.provider = ev, roleEvent, ev.System
		return
	}
	name := s.name
	if i := strings.LastIndexByte(name, ':'); i >= 0 && strings.Trim(name[i+1:], modifiers) == "" {
		name = name[:i]
	}
	system, _, isTracepoint := strings.Cut(name, ":")
	if isTracepoint && !strings.Contains(system, "/") {
		s.provider = system
		return
	}
	s.counter = counter(name)
	if s.role, s.sure = known[s.counter]; !s.sure {
		s.role = roleSample
	}
}

// counter is the counter of an event: without terms that do not choose it ("cpu-clock/freq=997/"),
// and the same for CPUs of several kinds ("cpu_atom/cycles/P").
func counter(name string) string {
	before, rest, found := strings.Cut(name, "/")
	if _, ok := known[before]; ok || !found {
		return before
	}
	terms, _, _ := strings.Cut(rest, "/")
	first, _, _ := strings.Cut(terms, ",")
	if _, ok := known[first]; ok {
		return first
	}
	return before + "/" + terms
}

// is reports whether the source is the event of the kernel with this name.
func (s *source) is(event string) bool { return s.event != nil && s.event.Name == event }

// meet counts a record.
func (s *source) meet(period uint64) {
	if s.count++; s.count == 1 {
		s.period = period
	}
	s.varies = s.varies || s.period != period
}
