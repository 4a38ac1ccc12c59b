package ftracetext

import (
	"bytes"
	"cmp"
	"slices"

	"threadlens/ingest/internal/schedtext"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

func sortRecords(records []record) {
	slices.SortStableFunc(records, func(a, b record) int { return cmp.Compare(a.time, b.time) })
}

// isFrame reports whether a line is a frame of a stack: " => schedule", without the blank in what
// trace-cmd prints.
func isFrame(line []byte) bool {
	return bytes.HasPrefix(bytes.TrimPrefix(line, []byte(" ")), []byte("=> "))
}

// stackOf begins a stack: that of the last event of the CPU, if the same thread ran.
func (s *scan) stackOf(p *processor, tid uint32, payload []byte) {
	s.frames, s.inStack = nil, true
	if p.record == none {
		return
	}
	r := &s.records[p.record]
	if r.tid != tid {
		return
	}
	if r.more == none {
		s.stacks = append(s.stacks, stacks{})
		r.more = int32(len(s.stacks) - 1)
	}
	s.frames = &s.stacks[r.more].kernel
	if bytes.HasPrefix(payload, []byte("<user")) {
		s.frames = &s.stacks[r.more].user
	}
}

// frame adds a line to the stack.
func (s *scan) frame(line []byte, at int64) {
	switch f := s.frames; {
	case f == nil:
	case f.to == 0:
		*f = span{at, at + int64(len(line))}
	default:
		f.to = at + int64(len(line))
	}
}

// stackTable interns the stacks. The texts of a trace repeat: whole ones are remembered.
type stackTable struct {
	out   *stage.Output
	tree  model.Stacks
	known map[string]model.StackID
	limit int   // nodes
	full  int64 // stacks left out for lack of room
	text  []byte
}

func newStackTable(out *stage.Output, size int64) *stackTable {
	return &stackTable{out: out, known: map[string]model.StackID{}, limit: int(min(1<<16+size/64, 1<<31))}
}

// id is the stack with the frames of both texts, of which one may be empty.
func (t *stackTable) id(kernel, user []byte) model.StackID {
	t.text = append(append(append(t.text[:0], kernel...), 0), user...)
	if id, ok := t.known[string(t.text)]; ok {
		return id
	}
	if t.tree.Len() >= t.limit {
		t.full++
		return model.NoStack
	}
	id := t.push(t.push(model.NoStack, user, false), kernel, true)
	if len(t.known) < maxStacks {
		t.known[string(t.text)] = id
	}
	return id
}

// push adds the frames of a text, of which the first is the innermost one, to the stack of a caller.
func (t *stackTable) push(id model.StackID, text []byte, kernel bool) model.StackID {
	var names [][]byte
	for line := range bytes.Lines(text) {
		if len(names) == maxFrames {
			break
		}
		name := bytes.TrimSpace(line)
		if name = bytes.TrimSpace(bytes.TrimPrefix(name, []byte("=>"))); len(name) > 0 {
			names = append(names, name)
		}
	}
	for len(names) > 1 && kernel && ofTracing(names[0]) {
		names = names[1:]
	}
	for _, name := range slices.Backward(names) {
		n, caller, f := t.tree.Len(), id, t.read(name, kernel)
		if id = t.tree.Push(caller, f); t.tree.Len() > n {
			t.out.Stacks = append(t.out.Stacks, stage.Stack{Caller: caller, Frame: f})
		}
	}
	return id
}

// tracing begins the names of the kernel's functions that record an event: they are on top of its
// stack.
var tracing = [...]string{"trace_event_", "__traceiter_", "perf_trace_", "__ftrace_trace_stack", "__trace_stack", "ftrace_syscall_"}

func ofTracing(name []byte) bool {
	for _, t := range tracing {
		if bytes.HasPrefix(name, []byte(t)) {
			return true
		}
	}
	return false
}

// kernelTitle is the module of the kernel's own functions, as elsewhere.
const kernelTitle = "kernel"

// read reads a frame in one of the forms
//
//	schedule    schedule+0x1/0x2    func+0x1/0x2 [module]    schedule (ffffffff821f94c3)
//	0000000000401234    /lib/libc.so[+0x1234]    <00007f3b1c0>
func (t *stackTable) read(b []byte, kernel bool) model.Frame {
	f := model.Frame{Kernel: kernel}
	module := []byte(nil)
	if kernel {
		module = []byte(kernelTitle)
	}
	b, f.Addr = address(b)
	if open := bytes.LastIndexByte(b, '['); open >= 0 && b[len(b)-1] == ']' {
		inside := b[open+1 : len(b)-1]
		if b = bytes.TrimSpace(b[:open]); len(inside) > 0 && inside[0] == '+' {
			b, module = inside, b
		} else {
			module = inside
		}
	}
	if plus := bytes.IndexByte(b, '+'); plus > 0 {
		b = b[:plus]
	}
	if f.Name, f.Module = t.name(b), t.name(module); f.Name != model.NoString {
		f.Addr = 0 // one frame for a function, wherever in it the call is
	}
	return f
}

func (t *stackTable) name(b []byte) model.StringID {
	if len(b) == 0 {
		return model.NoString
	}
	return t.out.Names.OfFrame(string(b[:min(len(b), maxDiagText)]))
}

// address takes the address off a frame: all of it, or what stands behind the name in parentheses or
// angle brackets.
func address(b []byte) (name []byte, addr uint64) {
	word := b
	if i := bytes.LastIndexByte(b, ' '); i >= 0 {
		word = b[i+1:]
	}
	digits := bytes.Trim(word, "<>()")
	if bracketed := len(digits)+2 == len(word); len(digits) < 8 || len(digits) > 16 || !bracketed && len(word) < len(b) {
		return b, 0
	}
	for _, c := range digits {
		d, ok := schedtext.HexDigit(c)
		if !ok {
			return b, 0
		}
		addr = addr<<4 | uint64(d)
	}
	return bytes.TrimSpace(b[:len(b)-len(word)]), addr
}
