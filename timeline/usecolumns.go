package timeline

import (
	"runtime"
	"sync"
	"sync/atomic"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Columns is In for every column of v, in the memory of an earlier result. The
// boundaries of columns are processed CPU by CPU, so that the data of one stays in
// the cache, and each only once.
func (u *Utilization) Columns(v Viewport, to []ClassTimes) []ClassTimes {
	to = append(to[:0], make([]ClassTimes, v.Width)...)
	edges := make([]model.Time, v.Width+1)
	for x := range edges {
		edges[x] = min(max(v.TimeAt(x), 0), u.trace.End)
	}
	n := min(runtime.GOMAXPROCS(0), paint.MaxWorkers)
	tails := make([][]ClassTimes, n)
	var next atomic.Int64
	var wg sync.WaitGroup
	for i := range tails {
		wg.Go(func() {
			tails[i] = make([]ClassTimes, len(edges))
			for cpu := int(next.Add(1) - 1); cpu < len(u.trace.Cores); cpu = int(next.Add(1) - 1) {
				if u.trace.Cores[cpu].Known {
					u.addTails(model.CPU(cpu), edges, tails[i])
				}
			}
		})
	}
	wg.Wait()
	for x := range to {
		for c := range paint.NumClasses {
			to[x][c] = u.sums[c][edges[x+1]>>u.exp] - u.sums[c][edges[x]>>u.exp]
			for _, tail := range tails {
				to[x][c] += tail[x+1][c] - tail[x][c]
			}
		}
	}
	return to
}

// addTails adds to each edge's tail the time of a CPU from the start of the edge's
// bucket to the edge. Edges in one bucket continue from one to the next.
func (u *Utilization) addTails(cpu model.CPU, edges []model.Time, tails []ClassTimes) {
	var tail ClassTimes
	add := func(c paint.Class, from, to model.Time) { tail[c] += to - from }
	last, irq := model.Time(-1), 0
	for x, edge := range edges {
		start := edge >> u.exp << u.exp
		if last < start {
			tail, last = ClassTimes{}, start
		}
		if last < edge {
			irq = u.walkCPU(cpu, model.Range{From: last, To: edge}, u.irqs[cpu].From(last, irq), add)
			last = edge
		}
		for c, t := range tail {
			tails[x][c] += t
		}
	}
}
