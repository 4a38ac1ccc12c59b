package model

// mostHertz is above all frequencies of CPUs; events with a higher one are damaged.
const mostHertz = 100_000_000_000

// IsFrequency reports whether a number of Hz can be the frequency of a CPU.
func IsFrequency(hertz int64) bool { return hertz > 0 && hertz <= mostHertz }

// doFrequency notes the frequency of a CPU. Any CPU may change and record it: while events of one
// are missing, it may have changed again.
func (b *Builder) doFrequency(e *Event) {
	if int(e.Target) >= len(b.cpus) || !IsFrequency(e.Arg) {
		return
	}
	s := &b.trace.Cores[e.Target].frequency
	s.most, s.told = max(s.most, e.Arg), true
	if !b.cut.past && e.Time >= b.lostUntil {
		b.doubtFrequency(s)
		s.set(e.Time, e.Arg)
	}
}

// doubtFrequency makes a frequency unknown from the first time on at which events were lost since it
// was noted. It is done only where something depends on it: a damaged file may lose events of all
// CPUs very often.
func (b *Builder) doubtFrequency(s *StepSeries) {
	if s.losses < len(b.lossStarts) {
		s.set(b.lossStarts[s.losses], StepUnknown)
		s.losses = len(b.lossStarts)
	}
}

// doIdle notes the idle state of a CPU, which records it itself.
func (b *Builder) doIdle(e *Event) {
	if int(e.Target) >= len(b.cpus) || e.Arg < NotIdle {
		return
	}
	s := &b.trace.Cores[e.Target].idleStates
	if s.told = true; !b.cut.past {
		s.set(e.Time, e.Arg)
	}
}

// loseSteps notes that events of a CPU were lost from one instant to another: its idle state, and
// the frequency of any CPU, may have changed.
func (b *Builder) loseSteps(cpu CPU, from, to Time) {
	b.lostUntil = max(b.lostUntil, to)
	b.trace.Cores[cpu].idleStates.set(from, StepUnknown)
	if n := len(b.lossStarts); n == 0 || b.lossStarts[n-1] < from {
		b.lossStarts = append(b.lossStarts, from)
	}
}

// switchSteps notes that a CPU was taken offline or online: its frequency and idle state are then
// unknown.
func (b *Builder) switchSteps(cpu CPU, at Time) {
	core := &b.trace.Cores[cpu]
	b.doubtFrequency(&core.frequency)
	core.frequency.set(at, StepUnknown)
	core.idleStates.set(at, StepUnknown)
}
