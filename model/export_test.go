package model

import "fmt"

// CheckColumns verifies that the rows of all threads and CPUs are in consecutive blocks,
// none of them empty, and that look-up by index and walking give the same.
func CheckColumns(t *Trace) error {
	for ix := range t.Threads {
		if err := checkColumn(&t.Threads[ix].col); err != nil {
			return fmt.Errorf("thread %s: %w", t.Threads[ix].Key(), err)
		}
	}
	for c := range t.Cores {
		if err := checkColumn(&t.Cores[c].sl); err != nil {
			return fmt.Errorf("CPU %d: %w", c, err)
		}
	}
	return nil
}

func checkColumn[R comparable](c *column[R]) error {
	n := 0
	for k := range c.blocks {
		b := &c.blocks[k]
		if len(b.cells) == 0 || len(b.cells) > blockLen || b.first != n || k > 0 && b.cells[0].dt != 0 {
			return fmt.Errorf("block %d with rows from %d on has %d, after %d", k, b.first, len(b.cells), n)
		}
		for i := range b.cells {
			if at, row := c.at(n); at != b.start(i) || *row != b.cells[i].row {
				return fmt.Errorf("row %d is %v at %d, by walking %v at %d", n, *row, at, b.cells[i].row, b.start(i))
			}
			n++
		}
	}
	if n != c.len() {
		return fmt.Errorf("%d rows, by walking %d", c.len(), n)
	}
	return nil
}

// TraceOfRows makes a trace of one thread with the given segments, which follow one
// another; of each, the start and its own attributes are used. The last ends the
// trace.
func TraceOfRows(segments []Segment, started bool) *Trace {
	end := segments[len(segments)-1].To
	b := NewBuilder(&Info{CPUs: 4, End: end}, &Tables{}, &Prepass{})
	ix := b.create(1, segments[0].From, segments[0].State, segments[0].Sub)
	th := &b.trace.Threads[ix]
	for i := range segments {
		s := &segments[i]
		row := b.open(ix, s.From, s.State, s.Sub, s.Likely)
		row.flags, row.ctx, row.peer, row.cpu = s.Flags, s.Ctx, s.Peer, s.CPU
	}
	b.trace.End, th.Started = end, started
	b.closeThread(ix)
	b.trace.sum(ix)
	th.sumIdle()
	return b.trace
}
