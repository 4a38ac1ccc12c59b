package perfetto

import "threadlens/model"

// States of threads of other kernels.
const (
	stateCreated = iota + 1
	stateRunnable
	stateRunning
	stateInterruptible
	stateUninterruptible
	stateStopped
	stateDead
	stateDestroyed
)

// stateLetters are the letters of Linux for the states in which a thread leaves its CPU.
var stateLetters = [...]string{
	stateRunnable: "R+", stateInterruptible: "S", stateUninterruptible: "D", stateStopped: "T", stateDead: "Z", stateDestroyed: "X",
}

// kernelState reads that a thread is in a state from now on.
func (s *scan) kernelState(b []byte) {
	f := flatten(b)
	id, state := s.thread(int64(f.num[3])), f.num[4]
	placed := f.has(1) && f.num[1] < maxCPU
	switch {
	case !f.has(3) || id == model.NoTID || state == 0 || state > stateDestroyed:
		s.leftOut.events++
		return
	case !s.now.timed:
		s.leftOut.untimed++
		return
	case !placed && state == stateRunning:
		s.leftOut.bundles++
		return
	}
	it := s.add(itemState)
	it.tid, it.flags, it.name, it.a = id, uint8(state), s.name(f.text[2]), int64(model.NoPrio)
	if placed {
		it.cpu = model.CPU(f.num[1])
		s.highest = max(s.highest, int(it.cpu))
	}
	if prio := int64(f.num[5]); f.has(5) && prio == int64(int16(prio)) {
		it.a = prio
	}
}

// kernelFrequency reads that a CPU runs at a frequency from now on.
func (s *scan) kernelFrequency(b []byte) {
	switch f := flatten(b); {
	case !f.has(1) || f.num[1] >= maxCPU:
		s.leftOut.events++
	case !s.now.timed:
		s.leftOut.untimed++
	default:
		it := s.add(itemFrequency)
		it.cpu, it.a = model.CPU(f.num[1]), int64(f.num[2])
		s.highest = max(s.highest, int(it.cpu))
	}
}

// kernelRename reads the new name of a thread.
func (s *scan) kernelRename(b []byte) {
	f := flatten(b)
	if id := s.thread(int64(f.num[1])); id != model.IdleTID && id != model.NoTID {
		it := s.add(itemRename)
		it.tid, it.name = id, s.name(f.text[2])
	}
}

// kernelTree reads a list of processes and threads of another kernel.
func (s *scan) kernelTree(b []byte) {
	for m := over(b); m.next(); {
		switch f := flatten(m.data); m.num {
		case 1:
			s.process(m.data, nil, 1)
		case 2:
			if id := s.thread(int64(f.num[1])); f.num[5] != 0 {
				s.idle[id] = true
			} else {
				s.exists(id, f.id(2, 0), f.text[3], 1)
			}
		}
	}
}
