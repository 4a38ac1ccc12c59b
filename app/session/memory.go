package session

import "threadlens/ingest/memory"

// MemoryInUse is the memory in bytes that the program holds for its own data, without what the
// runtime has released to the system.
func MemoryInUse() int64 { return memory.Runtime() }
