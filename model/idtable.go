package model

import "math/rand/v2"

// idTable maps thread ids to the index of their newest incarnation: an
// open-addressing hash table, since two map look-ups per switch would dominate the
// Builder.
type idTable struct {
	slots []idSlot
	n     int
	// seed is odd, and differs from run to run, so that no file can be crafted
	// whose ids all collide. Nothing else depends on it.
	seed uint64
}

type idSlot struct {
	id TID // NoTID: empty
	ix ThreadIx
}

func (t *idTable) slot(id TID) *idSlot {
	mask := uint32(len(t.slots) - 1)
	for i := uint32(uint64(id)*t.seed>>32) & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.id == id || s.id == NoTID {
			return s
		}
	}
}

// get returns the index stored for id, NoThread if there is none.
func (t *idTable) get(id TID) ThreadIx {
	if len(t.slots) == 0 {
		return NoThread
	}
	return t.slot(id).ix
}

// set stores ix for id, which must not be NoTID.
func (t *idTable) set(id TID, ix ThreadIx) {
	if 2*(t.n+1) > len(t.slots) {
		t.grow()
	}
	s := t.slot(id)
	if s.id == NoTID {
		s.id = id
		t.n++
	}
	s.ix = ix
}

func (t *idTable) grow() {
	old := t.slots
	if t.seed == 0 {
		t.seed = rand.Uint64() | 1
	}
	t.slots = make([]idSlot, max(256, 2*len(old)))
	for i := range t.slots {
		t.slots[i] = idSlot{NoTID, NoThread}
	}
	for _, s := range old {
		if s.id != NoTID {
			*t.slot(s.id) = s
		}
	}
}
