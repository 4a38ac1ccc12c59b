package perfetto

import (
	"threadlens/model"
)

// etwBundle reads events of Windows, whose times are the trace's without conversion.
func (s *scan) etwBundle(b []byte) {
	head := flatten(b)
	cpu := uint64(maxCPU)
	if head.has(1) {
		cpu = head.num[1]
	}
	for m := over(b); m.next(); {
		if m.num == 2 && m.bytes() {
			s.etwEvent(m.data, cpu)
		}
	}
}

// etwEvent reads an event. The CPU in it counts more than that of its bundle.
func (s *scan) etwEvent(b []byte, cpu uint64) {
	e := flatten(b)
	if e.has(4) {
		cpu = e.num[4]
	}
	at := model.Time(e.num[1])
	switch {
	case e.bad || !e.has(1) || e.num[1] >= maxTime:
		s.leftOut.events++
	case cpu >= maxCPU:
		s.leftOut.bundles++
	case e.has(2):
		s.etwSwitch(e.text[2], at, model.CPU(cpu))
	case e.has(3):
		s.etwReady(e.text[3], at, model.CPU(cpu), e.id(5, uint32(model.NoTID)))
	}
}

// addAt adds an item at a time of the trace's clock.
func (s *scan) addAt(kind itemKind, at model.Time, cpu model.CPU) *item {
	s.etw++
	s.highest = max(s.highest, int(cpu))
	it := s.add(kind)
	it.time, it.clock, it.cpu = at, clockTrace, cpu
	return it
}

// windowsSwitch is what a switch of Windows says besides its threads.
type windowsSwitch struct {
	newPrio, oldPrio int16
	state, reason    uint8
}

// packed is the switch as the a of an item.
func (w windowsSwitch) packed() int64 {
	return int64(uint16(w.newPrio))<<32 | int64(uint16(w.oldPrio))<<16 | int64(w.state)<<8 | int64(w.reason)
}

// unpackSwitch is the opposite of packed.
func unpackSwitch(a int64) windowsSwitch {
	return windowsSwitch{newPrio: int16(a >> 32), oldPrio: int16(a >> 16), state: uint8(a >> 8), reason: uint8(a)}
}

// unknownState is no state of Windows.
const unknownState = 255

// etwSwitch reads a context switch. An absent thread was removed from the trace.
func (s *scan) etwSwitch(b []byte, at model.Time, cpu model.CPU) {
	f := flatten(b)
	w := windowsSwitch{newPrio: f.priority(3), oldPrio: f.priority(4), state: unknownState, reason: uint8(f.num[6] | f.num[11])}
	switch {
	case f.has(13):
		w.state = uint8(unzigzag(f.num[13]))
	case f.has(8):
		w.state = uint8(f.num[8])
	}
	it := s.addAt(itemSwitch, at, cpu)
	it.tid, it.pid, it.a = model.TID(f.id(2, uint32(model.NoTID))), f.id(1, uint32(model.NoTID)), w.packed()
}

// priority is the priority in a field.
func (f *flat) priority(n fieldNum) int16 {
	if !f.has(n) {
		return model.NoPrio
	}
	return int16(unzigzag(f.num[n]))
}

// etwReady reads that a thread became ready.
func (s *scan) etwReady(b []byte, at model.Time, cpu model.CPU, by uint32) {
	f := flatten(b)
	if tid := f.id(1, uint32(model.NoTID)); tid != uint32(model.NoTID) {
		it := s.addAt(itemReady, at, cpu)
		it.tid, it.pid, it.flags = model.TID(tid), by, uint8(f.num[4]|f.num[6])
	}
}
