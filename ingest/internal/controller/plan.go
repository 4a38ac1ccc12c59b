package controller

import (
	"crypto/rand"
	"errors"
)

// Plan is the settings of a session.
type Plan struct {
	Name   string // that of the session
	Path   string // the file's absolute path
	Flags  uint32 // which events
	Stacks []ClassicEvent
	// Interval is the time between two samples, in units of 100 ns; 0 leaves the machine's
	// unchanged.
	Interval uint32
	// Newest is the size limit of the file, MiB, beyond which the newest events replace the oldest;
	// 0 for no limit.
	Newest  uint32
	Buffers Buffers
	// Programs makes the session record the events of providers, see Session.Ask, and nothing of
	// the kernel: Flags, Stacks and Interval are then empty.
	Programs bool
}

// Buffers are the kernel's buffers, in which events wait to be written.
type Buffers struct {
	Size     uint32 // KiB of each one
	Min, Max uint32
}

const (
	// bufferSize is the size of a buffer, KiB: the largest that Windows 8 accepts. Larger buffers
	// mean fewer writes.
	bufferSize = 1024
	// buffersEach is the initial number of buffers for each CPU: two are the minimum
	// (EVENT_TRACE_PROPERTIES), and a burst may need more immediately.
	buffersEach = 4
	// leastBuffers and mostBuffers bound their total number. The memory is never paged out, and
	// what is not needed is not allocated.
	leastBuffers = 64
	mostBuffers  = 1024
)

// BuffersFor are the buffers for a machine with so many CPUs that hold bytes of events of each.
func BuffersFor(processors int, bytes int64) Buffers {
	n := int64(max(processors, 1))
	each := min((max(bytes, 1)+bufferSize<<10-1)/(bufferSize<<10), mostBuffers)
	least := min(max(n*buffersEach, leastBuffers), mostBuffers)
	return Buffers{Size: bufferSize, Min: uint32(least), Max: uint32(min(max(n*each, least), mostBuffers))}
}

// Buffers of a session that records program events: a few of them suffice, since there are usually
// no such events.
const (
	programSize  = ProgramBuffer >> 10
	programEach  = 2 // of each CPU from the start on
	programLeast = 8
	programMost  = 256 // 64 MiB
)

// ProgramBuffer is the size of each of ProgramBuffers, bytes.
const ProgramBuffer = 256 << 10

// ProgramBuffers are the buffers of a session that records program events, on a machine with so
// many CPUs. Busy means that programs write much in a short time.
func ProgramBuffers(processors int, busy bool) Buffers {
	n := max(processors, 1)
	least := min(max(n*programEach, programLeast), programMost)
	most := min(4*least, programMost)
	if busy {
		most = programMost
	}
	return Buffers{Size: programSize, Min: uint32(least), Max: uint32(most)}
}

// Bytes is how many bytes of events the buffers hold.
func (b Buffers) Bytes() int64 { return int64(b.Max) * int64(b.Size) << 10 }

// block is the plan as the argument of StartTraceW.
func (p *Plan) block() (*Block, error) {
	b := newBlock()
	b.Node.Flags, b.Node.ClientContext = nodeTraced, clockQPC
	_, _ = rand.Read(b.Node.GUID[:]) // it never fails
	b.Node.GUID[7] = b.Node.GUID[7]&0x0F | 0x40
	b.Node.GUID[8] = b.Node.GUID[8]&0x3F | 0x80
	b.BufferSize, b.MinimumBuffers, b.MaximumBuffers = p.Buffers.Size, p.Buffers.Min, p.Buffers.Max
	b.LogFileMode = modeSequential
	if p.Newest > 0 {
		b.LogFileMode, b.MaximumFileSize = modeCircular, p.Newest
	}
	if !p.Programs {
		b.LogFileMode |= modeSystem
	}
	b.EnableFlags = p.Flags
	if !put(&b.Logger, p.Name) || !put(&b.LogFile, p.Path) {
		return nil, errors.New("the file name is longer than Windows allows for a recording")
	}
	return b, nil
}
