package perfdata

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"

	"threadlens/ingest/internal/spaces"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// mappings records which file was mapped at an address of a process at a time. The first pass fills
// it; close makes it ready for look-ups. Times are those of the file's clock.
type mappings struct {
	history spaces.History
	left    int                // how many more records are accepted
	full    int64              // records left out
	births  map[uint32][]birth // of processes by id
	files   map[fileKey]uint32 // numbers in modules
	names   map[string]bool    // of modules
	modules []model.Module
	places  []filePlace
	known   map[filePlace]uint32 // numbers in places
	ids     map[string]string    // build ids by path, in hexadecimal

	index   spaces.Index
	changes map[uint32][]int64 // when a process's mappings changed, in order
}

// fileKey distinguishes the files that were mapped.
type fileKey struct{ path, buildID string }

// filePlace is a file from an offset on, whose address is known otherwise.
type filePlace struct {
	module uint32
	offset uint64
}

// birth is when a process began, or began another program by exec.
type birth struct {
	at int64
	// parent is the process whose mappings it inherited, model.NoPID for none.
	parent uint32
}

// kernelSpace is the process id that the records use for the kernel's code.
const kernelSpace = math.MaxUint32

// maxBirths is how many forks in a row without an exec are followed back.
const maxBirths = 32

func newMappings(ids map[string]string) *mappings {
	return &mappings{
		left: maxMappings, births: map[uint32][]birth{}, files: map[fileKey]uint32{}, names: map[string]bool{},
		known: map[filePlace]uint32{}, ids: ids,
	}
}

// mapRecord notes an MMAP or MMAP2 record; false means that the record is damaged.
func (s *scan) mapRecord(typ uint32, body []byte, smp *sample) bool {
	c := wire.NewCursor(body, s.m.order)
	pid := c.U32()
	c.Skip(4)
	addr, size, offset := c.U64(), c.U64(), c.U64()
	id := ""
	if typ == recMmap2 {
		which := c.Bytes(24)
		prot := c.U32()
		c.Skip(4)
		if smp.misc&miscMmapBuildID != 0 && len(which) > 0 {
			id = hexID(which[4:], int(which[0]))
		}
		if prot&protExec == 0 && c.Err() == nil {
			return true
		}
	}
	name := wire.Text(c.Bytes(c.Left()))
	if c.Err() != nil {
		return false
	}
	s.maps.add(pid, smp, addr, size, offset, string(name[:min(len(name), model.MaxName)]), id)
	return true
}

// add adds a mapping. Mappings in a guest, or without a name, belong to no file.
func (m *mappings) add(pid uint32, smp *sample, addr, size, offset uint64, name, id string) {
	mode := smp.misc & miscCPUMode
	if size == 0 || addr > math.MaxUint64-size || name == "" || mode >= modeGuestKernel || smp.misc&miscMmapData != 0 {
		return
	}
	if m.left == 0 {
		m.full++
		return
	}
	m.left--
	mod := model.Module{Name: path.Base(strings.TrimSuffix(name, " (deleted)")), Path: name, BuildID: id}
	switch {
	case mode == modeKernel:
		pid = kernelSpace
		mod = kernelModule(name, addr, size, offset)
		mod.BuildID = id
	case pid == kernelSpace:
		return
	case slices.Contains(anonymous, name):
		// In this file only the process itself records the code that it compiled there.
		mod.Name = "perf-" + strconv.FormatUint(uint64(pid), 10) + ".map"
		mod.Path = "/tmp/" + mod.Name
		offset = addr
	}
	n := m.place(filePlace{m.module(mod), offset})
	m.history.Add(spaces.Record{Base: addr, Size: size, Time: clockTime(smp.time), Name: n, PID: pid, Change: spaces.Load})
}

// anonymous are the names of memory without a file; code in it was made by the process itself
// (perf, tools/perf/util/map.c).
var anonymous = []string{"//anon", "/dev/zero", "/anon_hugepage", "/memfd:doublemapper (deleted)"}

