package frames

import (
	"slices"
	"strconv"
	"strings"

	"threadlens/ingest/internal/spaces"
	"threadlens/model"
)

// recentBits is how many answers are cached, as a power of 2.
const recentBits = 13

// Frame is what is at an address of a process at a time: for native code the name of its module
// (Modules) and the offset in it, such as ntdll.dll and +0x2a5b0, for managed code the file name
// and the full name of the method, such as System.dll and System.Net.Sockets.Socket.Receive. A
// method that belongs to no known module has the name of the image around it, or none. It is false
// where nothing is known. The kernel is the same in all processes, including unknown ones.
//
// The first call closes the Map, which then accepts no more events. Calls do not allocate memory,
// except for new offsets.
func (m *Map) Frame(pid uint32, addr uint64, t int64) (module, function string, ok bool) {
	if !m.closed {
		m.close()
	}
	if addr >= kernelHalf {
		pid = kernelPID
	}
	a := &m.recent[((addr^uint64(pid)<<32)*0x9e3779b97f4a7c15)>>(64-recentBits)]
	if a.addr != addr || a.pid != pid || !a.asked || t < a.span.From || t > a.span.Until {
		*a = m.look(pid, addr, t)
	}
	return a.module, a.function, a.ok
}

// Modules lists the files from which images were loaded, the kernel's first; Frame uses their
// names. Like a look-up it closes the Map.
func (m *Map) Modules() []model.Module {
	if !m.closed {
		m.close()
	}
	var list []model.Module
	for n := 1; n < len(m.found); n++ {
		if mod := &m.found[n]; mod.same == 0 {
			list = append(list, model.Module{
				Name: m.titles[n], Path: m.Paths.Display(m.paths.get(mod.path)), Kernel: mod.kernel,
				BuildID: mod.buildID(), ImageID: mod.imageID(), PDB: m.pdbs.get(mod.symbols.name),
			})
		}
	}
	slices.SortFunc(list, func(a, b model.Module) int {
		if a.Kernel != b.Kernel {
			if a.Kernel {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return list
}

// close makes the Map ready for look-ups.
func (m *Map) close() {
	m.closed = true
	for _, ts := range m.starts {
		slices.Sort(ts)
	}
	m.files.done()
	m.sortIDs()
	m.imageIndex = spaces.NewIndex(&m.images.History, m.starts, m.moduleOf)
	m.settle()
	modules := spaces.NewIndex(&m.modules.History, m.starts, nil)
	m.methodIndex = spaces.NewIndex(&m.methods.History, m.starts, func(pid uint32, l *spaces.Life) uint32 {
		if o := modules.Near(pid, m.refList[l.Module].id, l.Seen); o != nil {
			return o.Name
		}
		return 0
	})
	m.left.Tangled = m.imageIndex.Tangled + m.methodIndex.Tangled + modules.Tangled
	m.functions.done()
	m.starts, m.refs, m.refList, m.text = nil, nil, nil, nil
	m.recent = make([]answer, 1<<recentBits)
	m.offsets = map[uint64]string{}
}

// look does an uncached look-up.
func (m *Map) look(pid uint32, addr uint64, t int64) answer {
	a := answer{addr: addr, pid: pid, asked: true, span: spaces.AllTime()}
	if addr < kernelHalf {
		if o := m.methodIndex.Find(pid, addr, t, &a.span); o != nil {
			a.module, a.function, a.ok = m.files.get(o.Module), m.functions.get(o.Name), true
			if o.Module == 0 {
				if i := m.imageAt(pid, addr, t, &a.span); i != nil {
					a.module = m.title(i)
				}
			}
			return a
		}
	}
	if o := m.imageAt(pid, addr, t, &a.span); o != nil {
		a.module, a.function, a.ok = m.title(o), m.offset(addr-o.Base), true
	}
	return a
}

// imageAt is the image at an address, in the process or in the kernel.
func (m *Map) imageAt(pid uint32, addr uint64, t int64, s *spaces.Span) *spaces.Owner {
	if addr < kernelHalf {
		if o := m.imageIndex.Find(pid, addr, t, s); o != nil || !inKernelHalf32(addr) {
			return o
		}
	}
	return m.imageIndex.Find(kernelPID, addr, t, s)
}

// offset is the text of an offset in a module.
func (m *Map) offset(n uint64) string {
	if s, ok := m.offsets[n]; ok {
		return s
	}
	var buf [20]byte
	s := string(strconv.AppendUint(append(buf[:0], "+0x"...), n, 16))
	if len(m.offsets) < maxOffsets {
		m.offsets[n] = s
	}
	return s
}
