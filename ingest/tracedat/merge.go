package tracedat

import (
	"cmp"
	"math"
	"slices"
)

// sortStreams orders streams by CPU and, among those of a CPU, by buffer.
func sortStreams(list []*stream) {
	slices.SortStableFunc(list, func(a, b *stream) int { return cmp.Compare(a.cpu, b.cpu) })
	for i, s := range list {
		s.rank = i
	}
}

// merge yields the records of all streams in the order of time, those at the same time in the order
// of the streams: a heap with the earliest record on top.
type merge struct {
	heap    []*stream
	all     []*stream
	until   uint64 // the top stays on top while its time is below this
	started bool
}

func newMerge(s *scan) *merge {
	m := &merge{}
	for _, old := range s.streams {
		st := old.again()
		st.src.rewind()
		m.all = append(m.all, st)
		if st.advance() {
			m.heap = append(m.heap, st)
		}
	}
	slices.SortStableFunc(m.heap, (*stream).compare) // a sorted list is a heap
	return m
}

func (s *stream) compare(o *stream) int {
	if s.time != o.time {
		return cmp.Compare(s.time, o.time)
	}
	return cmp.Compare(s.rank, o.rank)
}

// next returns the stream whose current record is the next one, nil at the end.
func (m *merge) next() *stream {
	if m.started && len(m.heap) > 0 {
		top := m.heap[0]
		more := top.advance()
		if more && top.time < m.until {
			return top
		}
		if !more {
			last := len(m.heap) - 1
			m.heap[0] = m.heap[last]
			m.heap = m.heap[:last]
		}
		m.sink()
	}
	m.started = true
	if len(m.heap) == 0 {
		return nil
	}
	m.until = math.MaxUint64
	for _, s := range m.heap[1:min(3, len(m.heap))] {
		m.until = min(m.until, s.time)
	}
	return m.heap[0]
}

// sink restores the heap after its top has changed.
func (m *merge) sink() {
	h := m.heap
	for i := 0; ; {
		least := i
		for _, child := range [2]int{2*i + 1, 2*i + 2} {
			if child < len(h) && h[child].compare(h[least]) < 0 {
				least = child
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

// read is how many bytes of the file were read.
func (m *merge) read() (n int64) {
	for _, s := range m.all {
		n += s.src.read
	}
	return n
}

// err is why the file could not be read, nil if it could.
func (m *merge) err() error {
	for _, s := range m.all {
		if s.src.unreadable() {
			return s.src.err
		}
	}
	return nil
}
