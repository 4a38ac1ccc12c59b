package perfetto

import (
	"threadlens/model"
)

// sampled is what a sample says about where it was taken.
type sampled struct {
	pid     uint32
	tid     model.TID
	cpu     uint64 // maxCPU if unknown
	stackID uint64
	stack   []byte // with names
}

// perfSample reads a sample by the kernel.
func (s *scan) perfSample(b []byte) {
	f := flatten(b)
	switch {
	case f.has(17):
		s.stats.samplesLost += int64(min(f.num[17], 1<<40))
	case f.has(18) || f.has(19):
		s.stats.samplesSkipped++
	default:
		s.sample(sampled{pid: f.id(2, model.NoPID), tid: model.TID(f.id(3, uint32(model.NoTID))), cpu: f.cpu(1), stackID: f.num[4]})
	}
}

// cpu is the CPU in a field, maxCPU if it is not there.
func (f *flat) cpu(n fieldNum) uint64 {
	if !f.has(n) {
		return maxCPU
	}
	return f.num[n]
}

// stackSample reads a sample in the form that is not tied to Linux. One that names no CPU may be of a
// thread that waits.
func (s *scan) stackSample(b []byte) {
	f := flatten(b)
	task, place := flatten(f.text[1]), flatten(f.text[3])
	s.sample(sampled{
		pid: task.id(2, model.NoPID), tid: model.TID(task.id(3, uint32(model.NoTID))), cpu: place.cpu(2), stackID: f.num[6], stack: f.text[5],
	})
}

// sample adds a sample at the packet's time.
func (s *scan) sample(x sampled) {
	switch {
	case x.cpu >= maxCPU || x.tid == model.NoTID:
		s.leftOut.offCPU++
		return
	case !s.now.timed:
		s.leftOut.untimed++
		return
	}
	stack := model.NoStack
	switch {
	case x.stackID != 0:
		stack = s.stack(s.stateOf(), x.stackID)
	case x.stack != nil:
		stack = s.inlineStack(x.stack)
	}
	s.highest = max(s.highest, int(x.cpu))
	it := s.add(itemSample)
	it.cpu, it.tid, it.pid, it.stack = model.CPU(x.cpu), x.tid, x.pid, stack
}

// profile reads samples of the thread that their writer has described. They name no CPU.
func (s *scan) profile(b []byte) {
	if s.seq == nil || s.seq.tid == 0 {
		s.leftOut.offCPU++
		return
	}
	var stacks, deltas []uint64
	for m := over(b); m.next(); {
		switch m.num {
		case 1:
			m.numbers(func(v uint64) { stacks = append(stacks, v) })
		case 2:
			m.numbers(func(v uint64) { deltas = append(deltas, v) })
		}
	}
	for i, id := range stacks[:min(len(stacks), len(deltas))] {
		e := trackEvent{delta: int64(deltas[i]), deltaTimed: true}
		if !s.legacyTime(&e) {
			s.leftOut.untimed++
			continue
		}
		stack := s.stack(s.seq.state, id)
		it := s.add(itemSample)
		it.tid, it.pid, it.stack = s.seq.tid, s.seq.pid, stack
	}
}

// inlineStack is a call stack whose frames are in the message itself, the outermost first.
func (s *scan) inlineStack(b []byte) model.StackID {
	if s.stacks.tree.Len() >= s.stacks.limit {
		s.stacks.full++
		return model.NoStack
	}
	caller, n := model.NoStack, 0
	for m := over(b); m.next(); {
		if m.num != 1 || !m.bytes() || n == maxFrames {
			continue
		}
		n++
		f := flatten(m.data)
		caller = s.stacks.push(caller, f.text[1], nil, 0, false)
	}
	return caller
}
