package timeline

import (
	"fmt"
	"sync"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// big is the trace of the benchmarks, built once.
var big = sync.OnceValue(func() *model.Trace { return modeltest.Synthetic(200, 50_000, 60*second, 1) })

// plain is big with waits without a reason.
var plain = sync.OnceValue(func() *model.Trace {
	return modeltest.SyntheticOf([]model.Sub{model.SubInterruptible, model.SubUninterruptible}, 200, 50_000, 60*second, 1)
})

func segmentCount(t *model.Trace) (n int) {
	for i := range t.Threads {
		n += t.Threads[i].Len()
	}
	return n
}

func ExampleFormatDuration() {
	fmt.Println(FormatDuration(250 * millisecond))
	// Output: 250 ms
}
