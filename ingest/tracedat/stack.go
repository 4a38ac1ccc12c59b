package tracedat

import (
	"slices"

	"threadlens/ingest/internal/stage"
	"threadlens/ingest/internal/tracepoint"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// stackEvent is the event with the kernel's stack.
type stackEvent struct {
	id           int
	thread, size tracepoint.Place
	caller, long int // where the addresses begin, and bytes of one
}

func newStackEvent(id int, f *tracepoint.Format, long int) *stackEvent {
	caller, ok := f.Field("caller")
	if !ok {
		return nil
	}
	return &stackEvent{id: id, thread: f.Place("common_pid"), size: f.Place("size"), caller: caller.Offset, long: long}
}

// addresses are those of a record, innermost first. Older kernels end them with a marker.
func (e *stackEvent) addresses(order wire.Order, raw []byte, to []uint64) []uint64 {
	most := maxFrames
	if e.size.Size > 0 {
		most = int(min(e.size.Uint(order, raw), maxFrames))
	}
	for at := e.caller; at+e.long <= len(raw) && len(to) < most; at += e.long {
		addr, end := uint64(order.U32(raw[at:])), uint64(1<<32-1)
		if e.long == 8 {
			addr, end = order.U64(raw[at:]), 1<<64-1
		}
		if addr == 0 || addr == end {
			break
		}
		to = append(to, addr)
	}
	return to
}

// stackTable interns stacks. Since the same stacks recur, a small table remembers whole ones.
//
// The tree is the decoder's own. The trace's own tree is read concurrently while events are
// decoded, so new nodes reach it with the batches.
type stackTable struct {
	tree    model.Stacks
	out     *stage.Output
	symbols *symbolTable
	limit   int   // nodes
	full    int64 // stacks left out for lack of room
	addrs   []uint64
	recent  []recentStack
	frames  []recentFrame
	kernel  model.StringID
}

const (
	recentStacks    = 1 << 10
	recentFrameBits = 12
)

// recentStack is a stack by its 64-bit hash, its depth and its first address.
type recentStack struct {
	hash, first uint64
	depth       int
	id          model.StackID
}

// recentFrame is a frame by its address.
type recentFrame struct{ frame model.Frame }

// newStackTable bounds the tree, so that a hostile file whose stacks all differ cannot exhaust the
// memory: a node takes some 150 bytes.
func newStackTable(s *scan, out *stage.Output, symbols *symbolTable) *stackTable {
	return &stackTable{out: out, symbols: symbols, limit: int(min(1<<19+s.m.in.size/64, 1<<31))}
}

// id interns the stack of a record; NoStack if that is of another thread.
func (t *stackTable) id(e *stackEvent, order wire.Order, raw []byte, thread uint64) model.StackID {
	if e.thread.Uint(order, raw) != thread {
		return model.NoStack
	}
	if t.recent == nil {
		t.recent, t.frames = make([]recentStack, recentStacks), make([]recentFrame, 1<<recentFrameBits)
	}
	t.addrs = e.addresses(order, raw, t.addrs[:0])
	if len(t.addrs) == 0 {
		return model.NoStack
	}
	hash := uint64(0)
	for _, a := range t.addrs {
		hash = (hash ^ a) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	r := &t.recent[hash%recentStacks]
	if r.hash == hash && r.first == t.addrs[0] && r.depth == len(t.addrs) {
		return r.id
	}
	id := t.push()
	*r = recentStack{hash, t.addrs[0], len(t.addrs), id}
	return id
}

// push interns the stack of addrs; the tree grows from the outermost caller.
func (t *stackTable) push() model.StackID {
	if t.tree.Len() >= t.limit {
		t.full++
		return model.NoStack
	}
	id := model.NoStack
	for _, a := range slices.Backward(t.addrs) {
		f, n := t.frame(a), t.tree.Len()
		caller := id
		id = t.tree.Push(caller, f)
		if t.tree.Len() > n {
			t.out.Stacks = append(t.out.Stacks, stage.Stack{Caller: caller, Frame: f})
		}
	}
	return id
}

// frame is the frame of an address in the kernel.
func (t *stackTable) frame(addr uint64) model.Frame {
	r := &t.frames[addr*0x9e3779b97f4a7c15>>(64-recentFrameBits)]
	if r.frame.Addr == addr {
		return r.frame
	}
	f := model.Frame{Addr: addr, Kernel: true, Module: t.kernel}
	if f.Module == model.NoString {
		t.kernel = t.out.Names.OfFrame("kernel")
		f.Module = t.kernel
	}
	if t.symbols != nil {
		name, module := t.symbols.find(addr)
		if len(name) > 0 {
			f.Name = t.out.Names.OfFrame(string(name))
		}
		if len(module) > 0 {
			f.Module = t.out.Names.OfFrame(string(module))
		}
	}
	r.frame = f
	return f
}
