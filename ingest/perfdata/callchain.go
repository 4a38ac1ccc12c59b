package perfdata

import (
	"slices"

	"threadlens/ingest/internal/stage"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// stackTable interns call chains. Walking the tree costs a look-up a frame;
// since the same chains come again and again, a small table in front of it
// remembers whole ones.
//
// The tree is the decoder's own. The trace's is read by others while events are
// decoded, so that new nodes travel to it with the batches.
type stackTable struct {
	tree   model.Stacks
	fresh  *[]stage.Stack // where new ones go
	limit  int            // nodes
	full   int64          // chains left out
	frames []model.Frame
	recent []recentChain
}

const recentChains = 1 << 12

// recentChain is a chain by its 64-bit hash, its length and its first address.
type recentChain struct {
	hash  uint64
	first uint64
	n     int32
	id    model.StackID
}

// newStackTable bounds the tree so that the chains of a hostile file, all
// different, cannot outgrow it: a node costs some 150 bytes.
func newStackTable(fileSize int64) *stackTable {
	return &stackTable{fresh: new([]stage.Stack), limit: int(min(1<<20+fileSize/64, 1<<31))}
}

// id interns the sample's chain: leaf first in the file, the tree grows from
// the outermost caller.
func (t *stackTable) id(order wire.Order, s *sample) model.StackID {
	if t.recent == nil {
		t.recent = make([]recentChain, recentChains)
	}
	hash := uint64(s.misc & miscCPUMode)
	for b := s.chain; len(b) >= 8; b = b[8:] {
		hash = (hash ^ order.U64(b)) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	first, n := order.U64(s.chain), int32(len(s.chain))
	r := &t.recent[hash%recentChains]
	if r.hash == hash && r.first == first && r.n == n {
		return r.id
	}
	id := t.push(order, s)
	*r = recentChain{hash, first, n, id}
	return id
}

func (t *stackTable) push(order wire.Order, s *sample) model.StackID {
	if t.tree.Len() >= t.limit {
		t.full++
		return model.NoStack
	}
	t.frames = t.frames[:0]
	kernel := s.kernel()
	for b := s.chain; len(b) >= 8; b = b[8:] {
		addr := order.U64(b)
		if addr >= contextMax {
			kernel = addr == contextKernel || addr == contextGuestKernel || addr == contextHypervisor
			continue
		}
		t.frames = append(t.frames, model.Frame{Addr: addr, Kernel: kernel})
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
		*t.fresh = append(*t.fresh, stage.Stack{Caller: caller, Frame: f})
	}
	return id
}

// leaf is the stack of a sample that has only an instruction pointer.
func (t *stackTable) leaf(s *sample) model.StackID {
	if t.tree.Len() >= t.limit {
		t.full++
		return model.NoStack
	}
	return t.node(model.NoStack, model.Frame{Addr: s.ip, Kernel: s.kernel()})
}

// kernel reports whether the sample was taken in the kernel: in what mode the
// chain begins until a marker says otherwise.
func (s *sample) kernel() bool {
	mode := s.misc & miscCPUMode
	return mode == modeKernel || mode == modeGuestKernel
}
