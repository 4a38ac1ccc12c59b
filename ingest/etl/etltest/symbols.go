package etltest

import (
	"cmp"
	"slices"
	"strings"

	"threadlens/model"
)

// symbols assigns addresses to functions that have only names. All of them are added first, then
// placed: each module gets its own range.
type symbols struct {
	tables  *model.Tables
	narrow  bool // 4-byte pointers
	managed []string
	modules []module
	index   map[moduleKey]int
	addrs   map[symbolKey]uint64
}

type moduleKey struct {
	name   string
	kernel bool
}

type symbolKey struct {
	module   int
	function string
}

// module is a range of addresses with the functions in it.
type module struct {
	moduleKey
	managed   bool
	functions []string
	fixed     []uint64 // addresses given in the text
	id        uint64   // of a managed module
	base      uint64
	size      uint64
}

// place is where the modules of each kind begin and how far apart they are.
type place struct{ user, kernel, managed, step uint64 }

// places are those of 8-byte and of 4-byte pointers.
var places = [...]place{
	{0x7FF600000000, 0xFFFFF80100000000, 0x7FF900000000, 0x1000000},
	{0x10000000, 0x81000000, 0x40000000, 0x40000},
}

const (
	functionSize = 0x100
	firstOffset  = 0x1000 // of the first function in its module
	granularity  = 0x10000
	kernelImage  = "ntoskrnl.exe" // where routines without a module are
)

func newSymbols(tables *model.Tables, pointer int, managed []string) symbols {
	return symbols{
		tables: tables, narrow: pointer == 4, managed: managed,
		index: map[moduleKey]int{}, addrs: map[symbolKey]uint64{},
	}
}

// kernelHalf reports whether an address is the kernel's.
func (s *symbols) kernelHalf(addr uint64) bool {
	if s.narrow {
		return addr >= 1<<31
	}
	return addr >= 1<<63
}

// module finds or adds a module.
func (s *symbols) module(name string, kernel bool) int {
	key := moduleKey{name, kernel}
	i, ok := s.index[key]
	if !ok {
		i = len(s.modules)
		s.index[key] = i
		s.modules = append(s.modules, module{
			moduleKey: key, managed: !kernel && slices.Contains(s.managed, name), id: 0x7FFA00000000 + uint64(i+1)<<12,
		})
	}
	return i
}

func (s *symbols) add(name, function string, kernel bool) {
	i := s.module(name, kernel)
	m := &s.modules[i]
	if key := (symbolKey{i, function}); s.addrs[key] == 0 {
		s.addrs[key] = 1 // until it is placed
		m.functions = append(m.functions, function)
	}
}

// frame is the module and function of a frame, and whether it is the kernel's.
func (s *symbols) frame(f model.Frame) (name, function string, kernel bool) {
	kernel = f.Kernel || s.kernelHalf(f.Addr)
	return s.tables.Strings.Get(f.Module), s.tables.Strings.Get(f.Name), kernel
}

func (s *symbols) addStack(id model.StackID) {
	for _, f := range s.tables.Stacks.Frames(id) {
		name, function, kernel := s.frame(f)
		switch {
		case f.Addr == 0:
			s.add(name, function, kernel)
		case name != "":
			m := &s.modules[s.module(name, kernel)]
			m.fixed = append(m.fixed, f.Addr)
		}
	}
}

// cutRoutine is the module and function of an interrupt routine or a call.
func cutRoutine(name string) (module, function string) {
	if m, f, found := strings.Cut(name, "!"); found {
		return m, f
	}
	return kernelImage, name
}

func (s *symbols) addRoutine(id model.StringID) {
	if id != model.NoString {
		name, function := cutRoutine(s.tables.Strings.Get(id))
		s.add(name, function, true)
	}
}

// place gives every module its range and every function its address. A module with addresses from
// the text is placed around them.
func (s *symbols) place() {
	at := places[0]
	if s.narrow {
		at = places[1]
	}
	for i := range s.modules {
		m := &s.modules[i]
		next := &at.user
		if m.kernel {
			next = &at.kernel
		} else if m.managed {
			next = &at.managed
		}
		m.base = *next
		first := m.base + firstOffset
		if len(m.fixed) > 0 {
			m.base = slices.Min(m.fixed) &^ (granularity - 1)
			first = slices.Max(m.fixed) + functionSize
		}
		for k, function := range m.functions {
			s.addrs[symbolKey{i, function}] = first + uint64(k)*functionSize
		}
		m.size = (first + uint64(len(m.functions)+1)*functionSize - m.base + granularity) &^ (granularity - 1)
		if len(m.fixed) == 0 {
			*next += (m.size + at.step - 1) / at.step * at.step
		}
	}
}

// stack is the addresses of a stack, its kernel part and its user part.
func (s *symbols) stack(id model.StackID) (kernel, user []uint64) {
	for _, f := range s.tables.Stacks.Frames(id) {
		name, function, inKernel := s.frame(f)
		addr := f.Addr
		if addr == 0 {
			addr = s.addrs[symbolKey{s.module(name, inKernel), function}]
		}
		if inKernel {
			kernel = append(kernel, addr)
		} else {
			user = append(user, addr)
		}
	}
	return kernel, user
}

// routine is the address of an interrupt routine or a call, 0 without a name.
func (s *symbols) routine(id model.StringID) uint64 {
	if id == model.NoString {
		return 0
	}
	name, function := cutRoutine(s.tables.Strings.Get(id))
	return s.addrs[symbolKey{s.module(name, true), function}]
}

// images are the modules of all processes: the kernel's once, the others in each process.
func (s *symbols) images(pids []uint32) []Image {
	var list []Image
	for i := range s.modules {
		m := &s.modules[i]
		if m.managed || m.name == "" {
			continue
		}
		image := Image{
			Base: m.base, Size: m.size, Default: m.base, Checksum: uint32(i) + 1, Stamp: 0x60000000,
			Path: `\Device\HarddiskVolume2\Windows\System32\` + m.name, HeaderTID: Unknown, HeaderPID: Unknown,
		}
		if m.kernel {
			list = append(list, image)
			continue
		}
		for _, pid := range pids {
			image.PID = pid
			list = append(list, image)
		}
	}
	return list
}

// methods are the functions of the managed modules.
func (s *symbols) methods(pids []uint32) []Method {
	var list []Method
	for i := range s.modules {
		m := &s.modules[i]
		if !m.managed {
			continue
		}
		for k, function := range m.functions {
			namespace, name := "", function
			if dot := strings.LastIndexByte(function, '.'); dot > 0 {
				namespace, name = function[:dot], function[dot+1:]
			}
			for _, pid := range pids {
				list = append(list, Method{
					ID: m.id + uint64(k+1)<<4, Module: m.id, Start: s.addrs[symbolKey{i, function}],
					Size: functionSize, Token: 0x6000001 + uint32(k), Flags: MethodJitted,
					Namespace: namespace, Name: name, Signature: "void ()", TID: Unknown, PID: pid,
				})
			}
		}
	}
	return list
}

func (s *symbols) managedModules() []module {
	return slices.DeleteFunc(slices.Clone(s.modules), func(m module) bool { return !m.managed })
}

// frames lists all functions by address.
func (s *symbols) frames() []PlacedFrame {
	var list []PlacedFrame
	for i := range s.modules {
		m := &s.modules[i]
		for _, f := range m.functions {
			list = append(list, PlacedFrame{s.addrs[symbolKey{i, f}], m.name, f, m.managed})
		}
	}
	slices.SortFunc(list, func(a, b PlacedFrame) int { return cmp.Compare(a.Addr, b.Addr) })
	return list
}
