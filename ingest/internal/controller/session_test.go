package controller

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// fake is a System that records the calls, and fails at those in fail.
type fake struct {
	calls    []string
	fail     map[string]Code // by call, from the count after it on: "QUERY 2"
	counted  map[string]int
	sessions []string
	runs     []Owner
	interval uint32
	silent   bool
	last     Block // passed to Start
	stacks   []byte
	asked    []string
	flush    uint32
}

func (f *fake) call(name string) Code {
	f.calls = append(f.calls, name)
	if f.counted == nil {
		f.counted = map[string]int{}
	}
	f.counted[name]++
	if c, ok := f.fail[fmt.Sprintf("%s %d", name, f.counted[name])]; ok {
		return c
	}
	return f.fail[name]
}

func (f *fake) Start(name string, b *Block) (uint64, Code) {
	f.last = *b
	if c := f.call("START"); c != 0 {
		return 0, c
	}
	f.sessions = append(f.sessions, name)
	return 77, 0
}

func (f *fake) Control(handle uint64, name string, b *Block, what Control) Code {
	word := map[Control]string{ControlQuery: "QUERY", ControlStop: "STOP", ControlUpdate: "UPDATE"}[what]
	if handle == 0 {
		word += " " + name
	}
	if c := f.call(word); c != 0 {
		return c
	}
	if what == ControlUpdate && b.LogFileNameOffset == 0 {
		f.flush = b.FlushTimer
	}
	if what == ControlStop {
		f.sessions = slices.DeleteFunc(f.sessions, func(s string) bool { return s == name })
	}
	if !f.silent {
		n := uint32(f.counted[word])
		b.BufferSize, b.BuffersWritten, b.EventsLost, b.LogBuffersLost, b.LoggerThread = 1024, 10*n, n, 2, 5
	}
	return 0
}

func (f *fake) All(blocks []*Block) (int, Code) {
	for i, s := range f.sessions {
		put(&blocks[i].Logger, s)
	}
	return len(f.sessions), f.call("ALL")
}

func (f *fake) Set(handle uint64, what Info, data []byte) Code {
	if what == InfoInterval {
		if c := f.call("SET interval"); c != 0 {
			return c
		}
		f.interval = max(binary.LittleEndian.Uint32(data[4:]), 1221)
		return 0
	}
	f.stacks = bytes.Clone(data)
	return f.call("SET stacks")
}

func (f *fake) Get(handle uint64, what Info, data []byte) Code {
	binary.LittleEndian.PutUint32(data[4:], f.interval)
	return f.call("GET interval")
}

func (f *fake) Enable(handle uint64, what Taking, p *Provider, wait uint32) Code {
	f.asked = append(f.asked, fmt.Sprintf("%d %d %v %d %#x %d", handle, what, p.GUID, p.Level, p.Keywords, wait))
	return f.call("ENABLE")
}

func (f *fake) Runs(o Owner) bool { return slices.Contains(f.runs, o) }

func samplePlan() *Plan {
	return &Plan{
		Name: "x", Path: `C:\ä\x.etl`, Flags: FlagSwitch | FlagDispatcher, Stacks: []ClassicEvent{StackSwitch, StackReady},
		Interval: 10_000, Buffers: BuffersFor(4, 16<<20),
	}
}

// TestBlock: the arguments of StartTraceW.
func TestBlock(t *testing.T) {
	f := &fake{}
	if _, err := Start(f, samplePlan()); err != nil {
		t.Fatal(err)
	}
	b := &f.last
	if get(&b.Logger) != "x" || get(&b.LogFile) != `C:\ä\x.etl` || b.Node.GUID == (GUID{}) {
		t.Errorf("session %q, file %q, id %v", get(&b.Logger), get(&b.LogFile), b.Node.GUID)
	}
	want := Properties{
		Node:       Node{BufferSize: 120 + 4096, ClientContext: 1, Flags: 0x20000, GUID: b.Node.GUID},
		BufferSize: 1024, MinimumBuffers: 64, MaximumBuffers: 64, LogFileMode: 0x02000001, EnableFlags: 0x810,
		LogFileNameOffset: 120, LoggerNameOffset: 120 + 2048,
	}
	if b.Properties != want {
		t.Errorf("%+v, want %+v", b.Properties, want)
	}
	if len(f.stacks) != 48 || f.stacks[16] != 36 || f.stacks[24+16] != 50 || f.stacks[0] != 0xd1 {
		t.Errorf("stacks of %v", f.stacks)
	}
}

