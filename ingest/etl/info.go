package etl

import (
	"fmt"

	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// info is what the first pass knows about the trace.
func (s *scan) info(name string) *model.Info {
	h := &s.parts[0].head
	freq, told := h.frequency()
	if !told {
		s.diags.warn("unknown-clock", fmt.Sprintf("the header does not contain the clock frequency: %d Hz is assumed", freq))
	}
	if h.ClockType < payload.ClockQPC || h.ClockType > payload.ClockCPU {
		s.diags.warn("unknown-clock", fmt.Sprintf("clock type %d is unknown: the clock is assumed to be the performance counter (QPC)", h.ClockType))
	}
	info := &model.Info{
		File: name, Format: "etl", Size: s.size,
		OS: model.OS{Family: "windows", Version: s.version(), Machine: s.machine},
		Clock: model.Clock{
			Name:         clockName(h.ClockType),
			ResolutionNS: int64(max(1, second/s.clock.freq)),
			StartNS:      s.clock.startNS(),
		},
		CPUs: len(s.cpus), End: s.end, TargetPID: model.NoPID,
		Has: s.has(), SourceEvents: append(s.counts.list(), s.symbolState.marks.SourceEvents()...),
		Modules: s.symbolState.frames.Modules(),
	}
	if info.SampleEvery = s.every; s.changed > 0 {
		info.SampleEvery = 0
		s.diags.note("sample-interval", "the sampling interval changed during the recording", s.changed)
	}
	for i := range s.parts {
		p := &s.parts[i]
		info.Files = append(info.Files, p.name)
		info.LostEvents += int64(p.head.EventsLost)
		info.LostBuffers += int64(p.head.BuffersLost)
		if p.head.start == int64(s.clock.start) && info.StartWall.IsZero() {
			info.StartWall = wall(p.head.StartTime)
		}
		s.session(p)
	}
	s.noteLosses(info)
	info.Diagnostics = s.diags
	return info
}

func (s *scan) version() string {
	h := &s.parts[0].head
	v := fmt.Sprintf("%d.%d build %d", h.Major, h.Minor, h.Build)
	if s.product != "" {
		v = s.product + " " + v
	}
	return v
}

func (s *scan) has() model.Has {
	c := &s.counts
	return model.Has{
		Switches: c.of(payload.HookCSwitch) > 0, Wakes: c.of(payload.HookReadyThread) > 0,
		Stacks:  c.of(payload.HookStackWalk, payload.HookStackKeyKernel, payload.HookStackKeyUser) > 0,
		Samples: c.of(payload.HookSampledProfile) > 0, Interrupts: len(s.routine) > 0,
		Disk:   c.of(payload.HookDiskRead, payload.HookDiskWrite, payload.HookDiskFlush) > 0,
		Faults: c.of(payload.HookHardFault, payload.HookDemandZeroFault, payload.HookTransitionFault) > 0,
		Calls:  c.of(payload.HookSysCallEnter) > 0,
	}
}

// session notes what a part contains about its recording.
func (s *scan) session(p *part) {
	h := &p.head
	mode := "sequential"
	if h.LogFileMode&payload.ModeCircular != 0 {
		mode = "circular"
	}
	relogged := ""
	if h.SubVersion == 2 {
		relogged = ", file rewritten after recording"
	}
	s.diags.note("session", fmt.Sprintf("session %q: %s, clock %s%s", h.SessionName.String(), mode, clockName(h.ClockType), relogged), 1)
}

func (s *scan) noteLosses(info *model.Info) {
	if s.compressed > 0 {
		s.diags.note("compressed-buffers", fmt.Sprintf("%d of %d buffers were compressed (%s)",
			s.compressed, s.buffers, compressionName(s.parts[0].head.compression)), s.compressed)
	}
	if info.LostEvents > 0 {
		s.diags.add(model.SeverityWarning, "lost-events", "the recording lost events", info.LostEvents)
	}
	if info.LostBuffers > 0 {
		s.diags.add(model.SeverityWarning, "lost-buffers", "the recording lost event buffers", info.LostBuffers)
	}
	if n := s.counts.of(payload.HookCompactCSwitch); n > 0 {
		s.diags.add(model.SeverityWarning, "compact-switches", "context switches in Windows' undocumented compact format were left out: record with the kernel flag CSWITCH, not COMPACT_CSWITCH", n)
	}
	s.diags = append(s.diags, s.symbolState.marks.Diagnostics()...)
	if n := s.counts.over; n > 0 {
		s.diags.add(model.SeverityWarning, "kinds", "too many kinds of records: some records are missing from the counts by kind", n)
	}
	if s.undefined > 0 {
		s.diags.add(model.SeverityWarning, "stack-keys", "some events have no call stack: the stack that they refer to is missing from the trace", s.undefined)
	}
	if s.chains.full > 0 {
		s.diags.add(model.SeverityWarning, "stacks", "too many call stacks: some events have no call stack", s.chains.full)
	}
}
