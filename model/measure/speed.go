package measure

import "threadlens/model"

// Speed is at which share of their highest recorded frequencies the CPUs ran on which something ran.
type Speed struct {
	Ran   model.Time // with a CPU, interrupts included
	Known model.Time // the part of it in which the frequency of the CPU is known
	// full is in which time, ns, the CPUs would have made as many cycles at their highest frequencies
	// as they made in Known.
	full float64
}

// SpeedOf is the speed of the CPUs on which a thread ran in r.
func SpeedOf(t *model.Trace, ix model.ThreadIx, r model.Range) (s Speed) {
	for seg := range t.Segments(ix, r) {
		if seg.State == model.Running {
			s.on(t, seg.CPU, seg.Clip(r))
		}
	}
	return s
}

// on adds r on a CPU.
func (s *Speed) on(t *model.Trace, cpu model.CPU, r model.Range) {
	s.Ran += r.Len()
	f := t.Frequency(cpu)
	sums := f.Sums(r)
	if sums.Known == 0 {
		return
	}
	s.Known += sums.Known
	s.full += sums.Mean() / float64(f.Most()) * float64(sums.Known)
}

// Add adds the speed of something else.
func (s *Speed) Add(o *Speed) {
	s.Ran += o.Ran
	s.Known += o.Known
	s.full += o.full
}

// Share is the mean share of the highest recorded frequency, weighted by time, while the frequency
// was known; ok is false if it never was.
func (s *Speed) Share() (share float64, ok bool) {
	if s.Known == 0 {
		return 0, false
	}
	return s.full / float64(s.Known), true
}
