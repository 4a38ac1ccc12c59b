package perfdata

import (
	"slices"
	"strconv"

	"threadlens/ingest/internal/stage"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// stackTable interns call chains. Walking the tree costs a look-up for each frame; since the same
// chains recur, a small table in front of it remembers whole ones.
//
// The tree is the decoder's own. The trace's own tree is read concurrently while events are
// decoded, so new nodes reach it with the batches.
type stackTable struct {
	tree   model.Stacks
	out    *stage.Output // where new nodes and names go
	maps   *mappings
	start  uint64 // clock time of the trace's start
	limit  int    // nodes
	full   int64  // chains left out for lack of room
	frames []model.Frame
	recent []recentChain
	places []recentFrame    // by a hash of address and process
	titles []model.StringID // of modules seen so far
	kernel model.StringID
	text   []byte // scratch space
}

const (
	recentChains    = 1 << 12
	recentFrameBits = 13
)

// recentChain is a chain by its 64-bit hash, its length and its first address, and the process if
// it was not in the kernel alone. It is valid until the process's mappings change.
type recentChain struct {
	hash  uint64
	first uint64
	until int64
	n     int32
	pid   uint32
	id    model.StackID
}

// recentFrame is an address of a process with its module and offset.
type recentFrame struct {
	frame model.Frame
	until int64
	pid   uint32
}

// newStackTable bounds the tree, so that a hostile file whose chains all differ cannot exhaust the
// memory: a node takes some 150 bytes.
func newStackTable(s *scan) *stackTable {
	return &stackTable{
		out: &stage.Output{Names: stage.NewNames(&model.Strings{})}, maps: s.maps, start: s.start,
		limit: int(min(1<<20+s.in.size/64, 1<<31)),
	}
}

// id interns the sample's chain, which has the leaf first; the tree grows from the outermost
// caller.
func (t *stackTable) id(order wire.Order, s *sample, now model.Time) model.StackID {
	if t.recent == nil {
		t.recent, t.places = make([]recentChain, recentChains), make([]recentFrame, 1<<recentFrameBits)
	}
	n, pid := len(s.chain)&^7, uint32(kernelSpace)
	if order.U64(s.chain[n-8:]) < 1<<63 { // it began in a process
		pid = s.maps()
	}
	hash := uint64(s.misc&miscCPUMode) | uint64(pid)<<8
	for b := s.chain; len(b) >= 8; b = b[8:] {
		hash = (hash ^ order.U64(b)) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	at := clockTime(t.start + uint64(now))
	first := order.U64(s.chain)
	r := &t.recent[hash%recentChains]
	if r.hash == hash && r.first == first && r.n == int32(n) && r.pid == pid && at < r.until {
		return r.id
	}
	id := t.push(order, s, at)
	*r = recentChain{hash, first, t.maps.until(pid, at), int32(n), pid, id}
	return id
}

func (t *stackTable) push(order wire.Order, s *sample, at int64) model.StackID {
	if t.tree.Len() >= t.limit {
		t.full++
		return model.NoStack
	}
	t.frames = t.frames[:0]
	m := modeOf(s)
	for b := s.chain; len(b) >= 8; b = b[8:] {
		addr := order.U64(b)
		if addr >= contextMax {
			m = modeBehind(addr)
			continue
		}
		t.frames = append(t.frames, t.frame(addr, s.maps(), m, at))
	}
	id := model.NoStack
	for _, f := range slices.Backward(t.frames) {
		id = t.node(id, f)
	}
	return id
}

func (t *stackTable) node(caller model.StackID, f model.Frame) model.StackID {
	n := t.tree.Len()
	id := t.tree.Push(caller, f)
	if t.tree.Len() > n {
		t.out.Stacks = append(t.out.Stacks, stage.Stack{Caller: caller, Frame: f})
	}
	return id
}

// leaf is the stack of a sample that has only an instruction pointer.
func (t *stackTable) leaf(s *sample, now model.Time) model.StackID {
	if t.tree.Len() >= t.limit {
		t.full++
		return model.NoStack
	}
	if t.places == nil {
		t.places = make([]recentFrame, 1<<recentFrameBits)
	}
	return t.node(model.NoStack, t.frame(s.ip, s.maps(), modeOf(s), clockTime(t.start+uint64(now))))
}

// frame is an address with its module and the offset there.
func (t *stackTable) frame(addr uint64, pid uint32, m mode, at int64) model.Frame {
	if m.guest {
		return model.Frame{Addr: addr, Kernel: m.kernel}
	}
	if m.kernel {
		pid = kernelSpace
	}
	r := &t.places[(addr^uint64(pid)<<32)*0x9e3779b97f4a7c15>>(64-recentFrameBits)]
	if r.frame.Addr != addr || r.pid != pid || r.frame.Kernel != m.kernel || at >= r.until {
		*r = recentFrame{t.look(addr, pid, m.kernel, at), t.maps.until(pid, at), pid}
	}
	return r.frame
}

// look is frame for an address not seen lately. An offset is needed only where neither the kernel's
// symbols nor files about compiled code resolve the address itself.
func (t *stackTable) look(addr uint64, pid uint32, kernel bool, at int64) model.Frame {
	f := model.Frame{Addr: addr, Kernel: kernel}
	n, offset, ok := t.maps.find(pid, addr, at)
	switch {
	case ok:
		f.Module = t.title(n)
		if !kernel && offset != addr {
			t.text = strconv.AppendUint(append(t.text[:0], "+0x"...), offset, 16)
			f.Name = t.out.Names.OfFrame(string(t.text))
		}
	case kernel:
		if t.kernel == model.NoString {
			t.kernel = t.out.Names.OfFrame(kernelTitle)
		}
		f.Module = t.kernel
	}
	return f
}

// title is the id of a module's name.
func (t *stackTable) title(n int) model.StringID {
	if t.titles == nil {
		t.titles = make([]model.StringID, len(t.maps.modules))
	}
	if t.titles[n] == model.NoString {
		t.titles[n] = t.out.Names.OfFrame(t.maps.modules[n].Name)
	}
	return t.titles[n]
}

// mode is where code ran: in the kernel or not, and on the machine itself or in a guest, whose
// mappings are not recorded.
type mode struct{ kernel, guest bool }

// modeOf is the mode in which the sample was taken, and in which its chain begins until a marker
// changes it.
func modeOf(s *sample) mode {
	cpu := s.misc & miscCPUMode
	return mode{cpu == modeKernel || cpu == modeGuestKernel, cpu > modeUser}
}

// modeBehind is the mode of the frames behind a marker in a chain.
func modeBehind(marker uint64) mode {
	switch marker {
	case contextKernel:
		return mode{kernel: true}
	case contextGuestKernel, contextHypervisor:
		return mode{true, true}
	case contextUser:
		return mode{}
	}
	return mode{guest: true}
}
