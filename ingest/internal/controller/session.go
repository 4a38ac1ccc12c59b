package controller

import (
	"errors"
	"fmt"
	"time"
	"unsafe"
)

// System are the functions of Windows that control sessions, and what else is to be
// known of it.
type System interface {
	// Start is StartTraceW.
	Start(name string, b *Block) (handle uint64, code Code)
	// Control is ControlTraceW, by handle or, where that is 0, by name.
	Control(handle uint64, name string, b *Block, what Control) Code
	// All is QueryAllTracesW; n is how many sessions there are, of which blocks takes
	// as many as there is room for.
	All(blocks []*Block) (n int, code Code)
	// Set is TraceSetInformation, and Get TraceQueryInformation.
	Set(handle uint64, what Info, data []byte) Code
	Get(handle uint64, what Info, data []byte) Code
	// Enable is EnableTraceEx2 of a provider; wait is for how long its programs may
	// answer, ms, 0 for not waiting.
	Enable(handle uint64, what Taking, p *Provider, wait uint32) Code
	// Runs reports whether a process runs still.
	Runs(o Owner) bool
}

// Counts are what the system says of a session that runs, or of one at its end.
type Counts struct {
	Bytes       int64 // of whole buffers that are written
	Events      int64 // that were lost
	Buffers     int64 // that were lost, of a file
	Readers     int64 // … of a session that is watched
	Thread      uint32
	BufferCount int64 // how many buffers there are now
}

func (b *Block) counts() Counts {
	return Counts{
		Bytes:  int64(b.BuffersWritten) * int64(b.BufferSize) << 10,
		Events: int64(b.EventsLost), Buffers: int64(b.LogBuffersLost), Readers: int64(b.RealTimeBuffersLost),
		Thread: uint32(b.LoggerThread), BufferCount: int64(b.NumberOfBuffers),
	}
}

// Session is one that records.
type Session struct {
	sys      System
	name     string
	handle   uint64
	byName   bool   // it is controlled by its name
	interval uint32 // which the machine had before, 0 where it was left
	// Interval is the time between two samples that the machine has taken, 0 where it
	// was left.
	Interval uint32
	counts   Counts
	stopped  bool
}

// errSilent says what a system is that takes every call and does nothing.
var errSilent = errors.New("ControlTraceW tells nothing of the session that StartTraceW has started: event tracing does not work on this system")

// Start starts a session. Where a later step fails than the first one, the session
// is ended.
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

// Query asks for the counts.
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

// control is Control, where more than the block has room for is no error.
func (s *Session) control(b *Block, what Control, call string) error {
	handle := s.handle
	if s.byName {
		handle = 0
	}
	code := s.sys.Control(handle, s.name, b, what)
	if code == codeMoreData {
		code = codeDone // what was to be done is (ControlTraceW, return value)
	}
	return failed(call, code)
}

// Stop ends the session, and gives the machine back the interval of samples that it
// had. It may be called twice. The counts are the last ones, and those of before
// where the system does not tell them.
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

// Provider is whose events a session asks for.
type Provider struct {
	GUID     GUID
	Level    uint8  // of the least important events
	Keywords uint64 // of which an event has one; 0 for all events
}

// maxWait bounds for how long programs may answer: EnableTraceEx2 takes it in 32 bits,
// all of which set mean for ever.
const maxWait = 1 << 30 * time.Millisecond

// Ask has the session record the events of a provider, or other ones than before. It
// waits for the programs that have it, as long as they may take: what they tell at once
// is then told. 0 for not waiting.
func (s *Session) Ask(p Provider, wait time.Duration) error {
	ms := uint32(min(wait, maxWait).Milliseconds())
	return failed(fmt.Sprintf("EnableTraceEx2(%v)", p.GUID), s.sys.Enable(s.handle, Take, &p, ms))
}

// Leave has the session record no more events of a provider.
func (s *Session) Leave(p Provider) error {
	return failed(fmt.Sprintf("EnableTraceEx2(%v), which is not to be recorded any more,", p.GUID), s.sys.Enable(s.handle, TakeNone, &p, 0))
}

// Flush has buffers in which there is something written every so many seconds, also
// those that are not full: those take as much of a file as full ones.
func (s *Session) Flush(seconds uint32) error {
	b := newBlock()
	if err := s.control(b, ControlQuery, "ControlTraceW(QUERY)"); err != nil {
		return err
	}
	b.FlushTimer = seconds
	b.LogFileNameOffset = 0 // the file stays (ControlTrace)
	return s.control(b, ControlUpdate, "ControlTraceW(UPDATE)")
}

// maxSessions is how many sessions there may be: 64, and more than that only where
// the registry says so (QueryAllTraces).
const maxSessions = 64

// StopStale ends the sessions of this program whose process has ended without doing
// so, and returns how many those were. Nobody else's session is touched.
func StopStale(sys System) (n int, err error) {
	blocks := make([]*Block, maxSessions)
	for i := range blocks {
		blocks[i] = newBlock()
	}
	found, code := sys.All(blocks)
	if code == codeMoreData {
		code = codeDone // those that there is room for are there
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
		if e := s.control(newBlock(), ControlStop, "ControlTraceW(STOP) of the session “"+name+"”, left by a recording that has crashed,"); e != nil {
			err = errors.Join(err, e)
		} else {
			n++
		}
	}
	return n, err
}
