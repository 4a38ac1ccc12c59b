package controller

import (
	"crypto/rand"
	"errors"
)

// Plan says what a session is to be.
type Plan struct {
	Name   string // that of the session
	Path   string // the file, whole
	Flags  uint32 // which events
	Stacks []ClassicEvent
	// Interval is the time between two samples, in units of 100 ns; 0 to leave the
	// machine's as it is.
	Interval uint32
	// Newest is how many MiB the file may have, in which the newest events then
	// replace the oldest; 0 for no limit.
	Newest  uint32
	Buffers Buffers
	// Programs has the session record what providers tell, see Session.Ask, and
	// nothing of the kernel: Flags, Stacks and Interval are none then.
	Programs bool
}

// Buffers are those of the kernel, in which events wait to be written.
type Buffers struct {
	Size     uint32 // KiB of each one
	Min, Max uint32
}

const (
	// bufferSize is the size of a buffer, KiB. The largest that Windows 8 takes: the
	// larger, the fewer are to be written.
	bufferSize = 1024
	// buffersEach is how many buffers of each processor there are from the begin on:
	// two are the least (EVENT_TRACE_PROPERTIES), and a burst may want more at once.
	buffersEach = 4
	// leastBuffers and mostBuffers bound the number of all of them. The memory is
	// never paged out, and what is not needed is not taken.
	leastBuffers = 64
	mostBuffers  = 1024
)

// BuffersFor are the buffers of a machine of so many processors, which are to hold
// bytes of events of each one.
func BuffersFor(processors int, bytes int64) Buffers {
	n := int64(max(processors, 1))
	each := min((max(bytes, 1)+bufferSize<<10-1)/(bufferSize<<10), mostBuffers)
	least := min(max(n*buffersEach, leastBuffers), mostBuffers)
	return Buffers{Size: bufferSize, Min: uint32(least), Max: uint32(min(max(n*each, least), mostBuffers))}
}

// Buffers of a session that records what programs tell: a few of them are enough, since
// there are most often no such events.
const (
	programSize  = ProgramBuffer >> 10
	programEach  = 2 // of each processor from the begin on
	programLeast = 8
	programMost  = 256 // 64 MiB
)

// ProgramBuffer is how many bytes each of ProgramBuffers has.
const ProgramBuffer = 256 << 10

// ProgramBuffers are the buffers of a session that records what programs tell, on a
// machine of so many processors. Where they are busy, they tell much at once.
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

// block is the plan as StartTraceW takes it.
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
		return nil, errors.New("the name of the file is longer than Windows takes for a recording")
	}
	return b, nil
}
