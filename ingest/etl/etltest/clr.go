package etltest

// Ids of methods with their names.
const (
	MethodLoad    = 143 // of the runtime provider; of the rundown provider MethodDCStart
	MethodUnload  = 144 // of the runtime provider; of the rundown provider MethodDCEnd
	MethodDCStart = 143
	MethodDCEnd   = 144
)

// Flags of a method.
const (
	MethodDynamic = 1
	MethodGeneric = 2
	MethodShared  = 4
	MethodJitted  = 8
)

// Method is a managed method in memory.
type Method struct {
	ID, Module, Start          uint64
	Size, Token, Flags         uint32
	Namespace, Name, Signature string
	Instance                   uint16 // of the runtime, from version 1 on
	ReJIT                      uint64 // version 2
	TID, PID                   uint32
}

// Method makes a load, unload or rundown of a method: provider ProviderCLR or
// ProviderCLREnd, version 0 to 2.
func (m Maker) Method(t int64, provider GUID, id uint16, version uint8, v Method) Record {
	p := m.payload().u64(v.ID, v.Module, v.Start).u32(v.Size, v.Token, v.Flags)
	p.wide(v.Namespace).wide(v.Name).wide(v.Signature)
	if version >= 1 {
		p.u16(v.Instance)
	}
	if version >= 2 {
		p.u64(v.ReJIT)
	}
	d := Descriptor{ID: id, Version: version, Level: 4, Opcode: 37, Task: 9, Keyword: 0x30}
	return m.event(t, provider, v.TID, v.PID, d, p)
}

// Ids of modules: a load of the runtime provider, and the rundown provider's records at its start
// and end.
const (
	ModuleLoad    = 152
	ModuleDCStart = 153
	ModuleDCEnd   = 154
)

// Module makes a load or rundown of a managed module (version 1: ModuleLoad_V1
// of the documentation of .NET's loader events).
func (m Maker) Module(t int64, provider GUID, id uint16, module uint64, path string, tid, pid uint32) Record {
	p := m.payload().u64(module, module+0x100).u32(0, 0).wide(path).wide("").u16(0)
	d := Descriptor{ID: id, Version: 1, Level: 4, Opcode: 33, Task: 10, Keyword: 8}
	return m.event(t, provider, tid, pid, d, p)
}

// Ids of garbage collection.
const (
	GCStart        = 1
	GCStop         = 2
	GCRestartEnd   = 3
	GCRestartBegin = 7
	GCSuspendEnd   = 8
	GCSuspendBegin = 9
)

// GCStart makes the start of a garbage collection, version 1.
func (m Maker) GCStart(t int64, count, depth, reason, kind, tid, pid uint32) Record {
	p := m.payload().u32(count, depth, reason, kind).u16(0)
	return m.event(t, ProviderCLR, tid, pid, Descriptor{ID: GCStart, Version: 1, Level: 4, Opcode: 1, Task: 1, Keyword: 1}, p)
}

// GCStop makes the end of a garbage collection, version 1: number, generation
// and runtime instance (GCEnd_V1 of .NET's documentation).
func (m Maker) GCStop(t int64, count, depth, tid, pid uint32) Record {
	p := m.payload().u32(count, depth).u16(0)
	return m.event(t, ProviderCLR, tid, pid, Descriptor{ID: GCStop, Version: 1, Level: 4, Opcode: 2, Task: 1, Keyword: 1}, p)
}

// GCEdge makes one end of the suspension or restart of threads around a collection; a suspension's
// start has reason and number, the others only the runtime instance.
func (m Maker) GCEdge(t int64, id uint16, tid, pid uint32) Record {
	p := m.payload()
	if id == GCSuspendBegin {
		p.u32(1, 1)
	}
	return m.event(t, ProviderCLR, tid, pid, Descriptor{ID: id, Version: 1, Level: 4, Task: 1, Keyword: 1}, p.u16(0))
}

// Ids of lock contention.
const (
	ContentionStart = 81
	ContentionStop  = 91
)

// Contention makes the start or end of a wait for a managed lock: flags and runtime instance
// (Contention of .NET's documentation).
func (m Maker) Contention(t int64, id uint16, tid, pid uint32) Record {
	opcode := uint8(1)
	if id == ContentionStop {
		opcode = 2
	}
	p := m.payload().u8(0).u16(0)
	return m.event(t, ProviderCLR, tid, pid, Descriptor{ID: id, Version: 1, Level: 4, Opcode: opcode, Task: 8, Keyword: 0x4000}, p)
}
