package timeline

import (
	"hash/fnv"
	"sync"

	"threadlens/model"
)

// groupStrips are the strips of groups of threads that are no process. There is
// no list of all groups that a user may make, so they are computed when they are
// drawn first, which costs a walk over the pieces of their threads, and then
// kept.
type groupStrips struct {
	mu    sync.Mutex
	known map[groupKey]*strip
}

// groupKey tells groups apart without keeping lists of their threads.
type groupKey struct {
	n    int
	hash uint64
}

// maxGroupStrips bounds the strips that are kept: more than the groups of a
// screen.
const maxGroupStrips = 256

func keyOfGroup(threads []model.ThreadIx) groupKey {
	h := fnv.New64a()
	var b [4]byte
	for _, ix := range threads {
		b = [4]byte{byte(ix), byte(ix >> 8), byte(ix >> 16), byte(ix >> 24)}
		h.Write(b[:])
	}
	return groupKey{len(threads), h.Sum64()}
}

// groupStrip is the strip of a group of threads, nil while the summary is not
// built.
func (s *Summary) groupStrip(threads []model.ThreadIx) *strip {
	if s == nil || s.strips[len(s.strips)-1].Load() == nil {
		return nil
	}
	key := keyOfGroup(threads)
	s.groups.mu.Lock()
	defer s.groups.mu.Unlock()
	st, ok := s.groups.known[key]
	if !ok {
		if len(s.groups.known) >= maxGroupStrips || s.groups.known == nil {
			s.groups.known = map[groupKey]*strip{}
		}
		st = s.newStrip(threads)
		s.groups.known[key] = st
	}
	return st
}
