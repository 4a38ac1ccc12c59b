package model

import "math/rand/v2"

// idTable maps thread ids to the index of their newest incarnation: an open
// hash table, since a map look-up twice a switch would dominate the Builder.
type idTable struct {
	keys []TID // NoTID: empty
	vals []ThreadIx
	n    int
	// seed is odd, and differs from run to run, so that no file can be made
	// whose ids all fall together. Nothing else depends on it.
	seed uint64
}

func (t *idTable) slot(id TID) int {
	mask := uint32(len(t.keys) - 1)
	i := uint32(uint64(id)*t.seed>>32) & mask
	for t.keys[i] != id && t.keys[i] != NoTID {
		i = (i + 1) & mask
	}
	return int(i)
}

// get returns the index stored for id, NoThread when there is none.
func (t *idTable) get(id TID) ThreadIx {
	if len(t.keys) == 0 || id == NoTID {
		return NoThread
	}
	i := t.slot(id)
	if t.keys[i] == NoTID {
		return NoThread
	}
	return t.vals[i]
}

// set stores ix for id, which must not be NoTID.
func (t *idTable) set(id TID, ix ThreadIx) {
	if 2*(t.n+1) > len(t.keys) {
		t.grow()
	}
	i := t.slot(id)
	if t.keys[i] == NoTID {
		t.keys[i] = id
		t.n++
	}
	t.vals[i] = ix
}

func (t *idTable) grow() {
	old := *t
	if t.seed == 0 {
		t.seed = rand.Uint64() | 1
	}
	size := max(256, 2*len(old.keys))
	t.keys, t.vals = make([]TID, size), make([]ThreadIx, size)
	for i := range t.keys {
		t.keys[i] = NoTID
	}
	for i, k := range old.keys {
		if k != NoTID {
			j := t.slot(k)
			t.keys[j], t.vals[j] = k, old.vals[i]
		}
	}
}