// TestSessionID: the id of a session is random, and marked as such: version 4, variant 1.
func TestSessionID(t *testing.T) {
	met := map[GUID]bool{}
	for range 64 {
		f := &fake{}
		if _, err := Start(f, samplePlan()); err != nil {
			t.Fatal(err)
		}
		id := f.last.Node.GUID
		if met[id] || id[7]>>4 != 4 || id[8]>>6 != 2 {
			t.Errorf("the id is %v", id)
		}
		met[id] = true
	}
}

// TestSession: the counts of a session, and what is left at its end.
func TestSession(t *testing.T) {
	f := &fake{interval: 20_000}
	s, err := Start(f, samplePlan())
	if err != nil {
		t.Fatal(err)
	}
	if f.interval != 10_000 || s.Interval != 10_000 {
		t.Errorf("the interval is %d, and said to be %d", f.interval, s.Interval)
	}
	c, err := s.Query()
	if want := (Counts{Bytes: 20 << 20, Events: 2, Buffers: 2, Thread: 5}); err != nil || c != want {
		t.Errorf("%+v, %v", c, err)
	}
	for range 2 {
		c, err = s.Stop()
		if err != nil || c.Bytes != 10<<20 || f.interval != 20_000 || len(f.sessions) > 0 || f.counted["STOP"] != 1 {
			t.Errorf("at the end %+v, %v, interval %d, sessions %v", c, err, f.interval, f.sessions)
		}
	}
}

// TestCircular: a bounded file has the newest events.
func TestCircular(t *testing.T) {
	p := samplePlan()
	p.Newest, p.Interval, p.Stacks = 256, 0, nil
	f := &fake{interval: 5}
	if _, err := Start(f, p); err != nil || f.last.LogFileMode != 0x02000002 || f.last.MaximumFileSize != 256 || f.interval != 5 {
		t.Errorf("%v: %+v", err, f.last.Properties)
	}
	if !slices.Equal(f.calls, []string{"START", "QUERY"}) {
		t.Error(f.calls)
	}
}

// TestPrograms: a session for program events contains nothing of the kernel's.
func TestPrograms(t *testing.T) {
	f := &fake{}
	p := &Plan{Name: "x", Path: "y.etl", Programs: true, Buffers: ProgramBuffers(4, false)}
	want := Properties{
		BufferSize: 256, MinimumBuffers: 8, MaximumBuffers: 32, LogFileMode: 1, LogFileNameOffset: 120, LoggerNameOffset: 120 + 2048,
	}
	for range 2 {
		if _, err := Start(f, p); err != nil {
			t.Fatal(err)
		}
		want.Node = Node{BufferSize: 120 + 4096, ClientContext: 1, Flags: 0x20000, GUID: f.last.Node.GUID}
		if f.last.Properties != want {
			t.Errorf("%+v, want %+v", f.last.Properties, want)
		}
		p.Newest, want.LogFileMode, want.MaximumFileSize = 7, 2, 7
	}
}

