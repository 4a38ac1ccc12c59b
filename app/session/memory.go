package session

import "threadlens/ingest/memory"

// MemoryInUse is the memory in bytes that the program holds for its own data, what the
// runtime has given back to the system not counted.
func MemoryInUse() int64 { return memory.Runtime() }
