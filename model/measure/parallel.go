package measure

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Each runs the pieces of work 0 … n-1 on all CPUs. Every worker gets its own
// function from worker, which may keep buffers; it must write only to what belongs
// to the piece, so that the result does not depend on which worker ran it. If a
// piece panics, Each panics after the workers have ended.
func Each(n int, worker func() func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	var failed atomic.Pointer[any]
	for range min(n, runtime.GOMAXPROCS(0)) {
		do := worker()
		group.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					failed.CompareAndSwap(nil, &p)
				}
			}()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	group.Wait()
	if p := failed.Load(); p != nil {
		panic(*p)
	}
}