// TestAsk: what a session requests, and how long it waits for that.
func TestAsk(t *testing.T) {
	f := &fake{}
	s := &Session{sys: f, handle: 77}
	for _, x := range []struct {
		p    Provider
		wait time.Duration
		want string
	}{
		{Marks()[0], 0, "77 1 d6434340-9934-574f-0499-9709319a48b8 5 0x0 0"},
		{Methods(), 0, "77 1 e13c0d23-ccbc-4e12-931b-d9cc2eee27e4 4 0x18 0"},
		{ModulesThere(), 1500 * time.Millisecond, "77 1 a669021c-c450-4609-a035-5af59af4df18 4 0x108 1500"},
		{MethodsThere(), 1 << 60, "77 1 a669021c-c450-4609-a035-5af59af4df18 4 0x130 1073741824"},
	} {
		f.asked = nil
		if err := s.Ask(x.p, x.wait); err != nil || !slices.Equal(f.asked, []string{x.want}) {
			t.Errorf("%v: asked for %q, want %q", err, f.asked, x.want)
		}
	}
	f.asked = nil
	if err := s.Leave(Marks()[0]); err != nil || !slices.Equal(f.asked, []string{"77 0 d6434340-9934-574f-0499-9709319a48b8 5 0x0 0"}) {
		t.Errorf("%v: %q", err, f.asked)
	}
	f.calls, f.flush = nil, 0
	if err := s.Flush(1); err != nil || f.flush != 1 || !slices.Equal(f.calls, []string{"QUERY", "UPDATE"}) {
		t.Errorf("%v: flushed every %d s after %v", err, f.flush, f.calls)
	}
	f.fail = map[string]Code{"QUERY": 4201}
	if err := s.Flush(1); err == nil {
		t.Error("a session that there is not is flushed")
	}
	f.fail = map[string]Code{"ENABLE": 1460}
	var failure *Error
	if err := s.Ask(MethodsThere(), 0); !errors.As(err, &failure) || !failure.Late() ||
		err.Error() != "EnableTraceEx2(a669021c-c450-4609-a035-5af59af4df18) failed: the tracing request timed out (Windows error 1460)" {
		t.Error(err)
	}
}

// TestFailures: whatever step fails, the session is ended, the machine's interval is restored, and
// the message names the call and the cause.
func TestFailures(t *testing.T) {
	for _, x := range []struct {
		call string
		code Code
		want string
	}{
		{"START", 5, "StartTraceW failed: this user does not have permission (Windows error 5)"},
		{"START", 183, "StartTraceW failed: a tracing session with this name already exists (Windows error 183)"},
		{"START", 4242, "StartTraceW failed with Windows error 4242"},
		{"QUERY", 4201, "ControlTraceW(QUERY) failed: the tracing session no longer exists (Windows error 4201)"},
		{"SET stacks", 120, "TraceSetInformation(TraceStackTracingInfo) failed: this version of Windows lacks the called system function (Windows error 120)"},
		{"GET interval", 120, "TraceQueryInformation(TraceSampledProfileIntervalInfo) failed: this version of Windows lacks the called system function (Windows error 120)"},
		{"SET interval 1", 87, "TraceSetInformation(TraceSampledProfileIntervalInfo) failed: Windows rejected a parameter of the call (Windows error 87)"},
		{"GET interval 2", 1314, "TraceQueryInformation(TraceSampledProfileIntervalInfo) failed: the privilege “Profile system performance” is missing (Windows error 1314)"},
	} {
		f := &fake{interval: 20_000, fail: map[string]Code{x.call: x.code}}
		s, err := Start(f, samplePlan())
		if s != nil || err == nil || err.Error() != x.want {
			t.Errorf("%s: %v", x.call, err)
		}
		if stopped := f.counted["STOP"]; len(f.sessions) > 0 || f.interval != 20_000 || x.call != "START" && stopped != 1 || x.call == "START" && stopped != 0 {
			t.Errorf("%s: sessions %v are left, the interval is %d, stopped %d times", x.call, f.sessions, f.interval, stopped)
		}
	}
	f := &fake{fail: map[string]Code{"SET stacks": 120, "STOP": 5}}
	_, err := Start(f, samplePlan())
	if err == nil || !strings.Contains(err.Error(), "TraceStackTracingInfo") || !strings.Contains(err.Error(), "ControlTraceW(STOP)") {
		t.Errorf("a session that cannot be ended: %v", err)
	}
}

