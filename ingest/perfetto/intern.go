package perfetto

import (
	"bytes"
	"encoding/binary"

	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// name is the place of a text among the names of items; 0 is the empty one, and that of names for
// which there was no room.
func (s *scan) name(text []byte) uint32 {
	text = text[:min(len(text), maxNameBytes)]
	if len(text) == 0 {
		return 0
	}
	if ix, ok := s.nameIx[string(text)]; ok {
		return ix
	}
	if len(s.names) == maxNames {
		s.leftOut.names++
		return 0
	}
	ix, name := uint32(len(s.names)), string(text)
	s.names = append(s.names, name)
	s.nameIx[name] = ix
	return ix
}

// listOf is the numbers of a repeated field, packed. Where they are packed already, nothing is copied.
func listOf(b []byte, n fieldNum) (list []byte) {
	for m := over(b); m.next(); {
		switch {
		case m.num != n:
		case !m.bytes():
			list = binary.AppendUvarint(list, m.val)
		case len(list) == 0:
			list = m.data[:len(m.data):len(m.data)]
		default:
			list = append(list, m.data...)
		}
	}
	return list
}

// stackTree is the tree of call stacks with the names of their frames.
type stackTree struct {
	tree  model.Stacks
	nodes []stage.Stack
	names stage.Names
	order []string // the names, in the order of their ids
	limit int
	full  int64 // stacks left out for lack of room
}

// push extends a stack by a frame.
func (t *stackTree) push(caller model.StackID, function, module []byte, offset uint64, kernel bool) model.StackID {
	f := model.Frame{Addr: offset, Name: t.name(function), Module: t.name(module), Kernel: kernel}
	n := t.tree.Len()
	id := t.tree.Push(caller, f)
	if t.tree.Len() > n {
		t.nodes = append(t.nodes, stage.Stack{Caller: caller, Frame: f})
	}
	return id
}

// name is the id of a name.
func (t *stackTree) name(b []byte) model.StringID {
	if len(b) == 0 {
		return model.NoString
	}
	id := t.names.OfFrame(string(b[:min(len(b), maxNameBytes)]))
	if int(id) > len(t.order) {
		t.order = append(t.order, t.names.Get(id))
	}
	return id
}

// tell gives all names to an output that has none, where they get the same ids.
func (t *stackTree) tell(out *stage.Output) {
	for _, n := range t.order {
		out.Names.OfFrame(n)
	}
}

// stack puts the stack of the current item out, without the frames that are there already, and returns
// the id that it has there. The scan has stacks of items of which there is no event, too.
func (d *decoder) stack() model.StackID { return d.putOut(d.taken) }

func (d *decoder) putOut(id model.StackID) model.StackID {
	if id == model.NoStack {
		return id
	}
	told := &d.told[id-1]
	if *told == model.NoStack {
		n := d.s.stacks.nodes[id-1]
		n.Caller = d.putOut(n.Caller)
		d.out++
		*told = d.out
		d.log.Out.Stacks = append(d.log.Out.Stacks, n)
	}
	return *told
}

// stack is the call stack that packets of a sequence refer to by id, whose outermost frame is first.
func (s *scan) stack(t *state, id uint64) model.StackID {
	if known, ok := t.known[id]; ok {
		return model.StackID(known)
	}
	packed, ok := t.stacks[id]
	if !ok {
		return model.NoStack
	}
	if s.stacks.tree.Len() >= s.stacks.limit {
		s.stacks.full++
		return model.NoStack
	}
	caller, n := model.NoStack, 0
	m := message{typ: bytesType, data: packed}
	m.numbers(func(id uint64) {
		if f, ok := t.frames[id]; ok && n < maxFrames {
			caller, n = s.frame(t, caller, &f), n+1
		}
	})
	put(&t.known, id, uint32(caller))
	s.interned++
	return caller
}

func (s *scan) frame(t *state, caller model.StackID, f *frame) model.StackID {
	path := s.path(t, t.mappings[f.mapping])
	return s.stacks.push(caller, t.functions[f.function], path, f.offset, kernelModule(path))
}

// path joins the parts of a mapping's path.
func (s *scan) path(t *state, packed []byte) []byte {
	s.text = s.text[:0]
	m, n := message{typ: bytesType, data: packed}, 0
	m.numbers(func(id uint64) {
		part := t.paths[id]
		if n++; n > maxPath || len(part) == 0 {
			return
		}
		if part[0] != '/' && part[0] != '[' {
			s.text = append(s.text, '/')
		}
		s.text = append(s.text, part...)
	})
	return s.text
}

// kernelModule reports whether a mapping is the kernel's.
func kernelModule(path []byte) bool {
	return bytes.Contains(path, []byte("[kernel.kallsyms]")) || bytes.HasPrefix(path, []byte("/kernel")) || bytes.HasSuffix(path, []byte(".ko"))
}
