package markers

import "threadlens/ingest/etl/payload"

// space separates ids of different kinds.
type space uint8

const (
	spaceNone     space = iota
	spaceActivity       // activity ids, unique everywhere
	spaceScenario       // likewise, with a sequence number
	spaceSpan           // of a provider in a process
	// The others are unique within a process.
	spaceTask
	spaceLoop
	spaceFork
	spaceWait
	spaceResume
	spaceTrace
	spaceQuery
	spaceWorker
	spaceBlock
	spaceContext
)

// numberKey is an id in the file. The zero key is no id.
type numberKey struct {
	id    payload.GUID
	sub   uint64
	pid   uint32
	space space
}

func (k *numberKey) none() bool { return k.space == spaceNone }

// activityKey is the key of an activity id.
func activityKey(g payload.GUID) numberKey {
	if g == (payload.GUID{}) {
		return numberKey{}
	}
	return numberKey{id: g, space: spaceActivity}
}

// maxNumbers and maxTexts bound the ids and the texts of spans that are kept. A full table takes
// about 50 MB; a file with as many spans is more than twice as large.
const (
	maxNumbers = 1 << 19
	maxTexts   = 1 << 16
)

// numbers gives every id a small number, from 1 up in the order of their first
// appearance, and keeps the texts with which spans begin for their ends.
type numbers struct {
	of    map[numberKey]int32
	texts map[int32]string
	known map[string]string
	full  int64 // ids for which there was no room
}

func newNumbers() numbers {
	return numbers{of: map[numberKey]int32{}, texts: map[int32]string{}, known: map[string]string{}}
}

// give returns the number of k, a new one if it is new; 0 if k is not an id or there are too many.
func (n *numbers) give(k numberKey) int32 {
	if k.space == spaceNone {
		return 0
	}
	if x, ok := n.of[k]; ok {
		return x
	}
	if len(n.of) >= maxNumbers {
		n.full++
		return 0
	}
	x := int32(len(n.of) + 1)
	n.of[k] = x
	return x
}

// get is the number that k has, or 0.
func (n *numbers) get(k numberKey) int64 { return int64(n.of[k]) }

// keep remembers the text of the span with number x.
func (n *numbers) keep(x int32, text []byte) {
	if x == 0 || len(text) == 0 || len(n.texts) >= maxTexts {
		return
	}
	s, ok := n.known[string(text)]
	if !ok {
		if len(n.known) >= maxTexts {
			return
		}
		s = string(text)
		n.known[s] = s
	}
	n.texts[x] = s
}
