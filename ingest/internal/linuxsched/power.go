package linuxsched

import "threadlens/model"

// Hertz is the frequency in the state of a cpu_frequency event, which is in kHz; 0 for an impossible
// one.
func Hertz(state int64) int64 {
	if state < 0 || state > 1<<32 {
		return 0
	}
	return 1000 * state
}

// leavesIdle is the state of a cpu_idle event when a CPU leaves its idle state (PWR_EVENT_EXIT of
// trace/events/power.h).
const leavesIdle = 1<<32 - 1

// IdleState is the idle state in the state of a cpu_idle event.
func IdleState(state int64) int64 {
	if state < 0 || state >= leavesIdle {
		return model.NotIdle
	}
	return state
}

// frequency notes that a CPU, not always the one that records it, runs at a frequency.
func (l *Log) frequency(v *Values) {
	e := l.add(model.KindFrequency)
	e.Target, e.Arg = target(v.N[1]), Hertz(v.N[0])
}

// idle notes that a CPU enters or leaves an idle state.
func (l *Log) idle(v *Values) {
	e := l.add(model.KindIdle)
	e.Target, e.Arg = target(v.N[1]), IdleState(v.N[0])
}
