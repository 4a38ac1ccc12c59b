package frames

import (
	"fmt"
	"math"
	"slices"

	"threadlens/ingest/etl/payload"
	"threadlens/ingest/internal/spaces"
)

// Map resolves the addresses of all processes of a trace. The zero value is empty and ready. It
// must not be used by several goroutines at a time: look-ups fill caches.
//
// Times may have any unit, the same for all. Several events of one process at the same time apply
// in the order in which they were added; otherwise the order of the calls does not matter.
type Map struct {
	images  history
	methods history
	modules history            // of managed code, by id instead of address
	starts  map[uint32][]int64 // of processes by id
	nstarts int

	// Paths converts the paths of images to the usual notation.
	Paths Paths

	files     names               // short names of images and modules
	functions names               // full names of methods
	refs      map[moduleRef]int32 // of the modules of methods
	refList   []moduleRef
	text      []byte // scratch space
	identities

	left   Left
	closed bool
	answers
}

// answers is the part of a Map for look-ups.
type answers struct {
	imageIndex, methodIndex spaces.Index
	recent                  []answer // by a hash of process and address
	offsets                 map[uint64]string
}

// answer is a cached look-up. It is valid for the times in span.
type answer struct {
	addr             uint64
	pid              uint32
	asked, ok        bool
	span             spaces.Span
	module, function string
}

// history is what events reported about images, methods or modules.
type history struct {
	spaces.History
	kept int // records
}

// moduleRef names a managed module.
type moduleRef struct {
	id  uint64
	pid uint32
}

// kernelPID is the process that holds the images shared by all: rundowns list the kernel's images
// with the id of the idle process.
const kernelPID = 0

// systemPID is the process of the system's own threads.
const systemPID = 4

// Where the kernel's half of the addresses begins, and where it begins in 32-bit systems. There a
// process may own higher addresses too, and so may 32-bit processes on 64-bit systems.
const (
	kernelHalf   = 1 << 63
	kernelHalf32 = 1 << 31
)

// inKernelHalf32 reports whether addr is in the upper half of 32-bit addresses.
func inKernelHalf32(addr uint64) bool { return addr/kernelHalf32 == 1 }

// Image adds what an event at time t reports about an image; see ImageChange. Images of the kernel
// may be reported for any process.
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

// spaceOf is the process that owns an image: the kernel's images are shared by all.
func spaceOf(pid uint32, base uint64) uint32 {
	if base >= kernelHalf || pid == systemPID && inKernelHalf32(base) {
		return kernelPID
	}
	return pid
}

// Hypercall adds the page through which the kernel calls the hypervisor (HookHypercallPage): code
// without a file, named hypercall.
func (m *Map) Hypercall(t int64, e *payload.ImageBase) {
	m.image(t, Rundown, &payload.Image{Base: e.Base, Size: hypercallSize, Name: hypercallName}, hypercallPath)
}

// The hypercall page is one CPU page.
const hypercallSize = 4096

// The names are not files' paths.
var (
	hypercallName = payload.UTF16("h\x00y\x00p\x00e\x00r\x00c\x00a\x00l\x00l\x00")
	hypercallPath = slices.Concat(payload.UTF16("[\x00"), hypercallName, payload.UTF16("]\x00"))
)

// Method adds what an event at time t of the process pid reports about a managed method; see
// MethodChange. An event without names has only its Method: the method is then named by its token,
// unless another event has the name. Signatures are not kept, so the overloads of a method look
// alike.
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

// Module adds what an event at time t of the process pid reports about a managed module: the id
// that methods refer to, and the path of its file of managed code, the first of its two paths; see
// ModuleChange. A module without a file has its name instead of the path.
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

// Started records that the process pid began at time t, and was not just listed in a rundown:
// nothing of a former process with the same id is in it.
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

// Left is what was left out so far; it is complete after the first look-up.
func (m *Map) Left() Left { return m.left }

// lastTime is the latest time of an event: time continues beyond it, so that what began at the last
// moment exists for some time.
const lastTime = math.MaxInt64 - 1

// admit completes r with its size; false if it must be left out. An unload may lack a valid size,
// since its address is enough to end what is there.
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
