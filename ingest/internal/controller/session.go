package controller

import (
	"errors"
	"fmt"
	"time"
	"unsafe"
)

// System is the functions of Windows that control sessions, and what else must be known about it.
type System interface {
	// Start is StartTraceW.
	Start(name string, b *Block) (handle uint64, code Code)
	// Control is ControlTraceW, by handle or, where that is 0, by name.
	Control(handle uint64, name string, b *Block, what Control) Code
	// All is QueryAllTracesW; n is the number of sessions, as many of which are stored in blocks as
	// fit.
	All(blocks []*Block) (n int, code Code)
	// Set is TraceSetInformation, and Get TraceQueryInformation.
	Set(handle uint64, what Info, data []byte) Code
	Get(handle uint64, what Info, data []byte) Code
	// Enable is EnableTraceEx2 of a provider; wait is how long its programs may take to answer, ms,
	// 0 for not waiting.
	Enable(handle uint64, what Taking, p *Provider, wait uint32) Code
	// Runs reports whether a process is still running.
	Runs(o Owner) bool
}

// Counts are the system's counts of a running session, or of one at its end.
type Counts struct {
	Bytes       int64 // of whole buffers that are written
	Events      int64 // lost
	Buffers     int64 // lost, of a file
	Readers     int64 // … of a session that is watched
	Thread      uint32
	BufferCount int64 // the current number of buffers
}

func (b *Block) counts() Counts {
	return Counts{
		Bytes:  int64(b.BuffersWritten) * int64(b.BufferSize) << 10,
		Events: int64(b.EventsLost), Buffers: int64(b.LogBuffersLost), Readers: int64(b.RealTimeBuffersLost),
		Thread: uint32(b.LoggerThread), BufferCount: int64(b.NumberOfBuffers),
	}
}

// Session is a session that records.
type Session struct {
	sys      System
	name     string
	handle   uint64
	byName   bool   // it is controlled by its name
	interval uint32 // the machine's former one, 0 where it was not changed
	// Interval is the time between two samples that the machine accepted, 0 where it was not
	// changed.
	Interval uint32
	counts   Counts
	stopped  bool
}

// errSilent is the error for a system that accepts every call and does nothing.
var errSilent = errors.New("event tracing does not work on this system: ControlTraceW does not report the session that StartTraceW started")

// Start starts a session. If a later step fails, the session is ended.
func Start(sys System, p *Plan) (*Session, error) {
	b, err := p.block()
	if err != nil {
		return nil, err
	}
	handle, code := sys.Start(p.Name, b)
	if err := failed("StartTraceW", code); err != nil {
		return nil, err
	}
	s := &Session{sys: sys, name: p.Name, handle: handle}
	if err := s.setUp(p); err != nil {
		_, stop := s.Stop()
		return nil, errors.Join(err, stop)
	}
	return s, nil
}

func (s *Session) setUp(p *Plan) error {
	if _, err := s.Query(); err != nil {
		return err
	}
	if len(p.Stacks) > 0 {
		if err := failed("TraceSetInformation(TraceStackTracingInfo)", s.sys.Set(s.handle, InfoStacks, bytesOf(p.Stacks))); err != nil {
			return err
		}
	}
	if p.Interval == 0 {
		return nil
	}
	const call = "(TraceSampledProfileIntervalInfo)"
	have := []ProfileInterval{{Source: profileTime}}
	if err := failed("TraceQueryInformation"+call, s.sys.Get(0, InfoInterval, bytesOf(have))); err != nil {
		return err
	}
	before := have[0].Interval
	want := []ProfileInterval{{profileTime, p.Interval}}
	if err := failed("TraceSetInformation"+call, s.sys.Set(0, InfoInterval, bytesOf(want))); err != nil {
		return err
	}
	s.interval = before
	if err := failed("TraceQueryInformation"+call, s.sys.Get(0, InfoInterval, bytesOf(have))); err != nil {
		return err
	}
	s.Interval = have[0].Interval
	return nil
}

// bytesOf are the bytes of structures without pointers.
func bytesOf[T ClassicEvent | ProfileInterval | uint32](list []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*int(unsafe.Sizeof(list[0])))
}