// kernelModule is the kernel itself, or a module of it.
func kernelModule(name string, addr, size, offset uint64) model.Module {
	if image, ok := strings.CutPrefix(name, kernelImage); ok {
		mod := model.Module{Name: kernelTitle, Path: kernelImage, Kernel: true, Base: addr, Size: size}
		if image != "" && offset < addr+size { // the address of that symbol, before the code
			mod.Base, mod.Size = offset, addr+size-offset
		}
		return mod
	}
	short := path.Base(name)
	if !strings.HasPrefix(short, "[") {
		short, _, _ = strings.Cut(short, ".ko")
		short = "[" + short + "]"
	}
	return model.Module{Name: short, Path: name, Kernel: true}
}

// The names of the kernel's own code, in perf and in frames.
const (
	kernelImage = "[kernel.kallsyms]"
	kernelTitle = "kernel"
)

// module is the number of a file. A second file of the same name is named by its path and, if that
// is the same too, its build id, so that names are unique.
func (m *mappings) module(mod model.Module) uint32 {
	key := fileKey{mod.Path, mod.BuildID}
	if n, ok := m.files[key]; ok {
		return n
	}
	if m.names[mod.Name] {
		mod.Name = mod.Path
	}
	if m.names[mod.Name] {
		mod.Name = fmt.Sprintf("%s (%.8s)", mod.Path, mod.BuildID)
	}
	n := uint32(len(m.modules))
	m.files[key], m.names[mod.Name] = n, true
	m.modules = append(m.modules, mod)
	return n
}

func (m *mappings) place(p filePlace) uint32 {
	n, ok := m.known[p]
	if !ok {
		n = uint32(len(m.places))
		m.known[p] = n
		m.places = append(m.places, p)
	}
	return n
}

// born records that a process began with the mappings of its parent, or with none. At time 0 perf
// lists the processes that already exist.
func (m *mappings) born(pid, parent uint32, time uint64) {
	if time == 0 || m.left == 0 || pid == kernelSpace {
		return
	}
	m.left--
	m.births[pid] = append(m.births[pid], birth{clockTime(time), parent})
}

// clockTime converts a time of the file's clock to one of package spaces.
func clockTime(t uint64) int64 { return int64(min(t, math.MaxInt64-1)) }

// close ends the first pass.
func (m *mappings) close() {
	m.changes = m.history.Times()
	starts := map[uint32][]int64{}
	for pid, list := range m.births {
		slices.SortStableFunc(list, func(a, b birth) int { return cmp.Compare(a.at, b.at) })
		for _, b := range list {
			starts[pid] = append(starts[pid], b.at)
		}
		m.changes[pid] = append(m.changes[pid], starts[pid]...)
	}
	for _, times := range m.changes {
		slices.Sort(times)
	}
	m.index = spaces.NewIndex(&m.history, starts, nil)
	for i := range m.modules {
		if mod := &m.modules[i]; mod.BuildID == "" {
			mod.BuildID = m.ids[mod.Path]
		}
	}
	m.known, m.files, m.names, m.ids = nil, nil, nil, nil
}

// until is the time before which no mapping of a process changes from t on.
func (m *mappings) until(pid uint32, t int64) int64 {
	times := m.changes[pid]
	i := sort.Search(len(times), func(i int) bool { return times[i] > t })
	if i == len(times) {
		return math.MaxInt64
	}
	return times[i]
}

// find returns what is mapped at an address of a process at a time: the number of the module, and
// the offset in its file.
func (m *mappings) find(pid uint32, addr uint64, t int64) (module int, offset uint64, ok bool) {
	for range maxBirths {
		s := spaces.AllTime()
		if o := m.index.Find(pid, addr, t, &s); o != nil {
			p := m.places[o.Name]
			return int(p.module), addr - o.Base + p.offset, true
		}
		list := m.births[pid]
		i := sort.Search(len(list), func(i int) bool { return list[i].at > t }) - 1
		if i < 0 || list[i].parent == model.NoPID {
			break
		}
		pid, t = list[i].parent, list[i].at
	}
	return 0, 0, false
}

// list is all modules, the kernel's first.
func (m *mappings) list() []model.Module {
	list := slices.Clone(m.modules)
	slices.SortStableFunc(list, func(a, b model.Module) int {
		switch {
		case a.Kernel == b.Kernel:
			return 0
		case a.Kernel:
			return -1
		}
		return 1
	})
	return list
}
