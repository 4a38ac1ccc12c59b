package perfetto

import (
	"threadlens/model"
)

// track is what a row of markers belongs to.
type track struct {
	parent uint64 // uuid, 0 for none
	name   uint32
	pid    uint32
	tid    model.TID
	unit   int64 // of a counter's values
	adds   bool  // a counter's values are differences
}

// trackTable holds the tracks of a trace by their uuids.
type trackTable struct {
	list []track
	ix   map[uint64]uint32
}

// newTrack is a track that belongs to nothing.
var newTrack = track{pid: model.NoPID, tid: model.NoTID, unit: 1}

// track is the place of a track, which need not be described yet; noRef where there are too many.
func (s *scan) track(uuid uint64) uint32 {
	t := &s.tracks
	if ix, ok := t.ix[uuid]; ok {
		return ix
	}
	if len(t.list) == maxTracks {
		s.leftOut.tracks++
		return noRef
	}
	ix := uint32(len(t.list))
	t.list = append(t.list, newTrack)
	t.ix[uuid] = ix
	return ix
}

// counterNames are the names of counters of types that need none.
var counterNames = [...]string{1: "thread CPU time", 2: "thread instruction count"}

// trackDescriptor reads the description of a track. The latest one counts.
func (s *scan) trackDescriptor(b []byte) {
	f, t := flatten(b), newTrack
	t.parent = f.num[5]
	for _, n := range []fieldNum{2, 10, 13} {
		if t.name == 0 {
			t.name = s.name(f.text[n])
		}
	}
	if p := flatten(f.text[3]); f.has(3) {
		t.pid = p.id(1, model.NoPID)
		name := p.text[6]
		if len(name) == 0 {
			name = firstOf(f.text[3], 2)
		}
		s.program(p.id(1, 0), name)
	}
	if x := flatten(f.text[4]); f.has(4) {
		t.pid, t.tid = x.id(1, t.pid), s.thread(int64(x.num[2]))
		s.exists(t.tid, x.id(1, 0), x.text[5], 1)
	}
	if c := flatten(f.text[8]); f.has(8) {
		t.unit, t.adds = int64(max(1, c.num[4])), c.num[5] != 0
		if t.name == 0 && c.num[1] < uint64(len(counterNames)) {
			t.name = s.name([]byte(counterNames[c.num[1]]))
		}
	}
	if ix := s.track(f.num[1]); ix != noRef {
		s.tracks.list[ix] = t
	}
}

// belong gives each track the thread and process of the nearest parent that has one.
func (s *scan) belong() {
	for i := range s.tracks.list {
		t := &s.tracks.list[i]
		up := *t
		for n := 0; n < maxParents && t.tid == model.NoTID; n++ {
			ix, ok := s.tracks.ix[up.parent]
			if !ok || up.parent == 0 {
				break
			}
			if up = s.tracks.list[ix]; t.pid == model.NoPID {
				t.pid = up.pid
			}
			t.tid = up.tid
		}
	}
}

// firstMade begins the ids of threads whose own do not fit. No system has so many threads.
const firstMade = 1<<32 - 1<<21

// thread is the id of a thread: its own one, or for one with more than 32 bits another that is free.
func (s *scan) thread(tid int64) model.TID {
	if tid >= 0 && tid < firstMade {
		return model.TID(tid)
	}
	id, ok := s.tids[tid]
	if !ok {
		if len(s.tids) >= maxThreads {
			return model.NoTID
		}
		id = firstMade + model.TID(len(s.tids))
		s.tids[tid] = id
	}
	return id
}