// Query returns the current counts.
func (s *Session) Query() (Counts, error) {
	b := newBlock()
	if err := s.control(b, ControlQuery, "ControlTraceW(QUERY)"); err != nil {
		return Counts{}, err
	}
	if b.BufferSize == 0 {
		return Counts{}, errSilent
	}
	s.counts = b.counts()
	return s.counts, nil
}

// control is Control, where it is no error that the block is too small for the result.
func (s *Session) control(b *Block, what Control, call string) error {
	handle := s.handle
	if s.byName {
		handle = 0
	}
	code := s.sys.Control(handle, s.name, b, what)
	if code == codeMoreData {
		code = codeDone // the operation has been done (ControlTraceW, return value)
	}
	return failed(call, code)
}

// Stop ends the session, and restores the machine's former sampling interval. It may be called
// twice. The counts are the final ones, or the previous ones where the system does not return them.
func (s *Session) Stop() (Counts, error) {
	if s.stopped {
		return s.counts, nil
	}
	s.stopped = true
	b := newBlock()
	err := s.control(b, ControlStop, "ControlTraceW(STOP)")
	if err == nil && b.BufferSize > 0 {
		s.counts = b.counts()
	}
	if s.interval > 0 {
		back := []ProfileInterval{{profileTime, s.interval}}
		err = errors.Join(err, failed("TraceSetInformation(TraceSampledProfileIntervalInfo)", s.sys.Set(0, InfoInterval, bytesOf(back))))
	}
	return s.counts, err
}

// Provider is a provider whose events a session records.
type Provider struct {
	GUID     GUID
	Level    uint8  // of the least important events
	Keywords uint64 // an event has at least one; 0 for all events
}

// maxWait bounds how long programs may take to answer: EnableTraceEx2 takes 32 bits, where all bits
// set mean for ever.
const maxWait = 1 << 30 * time.Millisecond

// Ask makes the session record the events of a provider, or a changed selection of them. It waits
// for the programs with that provider, at most for wait: what they write immediately has then been
// recorded. 0 for not waiting.
func (s *Session) Ask(p Provider, wait time.Duration) error {
	ms := uint32(min(wait, maxWait).Milliseconds())
	return failed(fmt.Sprintf("EnableTraceEx2(%v)", p.GUID), s.sys.Enable(s.handle, Take, &p, ms))
}

// Leave stops recording the events of a provider.
func (s *Session) Leave(p Provider) error {
	return failed(fmt.Sprintf("EnableTraceEx2(%v, disable)", p.GUID), s.sys.Enable(s.handle, TakeNone, &p, 0))
}

// Flush makes the session write partly filled buffers every so many seconds; in the file they take
// as much space as full ones.
func (s *Session) Flush(seconds uint32) error {
	b := newBlock()
	if err := s.control(b, ControlQuery, "ControlTraceW(QUERY)"); err != nil {
		return err
	}
	b.FlushTimer = seconds
	b.LogFileNameOffset = 0 // the file stays (ControlTrace)
	return s.control(b, ControlUpdate, "ControlTraceW(UPDATE)")
}

// maxSessions is the number of possible sessions: 64, unless the registry allows more
// (QueryAllTraces).
const maxSessions = 64

// StopStale ends the sessions of this program whose process ended without doing so, and returns
// their number. Other sessions are not touched.
func StopStale(sys System) (n int, err error) {
	blocks := make([]*Block, maxSessions)
	for i := range blocks {
		blocks[i] = newBlock()
	}
	found, code := sys.All(blocks)
	if code == codeMoreData {
		code = codeDone // the blocks hold as many as fit
	}
	if err := failed("QueryAllTracesW", code); err != nil {
		return 0, err
	}
	for _, b := range blocks[:min(found, len(blocks))] {
		name := get(&b.Logger)
		if o, ok := parseName(name); !ok || sys.Runs(o) {
			continue
		}
		s := &Session{sys: sys, name: name, byName: true}
		if e := s.control(newBlock(), ControlStop, "ControlTraceW(STOP) of a crashed recording's session (“"+name+"”)"); e != nil {
			err = errors.Join(err, e)
		} else {
			n++
		}
	}
	return n, err
}
