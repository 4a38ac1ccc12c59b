package perfdata

import (
	"encoding/binary"
	"math/bits"

	"threadlens/ingest/internal/wire"
)

// layout is where the fields of an event's samples are, so that most of them are read at a known
// place. Offsets are from the start of the record; 0 means that the field is missing.
type layout struct {
	id, ip, tid, time, addr, cpu int
	// fixed is the length up to the first field of variable length.
	fixed int
	// read is the size of the counter values, in bytes, and readMember that of each member of a
	// group, whose number varies.
	read, readMember int
	group            bool
	chain, raw       bool
	// registers is the set of user registers behind the raw record.
	registers uint64
	// bare is set for the usual samples of tracepoints, with every field at a fixed place.
	bare bool
	// Offsets in the trailer of other records, from the record's end.
	endTID, endTime, endCPU, trailer int
}

func newLayout(a *attr) layout {
	l := layout{fixed: recordHeader}
	place := func(bit uint64) int {
		if !a.samples(bit) {
			return 0
		}
		l.fixed += 8
		return l.fixed - 8
	}
	ident := place(sampleIdentifier)
	l.ip = place(sampleIP)
	l.tid = place(sampleTID)
	l.time = place(sampleTime)
	l.addr = place(sampleAddr)
	l.id = place(sampleID)
	if ident != 0 {
		l.id = ident
	}
	place(sampleStreamID)
	l.cpu = place(sampleCPU)
	place(samplePeriod)
	if a.samples(sampleRead) {
		l.setRead(a.readFormat)
	}
	l.chain = a.samples(sampleCallchain)
	l.raw = a.samples(sampleRaw)
	if a.samples(sampleRegisters) && !a.samples(sampleBranches) {
		l.registers = a.registers
	}
	l.bare = a.tracepoint() && l.raw && !l.chain && l.registers == 0 && l.read == 0 && l.tid != 0 && l.ip != 0 && l.addr == 0
	l.setTrailer(a)
	return l
}

func (l *layout) setRead(format uint64) {
	count := func(bits ...uint64) (n int) {
		for _, b := range bits {
			if format&b != 0 {
				n += 8
			}
		}
		return n
	}
	l.group = format&readGroup != 0
	times, member := count(readTimeEnabled, readTimeRunning), 8+count(readID, readLost)
	if l.group {
		l.read, l.readMember = 8+times, member
	} else {
		l.read = times + member
	}
}

// setTrailer places the sample_id fields, which end every other record. From the end they are
// identifier, CPU, stream id, id, time, thread.
func (l *layout) setTrailer(a *attr) {
	if !a.has(attrSampleIDAll) {
		return
	}
	back := func(bit uint64) int {
		if !a.samples(bit) {
			return 0
		}
		l.trailer += 8
		return l.trailer
	}
	back(sampleIdentifier)
	l.endCPU = back(sampleCPU)
	back(sampleStreamID)
	back(sampleID)
	l.endTime = back(sampleTime)
	l.endTID = back(sampleTID)
}

// sample is a decoded sample, or the trailer of another record. Its slices alias the record.
type sample struct {
	time     uint64
	ip, addr uint64
	pid, tid uint32
	space    uint32 // the process in the header, where it was translated
	cpu      uint32
	misc     uint16
	read     []byte // values of counters
	chain    []byte // addresses of 8 bytes
	raw      []byte // the tracepoint's record
	// regs are user registers, 8 bytes each, and registers is which; none in kernel threads.
	regs      []byte
	registers uint64
	// translated: pid and tid are no longer those of the header.
	translated bool
}

