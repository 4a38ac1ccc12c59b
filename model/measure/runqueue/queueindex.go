package runqueue

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// queueIndex is the run queue of the threads shown by default over a whole trace:
// the changes that a QueueSweep finds, sorted and packed to about three bytes
// each, so that sweeping over any window costs reading them.
type queueIndex struct {
	threads []model.ThreadIx
	pieces  []packedPiece
	clock   measure.Clock
	sums    []Queue    // of each piece, read by clock at its ticks
	late    []lateRead // of the trace; nil until known
}

// packedPiece is a piece of a sweep.
type packedPiece struct {
	model.Range
	length, idle int   // at its start
	lengths      []int // of each CPU's queue, at 0 the unplaced one
	changes      []byte
}

// queueIndexKey is the key under which a trace keeps its queueIndex.
type queueIndexKey struct{}

// index is the index of the swept threads, nil if there is none.
func (w *QueueSweep) index() *queueIndex {
	ix, _ := w.Trace.Kept(queueIndexKey{}).(*queueIndex)
	if ix == nil || !slices.Equal(ix.threads, w.Threads) {
		return nil
	}
	return ix
}

// run sweeps over r; every worker gets a sink of its own.
func (w *QueueSweep) run(r model.Range, worker func() sink) {
	if r.Len() == 0 {
		return
	}
	if ix := w.index(); ix != nil {
		first, last := ix.meeting(r)
		measure.Each(last-first, func() func(int) {
			p := w.piece(worker())
			return func(i int) { p.replay(&ix.pieces[first+i], r) }
		})
		return
	}
	pieces := w.Cut(r)
	measure.Each(len(pieces), func() func(int) {
		p := w.piece(worker())
		return func(i int) { p.do(pieces[i], p.walk) }
	})
}

// meeting are the pieces that overlap r: from the first up to the last.
func (ix *queueIndex) meeting(r model.Range) (first, last int) {
	first, _ = slices.BinarySearchFunc(ix.pieces, r.From, func(p packedPiece, at model.Time) int { return cmp.Compare(p.To, at+1) })
	last, _ = slices.BinarySearchFunc(ix.pieces, r.To, func(p packedPiece, at model.Time) int { return cmp.Compare(p.From, at) })
	return first, max(first, last)
}

// codeBits is how many bits of a packed change hold the queue and the direction.
func (w *QueueSweep) codeBits() int { return bits.Len(uint(w.idleCode())) + 1 }

// idleCode stands for idleQueue in packed changes.
func (w *QueueSweep) idleCode() uint64 { return uint64(len(w.Trace.Cores)) + 1 }

// pack packs the piece: for each change, the distance from the previous one, then
// the queue and the direction.
func (p *queuePiece) pack() packedPiece {
	code := p.codeBits()
	buf := make([]byte, 0, 4*len(p.changes))
	before := uint64(0)
	for _, c := range p.changes {
		queue := c >> 1 & idleQueue
		if queue == idleQueue {
			queue = p.idleCode()
		}
		at := c >> changeBits
		buf = binary.AppendUvarint(buf, (at-before)<<code|queue<<1|c&1)
		before = at
	}
	return packedPiece{p.r, p.length, p.idle, slices.Clone(p.lengths), slices.Clip(slices.Clone(buf))}
}

// replay sweeps over the part of a packed piece that is inside r.
func (p *queuePiece) replay(x *packedPiece, r model.Range) {
	p.begin(x.Clip(r))
	p.length, p.idle = x.length, x.idle
	copy(p.lengths, x.lengths)
	code, idle := p.codeBits(), p.idleCode()
	at := x.From
	for buf := x.changes; len(buf) > 0; {
		v, n := binary.Uvarint(buf)
		buf = buf[n:]
		at += model.Time(v >> code)
		if at >= p.r.To {
			break
		}
		queue, end := v&(1<<code-1)>>1, v&1
		if queue == idle {
			queue = idleQueue
		}
		if at > p.r.From {
			p.changes = append(p.changes, uint64(at-p.r.From)<<changeBits|queue<<1|end)
			continue
		}
		if by := 1 - 2*int(end); queue == idleQueue {
			p.idle += by
		} else {
			p.length += by
			p.lengths[queue] += by
		}
	}
	p.walk()
}
