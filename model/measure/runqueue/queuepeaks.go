package runqueue

import (
	"cmp"
	"encoding/binary"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// queuePeaks returns the greatest run-queue length in each of some windows, which
// are in order, and the mean over r.
func queuePeaks(t *model.Trace, threads []model.ThreadIx, r model.Range, windows []model.Range) (peaks []int, mean float64) {
	w := QueueSweep{Trace: t, Threads: threads}
	var parts []*peakSink
	worker := func() *peakSink {
		part := &peakSink{windows: windows, peaks: make([]int, len(windows))}
		parts = append(parts, part)
		return part
	}
	if ix := w.index(); ix != nil {
		first, last := ix.meeting(r)
		measure.Each(last-first, func() func(int) {
			part := worker()
			return func(i int) { part.replay(&ix.pieces[first+i], r, &w) }
		})
	} else {
		w.run(r, func() sink { return worker() })
	}
	peaks = make([]int, len(windows))
	var sum model.Time
	for _, part := range parts {
		sum += part.sum
		for i, k := range part.peaks {
			peaks[i] = max(peaks[i], k)
		}
	}
	return peaks, measure.Quotient(sum, r.Len())
}

// peakSink finds the peaks in the windows, which are in order.
type peakSink struct {
	windows []model.Range
	peaks   []int
	first   int        // the first window that does not end before the stretch
	sum     model.Time // of the lengths, over time
}

func (p *peakSink) steps(list []queueStep, to model.Time) {
	p.seek(list[0].from)
	for i, s := range list {
		end := to
		if i+1 < len(list) {
			end = list[i+1].from
		}
		p.stretch(s.from, end, int(s.length))
	}
}

// seek starts at an instant.
func (p *peakSink) seek(at model.Time) {
	p.first, _ = slices.BinarySearchFunc(p.windows, at, func(w model.Range, at model.Time) int { return cmp.Compare(w.To, at+1) })
}

// stretch takes the length of the queue from one instant to another.
func (p *peakSink) stretch(from, to model.Time, length int) {
	p.sum += (to - from) * model.Time(length)
	for p.first < len(p.windows) && p.windows[p.first].To <= from {
		p.first++
	}
	for i := p.first; i < len(p.windows) && p.windows[i].From < to; i++ {
		p.peaks[i] = max(p.peaks[i], length)
	}
}

// replay takes the part of a packed piece that is inside r. It ignores the CPUs'
// own queues, which are most of the work of a sweep.
func (p *peakSink) replay(x *packedPiece, r model.Range, w *QueueSweep) {
	r = x.Clip(r)
	code, idle := w.codeBits(), w.idleCode()
	from, at, length := r.From, x.From, x.length
	p.seek(from)
	for buf := x.changes; len(buf) > 0; {
		v, n := uint64(buf[0]), 1
		if v >= 1<<7 {
			v, n = binary.Uvarint(buf)
		}
		buf = buf[n:]
		at += model.Time(v >> code)
		if v&(1<<code-1)>>1 == idle {
			continue
		}
		if at >= r.To {
			break
		}
		if at > from {
			p.stretch(from, at, length)
			from = at
		}
		length += 1 - 2*int(v&1)
	}
	if from < r.To {
		p.stretch(from, r.To, length)
	}
}