// TestSilent: a system that accepts every call and does nothing is detected.
func TestSilent(t *testing.T) {
	f := &fake{silent: true}
	if _, err := Start(f, samplePlan()); !errors.Is(err, errSilent) || len(f.sessions) > 0 {
		t.Errorf("%v, sessions %v", err, f.sessions)
	}
}

// TestMoreData: too little room for names is not a failure.
func TestMoreData(t *testing.T) {
	f := &fake{fail: map[string]Code{"STOP": 234}}
	p := samplePlan()
	p.Interval = 0
	s, err := Start(f, p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Stop(); err != nil {
		t.Error(err)
	}
}

// TestStale: the sessions of processes of this program that have ended are ended, and
// no others.
func TestStale(t *testing.T) {
	gone, reused, here := Owner{7, 0x1dc}, Owner{8, 0x1dd}, Owner{9, 0x1de}
	others := []string{"NT Kernel Logger", "Threadlens", "Threadlens 7", "Threadlens 7-1dc x", "threadlens 7-1dc", "Threadlens 07-1dc", "Threadlens -7-1dc", ""}
	others = append(others, here.BesideName(), "Threadlens 7-1dc programs x")
	f := &fake{runs: []Owner{here, {8, 0x1ff}}, sessions: append([]string{gone.Name(), gone.BesideName(), here.Name(), reused.Name()}, others...)}
	n, err := StopStale(f)
	if want := append([]string{here.Name()}, others...); err != nil || n != 3 || !slices.Equal(f.sessions, want) {
		t.Errorf("%d, %v: %v are left", n, err, f.sessions)
	}
	f = &fake{sessions: []string{gone.Name(), reused.Name()}, fail: map[string]Code{"STOP " + gone.Name(): 5}}
	n, err = StopStale(f)
	if n != 1 || err == nil || !strings.Contains(err.Error(), "“Threadlens 7-1dc”") {
		t.Errorf("%d, %v", n, err)
	}
	if _, err = StopStale(&fake{fail: map[string]Code{"ALL": 120}}); err == nil || !strings.HasPrefix(err.Error(), "QueryAllTracesW failed: ") {
		t.Error(err)
	}
}

// TestNames: what does not fit is refused, not truncated.
func TestNames(t *testing.T) {
	var place [maxName]uint16
	place[5] = 7
	if !put(&place, "a😀") || get(&place) != "a😀" || place[5] != 0 {
		t.Errorf("%q", get(&place))
	}
	if !put(&place, strings.Repeat("x", maxName-1)) || put(&place, strings.Repeat("x", maxName)) {
		t.Error("the bound is not kept")
	}
	p := samplePlan()
	p.Path = strings.Repeat("x", maxName)
	f := &fake{}
	if _, err := Start(f, p); err == nil || len(f.calls) > 0 {
		t.Errorf("%v: %v", err, f.calls)
	}
}

func TestBuffersFor(t *testing.T) {
	for _, x := range []struct {
		processors int
		bytes      int64
		min, max   uint32
	}{{1, 1, 64, 64}, {4, 16 << 20, 64, 64}, {8, 16 << 20, 64, 128}, {32, 16<<20 + 1, 128, 544}, {128, 16 << 20, 512, 1024}, {512, 1 << 40, 1024, 1024}, {0, 0, 64, 64}} {
		b := BuffersFor(x.processors, x.bytes)
		if b.Min != x.min || b.Max != x.max || b.Size != 1024 || b.Bytes() != int64(x.max)<<20 {
			t.Errorf("%d processors, %d bytes: %+v", x.processors, x.bytes, b)
		}
	}
}

func TestProgramBuffers(t *testing.T) {
	for _, x := range []struct {
		processors int
		busy       bool
		min, max   uint32
	}{{0, false, 8, 32}, {8, false, 16, 64}, {8, true, 16, 256}, {512, false, 256, 256}} {
		if b := ProgramBuffers(x.processors, x.busy); b != (Buffers{Size: 256, Min: x.min, Max: x.max}) {
			t.Errorf("%d processors, busy %v: %+v", x.processors, x.busy, b)
		}
	}
}
