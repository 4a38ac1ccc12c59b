package perfetto

import (
	"strings"

	"threadlens/model"
)

// machine is what the file says about the system.
type machine struct {
	system, release, name string // as uname(1) does
	cpus                  uint64
	uuid                  []byte
}

// systemInfo reads what the system is.
func (s *scan) systemInfo(b []byte) {
	f := flatten(b)
	if f.has(8) {
		s.machine.cpus = f.num[8]
	}
	if u := flatten(f.text[1]); f.has(1) {
		s.machine.system, s.machine.release, s.machine.name = plain(u.text[1]), plain(u.text[3]), plain(u.text[4])
	}
}

// plain is a text of the file for messages.
func plain(b []byte) string {
	return strings.ToValidUTF8(string(b[:min(len(b), maxNameBytes)]), "?")
}

// version is the version of a Linux kernel by its release; false if that does not begin with one.
func version(release string) (major, minor int, ok bool) {
	digits := func() (n int) {
		for release != "" && release[0] >= '0' && release[0] <= '9' && n < 1000 {
			n, release, ok = n*10+int(release[0]-'0'), release[1:], true
		}
		return n
	}
	if major = digits(); !ok || !strings.HasPrefix(release, ".") {
		return 0, 0, false
	}
	release, ok = release[1:], false
	minor = digits()
	return major, minor, ok
}

// states is the table of prev_state of the kernel, nil if its version is unknown.
func (k *machine) states() []model.LinuxFlag {
	if major, minor, ok := version(k.release); ok && k.linux() {
		return model.LinuxStateTable(major, minor)
	}
	return nil
}

// linux reports whether the system may be Linux.
func (k *machine) linux() bool { return k.system == "" || k.system == "Linux" }

// stats is what the recorder reports about losses.
type stats struct {
	samplesLost, samplesSkipped int64

	started      uint64 // when the recording began, 0 if unknown
	startedClock clockIx
	preserved    bool // what was in the kernel's buffers before is wanted

	overrun       map[uint64][2]uint64 // lost events of each CPU so far: first and last report
	buffersLost   int64                // chunks of the recorder's buffers that were overwritten
	chunksDropped int64
}

// serviceEvent reads when the recording began.
func (s *scan) serviceEvent(b []byte) {
	if f := flatten(b); f.num[2] != 0 && s.now.timed && s.stats.started == 0 {
		s.stats.started, s.stats.startedClock = s.now.time, s.at
		if s.at == clockTrace {
			s.stats.startedClock = s.clocks.boot
		}
	}
}

// ftraceStats reads how many events the kernel has lost so far on each CPU.
func (s *scan) ftraceStats(b []byte) {
	for m := over(b); m.next(); {
		switch {
		case m.num == 2 && m.bytes():
			s.cpuStats(m.data)
		case m.num == 8:
			s.stats.preserved = s.stats.preserved || m.val != 0
		}
	}
}

func (s *scan) cpuStats(b []byte) {
	f := flatten(b)
	cpu, lost := f.num[1], min(f.num[3], 1<<40)+min(f.num[8], 1<<40) // overwritten and dropped
	if cpu >= maxCPU {
		return
	}
	if s.stats.overrun == nil {
		s.stats.overrun = map[uint64][2]uint64{}
	}
	report, again := s.stats.overrun[cpu]
	if report[1] = lost; !again {
		report[0] = lost
	}
	s.stats.overrun[cpu] = report
}

// kernelLost is how many events the kernel lost during the recording.
func (t *stats) kernelLost() (n int64) {
	for _, r := range t.overrun {
		if r[1] > r[0] {
			n += int64(r[1] - r[0])
		}
	}
	return n
}

// traceStats reads what the recorder's buffers lost. The last report counts.
func (s *scan) traceStats(b []byte) {
	s.stats.buffersLost, s.stats.chunksDropped = 0, 0
	for m := over(b); m.next(); {
		if m.num == 1 && m.bytes() {
			f := flatten(m.data)
			s.stats.buffersLost += int64(min(f.num[3], 1<<40))
			s.stats.chunksDropped += int64(min(f.num[18], 1<<40) + min(f.num[19], 1<<40))
		}
	}
}

// findLosses adds an item for each time of which a CPU's events were lost: before bundles that say
// so, and before the first one where the CPU's buffer does not reach back to the start of the trace.
func (s *scan) findLosses() {
	last := make([]model.Time, s.highest+1)
	for i := range last {
		last[i] = atStart
	}
	for i := range s.bundles {
		b := &s.bundles[i]
		before := last[b.cpu]
		last[b.cpu] = max(before, b.last)
		switch {
		case before == atStart:
			s.findRing(b)
		case b.lost && b.first > before && b.first > s.start:
			s.loss(b.cpu, max(before, s.start), b.first, 0)
		}
	}
}

// findRing finds the time before the first bundle of a CPU that its buffer does not cover.
func (s *scan) findRing(b *bundle) {
	to := s.start
	switch {
	case b.before > 0:
		to = min(b.before, b.first)
	case b.lost || s.stats.buffersLost > 0:
		to = b.first
	}
	if to > s.start {
		s.loss(b.cpu, s.start, to, 1)
	}
}

func (s *scan) loss(cpu model.CPU, from, to model.Time, ring uint8) {
	s.items = append(s.items, item{time: from, a: int64(to), cpu: cpu, kind: itemLoss, flags: ring, tid: model.NoTID, pid: model.NoPID, ref: noRef})
}
