package lanes

import (
	"hash/fnv"
	"math/bits"
	"sync"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// strip is the summary of a process: how many of its threads run, as the mean over
// buckets of time. Unlike lanes, strips have buckets of one size over the whole
// trace, since there are few strips and a number takes little memory.
type strip struct {
	low    int         // buckets of levels[0] are 2^low ns
	levels [][]float32 // each half as many as in the previous one
}

// Limits of the number of buckets of a strip's finest level. There is about one for
// each piece of the process.
const (
	minStripBuckets = 1 << 8
	maxStripBuckets = 1 << 18
)

// newStrip is the strip of threads of t, whose summaries lane returns.
func newStrip(t *model.Trace, lane func(model.ThreadIx) *Lane, threads []model.ThreadIx) *strip {
	n := 0
	for _, ix := range threads {
		n += lane(ix).len()
	}
	if n == 0 {
		return &strip{}
	}
	n = min(max(n, minStripBuckets), maxStripBuckets)
	st := &strip{low: bits.Len64(uint64(t.End) / uint64(n))}
	sums := make([]model.Time, int(t.End>>st.low)+1)
	for _, ix := range threads {
		lane(ix).walk(t.Threads[ix].Life, func(from, to model.Time, sl paint.Slot) {
			if sl > paint.SlotInterrupt {
				return
			}
			for from < to {
				i := from >> st.low
				end := min(to, (i+1)<<st.low)
				sums[i] += end - from
				from = end
			}
		})
	}
	fine := make([]float32, len(sums))
	for i, v := range sums {
		fine[i] = float32(v) / float32(int64(1)<<st.low)
	}
	for {
		st.levels = append(st.levels, fine)
		if len(fine) == 1 {
			return st
		}
		half := make([]float32, (len(fine)+1)/2)
		for i := range half {
			half[i] = fine[2*i] / 2
			if 2*i+1 < len(fine) {
				half[i] += fine[2*i+1] / 2
			}
		}
		fine = half
	}
}

// KernelThreads are the threads of all processes that belong to the kernel.
func KernelThreads(t *model.Trace) (list []model.ThreadIx) {
	for p := range t.Processes {
		if IsKernel(t, &t.Processes[p]) {
			list = append(list, t.Processes[p].Threads...)
		}
	}
	return list
}

// IsKernel reports whether a process is one of the many that Linux makes from the
// kernel's threads.
func IsKernel(t *model.Trace, p *model.Process) bool {
	return p.Class == model.ClassSystem && t.Info.OS.Family == "linux"
}

// groupStrips are the strips of groups of threads that are not a process. There is
// no list of all groups that a user may make, so they are computed when first
// drawn, which costs a walk over the pieces of their threads, and then kept.
type groupStrips struct {
	mu    sync.Mutex
	known map[groupKey]*strip
}

// groupKey distinguishes groups without keeping lists of their threads.
type groupKey struct {
	n    int
	hash uint64
}

// maxGroupStrips bounds the strips that are kept: more than the groups on a screen.
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
