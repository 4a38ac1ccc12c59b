package payload

// Registry is an operation on the registry (section 5, group Registry; layouts
// from the vectors of libtrace).
type Registry struct {
	Start   int64  // raw clock, from version 2 on; the record's own time is the end
	Elapsed int64  // version 1 in place of Start
	Status  uint32 // NTSTATUS
	Index   uint32
	Key     uint64 // joins names with operations
	Name    UTF16
}

// Decode is Decoder's.
func (e *Registry) Decode(b []byte, l Layout) bool {
	*e = Registry{}
	c := l.cursor(b)
	if l.Version < 2 {
		e.Status, e.Key = uint32(c.pointer()), c.pointer()
		e.Elapsed = int64(c.U64())
		if l.Version == 1 {
			e.Index = c.U32()
		}
	} else {
		e.Start = int64(c.U64())
		e.Status, e.Index, e.Key = c.U32(), c.U32(), c.pointer()
	}
	e.Name, _ = cutUTF16(c.rest())
	return c.ok()
}

// RegistryCounters are counters of the registry as a whole; what each counts is
// not documented.
type RegistryCounters struct {
	Counters [11]uint64
}

// Decode is Decoder's.
func (e *RegistryCounters) Decode(b []byte, _ Layout) bool {
	if len(b) < 8*len(e.Counters) {
		return false
	}
	for i := range e.Counters {
		e.Counters[i] = le.Uint64(b[8*i:])
	}
	return true
}

// RegistryConfig tells which control set the system uses.
type RegistryConfig struct {
	ControlSet uint32
}

// Decode is Decoder's.
func (e *RegistryConfig) Decode(b []byte, _ Layout) bool {
	if len(b) < 4 {
		return false
	}
	e.ControlSet = le.Uint32(b)
	return true
}
