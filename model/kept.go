package model

import "sync"

// kept holds what others have computed from a trace and keep with it.
type kept struct{ values sync.Map }

// Keep keeps a value with the trace for later calls of Kept. It must depend on the
// trace alone and not change any more.
func (t *Trace) Keep(key, value any) { t.kept.values.Store(key, value) }

// Kept returns the value that was kept under a key, nil if there is none.
func (t *Trace) Kept(key any) any {
	v, _ := t.kept.values.Load(key)
	return v
}
