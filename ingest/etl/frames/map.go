package frames

import (
	"fmt"
	"math"
	"slices"

	"threadlens/ingest/etl/payload"
	"threadlens/ingest/internal/spaces"
)

// Map says what stands at the addresses of all processes of a trace. The zero
// value is empty and ready. It must not be used by several goroutines at a
// time: its questions fill caches.
//
// Times are in any unit, the same for all of them. Several events of one process
// at the same time count in the order in which they were added; otherwise the
// order of the calls does not matter.
type Map struct {
	images  history
	methods history
	modules history            // of managed code: their ids take the place of addresses
	starts  map[uint32][]int64 // of processes by id
	nstarts int

	// Paths turns the paths of images into those that people know.
	Paths Paths

	files     names               // short names of images and modules
	functions names               // full names of methods
	refs      map[moduleRef]int32 // of the modules of methods
	refList   []moduleRef
	text      []byte // for work
	identities

	left   Left
	closed bool
	answers
}

// history is what events reported about images, of methods or of modules.
type history struct {
	spaces.History
	kept int // records
}

// moduleRef names a managed module.
type moduleRef struct {
	id  uint64
	pid uint32
}

// kernelPID is the process whose images are everybody's: rundowns list the
// kernel's images with the id of the idle process.
const kernelPID = 0

// systemPID is the process of the system's own threads.
const systemPID = 4

// Where the kernel's half of all addresses begins, and where it begins in 32-bit
// systems. There a process may own addresses above, too, and so may 32-bit
// processes of 64-bit systems.
const (
	kernelHalf   = 1 << 63
	kernelHalf32 = 1 << 31
)

// inKernelHalf32 tells whether addr is one of the upper half of 32-bit ones.
func inKernelHalf32(addr uint64) bool { return addr/kernelHalf32 == 1 }

// Image adds what an event at time t reports about an image; see ImageChange. Images
// of the kernel may be of any process.
func (m *Map) Image(t int64, c Change, e *payload.Image) { m.image(t, c, e, e.Name) }

func (m *Map) image(t int64, c Change, e *payload.Image, path payload.UTF16) {
	r := spaces.Record{Base: e.Base, Time: t, PID: spaceOf(e.PID, e.Base), Change: c}
	if !m.admit(&m.images, &r, e.Size) {
		return
	}
	m.text = appendBase(m.text[:0], e.Name)
	if len(m.text) == 0 {
		r.Unnamed = true
		m.text = fmt.Appendf(m.text, "image@%x", e.Base)
	}
	id, ok := m.files.fileID(m.text)
	r.Name = id
	if !r.Unnamed {
		r.Module = m.source(path, e.Timestamp)
	}
	m.put(&m.images, r, ok)
}

// spaceOf is the process that owns an image: those of the kernel are everybody's.
func spaceOf(pid uint32, base uint64) uint32 {
	if base >= kernelHalf || pid == systemPID && inKernelHalf32(base) {
		return kernelPID
	}
	return pid
}

// Hypercall adds the page through which the kernel calls the hypervisor (section
// 8, HookHypercallPage): code without a file, which goes by the name hypercall.
func (m *Map) Hypercall(t int64, e *payload.ImageBase) {
	m.image(t, Rundown, &payload.Image{Base: e.Base, Size: hypercallSize, Name: hypercallName}, hypercallPath)
}

// The hypercall page is one page of the processor.
const hypercallSize = 4096

// The path is none of a file.
var (
	hypercallName = payload.UTF16("h\x00y\x00p\x00e\x00r\x00c\x00a\x00l\x00l\x00")
	hypercallPath = slices.Concat(payload.UTF16("[\x00"), hypercallName, payload.UTF16("]\x00"))
)

