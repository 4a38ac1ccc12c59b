package etl

import (
	"runtime"
	"sync"

	"threadlens/ingest/internal/fault"
	"threadlens/model"
)

// prepared is an expanded and indexed buffer.
type prepared struct {
	data    []byte // the records, with the buffer's header
	entries []entry
	cpu     model.CPU
	err     error

	own, raw []byte // memory for data, and for what was read from the file
	done     bool
	found    found
	tally    *tally // of all buffers prepared with it
}

// pool prepares buffers on all CPUs, ahead of the consumer, who takes them one by one, roughly in
// the order in which they are prepared. The results do not depend on which goroutine prepared them.
type pool struct {
	prepare func(p *prepared, n int32) error
	order   []int32 // of the buffers, as they will be taken

	mu     sync.Mutex
	change *sync.Cond
	next   int                 // in order: the next one not begun
	under  map[int32]*prepared // begun ahead and not taken yet
	early  map[int32]bool      // taken before a worker got to them
	free   []*prepared
	window int
	closed bool
	group  sync.WaitGroup
}

// slack is how many buffers are prepared ahead on few CPUs: with less, workers wait for each other
// at every hand-over.
const slack = 48

// newPool starts preparing the buffers in the given order.
func newPool(order []int32, prepare func(p *prepared, n int32) error) *pool {
	workers := runtime.GOMAXPROCS(0)
	q := &pool{
		prepare: prepare, order: order, window: max(2*workers+2, slack),
		under: map[int32]*prepared{}, early: map[int32]bool{},
	}
	q.change = sync.NewCond(&q.mu)
	for range min(workers, len(order)) {
		q.group.Go(q.work)
	}
	return q
}

func (q *pool) work() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		for !q.closed && len(q.under) >= q.window {
			q.change.Wait()
		}
		for q.next < len(q.order) && q.early[q.order[q.next]] {
			delete(q.early, q.order[q.next])
			q.next++
		}
		if q.closed || q.next >= len(q.order) {
			return
		}
		n := q.order[q.next]
		q.next++
		p := q.room()
		q.under[n] = p
		q.mu.Unlock()
		q.run(p, n)
		q.mu.Lock()
		p.done = true
		q.change.Broadcast()
	}
}

// room is memory for a buffer, reused if possible.
func (q *pool) room() *prepared {
	k := len(q.free) - 1
	if k < 0 {
		return &prepared{}
	}
	p := q.free[k]
	q.free = q.free[:k]
	p.done, p.err = false, nil
	return p
}

// run prepares a buffer; a fault in a mapped file becomes its error.
func (q *pool) run(p *prepared, n int32) {
	p.data, p.entries, p.found = nil, p.entries[:0], found{}
	p.err = func() (err error) {
		defer fault.Guard(&err)()
		return q.prepare(p, n)
	}()
}

// take returns buffer n, prepared. It is the caller's until put.
func (q *pool) take(n int32) *prepared {
	q.mu.Lock()
	p, begun := q.under[n]
	if !begun {
		q.early[n] = true
		p = q.room()
		q.mu.Unlock()
		q.run(p, n)
		return p
	}
	for !p.done {
		q.change.Wait()
	}
	delete(q.under, n)
	q.change.Broadcast()
	q.mu.Unlock()
	return p
}

// put releases a buffer's memory.
func (q *pool) put(p *prepared) {
	q.mu.Lock()
	if len(q.free) < q.window {
		q.free = append(q.free, p)
	}
	q.mu.Unlock()
}

// close ends the workers.
func (q *pool) close() {
	q.mu.Lock()
	q.closed = true
	q.change.Broadcast()
	q.mu.Unlock()
	q.group.Wait()
}
