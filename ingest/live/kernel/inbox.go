package kernel

import (
	"sync"

	"threadlens/model"
)

// inbox is between the thread on which the system delivers events and the goroutine that passes
// them on.
type inbox struct {
	mu      sync.Mutex
	d       decoder
	full    bool
	dropped int64 // for lack of room, or because they had no bytes
}

// maxWaiting is how many events wait at most: some seconds of a busy machine.
const maxWaiting = 1 << 19

// put adds a record.
func (b *inbox) put(r *record) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.d.out.Events) >= maxWaiting {
		b.full = true
		b.dropped++
		return
	}
	if b.full {
		b.full = false
		b.d.lose(b.d.last, b.d.time(r.at))
	}
	b.d.decode(r)
}

// skip counts an event without bytes.
func (b *inbox) skip() {
	b.mu.Lock()
	b.dropped++
	b.mu.Unlock()
}

// maxNames bounds the names of a watch; further ones are left out.
const maxNames = 1 << 18

// namer adds names to tables.
type namer struct {
	tables *model.Tables
	known  int // the highest id
}

// take moves the inbox into the queue, and the names into the tables.
func (b *inbox) take(q *queue, n *namer) {
	b.mu.Lock()
	events, names := b.d.out.Events, b.d.names
	b.d.out.Events, b.d.names = q.spare[:0], nil
	b.mu.Unlock()
	ids := make([]model.StringID, len(names)+1)
	for i, text := range names {
		ids[i+1] = n.id(text)
	}
	for i := range events {
		e := &events[i]
		e.Name = ids[e.Name]
		q.add(e)
	}
	q.spare = events
}

func (n *namer) id(text string) model.StringID {
	if n.known >= maxNames {
		return model.NoString
	}
	id := n.tables.Strings.ID(text)
	n.known = max(n.known, int(id))
	return id
}

// counts are how many CPUs there are at least, and how many events were lost here.
func (b *inbox) counts() (cpus int, lost int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.d.cpus, b.dropped
}