// Method adds what an event at time t of the process pid reports about a managed
// method; see MethodChange. An event without names has its Method alone: then
// the method goes by its token, unless another event has the name. Signatures
// are not kept, so that the overloads of a method look alike.
func (m *Map) Method(t int64, pid uint32, c Change, e *payload.MethodVerbose) {
	r := spaces.Record{Base: e.Start, Time: t, PID: pid, Change: c}
	if !m.admit(&m.methods, &r, uint64(e.Size)) {
		return
	}
	m.text = appendMethod(m.text[:0], e)
	if len(m.text) == 0 {
		r.Unnamed = true
		m.text = fmt.Appendf(m.text, "method@%08x", e.Token)
	}
	id, ok := m.functions.id(m.text)
	r.Name, r.Module = id, m.ref(moduleRef{e.Module, pid})
	m.put(&m.methods, r, ok)
}

// Module adds what an event at time t of the process pid reports about a managed
// module: the id that methods refer to, and the path of its file of managed
// code, the first of its two paths; see ModuleChange. A module without a file
// has its name in the place of the path.
func (m *Map) Module(t int64, pid uint32, c Change, id uint64, path payload.UTF16) {
	r := spaces.Record{Base: id, Time: t, PID: pid, Change: c}
	if !m.admit(&m.modules, &r, 1) {
		return
	}
	m.text = appendBase(m.text[:0], path)
	r.Unnamed = len(m.text) == 0
	name, ok := m.files.fileID(m.text)
	r.Name = name
	m.put(&m.modules, r, ok)
}

// Started tells that the process pid began at time t, and was not just listed in
// a rundown: nothing that was in a former process with the same id is in it.
func (m *Map) Started(t int64, pid uint32) {
	switch {
	case m.closed:
		m.left.Late++
	case m.nstarts == maxRecords:
		m.left.Full++
	default:
		if m.starts == nil {
			m.starts = map[uint32][]int64{}
		}
		m.nstarts++
		m.starts[pid] = append(m.starts[pid], min(t, lastTime))
	}
}

// Left tells what was left out so far; all of it is known after the first
// question.
func (m *Map) Left() Left { return m.left }

// lastTime is the latest time of an event: time goes on behind it, so that what
// began at the last moment is there for some time.
const lastTime = math.MaxInt64 - 1

// admit completes r by its size; false if it must be left out. An unload may
// lack a size that makes sense, since its address is enough to end what is
// there.
func (m *Map) admit(h *history, r *spaces.Record, size uint64) bool {
	absurd := size == 0 || size > math.MaxUint32 || r.Base > math.MaxUint64-size
	switch {
	case m.closed:
		m.left.Late++
	case absurd && r.Change != Unload:
		m.left.Absurd++
	case h.kept == maxRecords:
		m.left.Full++
	default:
		if !absurd {
			r.Size = size
		}
		r.Time = min(r.Time, lastTime)
		return true
	}
	return false
}

// put adds a record that was admitted, if there was room for its name.
func (m *Map) put(h *history, r spaces.Record, named bool) {
	if !named {
		m.left.Full++
		return
	}
	h.kept++
	h.Add(r)
}

// ref is the number of a module that methods refer to. There are not more of
// them than methods.
func (m *Map) ref(k moduleRef) int32 {
	n, ok := m.refs[k]
	if !ok {
		if m.refs == nil {
			m.refs = map[moduleRef]int32{}
		}
		n = int32(len(m.refList))
		m.refs[k] = n
		m.refList = append(m.refList, k)
	}
	return n
}

// appendBase appends the last part of a path to dst, without its folder.
func appendBase(dst []byte, path payload.UTF16) []byte {
	for i := len(path)&^1 - 2; i >= 0; i -= 2 {
		if c := path[i]; path[i+1] == 0 && (c == '\\' || c == '/') {
			path = path[i+2:]
			break
		}
	}
	return path.Append(dst)
}

// appendMethod appends the full name of a method to dst: namespace, type and
// name.
func appendMethod(dst []byte, e *payload.MethodVerbose) []byte {
	if len(e.Name) == 0 {
		return dst
	}
	if len(e.Namespace) > 0 {
		var buf [256]byte
		dst = append(appendType(dst, e.Namespace.Append(buf[:0])), '.')
	}
	return e.Name.Append(dst)
}
