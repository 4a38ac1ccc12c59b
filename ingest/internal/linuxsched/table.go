package linuxsched

import "threadlens/model"

// MaxTID is above all thread ids (PID_MAX_LIMIT of 64-bit Linux).
const MaxTID = 1 << 22

const tablePage = 1 << 10

// Table holds what is known of threads by id, in pages, so that finding one costs two loads and stray
// ids cost little.
type Table[T any] struct{ pages [][]T }

// Get returns the entry of a thread id; nil for impossible ids.
func (t *Table[T]) Get(id model.TID) *T {
	if id == model.IdleTID || id >= MaxTID {
		return nil
	}
	p := int(id / tablePage)
	if p >= len(t.pages) {
		t.pages = append(t.pages, make([][]T, p+1-len(t.pages))...)
	}
	if t.pages[p] == nil {
		t.pages[p] = make([]T, tablePage)
	}
	return &t.pages[p][id%tablePage]
}