// decode reads a sample except its time and CPU, which the merge knows; false means that it
// contradicts itself. A field that the event does not record is zero, a thread id ^0.
func (l *layout) decode(order wire.Order, rec []byte, s *sample) bool {
	if l.bare && order == wire.Little && len(rec) >= l.fixed+4 {
		return l.decodeBare(rec, s)
	}
	if len(rec) < l.fixed {
		return false
	}
	s.misc = order.U16(rec[4:])
	s.ip, s.addr = 0, 0
	s.pid, s.tid = ^uint32(0), ^uint32(0)
	s.read, s.chain, s.raw, s.regs = nil, nil, nil, nil
	if l.ip != 0 {
		s.ip = order.U64(rec[l.ip:])
	}
	if l.tid != 0 {
		s.pid, s.tid = order.U32(rec[l.tid:]), order.U32(rec[l.tid+4:])
	}
	if l.addr != 0 {
		s.addr = order.U64(rec[l.addr:])
	}
	return l.tail(order, rec, s)
}

// decodeBare is decode for bare samples, nearly all of a large file.
func (l *layout) decodeBare(rec []byte, s *sample) bool {
	raw := rec[l.fixed+4:]
	n := binary.LittleEndian.Uint32(rec[l.fixed:])
	if uint64(n) > uint64(len(raw)) {
		return false
	}
	id := binary.LittleEndian.Uint64(rec[l.tid:])
	s.misc, s.ip, s.addr = binary.LittleEndian.Uint16(rec[4:]), binary.LittleEndian.Uint64(rec[l.ip:]), 0
	s.pid, s.tid = uint32(id), uint32(id>>32)
	s.chain, s.raw, s.regs = nil, raw[:n], nil
	return true
}

// tail reads the fields of variable length as far as they are needed.
func (l *layout) tail(order wire.Order, rec []byte, s *sample) bool {
	pos := l.fixed
	if l.read != 0 {
		n := l.read
		if l.group {
			if len(rec) < pos+8 {
				return false
			}
			members := order.U64(rec[pos:])
			if members > maxRecord/8 {
				return false
			}
			n += int(members) * l.readMember
		}
		if n > len(rec)-pos {
			return false
		}
		s.read = rec[pos : pos+n]
		pos += n
	}
	if l.chain {
		if len(rec) < pos+8 {
			return false
		}
		n := order.U64(rec[pos:])
		pos += 8
		if n > uint64(len(rec)-pos)/8 {
			return false
		}
		s.chain = rec[pos : pos+int(n)*8]
		pos += len(s.chain)
	}
	if l.raw {
		if len(rec) < pos+4 {
			return false
		}
		n := order.U32(rec[pos:])
		pos += 4
		if uint64(n) > uint64(len(rec)-pos) {
			return false
		}
		s.raw = rec[pos : pos+int(n)]
		pos += int(n)
	}
	if l.registers != 0 {
		s.regs, s.registers = l.userRegisters(order, rec[pos:]), l.registers
	}
	return true
}

// userRegisters are the registers behind the raw record: {u64 abi, u64 each}, none
// for an abi of 0.
func (l *layout) userRegisters(order wire.Order, rest []byte) []byte {
	n := 8 * bits.OnesCount64(l.registers)
	if len(rest) < 8+n || order.U64(rest) == 0 {
		return nil
	}
	return rest[8 : 8+n]
}

// decodeTrailer reads the sample_id of a record that is not a sample, and returns the part before
// it. Without a trailer all fields are absent.
func (l *layout) decodeTrailer(order wire.Order, rec []byte, s *sample) (body []byte, ok bool) {
	*s = sample{pid: ^uint32(0), tid: ^uint32(0), misc: order.U16(rec[4:])}
	end := len(rec)
	if end < recordHeader+l.trailer {
		return nil, false
	}
	if l.endTID != 0 {
		s.pid, s.tid = order.U32(rec[end-l.endTID:]), order.U32(rec[end-l.endTID+4:])
	}
	if l.endTime != 0 {
		s.time = order.U64(rec[end-l.endTime:])
	}
	if l.endCPU != 0 {
		s.cpu = order.U32(rec[end-l.endCPU:])
	}
	return rec[recordHeader : end-l.trailer], true
}
