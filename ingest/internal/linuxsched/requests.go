package linuxsched

import "threadlens/model"

// maxInFlight bounds the block requests that are tracked at a time: a file may complete none.
const maxInFlight = 1 << 16

// sectorSize is the unit in which the block layer counts, in bytes.
const sectorSize = 512

// Request identifies a block request while it is under way.
type Request struct{ Device, Sector uint64 }

// Transfer is what is known of a request before it completes.
type Transfer struct {
	At        model.Time // when it was queued or, if it was, issued
	TID       model.TID  // the thread that needs it
	Bytes     int64
	Direction model.Direction
}

// NewTransfer is the transfer of a request of a thread: of some sectors, unless the event has the
// number of bytes. rwbs is the operation.
func NewTransfer(at model.Time, tid model.TID, bytes, sectors int64, rwbs []byte) Transfer {
	if bytes == 0 {
		bytes = sectors * sectorSize
	}
	return Transfer{at, tid, bytes, DirectionOf(rwbs, bytes)}
}

// Requests are the block requests under way. The zero value has none.
type Requests struct{ open map[Request]Transfer }

// Queue notes that a thread queues a request: it is the one that needs it, whoever issues it.
func (q *Requests) Queue(r Request, t Transfer) {
	if q.open == nil {
		q.open = map[Request]Transfer{}
	}
	if _, again := q.open[r]; again || len(q.open) < maxInFlight {
		q.open[r] = t
	}
}

// Issue notes that the transfer of a request begins, and returns it with the thread that needs it.
func (q *Requests) Issue(r Request, t Transfer) Transfer {
	if queued, ok := q.open[r]; ok {
		t.TID = queued.TID
	}
	q.Queue(r, t)
	return t
}

// Complete returns and forgets what is known of a completed request.
func (q *Requests) Complete(r Request) (t Transfer, known bool) {
	t, known = q.open[r]
	delete(q.open, r)
	return t, known
}
